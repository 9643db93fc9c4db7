package import SchemeModel

/// In tests, an entitlement is its name, or its name, `=` and one of its values.
extension Entitlement: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(ByteString(parts[0]), parts.count > 1 ? ByteString(parts[1]) : nil)
    }
}
