import SchemeModel

/// What to report about the targets of a project, apart from the irregularities of their manifests.
struct TargetReports {
    private let project: XcodeProject
    private let manifests: ProjectManifests
    private let origin: ProjectOrigin
    private let limits: Limits
    private lazy var isInCMakeBuild = manifests.files.isInCMakeBuild(project.directory)

    /// The errors in the project and its files.
    private var mistakes: [Irregularity] = []
    /// The other problems.
    private var ownProblems: [Problem] = []
    private var outside = AbsentManifests(.outside)
    /// Those of targets that are neither apps nor extensions.
    private var outsideOfOthers = AbsentManifests(.outside)
    private var missing = AbsentManifests(.missing)
    /// Those in a build folder of CMake inside the source.
    private var generated = AbsentManifests(.generated)
    /// Those whose paths depend on unknown settings.
    private var unknown = AbsentManifests(.unknown)
    /// Files whose names have different capitalization in the project.
    private(set) var respelled: [PathCaseMismatch] = []

    var irregularities: [Irregularity] { mistakes + [outsideOfOthers, generated].compactMap(\.irregularity) }
    var problems: [Problem] { ownProblems + [outside, missing, unknown].compactMap(\.problem) }

    init(of project: XcodeProject, _ manifests: ProjectManifests, origin: ProjectOrigin, limits: Limits) {
        self.project = project
        self.manifests = manifests
        self.origin = origin
        self.limits = limits
    }

    /// Adds an app's manifest that doesn't exist, or any manifest outside the boundary, without checking whether that
    /// exists.
    ///
    /// An absolute path is that of the machine on which the project was generated, such as by CMake.
    mutating func add(
        absent path: Path,
        writtenAs text: String,
        of target: XcodeProject.Target,
        _ scope: SettingScope,
        at place: Place?
    ) {
        let place = place ?? origin.place(project.file, nil)
        if path.components.contains(where: { $0.elementsEqual("CMakeFiles".utf8) }), target.isProduct(in: scope),
            isInCMakeBuild
        {
            generated.add(target.name, origin.shown(path), at: place)
        } else if origin.boundary.map({ path.relative(to: $0) != nil }) ?? true {
            guard target.isProduct(in: scope) else { return }
            missing.add(target.name, origin.shown(path), at: place, madeBy: maker(of: path, target))
        } else if text.hasPrefix("/"), !text.hasPrefix(project.directory.display + "/") {
            if target.isProduct(in: scope) {
                outside.add(target.name, path, at: place)
            } else {
                outsideOfOthers.add(target.name, path, at: place)
            }
        } else {
            add(
                Problem(
                    code: .notFound,
                    message: "the project uses a manifest outside the source folder: \(path.display)",
                    hint: "specify a folder that contains both",
                    place: place
                )
            )
        }
    }

    /// Adds a manifest whose path depends on unknown settings.
    ///
    /// - Parameter maker: What seems to write it, as a clause.
    mutating func add(
        unknown path: Path,
        of target: XcodeProject.Target,
        at place: Place,
        madeBy maker: String? = nil
    ) {
        unknown.add(target.name, path, at: place, madeBy: maker)
    }

    /// Returns what seems to write a missing manifest, as a clause: a script that names it, or a template beside it.
    private func maker(of path: Path, _ target: XcodeProject.Target) -> String? {
        target.script(naming: path)
            ?? manifests.files.template(of: path).map { "'\(origin.shown($0).display)' seems to be its template" }
    }

    /// Adds a script that changes the built manifest, so that what the project says about URL types doesn't count.
    mutating func add(_ change: ManifestScripts.Mention, of target: XcodeProject.Target, at place: Place) {
        add(
            Problem(
                code: .unreadApp,
                message: "the \(change.script.runner.rawValue) '\(change.script.name)' of the target '\(target.name)' "
                    + change.predicate,
                hint: "run schemereg on the built app, or accept the problem as 'schemereg explain unread-app' shows",
                place: place
            )
        )
    }

    mutating func add(_ problem: Problem) {
        if !ownProblems.contains(problem) { ownProblems.append(problem) }
    }

    /// Adds an error in the project, once.
    mutating func add(malformed cause: String, at place: Place) {
        let irregularity = Irregularity(.malformedProject, cause: cause, place: place)
        guard mistakes.count < limits.irregularities, !mistakes.contains(irregularity) else { return }
        mistakes.append(irregularity)
    }

    /// Adds that the settings at `place` can't be evaluated, once for the project.
    mutating func add(tooMuchWorkAt place: Place) {
        let cause = "the settings are too complex to evaluate, or their values are too large"
        if !mistakes.contains(where: { $0.cause == cause }) { add(malformed: cause, at: place) }
    }

    mutating func add(_ mismatch: PathCaseMismatch) {
        if !respelled.contains(mismatch) { respelled.append(mismatch) }
    }
}
