/// A product of a Swift package that a target links with.
package struct PackageProduct: Hashable, Sendable, Codable {
    package var name: String
    /// Whether its package is fetched from elsewhere, so that its code isn't expected here.
    package var isRemote: Bool

    package init(name: String, isRemote: Bool) {
        self.name = name
        self.isRemote = isRemote
    }
}
