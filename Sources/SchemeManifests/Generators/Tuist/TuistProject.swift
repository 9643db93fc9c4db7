import SchemeModel

/// Converts a Tuist manifest to the project that Tuist would generate, as far as its text shows the values.
///
/// - Source: tuist/tuist, ProjectDescription (seen 2026-11-21).
struct TuistProject {
    private var source: TuistSource
    private let digest: String
    private let limits: Limits

    init(_ source: TuistSource, digest: String, limits: Limits) {
        self.source = source
        self.digest = digest
        self.limits = limits
    }

    /// The values that are not read.
    var unread: UnreadTuistValues { source.unread }
    /// Whether a limit is exceeded. The project then has no targets.
    private(set) var isOverLimit = false

    /// Returns the project for the call of `Project`.
    mutating func project(_ call: SwiftLiteral) -> XcodeProject {
        let name = source.text(call["name"])
        if name == nil { source.report("name", call["name"].map { source.value($0) } ?? call) }
        let all = TuistSettings.Configuration.all(call["settings"], &source)
        let configurations = all.flatMap { $0.isEmpty ? nil : $0 } ?? TuistSettings.Configuration.usual
        let named = TuistSettings.Configuration.byName(all)
        var made: [XcodeProject.Configuration] = []
        for configuration in configurations {
            var settings = TuistSettings()
            settings.add(call["settings"], configuration, among: named, &source)
            let base = configuration.base(&source)
            made.append(settings.configuration(id: "project \(configuration.name)", configuration.name, base: base))
        }
        let title = name ?? source.directory.lastComponent.display
        var project = XcodeProject(
            path: source.directory.appending(Path(title + ".xcodeproj")),
            directory: source.directory,
            file: source.file,
            developmentRegion: call["options"].flatMap { source.text(source.value($0)["developmentRegion"]) },
            configurations: XcodeProject.ConfigurationList(all: made),
            targets: targets(call["targets"], configurations),
            generation: XcodeProject.Generation()
        )
        for package in call["packages"].flatMap({ source.elements($0) }) ?? [] {
            if let path = package["path"].flatMap({ source.path($0) }) { project.packages.append(path) }
        }
        if source.isOverLimit { isOverLimit = true }
        if isOverLimit { project.targets = [] }
        return project
    }

    private mutating func targets(
        _ literal: SwiftLiteral?,
        _ configurations: [TuistSettings.Configuration]
    ) -> [XcodeProject.Target] {
        guard let literal else { return [] }
        guard let elements = source.elements(literal) else {
            source.report("targets", source.value(literal))
            return []
        }
        let (count, isTooMany) = elements.count.multipliedReportingOverflow(by: configurations.count)
        guard !isTooMany, count <= limits.projectOutcomes else {
            isOverLimit = true
            return []
        }
        var targets: [TuistTarget] = []
        var names: Set<ByteString> = []
        for element in elements {
            guard let target = TuistTarget(source.value(element, of: "Target"), &source),
                names.insert(ByteString(target.name)).inserted
            else {
                continue
            }
            targets.append(target)
        }
        let positions = Dictionary(
            targets.enumerated().map { (ByteString($1.name), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return targets.map { target in
            source.unread.target = (target.name, target.productType)
            defer { source.unread.target = nil }
            var made = target.made(configurations, digest: digest, &source)
            for name in target.dependencies {
                guard let position = positions[ByteString(name)] else { continue }
                made.dependencies.append(position)
                // Tuist copies every dependency that belongs into an app.
                if target.productType.kind == .application { made.embedded.append(position) }
            }
            return made
        }
    }
}
