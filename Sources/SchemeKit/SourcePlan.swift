package import SchemeModel

/// What is read for one source.
package struct SourcePlan: Sendable {
    /// The source.
    package var source: Source
    /// Where the walk starts, in order of path. A start with an empty path is the whole source.
    package var starts: [Discovery.Start]
    /// Whether everything of the source is read, so that what is not found any more is gone.
    package var isWhole: Bool

    /// Turns the paths of a call into sources.
    ///
    /// A path inside another one belongs to the source of that one: `check . Pods` reads the pods too, and nothing twice.
    ///
    /// - Parameters:
    ///   - paths: as given, `-` for standard input among them.
    ///   - name: what `--source` says: all paths are then one source, rooted at their deepest common folder.
    ///   - known: the source of an earlier import that holds a path, if any; its part is then read.
    /// - Returns: the plans in order of root, and a problem for each path that is not there.
    package static func plans(
        for paths: [Path],
        name: String?,
        in context: Context,
        known: (Path) throws -> Source? = { _ in nil }
    ) rethrows -> (plans: [SourcePlan], problems: [Problem]) {
        var problems: [Problem] = []
        var targets: [(path: Path, isFolder: Bool)] = []
        var plans: [SourcePlan] = []
        for path in paths {
            if path == standardInput {
                let source = Source(
                    name: name ?? "standard input",
                    root: context.currentDirectory,
                    kind: .standardInput,
                    isNamed: name != nil
                )
                plans.append(SourcePlan(source: source, starts: [.init(path: path, isFolder: false)], isWhole: true))
                continue
            }
            do throws(FileError) {
                let real = try context.files.realPath(of: context.currentDirectory.appending(path))
                targets.append((real, try context.files.kind(of: real) == .directory))
            } catch {
                problems.append(Problem(error, ofNamed: path, in: context))
            }
        }
        targets.sort { $0.path < $1.path }
        if let name, let root = commonFolder(of: targets) {
            let source = Source(name: name, root: root, kind: .tree, isNamed: true)
            let plan = SourcePlan(source: source, starts: starts(of: targets, below: root), isWhole: true)
            return (plans + [plan], problems)
        }
        for target in targets {
            let holder = plans.firstIndex { plan in
                plan.source.kind == .tree && plan.isWhole && target.path.relative(to: plan.source.root) != nil
            }
            if let holder {
                plans[holder].starts = merged(
                    plans[holder].starts + starts(of: [target], below: plans[holder].source.root)
                )
            } else if let source = try known(target.path), source.root != target.path {
                plans.append(
                    SourcePlan(source: source, starts: starts(of: [target], below: source.root), isWhole: false)
                )
            } else {
                let root = target.isFolder ? target.path : target.path.directory
                let source = Source(
                    name: target.path.display,
                    root: root,
                    kind: target.isFolder ? .tree : .file,
                    isNamed: false
                )
                plans.append(SourcePlan(source: source, starts: starts(of: [target], below: root), isWhole: true))
            }
        }
        return (plans, problems)
    }

    /// What stands for standard input among paths.
    package static let standardInput: Path = "-"

    private static func starts(of targets: [(path: Path, isFolder: Bool)], below root: Path) -> [Discovery.Start] {
        merged(
            targets.compactMap { target in
                target.path.relative(to: root).map { Discovery.Start(path: $0, isFolder: target.isFolder) }
            }
        )
    }

    /// The starts in order of path, each once.
    private static func merged(_ starts: [Discovery.Start]) -> [Discovery.Start] {
        Set(starts).sorted { $0.path < $1.path }
    }

    private static func commonFolder(of targets: [(path: Path, isFolder: Bool)]) -> Path? {
        guard let first = targets.first else { return nil }
        var common = first.isFolder ? first.path : first.path.directory
        for target in targets.dropFirst() {
            while target.path.relative(to: common) == nil { common = common.directory }
        }
        return common
    }
}

extension Problem {
    /// A path of the command line that is not there or cannot be reached.
    fileprivate init(_ error: FileError, ofNamed path: Path, in context: Context) {
        if error == .notFound {
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
