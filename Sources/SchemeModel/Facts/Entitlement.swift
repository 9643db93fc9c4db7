/// An entitlement that an app is signed with: its value is neither false nor empty.
package struct Entitlement: Hashable, Comparable, Codable, Sendable {
    /// The key in the dictionary of entitlements.
    package var name: ByteString
    /// One of its values; `nil` for the entitlement itself.
    ///
    /// The values of associated domains and of the application identifier are known, each as an element of its own.
    package var value: ByteString?

    package init(_ name: ByteString, _ value: ByteString? = nil) { (self.name, self.value) = (name, value) }

    package static func < (left: Entitlement, right: Entitlement) -> Bool {
        left.name == right.name ? left.value ?? "" < right.value ?? "" : left.name < right.name
    }
}

extension Manifest {
    /// Whether the app is signed with an entitlement; `nil` if its entitlements are unknown.
    package func hasEntitlement(_ name: String) -> Bool? {
        entitlements?.contains { $0.name == ByteString(name) && $0.value == nil }
    }
}
