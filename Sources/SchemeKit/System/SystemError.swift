#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The operating system's words for its error numbers.
package enum SystemError {
    /// Whether the error number means that a path or a name in it is too long.
    package static func isTooLong(_ code: Int32) -> Bool { code == ENAMETOOLONG }

    /// The error number for a path that is too long.
    static let tooLong = ENAMETOOLONG

    /// The error number for links that lead to each other.
    static let tooManyLinks = ELOOP

    /// What the error number means, in English and lower case.
    package static func text(of code: Int32) -> String {
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
