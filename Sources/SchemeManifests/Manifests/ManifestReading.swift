package import SchemeModel

/// The facts about an input that a manifest is read with, apart from its bytes.
package struct ManifestContext: Hashable, Sendable, Codable {
    /// Whether the user named the input, so that it is always read as a manifest.
    package var isNamed: Bool
    /// The bundle identifier set by the user.
    package var bundleIdentifierOverride: String?
    /// The bundle identifier that a build adds if the input has none.
    package var defaultBundleIdentifier: String?
    /// The app that contains it, if its location in a bundle shows that.
    package var container: AppID?
    /// Whether it is inside a built bundle.
    package var isInBuiltBundle: Bool

    package init(
        isNamed: Bool = false,
        bundleIdentifierOverride: String? = nil,
        defaultBundleIdentifier: String? = nil,
        container: AppID? = nil,
        isInBuiltBundle: Bool = false
    ) {
        self.isNamed = isNamed
        self.bundleIdentifierOverride = bundleIdentifierOverride
        self.defaultBundleIdentifier = defaultBundleIdentifier
        self.container = container
        self.isInBuiltBundle = isInBuiltBundle
    }
}

/// The result of reading an input as a manifest.
package struct ManifestReading: Hashable, Sendable, Codable {
    /// The manifest; empty for an input that is skipped or exceeds a limit.
    package var manifests: [Manifest]
    /// The reasons why it was not read, or only in part.
    package var problems: [Problem]
    /// Whether it is a manifest, or should be one. If not, it is skipped.
    package var isCandidate: Bool
    /// `CFBundleExecutable`, for reading the signature of a built bundle.
    package var executable: String?

    package init(manifests: [Manifest] = [], problems: [Problem] = [], isCandidate: Bool) {
        self.manifests = manifests
        self.problems = problems
        self.isCandidate = isCandidate
    }

    /// The result for an unrelated input.
    package static let notCandidate = ManifestReading(isCandidate: false)
}
