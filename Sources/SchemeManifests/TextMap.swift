package import SchemeModel

/// Turns byte offsets of a UTF-8 text into places of the input that the text was made from.
///
/// Making it costs one pass over the text; each place costs a binary search over lines and a scan of at most 64 bytes,
/// also in a text of one line of many megabytes.
package struct TextMap: Sendable {
    /// How the input stores the text.
    package enum Storage: Sendable {
        /// As UTF-8, after a byte order mark of this many bytes.
        case utf8(mark: Int)
        /// As UTF-16, after a byte order mark of this many bytes.
        case utf16(mark: Int)
        /// One byte for each character.
        case singleByte
    }

    private let storage: Storage
    private let text: [UInt8]
    private let lineStarts: [Int]
    /// For each block of 64 bytes, by how much UTF-8 bytes exceed UTF-16 units before it; empty when the text is ASCII.
    private let excessBefore: [Int]

    private static let blockSize = 64

    /// A map of `text`, which is UTF-8 without a byte order mark.
    package init(_ text: [UInt8], storage: Storage) {
        self.storage = storage
        self.text = text
        var starts = [0]
        // A line of a manifest has some forty bytes.
        starts.reserveCapacity(min(text.count / 24, 1024) + 2)
        var excess: [Int] = []
        text.withUnsafeBufferPointer { bytes in
            guard !Self.findLines(in: bytes, &starts) else { return }
            var total = 0
            for (index, byte) in bytes.enumerated() {
                if index % Self.blockSize == 0 { excess.append(total) }
                total += Self.excess(of: byte)
            }
            if bytes.count % Self.blockSize == 0 { excess.append(total) }
        }
        lineStarts = starts
        excessBefore = excess
    }

    /// Appends where lines begin, and says whether all of `bytes` is ASCII.
    private static func findLines(in bytes: UnsafeBufferPointer<UInt8>, _ starts: inout [Int]) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var allBits: UInt64 = 0
        var index = 0
        while index < bytes.count {
            if bytes.count - index >= 8 {
                // Eight bytes at a time, of which the first one is the lowest.
                let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                if zeros(in: word ^ 0x0D0D_0D0D_0D0D_0D0D) == 0 {
                    allBits |= word
                    var feeds = zeros(in: word ^ 0x0A0A_0A0A_0A0A_0A0A)
                    while feeds != 0 {
                        starts.append(index + feeds.trailingZeroBitCount / 8 + 1)
                        feeds &= feeds - 1
                    }
                    index += 8
                    continue
                }
            }
            let end = min(index + 8, bytes.count)
            while index < end {
                let byte = bytes[index]
                index += 1
                allBits |= UInt64(byte)
                if byte == 0x0A || (byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A)) {
                    starts.append(index)
                }
            }
        }
        return allBits & 0x8080_8080_8080_8080 == 0
    }

    /// The highest bit of each byte of `word` that is zero.
    private static func zeros(in word: UInt64) -> UInt64 {
        // Any of the seven lower bits carries into the highest one, and nothing beyond it.
        ~(((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | word) & 0x8080_8080_8080_8080
    }

    /// The range of the input for a range of the text; offsets beyond the end count as the end.
    package func range(_ offsets: Range<Int>) -> SourceRange {
        let lower = min(max(0, offsets.lowerBound), text.count)
        let upper = min(max(lower, offsets.upperBound), text.count)
        let (from, to) = (inputOffset(lower), inputOffset(upper))
        let start = position(lower, fromLine: 0)
        return SourceRange(
            byteOffset: from,
            byteLength: to - from,
            lines: SourceRange.Lines(start: start, end: position(upper, fromLine: start.line - 1))
        )
    }

    /// The position of `offset`, which does not lie before the line at the index `first`.
    private func position(_ offset: Int, fromLine first: Int) -> TextPosition {
        var (low, high) = (first, lineStarts.count)
        // Most stretches end where they begin.
        if first + 1 < high, lineStarts[first + 1] > offset { high = first + 1 }
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = lineStarts[low]
        let column = offset - start
        return TextPosition(
            line: low + 1,
            column: column + 1,
            columnUTF16: column - (excess(before: offset) - excess(before: start)) + 1
        )
    }

    private func inputOffset(_ offset: Int) -> Int {
        switch storage {
        case .utf8(let mark): mark + offset
        case .utf16(let mark): mark + 2 * (offset - excess(before: offset))
        case .singleByte: offset - excess(before: offset)
        }
    }

    /// By how much UTF-8 bytes exceed UTF-16 units before `offset`.
    private func excess(before offset: Int) -> Int {
        guard !excessBefore.isEmpty else { return 0 }
        let block = offset / Self.blockSize
        return text[(block * Self.blockSize)..<offset].reduce(excessBefore[block]) { $0 + Self.excess(of: $1) }
    }

    private static func excess(of byte: UInt8) -> Int {
        switch byte {
        case 0x80...0xBF: 1
        case 0xF0...: -1
        default: 0
        }
    }
}
