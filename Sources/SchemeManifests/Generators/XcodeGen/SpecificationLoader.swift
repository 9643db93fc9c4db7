import SchemeModel
import SchemeYAML

/// Loads a specification and its includes, and merges them.
///
/// - Source: yonaskolb/XcodeGen, SpecFile.swift (seen 2026-11-22).
struct SpecificationLoader {
    private let origin: ProjectOrigin
    private let files: ProjectFileSystem
    private let limits: Limits
    private var work: SpecificationExpander
    /// The folder that the specification's paths are relative to.
    private var folder: Path = ""
    private var opened: [Specification.File] = []
    private var merged: Set<Path> = []
    private var mistakes: [SpecificationMistake] = []
    private var unread: [UnreadInclude] = []
    private var respelled: [PathCaseMismatch] = []
    private var problems: [Problem] = []
    /// Whether the text of the specification itself contains XcodeGen's keys.
    private var looksRight = false

    init(origin: ProjectOrigin, files: ProjectFileSystem, limits: Limits) {
        self.origin = origin
        self.files = files
        self.limits = limits
        work = SpecificationExpander(limits: limits)
    }

    /// Loads the specification at the absolute `path`.
    mutating func load(_ path: Path) -> Specification {
        folder = path.directory
        guard let own = contents(of: path, includedAt: nil) else {
            return specification(Self.empty, isWhole: false, isXcodeGenSpec: looksRight || opened.isEmpty)
        }
        folder = SpecificationFolder(files: files, root: origin.root).folder(of: own, at: path)
        merged.insert(path)
        let root = tree(own, of: Inclusion(path: path, base: folder, relative: "", folder: "", depth: 0, place: nil))
        var templates = SpecificationTemplates(limits: limits, work: work)
        let whole = templates.resolved(root)
        work = templates.work
        if work.isOverLimit {
            let place = origin.place(path, nil)
            problems.append(Self.overLimit("values after expanding templates", limits.projectObjects, place))
        }
        return specification(
            whole,
            isWhole: !work.isOverLimit,
            isXcodeGenSpec: work.isOverLimit || whole.isXcodeGenSpec
        )
    }

    private func specification(_ root: YAMLNode, isWhole: Bool, isXcodeGenSpec: Bool) -> Specification {
        Specification(
            root: root,
            folder: folder,
            isWhole: isWhole,
            isXcodeGenSpec: isXcodeGenSpec,
            files: opened,
            mistakes: mistakes,
            unread: unread,
            respelled: respelled,
            problems: problems
        )
    }

    private static let empty = YAMLNode(.mapping([]), range: SourceRange(byteOffset: 0, byteLength: 0))

    static func overLimit(_ what: String, _ limit: Int, _ place: Place) -> Problem {
        Problem(
            code: .overLimit,
            message: "the project's specification has more than \(limit.grouped) \(what) and was not read",
            hint: "shorten or exclude the specification",
            place: place
        )
    }

    // MARK: Including

    /// A file to open.
    private struct Inclusion {
        var path: Path
        /// The folder where the file was searched. Its own includes are relative to this folder and ``relative``.
        var base: Path
        /// The path from ``base`` to the file's own folder; empty if its paths are relative to the project.
        var relative: Path
        /// The folder that its paths are relative to, below the project's.
        var folder: Path
        var depth: Int
        /// The line that includes it.
        var place: Place?
    }

    /// Returns a file's tree merged over its includes.
    private mutating func tree(_ own: YAMLNode, of file: Inclusion) -> YAMLNode {
        var below = Self.empty
        for include in own["include"].map({ $0.elements ?? [$0] }) ?? [] {
            guard let next = inclusion(include, from: file), merged.insert(next.path).inserted,
                let included = contents(of: next.path, includedAt: next.place)
            else { continue }
            let whole = tree(included, of: next)
            below = work.merged(whole, onto: below)
        }
        return work.merged(own.rebased(to: file.folder), onto: below)
    }

    private mutating func inclusion(_ node: YAMLNode, from file: Inclusion) -> Inclusion? {
        guard let written = node.string ?? node["path"]?.string, !written.isEmpty else { return nil }
        let place = origin.place(file.path, (node["path"] ?? node).focus)
        let path = Path(written)
        var variables = SpecificationExpander.variables(in: written)
        if let enable = node["enable"] {
            let text = enable.string ?? ""
            let deciding = SpecificationExpander.variables(in: text)
            if deciding.isEmpty, !(enable.boolean ?? Self.isTrue(text)) { return nil }
            variables += deciding
        }
        guard variables.isEmpty else {
            unread.append(UnreadInclude(path: path, place: place, reason: .environment(variables.map(\.string))))
            return nil
        }
        guard file.depth < limits.settingsIncludeDepth, opened.count < limits.settingsIncludes else {
            problems.append(Self.overLimit("included files", limits.settingsIncludes, place))
            return nil
        }
        let areRelative = node["relativePaths"].map { $0.boolean ?? Self.isTrue($0.string ?? "") } ?? true
        let relative = areRelative ? path.directory.belowRoot : ""
        var next = Inclusion(
            path: "",
            base: areRelative ? file.base.appending(file.relative).normalized : file.base,
            relative: relative,
            folder: file.folder.appending(relative).normalized.belowRoot,
            depth: file.depth + 1,
            place: place
        )
        next.path = next.base.appending(path).normalized
        let outer = folder.appending(path).normalized
        if outer != next.path, !isFile(next.path), isFile(outer) {
            (next.path, next.base, next.folder) = (outer, folder, relative.normalized.belowRoot)
        }
        let actual = files.spelling(of: next.path)
        if actual != next.path {
            respelled.append(PathCaseMismatch(written: next.path, actual: actual, place: place))
            next.path = actual
        }
        return next
    }

