import SchemeModel

/// Reads projects of Tuist (`Project.swift`): every target that is written with literals and constants of the same
/// file, as the project would build it that Tuist makes. What helpers compute is not read, and said to be not read.
struct TuistReader {
    let origin: ProjectOrigin
    let files: ProjectFiles
    let limits: Limits

    /// Adds to `reading` what the manifest with these bytes says; nothing where it is none of Tuist's.
    ///
    /// - Parameter path: of the manifest, absolute.
    func read(_ bytes: [UInt8], at path: Path, options: ProjectOptions, into reading: inout ProjectReading) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        guard Self.isTuists(text) else { return }
        let digest = SHA256.hex(of: bytes)
        let constants = SwiftConstants(text)
        guard let call = constants.call(of: "Project") else {
            reading.isOpenEnded = true
            reading.tellOfProgram(
                path,
                deciding: "the targets, their bundle identifiers and schemes",
                of: path,
                origin,
                digest: digest,
                format: .swift
            )
            return
        }
        var source = TuistSource(text, mark: mark, constants: constants, file: path, origin: origin, limits: limits)
        source.root = root(of: path.directory)
        var builder = TuistProject(source, digest: digest, limits: limits)
        let project = builder.project(call)
        if builder.isOverLimit {
            reading.problems.append(
                SpecificationLoader.overLimit("values", limits.projectObjects, origin.place(path, nil))
            )
        }
        let opened = ProjectReader.Opened(project: project, digest: digest, format: .swift)
        ProjectReader(limits: limits).resolve(opened, origin, options, files, &reading)
        reading.generates = origin.shown(project.path)
        reading.isOpenEnded = !builder.remarks.isEmpty
        reading.carry(builder.remarks, of: path, origin, digest: digest, format: .swift)
    }

    /// Whether the manifest imports what Tuist's are made with.
    private static func isTuists(_ text: [UInt8]) -> Bool {
        var tokens = SwiftTokens(text)
        var isImport = false
        while let token = tokens.next() {
            if isImport, token == .word("ProjectDescription") { return true }
            isImport = token == .word("import")
        }
        return false
    }

    /// The folder around `folder` that paths with `relativeToRoot` begin at; `nil` where none is below the source's root.
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
        // What cannot be looked at marks nothing.
        do throws(FileError) { return try files.kind(of: path) != .other } catch { return false }
    }
}
