/// The version of an SDK, as a user writes it.
package struct SDKVersion: Hashable, Sendable {
    /// The number before the first dot.
    package var major: Int

    /// Creates a version from numbers separated by dots; `nil` for other text.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isVersion = parts.allSatisfy { part in
            (1...4).contains(part.count) && part.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard isVersion, let first = parts.first, let major = Int(String(decoding: first, as: UTF8.self)), major > 0
        else {
            return nil
        }
        self.major = major
    }

    /// Creates a version from numbers separated by dots.
    ///
    /// - Throws: ``UsageError`` for other text.
    package init(validating text: String) throws(UsageError) {
        guard let version = Self(text) else { throw Self.error(about: "'\(text)'") }
        self = version
    }

    /// Returns the error for a value that isn't a version.
    ///
    /// - Parameter value: The value as messages show it: `'iOS'`, `a list`.
    static func error(about value: String) -> UsageError {
        UsageError("\(value) is not a valid SDK version", hint: "use a number such as 27 or 26.1")
    }
}
