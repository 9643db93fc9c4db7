/// An app or another product, with counts of its manifests and claims.
package struct AppCounts: Hashable, Sendable {
    /// The app, with the first available spelling and name, and the platforms of all its manifests.
    package var app: App
    /// The kind of product: that of the first manifest that describes an app, if there is one.
    package var kind: ProductKind
    /// The number of manifests.
    package var manifests: Int
    /// The number of declared schemes that are valid.
    package var claims: Int
    /// The names of the sources that contain it, sorted.
    package var sources: [String]

    package init(app: App, kind: ProductKind, manifests: Int, claims: Int, sources: [String]) {
        self.app = app
        self.kind = kind
        self.manifests = manifests
        self.claims = claims
        self.sources = sources
    }
}

/// A source with counts of its manifests, apps and claims.
package struct SourceCounts: Hashable, Sendable {
    package var source: Source
    /// The number of manifests.
    package var manifests: Int
    /// The number of distinct products: apps, extensions, test bundles and the like.
    package var products: Int
    /// The number of apps among ``products``.
    package var apps: Int
    /// The number of declared schemes that are valid.
    package var claims: Int

    package init(source: Source, manifests: Int, products: Int, apps: Int, claims: Int) {
        self.source = source
        self.manifests = manifests
        self.products = products
        self.apps = apps
        self.claims = claims
    }
}

/// A scheme with counts of its apps and claims.
package struct SchemeCounts: Hashable, Sendable {
    package var scheme: SchemeKey
    /// The number of distinct apps that claim it.
    package var apps: Int
    /// The number of claims.
    package var claims: Int
    /// The platforms of the apps; empty when unknown.
    package var platforms: PlatformSet

    package init(scheme: SchemeKey, apps: Int, claims: Int, platforms: PlatformSet) {
        self.scheme = scheme
        self.apps = apps
        self.claims = claims
        self.platforms = platforms
    }
}
