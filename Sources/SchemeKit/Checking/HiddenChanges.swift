import SchemeManifests
import SchemeModel
import SchemeStore
import SchemeYAML

/// Finds what a branch adds or changes, and what a check of it can't see: submodules that are not checked out, and apps in
/// folders that are skipped. Without a problem, such a branch would pass.
struct HiddenChanges {
    private let scan: InputScan
    private let base: BaseRevision
    private let context: Context
    /// The plans, with the patterns to skip.
    private let plans: [(plan: SourcePlan, exclusions: [Exclusion])]

    init(of scan: InputScan, since base: BaseRevision, in context: Context) {
        self.scan = scan
        self.base = base
        self.context = context
        let patterns = scan.request.inputs.exclusions
        plans = scan.discovered.plans.map { ($0, $0.exclusions(patterns, usage: OptionUsage(), in: context)) }
    }

    /// What a branch hides, and what it doesn't touch.
    struct Review {
        /// What the branch adds or changes and the check can't see, ordered by place.
        var hidden: [Problem]
        /// The problems that the revision has, too, and that concern nothing that the branch touches.
        var inherited: Set<Problem> = []
    }

    /// Reviews the branch.
    ///
    /// - Parameters:
    ///   - before: The problems of the revision.
    ///   - registries: The registries of other apps, as named.
    /// - Throws: ``Interruption``.
    func review(comparedWith before: [Problem], registries: [Path]) throws(Interruption) -> Review {
        let changes: BranchChanges
        do throws(GitError) {
            changes = try BranchChanges(since: base.revision, in: context)
        } catch .interrupted {
            throw Interruption()
        } catch {
            let message = "git can't compare the current commit with \(base.name)"
            return Review(hidden: [problem(message, nil, at: base.revision.root)])
        }
        let hidden =
            changes.submodules.compactMap(problem(ofSubmodule:)) + changes.files.compactMap(problem(ofFile:))
            + registries.compactMap { problem(ofRegistry: $0, changes) }
        return Review(hidden: hidden.sorted(), inherited: inherited(from: before, changes))
    }

    /// Returns the problems of the scan that `before` has as well, if the branch can't have made them worse: it doesn't
    /// change the file, or, unless that is code, anything in its folder.
    private func inherited(from before: [Problem], _ changes: BranchChanges) -> Set<Problem> {
        let old = Set(before.map(\.withoutRange))
        let changed = (changes.files + changes.removals + changes.submodules).map(base.revision.root.appending)
        return Set(
            scan.problems.filter { problem in
                guard old.contains(problem.withoutRange),
                    let source = scan.sources.first(where: { $0.name == problem.place.source })
                else { return false }
                let file = source.root.appending(problem.place.path)
                let part = scan.problemsOfCode.contains(problem) ? file : file.folderOfInput
                return !changed.contains { $0.isIn(part) }
            }
        )
    }

    private func problem(ofSubmodule path: Path) -> Problem? {
        let folder = base.revision.root.appending(path)
        guard plan(for: folder) != nil, (try? context.files.kind(of: folder.appending(".git"))) == nil else {
            return nil
        }
        return problem(
            "the submodule '\(path.display)' is new or changed, and is not checked out",
            "check out the submodules: git submodule update --init --recursive",
            at: folder
        )
    }

    /// A registry in the repository that the branch adds or changes, so that it may lack the apps of others.
    private func problem(ofRegistry registry: Path, _ changes: BranchChanges) -> Problem? {
        guard !Registry.isServer(registry),
            let path = base.path(ofNamed: context.currentDirectory.appending(registry), in: context),
            (changes.files + changes.removals).contains(where: { base.revision.root.appending($0) == path })
        else { return nil }
        return problem(
            "the registry of --against is new or changed: \(registry.display)",
            "use a registry outside the repository",
            at: path
        )
    }

