import SchemeModel

/// Collects what is irregular about the settings that a target's manifest depends on.
struct TargetRemarks {
    private let scope: SettingScope
    private let scopes: ProjectScopes
    private let origin: ProjectOrigin
    /// The project file, where nothing nearer is known.
    private let project: Path
    private(set) var irregularities: [Irregularity] = []
    /// Where settings are that take more work than is allowed.
    private(set) var overLimit: Place?

    /// Of one manifest; more of them tell nobody more.
    private static let most = 200

    init(scope: SettingScope, of scopes: ProjectScopes, origin: ProjectOrigin) {
        self.scope = scope
        self.scopes = scopes
        self.origin = origin
        project = scopes.project.file
    }

    private mutating func append(_ irregularity: Irregularity) {
        guard irregularities.count < Self.most, !irregularities.contains(irregularity) else { return }
        irregularities.append(irregularity)
    }

    /// Notes the settings that a value at `span` refers to and that are undefined or unknown.
    ///
    /// - Parameter raw: the text that stands there; `nil` when the value comes from settings alone.
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
                    cause: unknown.cause == .overLimit ? nil : unknown.cause.words(in: origin),
                    place: place
                )
            )
        }
    }

    /// The assignment that refers to `name`; `nil` when `raw` itself does.
    private func place(ofReferenceTo name: String, raw: String?, _ from: [Place]) -> Place? {
        if let raw, ProjectScopes.refers(raw, to: name) { return nil }
        return scopes.place(ofReferenceTo: name, in: from) ?? from.last
    }

    /// Notes a file that is not there.
    ///
    /// - Parameter template: the absolute path of a file that it seems to be copied from.
    mutating func missing(_ path: Path, at place: Place?, template: Path? = nil) {
        let start = SourceRange(byteOffset: 0, byteLength: 0)
        append(
            Irregularity(
                .missingFile,
                span: ValueSpan(keyPath: "", element: start),
                subject: path.display,
                found: template.map { origin.shown($0).display },
                place: place ?? origin.place(project, nil)
            )
        )
    }

    /// Notes the files of settings that are not there, and settings that do nothing.
    mutating func noteLevels() {
        for file in scope.levels.flatMap(\.missing) {
            missing(origin.shown(settingsFile: file.path), at: file.place, template: file.template)
        }
        let name = InfoPlistKey.ineffectiveURLTypesSetting
        for level in scope.levels {
            for position in level.positions(of: ByteString(name)) {
                let start = SourceRange(byteOffset: 0, byteLength: 0)
                append(
                    Irregularity(
                        .ineffectiveSetting,
                        span: ValueSpan(keyPath: "", element: start),
                        subject: name,
                        place: level.assignments[position].place ?? origin.place(project, nil)
                    )
                )
            }
        }
    }
}
