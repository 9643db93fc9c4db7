package import SchemeModel

/// An entry of an archive's directory.
package struct ArchiveMember: Hashable, Sendable {
    /// The kind of a member.
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        case link
        /// A device, a pipe or a socket.
        case other
    }

    /// The name as bytes, because archives don't reliably declare its encoding.
    package var name: Path
    package var kind: Kind
    package var isEncrypted: Bool
    /// The compression method, by its number in the ZIP specification.
    package var method: UInt16
    /// The CRC-32 of the unpacked bytes.
    package var checksum: UInt32
    /// The size in the archive, in bytes.
    package var packedSize: Int
    /// The unpacked size, in bytes.
    package var size: Int
    /// The offset of the member's own header in the file.
    var headerOffset: Int
    /// The offset of the member's entry in the directory.
    var entryOffset: Int

    /// The supported compression methods.
    enum Method {
        static let stored: UInt16 = 0
        static let deflated: UInt16 = 8
    }

    /// The bytes in the longest path that a system accepts (`PATH_MAX` of Linux).
    static let longestName = 4_096

    /// The reason why the name can't be used; `nil` if it can.
    var nameDefect: ArchiveDefect.NameDefect? {
        if name.bytes.isEmpty { return .empty }
        if name.isAbsolute { return .absolute }
        if name.bytes.contains(0) { return .nul }
        if name.bytes.count > Self.longestName { return .tooLong }
        return name.leavesFolder ? .parentFolder : nil
    }
}

extension Path {
    /// Whether a component is `..`.
    var leavesFolder: Bool {
        let dot = UInt8(ascii: ".")
        var length = 0
        var dots = 0
        for byte in bytes {
            if byte == Path.separator {
                if length == 2, dots == 2 { return true }
                (length, dots) = (0, 0)
            } else {
                length += 1
                if byte == dot { dots += 1 }
            }
        }
        return length == 2 && dots == 2
    }
}
