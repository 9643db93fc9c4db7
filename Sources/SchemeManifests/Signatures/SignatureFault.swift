/// Why the signature of an executable, or a provisioning profile, does not tell the entitlements.
package enum SignatureFault: Error, Hashable, Sendable {
    /// The file is no Mach-O executable.
    case notAnExecutable
    /// The file claims more architectures than the limit, or than any executable has.
    case tooManySlices(count: UInt64, limit: Int)
    /// Something is said to lie outside the file or the part that it belongs to.
    case outOfBounds(Part)
    /// A part is not built as it should be.
    case malformed(Part)
    /// A part is beyond the limit.
    case tooLarge(Part, limit: Int)

    /// A part of an executable or a profile.
    package enum Part: String, Hashable, Sendable {
        case slice = "executable of one architecture"
        case loadCommands = "list of load commands"
        case signature = "code signature"
        case entitlements = "block of entitlements"
        case profile = "provisioning profile"
    }

    /// What is wrong, as a clause without a full stop.
    package var cause: String {
        switch self {
        case .notAnExecutable: "it is no Mach-O executable"
        case .tooManySlices(let count, let limit): "it claims \(count) architectures, more than \(limit)"
        case .outOfBounds(let part): "its \(part.rawValue) is said to lie outside it"
        case .malformed(let part): "its \(part.rawValue) cannot be read"
        case .tooLarge(let part, let limit): "its \(part.rawValue) has more than \(limit) bytes"
        }
    }
}
