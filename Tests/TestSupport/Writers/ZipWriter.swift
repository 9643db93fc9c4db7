import CZlib

/// Writes ZIP archives, sound ones and every kind of unsound one.
package struct ZipWriter {
    /// A member, and what its headers say of it where that is not the truth.
    package struct Member {
        package var name: [UInt8]
        package var contents: [UInt8]
        package var method: UInt16 = 8
        package var flags: UInt16 = 0
        /// The mode and the system that wrote it, as in the directory.
        package var mode: UInt32 = 0o100644
        /// Sizes and checksum follow the bytes, the header before them has 0.
        package var hasDescriptor = false
        /// Sizes and offset stand in the ZIP64 extra field.
        package var isZIP64 = false
        package var checksum: UInt32?
        package var size: Int?
        package var packed: [UInt8]?
        package var packedSize: Int?
        package var localName: [UInt8]?
        /// The header is not written; the directory says that it is that of the member before.
        package var sharesHeader = false
        /// Added to the offset in the directory.
        package var offsetShift = 0

        package init(_ name: String, _ contents: [UInt8], change: (inout Member) -> Void = { _ in }) {
            self.name = Array(name.utf8)
            self.contents = contents
            change(&self)
        }

        package init(_ name: String, _ text: String = "text", change: (inout Member) -> Void = { _ in }) {
            self.init(name, Array(text.utf8), change: change)
        }
    }

    package var members: [Member]
    /// Stands before the archive.
    package var prefix: [UInt8] = []
    /// The offsets count the prefix, as after `zip -A`.
    package var countsPrefix = false
    package var comment: [UInt8] = []
    /// Stands after the archive.
    package var suffix: [UInt8] = []
    package var hasZIP64End = false
    package var declaredCount: Int?

    package init(_ members: [Member], change: (inout ZipWriter) -> Void = { _ in }) {
        self.members = members
        change(&self)
    }

    package var bytes: [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        var offset = 0
        for member in members {
            let packed = member.packed ?? (member.method == 8 ? deflated(member.contents) : member.contents)
            let packedSize = member.packedSize ?? packed.count
            let size = member.size ?? member.contents.count
            let checksum = member.checksum ?? crc(member.contents)
            if !member.sharesHeader {
                offset = file.count
                let name = member.localName ?? member.name
                file += UInt32(0x0403_4B50).little + UInt16(20).little + flags(of: member).little
                file += member.method.little + UInt32(0).little
                let known: [UInt32] =
                    member.hasDescriptor
                    ? [0, 0, 0] : [checksum, UInt32(clamping: packedSize), UInt32(clamping: size)]
                file += known.flatMap(\.little) + UInt16(name.count).little + UInt16(4).little
                // An extra field that the directory has not.
                file += name + [0x55, 0x54, 0, 0] + packed
                if member.hasDescriptor {
                    file += UInt32(0x0807_4B50).little + checksum.little + UInt32(packedSize).little
                    file += UInt32(size).little
                }
            }
            let position = UInt64(offset + member.offsetShift + (countsPrefix ? prefix.count : 0))
            var extra: [UInt8] = []
            if member.isZIP64 {
                extra = UInt16(0x5455).little + UInt16(1).little + [0]
                extra += UInt16(1).little + UInt16(24).little
                extra += UInt64(size).little + UInt64(packedSize).little + position.little
            }
            let numbers: [UInt32] =
                member.isZIP64
                ? [checksum, .max, .max] : [checksum, UInt32(clamping: packedSize), UInt32(clamping: size)]
            directory += UInt32(0x0201_4B50).little + UInt16(0x0314).little + UInt16(20).little
            directory += flags(of: member).little + member.method.little + UInt32(0).little
            directory += numbers.flatMap(\.little)
            directory += [UInt16(member.name.count), UInt16(extra.count), 0, 0, 0].flatMap(\.little)
            directory += (member.mode << 16).little
            directory += (member.isZIP64 ? UInt32.max : UInt32(clamping: position)).little + member.name + extra
        }
        return prefix + file + directory + end(after: file.count, directory.count) + suffix
    }

    private func flags(of member: Member) -> UInt16 { member.flags | (member.hasDescriptor ? 8 : 0) }

    private func end(after offset: Int, _ size: Int) -> [UInt8] {
        let count = declaredCount ?? members.count
        let start = offset + (countsPrefix ? prefix.count : 0)
        var end: [UInt8] = []
        if hasZIP64End {
            end += UInt32(0x0606_4B50).little + UInt64(44).little + UInt16(45).little + UInt16(45).little
            end += UInt32(0).little + UInt32(0).little + UInt64(count).little + UInt64(count).little
            end += UInt64(size).little + UInt64(start).little
            end += UInt32(0x0706_4B50).little + UInt32(0).little
            end += UInt64(start + size).little + UInt32(1).little
        }
        end += UInt32(0x0605_4B50).little + UInt32(0).little
        let number = hasZIP64End ? UInt16.max : UInt16(truncatingIfNeeded: count)
        end += number.little + number.little
        end += (hasZIP64End ? UInt32.max : UInt32(size)).little + (hasZIP64End ? UInt32.max : UInt32(start)).little
        return end + UInt16(comment.count).little + comment
    }

    private func crc(_ bytes: [UInt8]) -> UInt32 {
        bytes.isEmpty ? 0 : UInt32(crc32(0, bytes, UInt32(bytes.count)))
    }
}

/// The bytes as raw deflate data.
package func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))) + 16)
    let room = UInt32(output.count)
    input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = room
            _ = deflate(&stream, Z_FINISH)
        }
    }
    return Array(output.prefix(Int(room - stream.avail_out)))
}
