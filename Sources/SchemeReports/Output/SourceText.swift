/// The text of an input, cut into lines.
package struct SourceText: Sendable {
    private let bytes: [UInt8]
    /// For each of the first lines, the offset of its first byte.
    private let starts: [Int]
    /// Whether there are more lines than that.
    private let isCut: Bool

    /// No real input has as many lines; one that has shall not take eight times the memory of its bytes.
    private static let lineLimit = 1_000_000

    /// The lines of a text in UTF-8, without byte order mark; LF, CRLF and CR each end one.
    package init(utf8 bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for (index, byte) in bytes.enumerated() where starts.count <= Self.lineLimit {
            let endsLine =
                byte == UInt8(ascii: "\n")
                || (byte == UInt8(ascii: "\r") && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")))
            if endsLine { starts.append(index + 1) }
        }
        self.starts = starts
        isCut = starts.count > Self.lineLimit
    }

    /// About how many bytes of memory it takes.
    package var size: Int { bytes.count + starts.count * MemoryLayout<Int>.size }

    /// The bytes of the line with this 1-based number, without its end; `nil` when there is no such line, or
    /// it is beyond a million.
    package func line(_ number: Int) -> ArraySlice<UInt8>? {
        guard number >= 1, isCut ? number < starts.count : number <= starts.count else { return nil }
        var end = number < starts.count ? starts[number] : bytes.count
        let start = starts[number - 1]
        while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return bytes[start..<end]
    }
}