    /// Returns whether Foundation reads a text as true.
    private static func isTrue(_ text: String) -> Bool {
        let digits = text.drop { $0 == " " || $0 == "+" || $0 == "-" }.drop { $0 == "0" }
        return digits.utf8.first.map { "YyTt123456789".utf8.contains($0) } ?? false
    }

    private func isFile(_ path: Path) -> Bool {
        // A later attempt to open it reports the error.
        do throws(FileError) { return try files.kind(of: path) == .regular } catch { return error != .notFound }
    }

    // MARK: Files

    /// Returns the tree of the file at `path`, or `nil` and reports it if there isn't one.
    ///
    /// - Parameter place: The line that includes the file.
    private mutating func contents(of path: Path, includedAt place: Place?) -> YAMLNode? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try files.contents(of: path, limit: limits.generatorBytes).bytes
        } catch {
            if let place, error.isAbsence || error == .wrongKind(.directory) {
                unread.append(UnreadInclude(path: origin.shown(path), place: place, reason: .missing))
            } else {
                problems.append(Problem(error, reading: "the project's specification", at: origin.place(path, nil)))
            }
            return nil
        }
        let number = opened.count
        if number == 0 { looksRight = Self.looksRight(bytes, isJSON: path.hasExtension("json")) }
        opened.append(Specification.File(path: path, digest: SHA256.hex(of: bytes)))
        do throws(YAMLError) {
            let isJSON = path.hasExtension("json")
            let document =
                try isJSON
                ? JSONReader.read(bytes, limits: limits, file: number)
                : YAMLReader.read(bytes, limits: limits, file: number)
            if !isJSON { report(document.duplicateKeys.filter { !$0.isHarmless }, path) }
            if document.root.isNull { return Self.empty }
            guard document.root.members != nil else {
                report("expected a mapping, found \(document.root.kindName)", path, document.root.range)
                return nil
            }
            return document.root
        } catch {
            switch error {
            case .malformed(let cause, let range): report(cause, path, range)
            case .overLimit(let what, let limit):
                problems.append(Self.overLimit(what, limit, origin.place(path, nil)))
            }
            return nil
        }
    }

    /// Returns whether an invalid file looks like a specification. Many tools use such file names.
    private static func looksRight(_ bytes: [UInt8], isJSON: Bool) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        if isJSON { return text.contains("\"targets\"") && text.contains("\"platform\"") }
        guard text.hasPrefix("targets:") || text.contains("\ntargets:") else { return false }
        return text.contains("platform:") || text.contains("type:")
    }

    /// Records the keys of a file that appear twice with different values, at the first one.
    ///
    /// - Source: XcodeGen 2.45.4, Package.resolved: Yams 5.0.1, whose mappings keep the last value. Yams rejects such keys
    ///   from 5.2.0 on (seen 2026-11-24).
    private mutating func report(_ keys: [YAMLDocument.DuplicateKey], _ path: Path) {
        guard let first = keys.first, mistakes.count < limits.irregularities else { return }
        var cause = "the key '\(first.key)' appears twice in the same mapping, and XcodeGen uses the last one"
        if keys.count > 1 { cause += "; \(keys.count - 1) more in the file" }
        mistakes.append(
            SpecificationMistake(cause: cause, place: origin.place(path, first.range), repeatedKey: first.key)
        )
    }

    private mutating func report(_ cause: String, _ path: Path, _ range: SourceRange) {
        guard mistakes.count < limits.irregularities else { return }
        mistakes.append(SpecificationMistake(cause: cause, place: origin.place(path, range)))
    }
}

extension YAMLNode {
    /// Whether it has targets with XcodeGen's keys, or includes files that define its targets.
    var isXcodeGenSpec: Bool {
        let targets = self["targets"]?.members ?? []
        func has(_ keys: [String]) -> Bool { targets.contains { target in keys.contains { target.value[$0] != nil } } }
        if has(["platform", "supportedDestinations", "templates", "type"]) { return true }
        guard self["include"] != nil else { return false }
        return targets.isEmpty ? self["name"] != nil : has(["info", "settings", "sources"])
    }
}
