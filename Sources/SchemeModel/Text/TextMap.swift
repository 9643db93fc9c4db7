/// Turns byte offsets of a UTF-8 text into places of the input that the text was made from.
///
/// Making it costs one pass over the text and an eighth of its memory, however many lines it has; each place costs a scan
/// of at most 64 bytes, also in a text of one line of many megabytes.
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
    /// For each block of 64 bytes, the line that its first byte stands in.
    private let lines: [Line]
    /// For each block of 64 bytes, by how much UTF-8 bytes exceed UTF-16 units before it; empty when the text is ASCII.
    private let excessBefore: [Int]

    private static let blockSize = 64

    /// A line: its 0-based number, and where it begins. No input has bytes beyond 32 bits.
    private struct Line {
        var number: UInt32
        var start: UInt32
    }

    /// A map of `text`, which is UTF-8 without a byte order mark.
    package init(_ text: [UInt8], storage: Storage) {
        self.storage = storage
        self.text = text
        var lines: [Line] = []
        lines.reserveCapacity(text.count / Self.blockSize + 1)
        var excess: [Int] = []
        text.withUnsafeBufferPointer { bytes in
            guard !Self.findLines(in: bytes, &lines) else { return }
            var total = 0
            for (index, byte) in bytes.enumerated() {
                if index % Self.blockSize == 0 { excess.append(total) }
                total += Self.excess(of: byte)
            }
            if bytes.count % Self.blockSize == 0 { excess.append(total) }
        }
        self.lines = lines
        excessBefore = excess
    }

    /// Appends the line of each block, and says whether all of `bytes` is ASCII.
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

    /// Counts lines.
    private struct LineScan {
        /// The 0-based number of the line that was reached, and where it begins.
        var number: Int
        var start: Int
        private var allBits: UInt64 = 0

        init(number: Int = 0, start: Int = 0) {
            self.number = number
            self.start = start
        }

        /// Whether all that was passed is ASCII.
        var isASCII: Bool { allBits & 0x8080_8080_8080_8080 == 0 }

        @inline(__always)
        mutating func go(from: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
            let raw = UnsafeRawBufferPointer(bytes)
            var index = from
            while end - index >= 8 {
                // Eight bytes at a time, of which the first one is the lowest.
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
            columnUTF16: column - (excess(before: offset) - excess(before: scan.start)) + 1
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
