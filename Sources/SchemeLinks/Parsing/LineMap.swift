import SchemeModel

/// Converts byte offsets in UTF-8 text to ranges with lines and columns.
struct LineMap: Sendable {
    private let bytes: [UInt8]
    private let starts: [Int]
    private let mark: Int
    /// The number of UTF-16 units before each block of bytes, so that positions in long lines are also fast.
    private let units: [Int]
    private static let stretch = 1024

    /// Creates a map of `bytes` in one pass.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes.countable
        mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var starts = [mark]
        bytes.withUnsafeBufferPointer { text in
            for index in text.indices where text[index] == 0x0A || text[index] == 0x0D {
                if text[index] == 0x0D, index + 1 < text.count, text[index + 1] == 0x0A { continue }
                starts.append(index + 1)
            }
        }
        self.starts = starts
        var units = [0]
        for start in stride(from: 0, to: bytes.count, by: Self.stretch) {
            let end = min(start + Self.stretch, bytes.count)
            units.append(units[units.count - 1] + Self.units(self.bytes[start..<end]))
        }
        self.units = units
    }

    /// A continuation byte has no UTF-16 unit, and a lead byte of four bytes has two.
    private static func units(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    }

    /// The number of UTF-16 units between two offsets.
    private func units(from start: Int, to end: Int) -> Int {
        // Most lines are far shorter than a block.
        end - start < Self.stretch ? Self.units(bytes[start..<end]) : units(before: end) - units(before: start)
    }

    /// The number of UTF-16 units before `offset`.
    private func units(before offset: Int) -> Int {
        let index = offset / Self.stretch
        return units[index] + Self.units(bytes[index * Self.stretch..<offset])
    }

    /// Returns the range for `offsets`, clamped to the end of the text.
    func range(_ offsets: Range<Int>) -> SourceRange {
        let lower = min(max(mark, offsets.lowerBound), bytes.count)
        let upper = min(max(lower, offsets.upperBound), bytes.count)
        return SourceRange(
            byteOffset: lower,
            byteLength: upper - lower,
            lines: SourceRange.Lines(start: position(lower), end: position(upper))
        )
    }

    private func position(_ offset: Int) -> TextPosition {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = min(starts[low], offset)
        return TextPosition(line: low + 1, column: offset - start + 1, columnUTF16: units(from: start, to: offset) + 1)
    }
}
