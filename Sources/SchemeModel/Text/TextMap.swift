/// A map from byte offsets in a UTF-8 text to places in the input that the text came from.
///
/// Creating it takes one pass over the text and an eighth of its memory, independent of the number of lines. Each
/// lookup scans at most 64 bytes, even in a text with one line of many megabytes.
package struct TextMap: Sendable {
    /// The encoding of the text in the input.
    package enum Storage: Sendable {
        /// UTF-8 after a byte order mark with this many bytes.
        case utf8(mark: Int)
        /// UTF-16 after a byte order mark with this many bytes.
        case utf16(mark: Int)
        /// One byte per character.
        case singleByte
    }

    private let storage: Storage
    private let text: [UInt8]
    /// For each block of 64 bytes, the line of its first byte.
    private let lines: [Line]
    /// What is before each block of 64 bytes, and before the end; empty if the text is ASCII.
    private let before: [Count]

    private static let blockSize = 64

    /// A line: its 0-based number and start. Inputs never exceed 32-bit offsets.
    private struct Line {
        var number: UInt32
        var start: UInt32
    }

    /// Counts of a text. Inputs never exceed 32-bit offsets.
    private struct Count {
        /// The number of UTF-8 bytes minus UTF-16 units.
        var excess: Int32 = 0
        /// The number of bytes that aren't ASCII.
        var others: UInt32 = 0

        mutating func add(_ byte: UInt8) {
            guard byte >= 0x80 else { return }
            excess &+= Int32(TextMap.excess(of: byte))
            others &+= 1
        }
    }

    /// Creates a map of `text`, which is UTF-8 without a byte order mark.
    package init(_ text: [UInt8], storage: Storage) {
        self.storage = storage
        var lines: [Line] = []
        lines.reserveCapacity(text.count / Self.blockSize + 1)
        let isASCII = text.withUnsafeBufferPointer { Self.findLines(in: $0, &lines) }
        let text = isASCII ? text : text.countable
        var before: [Count] = []
        if !isASCII {
            var total = Count()
            for (index, byte) in text.enumerated() {
                if index % Self.blockSize == 0 { before.append(total) }
                total.add(byte)
            }
            before.append(total)
        }
        self.text = text
        self.lines = lines
        self.before = before
    }

    /// Appends the line of each block and returns whether all of `bytes` is ASCII.
    private static func findLines(in bytes: UnsafeBufferPointer<UInt8>, _ lines: inout [Line]) -> Bool {
        var scan = LineScan()
        for block in stride(from: 0, through: bytes.count, by: blockSize) {
            lines.append(
                Line(
                    number: UInt32(truncatingIfNeeded: scan.number),
                    start: UInt32(truncatingIfNeeded: scan.start)
                )
            )
            scan.go(from: block, to: min(block + blockSize, bytes.count), in: bytes)
        }
        return scan.isASCII
    }

    /// A scan that counts lines.
    private struct LineScan {
        /// The 0-based number of the current line, and its start.
        var number: Int
        var start: Int
        private var allBits: UInt64 = 0

        init(number: Int = 0, start: Int = 0) {
            self.number = number
            self.start = start
        }

        /// Whether all scanned bytes are ASCII.
        var isASCII: Bool { allBits & 0x8080_8080_8080_8080 == 0 }

        @inline(__always)
        mutating func go(from: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
            let raw = UnsafeRawBufferPointer(bytes)
            var index = from
            while end - index >= 8 {
                // Eight bytes at a time; the first one is the lowest.
                let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                if TextMap.zeros(in: word ^ 0x0D0D_0D0D_0D0D_0D0D) == 0 {
                    allBits |= word
                    let feeds = TextMap.zeros(in: word ^ 0x0A0A_0A0A_0A0A_0A0A)
                    if feeds != 0 {
                        number += feeds.nonzeroBitCount
                        start = index + 8 - feeds.leadingZeroBitCount / 8
                    }
                    index += 8
                } else {
                    goOne(by: &index, to: index + 8, in: bytes)
                }
            }
            goOne(by: &index, to: end, in: bytes)
        }

        @inline(__always)
        private mutating func goOne(by index: inout Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
            while index < end {
                allBits |= UInt64(bytes[index])
                if TextMap.endsLine(at: index, in: bytes) {
                    number += 1
                    start = index + 1
                }
                index += 1
            }
        }
    }

    /// Whether the byte at `index` is the last one of its line.
    @inline(__always)
    private static func endsLine(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch bytes[index] {
        case 0x0A: true
        case 0x0D: index + 1 == bytes.count || bytes[index + 1] != 0x0A
        default: false
        }
    }

    /// Returns a word with the highest bit set of each byte that is zero in `word`.
    private static func zeros(in word: UInt64) -> UInt64 {
        // Any of the seven lower bits carries into the highest one, and nothing beyond it.
        ~(((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | word) & 0x8080_8080_8080_8080
    }

    /// Returns the input range for a text range; offsets beyond the end are clamped to it.
    package func range(_ offsets: Range<Int>) -> SourceRange {
        let lower = min(max(0, offsets.lowerBound), text.count)
        let upper = min(max(lower, offsets.upperBound), text.count)
        let (from, to) = (inputOffset(lower), inputOffset(upper))
        return SourceRange(
            byteOffset: from,
            byteLength: to - from,
            lines: SourceRange.Lines(start: position(lower), end: position(upper))
        )
    }

    private func position(_ offset: Int) -> TextPosition {
        let block = offset / Self.blockSize
        var scan = LineScan(number: Int(lines[block].number), start: Int(lines[block].start))
        text.withUnsafeBufferPointer { scan.go(from: block * Self.blockSize, to: offset, in: $0) }
        let column = offset - scan.start
        return TextPosition(
            line: scan.number + 1,
            column: column + 1,
            columnUTF16: column - excess(in: scan.start..<offset) + 1
        )
    }

    private func inputOffset(_ offset: Int) -> Int {
        switch storage {
        case .utf8(let mark): mark + offset
        case .utf16(let mark): mark + 2 * (offset - excess(before: offset))
        case .singleByte: offset - excess(before: offset)
        }
    }

    /// Returns the number of UTF-8 bytes minus UTF-16 units in a range.
    private func excess(in range: Range<Int>) -> Int {
        guard !before.isEmpty else { return 0 }
        // Most blocks are ASCII.
        let (first, next) = (range.lowerBound / Self.blockSize, range.upperBound / Self.blockSize + 1)
        if before[first].others == before[min(next, before.count - 1)].others { return 0 }
        return excess(before: range.upperBound) - excess(before: range.lowerBound)
    }

    /// Returns the number of UTF-8 bytes minus UTF-16 units before `offset`.
    private func excess(before offset: Int) -> Int {
        guard !before.isEmpty else { return 0 }
        let block = offset / Self.blockSize
        return text[(block * Self.blockSize)..<offset].reduce(Int(before[block].excess)) { $0 + Self.excess(of: $1) }
    }

    private static func excess(of byte: UInt8) -> Int {
        switch byte {
        case 0x80...0xBF: 1
        case 0xF0...: -1
        default: 0
        }
    }
}
