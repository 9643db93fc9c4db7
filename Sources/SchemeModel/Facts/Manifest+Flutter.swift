/// What the package around a Flutter app's manifest tells.
extension Manifest {
    /// The key with which an app turns Flutter's own handling of links on or off.
    package static let flutterLinkKey = "FlutterDeepLinkingEnabled"

    /// Whether the package needs at least these versions of Flutter, or of the Dart that is part of it.
    package func needsFlutter(_ flutter: SystemVersion, dart: SystemVersion) -> Bool {
        func needs(_ fact: Companion.Fact, _ least: SystemVersion) -> Bool {
            companions(fact).contains { SystemVersion($0.value).map { $0 >= least } ?? false }
        }
        return needs(.flutter, flutter) || needs(.dart, dart)
    }
}
