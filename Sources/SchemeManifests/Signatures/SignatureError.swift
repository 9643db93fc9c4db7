import SchemeModel

/// The reason why an executable or a provisioning profile doesn't provide entitlements.
package enum SignatureError: Error, Hashable, Sendable {
    /// The file isn't a Mach-O executable.
    case notAnExecutable
    /// The file declares more architectures than the limit.
    case tooManySlices(count: UInt64, limit: Int)
    /// A part is outside the file, or outside the part that contains it.
    case outOfBounds(Part)
    /// A part is malformed.
    case malformed(Part)
    /// A part exceeds the limit.
    case tooLarge(Part, limit: Int)

    /// A part of an executable or a profile.
    package enum Part: String, Hashable, Sendable {
        case slice = "slice for one architecture"
        case loadCommands = "list of load commands"
        case signature = "code signature"
        case entitlements = "block of entitlements"
        case profile = "provisioning profile"
    }

    /// The defect, as a clause without a period.
    package var cause: String {
        switch self {
        case .notAnExecutable: "it is not a Mach-O executable"
        case .tooManySlices(let count, let limit):
            "it declares \(count.grouped) architectures, more than \(limit.grouped)"
        case .outOfBounds(let part): "its \(part.rawValue) is out of bounds"
        case .malformed(let part): "its \(part.rawValue) is malformed"
        case .tooLarge(let part, let limit): "its \(part.rawValue) has more than \(limit.grouped) bytes"
        }
    }
}
