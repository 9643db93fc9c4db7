/// A product of a Swift package that a target is linked with.
package struct PackageProduct: Hashable, Sendable, Codable {
    package var name: String
    /// Whether its package is fetched from elsewhere, so that its code is not expected here.
    package var isRemote: Bool

    package init(name: String, isRemote: Bool) {
        self.name = name
        self.isRemote = isRemote
    }
}
