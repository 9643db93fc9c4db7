import LibC

/// Messages for the operating system's error numbers.
package enum SystemError {
    /// Returns whether the error means that a path or a name is too long.
    package static func isTooLong(_ code: Int32) -> Bool { code == ENAMETOOLONG }

    /// The error number for a path that is too long.
    static let tooLong = ENAMETOOLONG

    /// The error number for a cycle of links.
    static let tooManyLinks = ELOOP

    /// Returns the message of the error number, in English and lower case.
    package static func text(of code: Int32) -> String {
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
