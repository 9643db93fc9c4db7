/// A version of iOS as written in `#available`.
package struct SystemVersion: Hashable, Sendable, Codable {
    package var major: Int
    package var minor: Int

    package init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }
}

extension SystemVersion: Comparable {
    package static func < (left: SystemVersion, right: SystemVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
