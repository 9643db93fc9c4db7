package import SchemeModel

/// An input that may be a manifest.
package struct Candidate: Sendable {
    /// The path below the source's root.
    package var path: Path
    /// The path to open.
    package var absolutePath: Path
    /// Whether it was named on the command line, and is therefore a manifest whatever it holds.
    package var isNamed: Bool
    /// The manifest of the outermost built app around it, as a path to open; `nil` for that manifest itself and
    /// outside apps.
    package var containerManifest: Path?
    /// Whether it lies in a bundle folder, where only a build puts it.
    package var isInBuiltBundle: Bool
}

/// What discovery came upon.
package enum Discovered: Sendable {
    case candidate(Candidate)
    case problem(Problem)
}

/// Walks one source and yields its candidates in order of path, bytewise within each folder. Memory is that of the
/// folders on the way, reduced to names that matter.
///
/// Links are not followed: what a link inside the tree leads to is found without it, and what it leads to outside is
/// not part of the tree.
package struct Discovery: Sequence, IteratorProtocol {
    /// How many files were nothing that the tool reads.
    package private(set) var passedOver = 0

    private let sourceName: String
    private let files: any FileAccess
    private let exclusions: [Glob]
    /// The paths that the walk starts from, but for the root itself; they are not met a second time on the way from
    /// another one.
    private let starts: Set<Path>
    private var stack: [Pending]

    private struct Pending {
        var path: Path
        var absolutePath: Path
        var isFolder: Bool
        var isNamed = false
        var bundle: Bundle?
    }

    /// The outermost built app around a path.
    private struct Bundle {
        var manifest: Path
    }

    /// A walk from each of `starts`, which are below the root of `source`.
    package init(of source: Source, from starts: [Start], excluding exclusions: [Glob], files: any FileAccess) {
        sourceName = source.name
        self.files = files
        self.exclusions = exclusions
        self.starts = Set(starts.map(\.path)).subtracting([Path(bytes: [])])
        stack = starts.reversed().map { start in
            let absolute = source.root.appending(start.path)
            let bundle = Discovery.bundle(around: absolute, files: files)
            return Pending(
                path: start.path,
                absolutePath: absolute,
                isFolder: start.isFolder,
                isNamed: !start.isFolder,
                bundle: bundle ?? (start.isFolder ? Discovery.bundle(at: absolute, files: files) : nil)
            )
        }
    }

    /// A path that was named on the command line.
    package struct Start: Hashable, Sendable {
        /// The path below the source's root; empty for the root itself.
        package var path: Path
        package var isFolder: Bool
    }

    package mutating func next() -> Discovered? {
        while let pending = stack.popLast() {
            guard pending.isFolder else { return .candidate(candidate(pending)) }
            do throws(FileError) {
                try push(pending)
            } catch {
                return .problem(Problem(error, of: pending.path, in: sourceName, wanted: .directory))
            }
        }
        return nil
    }

    private mutating func push(_ folder: Pending) throws(FileError) {
        var skipped = 0
        let entries = try files.entries(of: folder.absolutePath) { entry in
            let isWanted =
                switch entry.kind {
                case .directory: !Discovery.isVendoredOrBuilt(entry.name)
                case .regular: entry.name.hasExtension("plist")
                case .link, .other: false
                }
            if isWanted, exclusions.isEmpty, starts.isEmpty { return true }
            if !isWanted || exclusions.contains(where: { $0.matches(folder.path.appending(entry.name)) }) {
                if entry.kind != .directory { skipped += 1 }
                return false
            }
            return !starts.contains(folder.path.appending(entry.name))
        }
        passedOver += skipped
        for entry in entries.reversed() {
            let absolute = folder.absolutePath.appending(entry.name)
            var pending = Pending(
                path: folder.path.appending(entry.name),
                absolutePath: absolute,
                isFolder: entry.kind == .directory,
                bundle: folder.bundle
            )
            if pending.isFolder, pending.bundle == nil { pending.bundle = Discovery.bundle(at: absolute, files: files) }
            stack.append(pending)
        }
    }

    private func candidate(_ pending: Pending) -> Candidate {
        Candidate(
            path: pending.path,
            absolutePath: pending.absolutePath,
            isNamed: pending.isNamed,
            containerManifest: pending.bundle.flatMap { $0.manifest == pending.absolutePath ? nil : $0.manifest },
            isInBuiltBundle: pending.bundle != nil
        )
    }

    /// The app whose folder `path` is.
    private static func bundle(at path: Path, files: any FileAccess) -> Bundle? {
        guard path.hasExtension("app") else { return nil }
        return ["Contents/Info.plist", "Info.plist"].lazy
            .map { path.appending($0) }
            .first { (try? files.kind(of: $0)) == .regular }
            .map { Bundle(manifest: $0) }
    }

    /// The outermost app among the folders above `path`, which is absolute.
    private static func bundle(around path: Path, files: any FileAccess) -> Bundle? {
        var above: [Path] = []
        var folder = path.directory
        while folder.bytes.count > 1 {
            above.append(folder)
            folder = folder.directory
        }
        return above.reversed().lazy.compactMap { bundle(at: $0, files: files) }.first
    }

    /// Whether a folder of this name holds other people's or generated files, which are read only when named.
    private static func isVendoredOrBuilt(_ name: Path) -> Bool {
        vendoredOrBuilt.contains(name) || name.hasExtension("framework") || name.hasExtension("xcframework")
    }

    private static let vendoredOrBuilt: Set<Path> = [
        ".git", ".hg", ".svn", ".build", ".swiftpm", ".dart_tool", ".symlinks", "Pods", "Carthage", "DerivedData",
        "SourcePackages", "node_modules", "build",
    ]
}

