/// The text of an input, split into lines.
package struct SourceText: Sendable {
    private let bytes: [UInt8]
    /// The offsets of the first bytes of lines, up to the limit.
    private let starts: [Int]
    /// Whether there are more lines.
    private let isCut: Bool

    /// The maximum number of lines, which bounds memory. No real input has as many.
    private static let lineLimit = 1_000_000

    /// Creates the lines of UTF-8 text without byte order mark; LF, CRLF and CR each end a line.
    package init(utf8 bytes: [UInt8]) {
        self.bytes = bytes
        var (starts, index) = ([0], 0)
        while index < bytes.count, starts.count <= Self.lineLimit {
            let byte = bytes[index]
            index += 1
            let endsLine =
                byte == UInt8(ascii: "\n")
                || (byte == UInt8(ascii: "\r") && !(index < bytes.count && bytes[index] == UInt8(ascii: "\n")))
            if endsLine { starts.append(index) }
        }
        self.starts = starts
        isCut = starts.count > Self.lineLimit
    }

    /// The approximate memory size in bytes.
    package var size: Int { bytes.count + starts.count * MemoryLayout<Int>.size }

    /// Returns the bytes of a line, given its 1-based number, without the line end.
    ///
    /// Returns `nil` if there is no such line or it is beyond a million.
    package func line(_ number: Int) -> ArraySlice<UInt8>? {
        guard number >= 1, isCut ? number < starts.count : number <= starts.count else { return nil }
        var end = number < starts.count ? starts[number] : bytes.count
        let start = starts[number - 1]
        while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return bytes[start..<end]
    }
}
