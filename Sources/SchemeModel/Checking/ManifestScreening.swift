/// Selects the manifests that a report can skip because no rule reports anything about them on their own. An import
/// decides this once, so a report on a million apps doesn't check them again.
package struct ManifestScreening: Sendable {
    /// The version of the rules and the knowledge that the decision depends on. Empty if nothing is decided.
    package let version: String
    /// Returns whether no rule reports anything about the manifest by itself.
    package let isClean: @Sendable (Manifest) -> Bool

    package init(version: String, isClean: @escaping @Sendable (Manifest) -> Bool) {
        self.version = version
        self.isClean = isClean
    }

    /// Decides nothing, so that reports read every manifest.
    package static let none = ManifestScreening(version: "") { _ in false }
}
