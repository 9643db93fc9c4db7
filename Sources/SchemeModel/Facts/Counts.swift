/// An app and how much is known of it.
public struct AppCounts: Hashable, Sendable {
    /// The app, with the spelling and the name of its first manifest that has them, and the platforms of all.
    public var app: App
    /// Its manifests.
    public var manifests: Int
    /// Its declared schemes that amount to a scheme.
    public var claims: Int
    /// The names of the sources that it was found in, sorted.
    public var sources: [String]

    package init(app: App, manifests: Int, claims: Int, sources: [String]) {
        self.app = app
        self.manifests = manifests
        self.claims = claims
        self.sources = sources
    }
}

/// A source and how much is known of it.
public struct SourceCounts: Hashable, Sendable {
    /// The source.
    public var source: Source
    /// Its manifests.
    public var manifests: Int
    /// The different apps in it.
    public var apps: Int
    /// Its declared schemes that amount to a scheme.
    public var claims: Int

    package init(source: Source, manifests: Int, apps: Int, claims: Int) {
        self.source = source
        self.manifests = manifests
        self.apps = apps
        self.claims = claims
    }
}

/// A scheme and how much is known of it.
public struct SchemeCounts: Hashable, Sendable {
    /// The scheme.
    public var scheme: SchemeKey
    /// The different apps that claim it.
    public var apps: Int
    /// The claims on it.
    public var claims: Int
    /// The platforms of these apps; empty when unknown.
    public var platforms: PlatformSet

    package init(scheme: SchemeKey, apps: Int, claims: Int, platforms: PlatformSet) {
        self.scheme = scheme
        self.apps = apps
        self.claims = claims
        self.platforms = platforms
    }
}
