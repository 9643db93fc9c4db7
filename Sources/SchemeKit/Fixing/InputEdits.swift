package import SchemeModel

/// The edits of one input that findings suggest.
package struct InputEdits {
    private var edits: [Change] = []

    private struct Change {
        var range: Range<Int>
        var replacement: [UInt8]
    }

    package init() {}

    /// Whether there are no edits.
    package var isEmpty: Bool { edits.isEmpty }

    /// Adds `edit`, unless it was added before: several targets may use the same input.
    package mutating func add(_ edit: Finding.Edit) {
        guard let stretch = edit.place.range, stretch.byteOffset >= 0, stretch.byteLength >= 0 else { return }
        let (end, overflow) = stretch.byteOffset.addingReportingOverflow(stretch.byteLength)
        guard !overflow else { return }
        let change = Change(range: stretch.byteOffset..<end, replacement: Array(edit.replacement.utf8))
        if !edits.contains(where: { $0.range == change.range && $0.replacement == change.replacement }) {
            edits.append(change)
        }
    }

    /// Returns `bytes` with the edits applied. If edits overlap, only the first one is applied.
    ///
    /// If a removal leaves only white space on its line, the line is removed. Added line ends match those of the input.
    /// All other bytes stay the same.
    package func applied(to bytes: [UInt8]) -> [UInt8] {
        let lineEnd = Self.lineEnd(of: bytes)
        let changes =
            edits.filter { $0.range.upperBound <= bytes.count }
            .map { change in
                change.replacement.isEmpty
                    ? Change(range: Self.line(around: change.range, in: bytes) ?? change.range, replacement: [])
                    : change
            }
            .enumerated()
            .sorted { left, right in
                (left.element.range.lowerBound, left.element.range.upperBound, left.offset)
                    < (right.element.range.lowerBound, right.element.range.upperBound, right.offset)
            }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var done = 0
        for change in changes.map(\.element) where change.range.lowerBound >= done {
            result += bytes[done..<change.range.lowerBound]
            for byte in change.replacement {
                if byte == UInt8(ascii: "\n") { result += lineEnd } else { result.append(byte) }
            }
            done = change.range.upperBound
        }
        return result + bytes[done...]
    }

    /// Returns the range of the line that contains `range`, with its line end, if nothing else is on the line.
    private static func line(around range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        var start = range.lowerBound
        while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
        guard start > 0, endsLine(bytes[start - 1]) else { return nil }
        var end = range.upperBound
        while end < bytes.count, isBlank(bytes[end]) { end += 1 }
        guard end < bytes.count, endsLine(bytes[end]) else { return nil }
        let isPair = bytes[end] == UInt8(ascii: "\r") && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\n")
        return start..<(end + (isPair ? 2 : 1))
    }

    /// Returns the end of the first line; LF if there is only one line.
    private static func lineEnd(of bytes: [UInt8]) -> [UInt8] {
        guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
            return Array("\n".utf8)
        }
        if bytes[end] == UInt8(ascii: "\n") { return Array("\n".utf8) }
        let isPair = end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\n")
        return Array((isPair ? "\r\n" : "\r").utf8)
    }
}