    /// Reads a file in a skipped folder as if it had been named. Elsewhere, a file that was not read must be one of
    /// another tool.
    private func problem(ofFile path: Path) -> Problem? {
        let file = base.revision.root.appending(path)
        guard let plan = plan(for: file), let relative = file.relative(to: plan.source.root),
            let candidate = Self.candidate(at: relative),
            scan.digest(of: Place(source: plan.source.name, path: relative)) == nil
        else { return nil }
        guard Discovery.leadsThroughVendoredOrBuilt(relative.directory) else {
            guard candidate.kind == .generator, mayBeUnread(file) else { return nil }
            return problem(
                "this file is new or changed, and can't be read",
                "fix or shorten it, or skip it with --exclude if nothing builds it",
                at: file
            )
        }
        let result = reader(of: plan).result(for: candidate)
        switch result.reading?.status {
        case .read(_, _, let manifests):
            guard manifests.contains(where: { $0.kind.isApplication && !$0.urlTypes.isEmpty }) else { return nil }
        case .unreadable: break
        case .unchanged, nil: return nil
        }
        return problem(
            "this file is new or changed, but its folder is skipped",
            "name its folder as well, or skip it with --exclude if nothing builds it",
            at: file
        )
    }

    /// Returns whether the file of a generator is too large or invalid, and not just one of another tool.
    private func mayBeUnread(_ file: Path) -> Bool {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try context.files.contents(of: file, limit: Limits.standard.generatorBytes).bytes
        } catch {
            return error != .notFound
        }
        if file.hasExtension("json") { return (try? JSONReader.read(bytes)) == nil }
        guard file.hasExtension("yml") || file.hasExtension("yaml") else { return false }
        // Templates of other tools are invalid YAML as well.
        return (try? YAMLReader.read(bytes)) == nil
            && String(decoding: bytes, as: UTF8.self).contains("targets")
    }

    private func reader(of plan: SourcePlan) -> InputReader {
        InputReader(source: plan.source, context: context)
    }

    /// Returns how to read the file at a path; `nil` if it declares no apps.
    private static func candidate(at path: Path) -> Candidate? {
        let name = path.lastComponent
        if name == "project.pbxproj" { return Candidate(kind: .project, path: path.directory, isWithoutCode: true) }
        if name.hasExtension("plist") { return Candidate(kind: .manifest, path: path) }
        guard Candidate.kind(ofFile: name) == .generator else { return nil }
        return Candidate(kind: .generator, path: path, isWithoutCode: true)
    }

    /// Returns the plan that covers `path`, an absolute path that no pattern excludes; `nil` if there is none.
    private func plan(for path: Path) -> SourcePlan? {
        plans.first { plan, exclusions in
            guard let relative = path.relative(to: plan.source.root),
                plan.starts.contains(where: { relative.isIn($0.path) })
            else { return false }
            var folder: Path = ""
            return !relative.components.contains { name in
                folder = folder.appending(Path(bytes: name))
                return exclusions.contains { $0.matches(folder) }
            }
        }?
        .plan
    }

    private func problem(_ message: String, _ hint: String?, at path: Path) -> Problem {
        let plan = scan.discovered.plans.first { path.relative(to: $0.source.root) != nil }
        let place =
            plan.flatMap { plan in
                path.relative(to: plan.source.root).map { Place(source: plan.source.name, path: $0) }
            } ?? Place(path: path)
        return Problem(code: .hiddenChange, message: message, hint: hint, place: place)
    }
}

extension Problem {
    /// The problem without the place in its file, which moves with other lines.
    fileprivate var withoutRange: Problem {
        var problem = self
        problem.place.range = nil
        return problem
    }
}

extension Path {
    /// The folder of an input, and around a project or workspace.
    fileprivate var folderOfInput: Path {
        let isInPackage = directory.hasExtension("xcodeproj") || directory.hasExtension("xcworkspace")
        return isInPackage ? directory.directory : directory
    }
}