extension Problem {
    /// What kept the tool from looking at `path`, in words.
    ///
    /// - Parameter wanted: what should stand there; ``FileKind/other`` for standard input.
    package init(_ error: FileError, of path: Path, in source: String?, wanted: FileKind = .regular) {
        let what = wanted == .other ? "standard input" : wanted == .directory ? "the folder" : "the file"
        let place = Place(source: source, path: path)
        self =
            switch error {
            case .notFound:
                Problem(
                    code: .vanished,
                    message: "\(what) was there a moment ago and is gone",
                    hint: "run again when nothing changes the tree",
                    place: place
                )
            case .permissionDenied:
                Problem(
                    code: .permissionDenied,
                    message: "\(what) may not be read",
                    hint: "give yourself permission to read it, or leave it out with --exclude",
                    place: place
                )
            case .wrongKind(let kind):
                Problem(
                    code: .notAFile,
                    message: "this is \(kind.phrase), not a \(wanted == .directory ? "folder" : "file")",
                    hint: kind == .other ? "pipe a manifest into standard input, and name that with -" : nil,
                    place: place
                )
            case .tooLarge(let limit):
                Problem(
                    code: .overLimit,
                    message: "\(what) is larger than \(limit / (1024 * 1024)) MiB",
                    hint: wanted == .other
                        ? "a manifest has some kilobytes; name files and folders to read several"
                        : "a manifest has some kilobytes; leave the file out with --exclude",
                    place: place
                )
            case .changedWhileReading:
                Problem(
                    code: .vanished,
                    message: "the file changed while it was read",
                    hint: "run again when nothing changes the tree",
                    place: place
                )
            case .system(let code) where SystemError.isTooLong(code):
                Problem(
                    code: .overLimit,
                    message: "the path is longer than the system allows",
                    hint: "leave the folder out with --exclude, or run in a folder further down",
                    place: place
                )
            case .system(let code):
                Problem(
                    code: .inputOutput,
                    message: "\(what) cannot be read: \(SystemError.text(of: code))",
                    hint: nil,
                    place: place
                )
            }
    }
}

extension FileKind {
    /// The kind as a message names it.
    var phrase: String {
        switch self {
        case .regular: "a file"
        case .directory: "a folder"
        case .link: "a link"
        case .other: "a pipe, a socket or a device"
        }
    }
}
