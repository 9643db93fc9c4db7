package import SchemeModel

/// A product of a Swift package that a target links with.
package struct PackageProduct: Hashable, Sendable, Codable {
    package var name: String
    /// Whether its package is fetched from elsewhere, so that its code isn't expected here.
    package var isRemote: Bool
    /// Where an Xcode project names it.
    package var range: SourceRange?

    package init(name: String, isRemote: Bool, range: SourceRange? = nil) {
        self.name = name
        self.isRemote = isRemote
        self.range = range
    }
}
