import SchemeModel

/// Collects the irregularities of the settings that a target's manifest depends on.
struct TargetIrregularities {
    private let scope: SettingScope
    private let scopes: ProjectScopes
    private let origin: ProjectOrigin
    /// The project file, as the fallback location.
    private let project: Path
    private(set) var all: [Irregularity] = []
    /// The location of settings that are too complex to evaluate.
    private(set) var overLimit: Place?

    /// The limit per manifest. More entries wouldn't help.
    private static let most = 200

    init(scope: SettingScope, of scopes: ProjectScopes, origin: ProjectOrigin) {
        self.scope = scope
        self.scopes = scopes
        self.origin = origin
        project = scopes.project.file
    }

    private mutating func append(_ irregularity: Irregularity) {
        guard all.count < Self.most, !all.contains(irregularity) else { return }
        all.append(irregularity)
    }

    /// Records the undefined and unknown settings that a value at `span` refers to.
    ///
    /// - Parameter raw: The text of the value; `nil` if it only comes from settings.
    mutating func note(_ result: SettingResult<String>, in span: ValueSpan, raw: String?) {
        for name in result.undefined {
            let place = place(ofReferenceTo: name, raw: raw, result.from)
            append(Irregularity(.undefinedSetting, span: span, subject: name, place: place))
        }
        for unknown in result.unknown {
            if unknown.cause == .overLimit, overLimit == nil {
                overLimit = result.from.first ?? origin.place(project, nil)
            }
            let place = place(ofReferenceTo: unknown.name, raw: raw, result.from)
            append(
                Irregularity(
                    unknown.cause == .overLimit ? .unboundedSetting : .unknownSetting,
                    span: span,
                    subject: unknown.name,
                    expected: scopes.settingsFile(defining: unknown, for: scope.evaluate("TARGET_NAME").value)?.display,
                    found: unknown.cause.missing,
                    cause: unknown.cause == .overLimit ? nil : unknown.cause.words(in: origin),
                    place: place
                )
            )
        }
    }

    /// Records the missing file that may replace the setting behind a value.
    mutating func noteOverride(of result: SettingResult<String>, in span: ValueSpan) {
        guard result.state == .defined, let file = scopes.absentOverride(of: result.from) else { return }
        append(Irregularity(.replaceableValue, span: span, subject: origin.shown(settingsFile: file).display))
    }

    /// Records why the entitlements are unknown: their path depends on unknown settings.
    mutating func noteUnknownEntitlements(_ path: SettingResult<String>) {
        guard let unknown = path.unknown.first else { return }
        noteUnknownEntitlements(
            because: "their path depends on the setting '\(unknown.name)'; \(unknown.cause.words(in: origin))"
        )
    }

    /// Records why the entitlements are unknown.
    mutating func noteUnknownEntitlements(because cause: String) {
        append(Irregularity(.unknownEntitlements, cause: cause))
    }

    /// Returns the assignment that refers to `name`, or `nil` if `raw` itself does.
    private func place(ofReferenceTo name: String, raw: String?, _ from: [Place]) -> Place? {
        if let raw, ProjectScopes.refers(raw, to: name) { return nil }
        return scopes.place(ofReferenceTo: name, in: from) ?? from.last
    }

    /// Records a missing file.
    ///
    /// - Parameter template: The absolute path of a file that it seems to be copied from.
    mutating func missing(_ path: Path, at place: Place?, template: Path? = nil) {
        append(
            Irregularity(
                .missingFile,
                subject: path.display,
                found: template.map { origin.shown($0).display },
                place: place ?? origin.place(project, nil)
            )
        )
    }

    /// Records that the manifest doesn't exist, or that its path is unknown.
    mutating func missing(manifest path: Path, at place: Place?) {
        append(Irregularity(.missingManifest, subject: path.display, place: place ?? origin.place(project, nil)))
    }

    /// Records a build phase or rule of `target` that may change the URL types.
    mutating func note(_ mention: ManifestScripts.Mention, of target: XcodeProject.Target) {
        let runner = mention.script.runner
        let script: Irregularity.Script = mention.file == nil ? .text(of: runner) : .file(of: runner)
        append(
            Irregularity(
                .notRead,
                subject: mention.script.name,
                found: script.kind,
                cause: "it is a script that \(mention.predicate)",
                place: place(of: mention, in: target)
            )
        )
    }

    /// Returns the place of what a script does: in the file that it runs, or its own.
    func place(of mention: ManifestScripts.Mention, in target: XcodeProject.Target) -> Place {
        mention.file.map { origin.place($0.path, $0.range) } ?? place(of: mention.script, in: target)
    }

    /// Returns the place of a build phase or rule of `target`.
    func place(of script: BuildPhaseScript, in target: XcodeProject.Target) -> Place {
        origin.place(target.file ?? project, script.range)
    }

    /// Records the missing settings files, and settings without an effect.
    mutating func noteLevels() {
        for file in scope.levels.flatMap(\.missing) {
            missing(origin.shown(settingsFile: file.path), at: file.place, template: file.template)
        }
        let name = InfoPlistKey.ineffectiveURLTypesSetting
        for level in scope.levels {
            for position in level.positions(of: ByteString(name)) {
                let place = level.assignments[position].place ?? origin.place(project, nil)
                append(Irregularity(.ineffectiveSetting, subject: name, place: place))
            }
        }
    }
}
