/// A version of iOS as written in `#available`, or of an SDK.
package struct SystemVersion: Hashable, Sendable, Codable {
    package var major: Int
    package var minor: Int

    package init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Creates the version at the start of `3.27.1-pre`; `nil` if there are no two numbers.
    package init?(_ text: String) {
        let numbers = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.count >= 2, let major = Int(String(Substring(numbers[0]))),
            let minor = Int(String(Substring(numbers[1])))
        else { return nil }
        self.init(major, minor)
    }
}

extension SystemVersion: Comparable {
    package static func < (left: SystemVersion, right: SystemVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
