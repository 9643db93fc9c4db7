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
        var excess: [Int] = []
        var isASCII = true
        text.withUnsafeBufferPointer { bytes in
            for (index, byte) in bytes.enumerated() {
                if byte == 0x0A || (byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)) {
                    starts.append(index + 1)
                }
                if byte >= 0x80 { isASCII = false }
            }
            guard !isASCII else { return }
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
        var (low, high) = (0, lineStarts.count)
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
