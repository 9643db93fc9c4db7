import SchemeModel

/// Reads Tuist projects (`Project.swift`).
///
/// Every target that literals, constants and functions of the file and of its helpers make is read as Tuist would generate it. One
/// note names the values that are computed otherwise.
struct TuistReader {
    let origin: ProjectOrigin
    let files: ProjectFileSystem
    let limits: Limits

    /// Adds the manifest with these bytes to `reading`, unless it isn't Tuist's.
    ///
    /// - Parameter path: The absolute path of the manifest.
    func read(_ bytes: [UInt8], at path: Path, options: ProjectOptions, into reading: inout ProjectReading) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        guard Self.isTuistManifest(text) else { return }
        let constants = SwiftConstants(text, trustsConditions: false)
        let digest = SHA256.hex(of: bytes)
        var source = TuistSource(text, mark: mark, constants: constants, file: path, origin: origin, limits: limits)
        source.root = root(of: path.directory)
        if let root = source.root {
            var helpers = TuistHelpers(at: root, of: origin, files, limits: limits)
            helpers.adapt(to: constants, in: text)
            source.helpers = helpers
        }
        guard let call = source.project() else {
            reading.isOpenEnded = true
            reading.reportProgram(
                path,
                showing: bytes.firstMention(of: ["let project", "var project"])
                    ?? bytes.firstMention(of: ["= Project(", "= Project.", ": Project ="]),
                deciding: "the targets, their bundle identifiers and schemes",
                of: path,
                origin
            )
            return
        }
        var builder = TuistProject(source, digest: digest, limits: limits)
        let project = builder.project(call)
        if builder.isOverLimit {
            reading.problems.append(
                SpecificationLoader.overLimit("values", limits.projectObjects, origin.place(path, nil))
            )
        }
        let opened = ProjectReader.LoadedProject(project: project, digest: digest, format: .swift)
        ProjectReader(limits: limits).resolve(opened, origin, options, files, &reading)
        reading.generates = origin.shown(project.path)
        reading.isOpenEnded = !builder.unread.isEmpty
        let irregularity = builder.unread.irregularity(of: path, origin)
        reading.report(irregularity.map { [$0] } ?? [], of: path, origin)
    }

    /// Returns whether the manifest imports Tuist's module, a type of it, or helpers, which import it.
    private static func isTuistManifest(_ text: [UInt8]) -> Bool {
        var tokens = SwiftTokens(text)
        var isImport = false
        while let token = tokens.next() {
            guard case .word(let word) = token else {
                isImport = false
                continue
            }
            if isImport, word == "ProjectDescription" || word == "ProjectDescriptionHelpers" { return true }
            isImport = word == "import" || isImport && kinds.contains(word)
        }
        return false
    }

    /// The words between `import` and a type.
    private static let kinds: Set<String> = ["struct", "enum", "class", "protocol", "typealias", "func", "let", "var"]

    /// Returns the folder around `folder` that paths with `relativeToRoot` are relative to.
    ///
    /// Returns `nil` if the source's root contains no such folder.
    ///
    /// - Source: tuist/tuist, RootDirectoryLocator.swift (seen 2026-11-21).
    private func root(of folder: Path) -> Path? {
        var folder = folder
        while folder.relative(to: origin.root) != nil {
            let marks: [Path] = ["Tuist", "Tuist.swift", "Plugin.swift", ".git"]
            if marks.contains(where: { isThere(folder.appending($0)) }) { return folder }
            let outer = folder.directory
            guard outer != folder else { return nil }
            folder = outer
        }
        return nil
    }

    private func isThere(_ path: Path) -> Bool {
        // An unreadable path doesn't mark a root.
        do throws(FileError) { return try files.kind(of: path) != .other } catch { return false }
    }
}
