/// An entitlement that an app is signed with: its value is neither false nor empty.
package struct Entitlement: Hashable, Comparable, Codable, Sendable {
    /// The key in the dictionary of entitlements.
    package var name: ByteString
    /// One of its values; `nil` for the entitlement itself.
    ///
    /// The values of associated domains and of the application identifier are known, each as an element of its own.
    package var value: ByteString?

    package init(_ name: ByteString, _ value: ByteString? = nil) { (self.name, self.value) = (name, value) }

    /// By name; the entitlement itself comes before its values, also before an empty one.
    package static func < (left: Entitlement, right: Entitlement) -> Bool {
        guard left.name == right.name else { return left.name < right.name }
        guard let value = left.value, let other = right.value else { return left.value == nil && right.value != nil }
        return value < other
    }
}

extension Manifest {
    /// Whether the app is signed with an entitlement; `nil` if its entitlements are unknown.
    package func hasEntitlement(_ name: String) -> Bool? {
        entitlements?.contains { $0.name == ByteString(name) && $0.value == nil }
    }
}
