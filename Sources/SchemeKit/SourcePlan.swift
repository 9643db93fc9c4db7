package import SchemeModel

/// Something that a call names: standard input, or a file or folder that is there.
package enum Target: Hashable, Sendable {
    case standardInput
    /// By its real path.
    case file(Path)
    /// By its real path.
    case folder(Path)
    /// An Xcode project, by the real path of its folder.
    case project(Path)
    /// A workspace, by the real path of its folder.
    case workspace(Path)

    /// What `paths` name, files and folders in order of their real paths, and a problem for each path that is not there.
    ///
    /// - Parameter paths: as given, `-` for standard input among them.
    package static func targets(of paths: [Path], in context: Context) -> (targets: [Target], problems: [Problem]) {
        var targets: [Target] = []
        var problems: [Problem] = []
        for path in paths {
            guard path != "-" else {
                targets.append(.standardInput)
                continue
            }
            do throws(FileError) {
                let real = try context.files.realPath(of: context.currentDirectory.appending(path))
                targets.append(try named(real, in: context))
            } catch {
                problems.append(Problem(error, ofNamed: path, in: context))
            }
        }
        targets.sort { ($0.path ?? "") < ($1.path ?? "") }
        return (targets, problems)
    }

    /// What stands at the real path `path`.
    private static func named(_ path: Path, in context: Context) throws(FileError) -> Target {
        guard try context.files.kind(of: path) == .directory else { return .file(path) }
        if path.hasExtension("xcodeproj") { return .project(path) }
        return path.hasExtension("xcworkspace") ? .workspace(path) : .folder(path)
    }

    /// The real path, `nil` for standard input.
    fileprivate var path: Path? {
        switch self {
        case .standardInput: nil
        case .file(let path), .folder(let path), .project(let path), .workspace(let path): path
        }
    }

    /// The innermost folder that holds it.
    fileprivate var folder: Path? {
        switch self {
        case .standardInput: nil
        case .file(let path), .project(let path), .workspace(let path): path.directory
        case .folder(let path): path
        }
    }

    /// Where its walk starts; nothing when it is not below `root`.
    fileprivate func starts(below root: Path) -> [Discovery.Start] {
        let kind: Discovery.Start.Kind
        switch self {
        case .standardInput: return [Discovery.Start(path: "-", kind: .file)]
        case .file: kind = .file
        case .folder: kind = .folder
        case .project: kind = .project
        case .workspace: kind = .workspace
        }
        return path?.relative(to: root).map { [Discovery.Start(path: $0, kind: kind)] } ?? []
    }
}

/// What is read for one source.
package struct SourcePlan: Sendable {
    /// The source.
    package var source: Source
    /// Where the walk starts, in order of path.
    package var starts: [Discovery.Start]
    /// The part of the source that is read, so that what is not found in it any more is gone; `nil` for all of it.
    package var part: Path?

    /// Makes sources of what a call names.
    ///
    /// What lies inside another target belongs to the source of that one: `check . Pods` reads the pods too, and nothing
    /// twice.
    ///
    /// - Parameters:
    ///   - targets: in the order that ``Target/targets(of:in:)`` gives.
    ///   - name: what `--source` says: all targets are then one source, rooted at their deepest common folder.
    ///   - known: the sources of earlier imports. What lies in the tree of one is read as a part of it.
    package static func plans(
        for targets: [Target],
        name: String?,
        known: [Source] = [],
        in context: Context
    ) -> [SourcePlan] {
        var plans: [SourcePlan] = []
        if targets.contains(.standardInput) {
            let source = Source(
                name: name ?? Source.standardInputName,
                root: context.currentDirectory,
                kind: .standardInput,
                isNamed: name != nil
            )
            plans.append(SourcePlan(source: source, starts: Target.standardInput.starts(below: source.root)))
        }
        let targets = targets.filter { $0 != .standardInput }
        if let name, let root = commonFolder(of: targets) {
            let source = Source(name: name, root: root, kind: .tree, isNamed: true)
            return plans + [SourcePlan(source: source, starts: merged(targets.flatMap { $0.starts(below: root) }))]
        }
        for target in targets {
            guard let path = target.path else { continue }
            if let holder = plans.firstIndex(where: { $0.holds(path) }) {
                let starts = target.starts(below: plans[holder].source.root)
                plans[holder].starts = merged(plans[holder].starts + starts)
            } else if let tree = innermostTree(of: known, around: path) {
                plans.append(
                    SourcePlan(
                        source: tree,
                        starts: target.starts(below: tree.root),
                        part: path.relative(to: tree.root)
                    )
                )
            } else {
                plans.append(SourcePlan(target, at: path))
            }
        }
        return plans
    }

    /// A source of its own for one target.
    private init(_ target: Target, at path: Path) {
        let root = target.folder ?? path.directory
        source = Source(name: path.display, root: root, kind: root == path ? .tree : .file, isNamed: false)
        starts = target.starts(below: root)
    }

    package init(source: Source, starts: [Discovery.Start], part: Path? = nil) {
        self.source = source
        self.starts = starts
        self.part = part
    }

    private func holds(_ path: Path) -> Bool {
        source.kind == .tree && part == nil && path.relative(to: source.root) != nil
    }

    private static func innermostTree(of sources: [Source], around path: Path) -> Source? {
        sources
            .filter { $0.kind == .tree && !$0.isNamed && $0.root != path && path.relative(to: $0.root) != nil }
            .max { $0.root.bytes.count < $1.root.bytes.count }
    }

    /// The starts in order of path, each once.
    private static func merged(_ starts: [Discovery.Start]) -> [Discovery.Start] {
        Set(starts).sorted { $0.path < $1.path }
    }

    private static func commonFolder(of targets: [Target]) -> Path? {
        guard var common = targets.first?.folder else { return nil }
        for path in targets.compactMap(\.path) {
            while path.relative(to: common) == nil { common = common.directory }
        }
        return common
    }
}

extension Problem {
    /// A path of the command line that is not there or cannot be reached.
    fileprivate init(_ error: FileError, ofNamed path: Path, in context: Context) {
        let absolute = context.currentDirectory.appending(path)
        if error == .notFound, let kind = try? context.files.kind(of: absolute), kind != .directory {
            // What a shell hands over as /dev/stdin or /dev/fd/63 is there and has no path of its own.
            self.init(.wrongKind(.other), of: path, in: nil)
        } else if error == .notFound {
            self.init(
                code: .notFound,
                message: "there is no such file or folder",
                hint: path.isAbsolute
                    ? "check the spelling"
                    : "check the spelling; the path is taken from \(context.currentDirectory.display)",
                place: Place(path: path)
            )
        } else {
            self.init(error, of: path, in: nil)
        }
    }
}
