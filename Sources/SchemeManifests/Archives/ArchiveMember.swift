package import SchemeModel

/// One entry of an archive's directory.
package struct ArchiveMember: Hashable, Sendable {
    /// What a member is.
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        case link
        /// A device, a pipe, a socket.
        case other
    }

    /// The name, byte for byte: archives do not say reliably which encoding it is in.
    package var name: Path
    package var kind: Kind
    package var isEncrypted: Bool
    /// The number of the ZIP specification.
    package var method: UInt16
    /// CRC-32 of the unpacked bytes.
    package var checksum: UInt32
    /// Bytes in the archive.
    package var packedSize: Int
    /// Bytes when unpacked.
    package var size: Int
    /// The offset of its own header in the file.
    var headerOffset: Int
    /// The offset of its entry in the directory.
    var entryOffset: Int

    /// The methods that can be read.
    enum Method {
        static let stored: UInt16 = 0
        static let deflated: UInt16 = 8
    }

    /// What makes the name unusable, if anything.
    var nameFlaw: ArchiveFault.NameFlaw? {
        if name.bytes.isEmpty { return .empty }
        if name.isAbsolute { return .absolute }
        if name.bytes.contains(0) { return .nul }
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
