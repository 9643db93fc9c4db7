package import SchemeModel

/// A source line, and a mark below the part that a finding is about.
package struct Snippet: Sendable {
    /// The line, escaped, with expanded tabs, truncated if it is too long.
    package let line: String
    /// Spaces and `^~~~`, as wide as the marked part.
    package let mark: String

    /// The maximum number of columns if the width of the terminal is unknown.
    package static let standardWidth = 112
    private static let tabWidth = 4
    private static let cut = "..."
    /// The maximum number of spaces that are left out of a line that is truncated.
    private static let readIndent = 256

    /// - Parameters:
    ///   - line: The UTF-8 bytes of the first line of `lines`, without its line end. Only the bytes around the mark are
    ///     read, so long lines take no longer.
    ///   - lines: The range to mark; if it spans several lines, the first line is marked to its end.
    ///   - width: The maximum number of columns of the line.
    package init(line bytes: ArraySlice<UInt8>, marking lines: SourceRange.Lines, width: Int = standardWidth) {
        let width = max(width, 20)
        let text = UTF8Line(bytes)
        // Columns may come from a foreign registry, so no arithmetic on them may trap.
        let from = text.boundary(atOrBefore: lines.start.column &- 1)
        let to = lines.end.line == lines.start.line ? lines.end.column &- 1 : bytes.count
        let indent = bytes.prefix(Self.readIndent).prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        var window = Window(text, from: 0, width: width)
        if !window.isWhole {
            // The mark is in the middle of the window, so that the context on both sides is visible.
            let room = width - 2 * Self.cut.utf8.count
            let start = max(text.offset(stepping: room / 2, backFrom: from), min(indent, from))
            window = Window(text, from: start, width: room)
        }
        let leading = window.start > indent ? Self.cut : ""
        let trailing = window.end < bytes.count ? Self.cut : ""
        self.line = leading + window.text + trailing
        let before = leading.utf8.count + window.columns(upTo: from)
        let marked = window.columns(upTo: max(to, from)) - window.columns(upTo: from)
        mark =
            String(repeating: " ", count: before) + "^" + String(repeating: "~", count: max(0, marked - 1))
    }

    /// The visible part of a line: characters with their offsets and columns.
    private struct Window {
        let start: Int
        private(set) var end: Int
        private(set) var text = ""
        private var characters: [(offset: Int, column: Int)] = []
        private var width = 0
        private let isAtEnd: Bool

        /// Creates a window with as many characters of `line` as fit, starting at byte `start`.
        init(_ line: UTF8Line, from start: Int, width limit: Int) {
            self.start = start
            end = start
            // Combining marks have no width and may repeat without end, so characters are limited in addition to
            // columns.
            while end < line.count, characters.count < limit * 2 {
                let (scalar, length) = line.scalar(at: end)
                let shown: String
                let columns: Int
                if scalar == "\t" {
                    columns = Snippet.tabWidth - width % Snippet.tabWidth
                    shown = String(repeating: " ", count: columns)
                } else {
                    shown = line.shown(scalar, at: end, length: length)
                    columns = DisplayWidth.columns(of: shown)
                }
                if width + columns > limit { break }
                characters.append((end, width))
                text += shown
                width += columns
                end += length
            }
            isAtEnd = end >= line.count
        }

        /// Whether the whole line is visible.
        var isWhole: Bool { start == 0 && isAtEnd }

        /// Returns the number of columns before the character that contains the byte at `offset`.
        func columns(upTo offset: Int) -> Int {
            guard offset < end else { return width }
            return characters.last { $0.offset <= offset }?.column ?? 0
        }
    }
}

/// A line in UTF-8 that can be read from any byte. Invalid bytes are read one at a time.
private struct UTF8Line {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// Returns the character at byte `offset` and its length; the character is `nil` for invalid bytes.
    func scalar(at offset: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.dropFirst(offset).makeIterator()
        switch parser.parseScalar(from: &rest) {
        case .valid(let encoded): return (Unicode.UTF8.decode(encoded), encoded.count)
        case .error(let length): return (nil, length)
        case .emptyInput: return (nil, 1)
        }
    }

    /// Returns the character at byte `offset`, escaped for a terminal.
    func shown(_ scalar: Unicode.Scalar?, at offset: Int, length: Int) -> String {
        guard let scalar else { return "\u{FFFD}" }
        let opensCommand = scalar == "#" && TextEscape.opensCommand(bytes.dropFirst(offset + length))
        return TextEscape.isUnsafe(scalar) || opensCommand ? TextEscape.escape(scalar) : String(scalar)
    }

    /// Returns the start of the character that contains the byte at `offset`, or the nearest end of the line.
    func boundary(atOrBefore offset: Int) -> Int {
        var offset = min(max(offset, 0), count)
        var steps = 0
        while offset > 0, offset < count, steps < 3, isContinuation(offset) {
            offset -= 1
            steps += 1
        }
        return offset
    }

    /// Returns the start of the character `steps` characters before `offset`.
    func offset(stepping steps: Int, backFrom offset: Int) -> Int {
        var offset = offset
        for _ in 0..<steps where offset > 0 { offset = boundary(atOrBefore: offset - 1) }
        return offset
    }

    private func isContinuation(_ offset: Int) -> Bool { bytes[bytes.startIndex + offset] & 0xC0 == 0x80 }
}
