import SchemeModel

/// The source files of a project's apps that don't exist.
struct MissingSources {
    /// Their paths below the source's root, without duplicates.
    private(set) var paths: [Path] = []
    private var knownPaths: Set<Path> = []
    private var targets: [String] = []

    /// The files that the build of a framework creates before the app's.
    private static let generated: Set<Path> = [
        "ExpoModulesProvider.swift", "GeneratedPluginRegistrant.m", "GeneratedPluginRegistrant.swift",
    ]

    /// Adds the missing files of `target`, if it is an app or a part of one.
    mutating func add(_ missing: [Path], of target: CodeTarget) {
        let missing = missing.filter { path in
            !Self.generated.contains(path.lastComponent) && !Discovery.leadsThroughVendoredOrBuilt(path)
        }
        guard !missing.isEmpty, let name = target.name, target.kind == .application || !target.apps.isEmpty else {
            return
        }
        targets.append(name)
        for path in missing where knownPaths.insert(path).inserted { paths.append(path) }
    }

    /// Returns the irregularity to report, at the first path in the project.
    ///
    /// - Parameter areInSubmodules: Whether all of them belong to git submodules.
    func irregularity(at place: Place, areInSubmodules: Bool) -> Irregularity {
        let targets = Set(targets).sorted { ByteString($0) < ByteString($1) }
        let isOne = paths.count == 1
        let cause =
            "the source file\(isOne ? "" : "s") \(MissingPart.list(paths.map(\.display))) of the "
            + "target\(targets.count == 1 ? "" : "s") \(MissingPart.list(targets)) \(isOne ? "is" : "are") missing, so "
            + (targets.count == 1 ? "the target was only partly checked" : "these targets were only partly checked")
        return Irregularity(
            .missingPart,
            subject: paths[0].display,
            found: areInSubmodules ? "submodule" : "source",
            cause: cause,
            place: place
        )
    }
}
