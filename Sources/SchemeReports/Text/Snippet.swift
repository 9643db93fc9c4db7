package import SchemeModel

/// A source line and, below it, a mark under the part that a finding is about.
package struct Snippet: Sendable {
    /// The line, escaped, tabs expanded, cut where it is too long.
    package let line: String
    /// Spaces and `^~~~`, as wide as what it marks.
    package let mark: String

    /// The most columns of a line where the width of the terminal is unknown.
    package static let standardWidth = 112
    private static let tabWidth = 4
    private static let cut = "..."

    /// - Parameters:
    ///   - line: the UTF-8 bytes of the first line of `lines`, without its end. Only the bytes around the mark are
    ///     looked at, so the length of the line costs nothing.
    ///   - lines: what to mark; of several lines the first is marked to its end.
    ///   - width: the most columns that the line may take.
    package init(line bytes: ArraySlice<UInt8>, marking lines: SourceRange.Lines, width: Int = standardWidth) {
        let width = max(width, 20)
        let text = UTF8Line(bytes)
        // Columns may come from a registry that somebody else wrote: no arithmetic on them may trap.
        let from = text.boundary(atOrBefore: lines.start.column &- 1)
        let to = lines.end.line == lines.start.line ? lines.end.column &- 1 : bytes.count
        var window = Window(text, from: 0, width: width)
        if !window.isWhole {
            // The mark stands in the middle of the window, so that both sides say where it is.
            let room = width - 2 * Self.cut.utf8.count
            window = Window(text, from: text.offset(stepping: room / 2, backFrom: from), width: room)
        }
        let leading = window.start > 0 ? Self.cut : ""
        let trailing = window.end < bytes.count ? Self.cut : ""
        self.line = leading + window.text + trailing
        let before = leading.utf8.count + window.columns(upTo: from)
        let marked = window.columns(upTo: max(to, from)) - window.columns(upTo: from)
        mark =
            String(repeating: " ", count: before) + "^" + String(repeating: "~", count: max(0, marked - 1))
    }

    /// What is shown of a line: characters, where they begin, and the columns that they take.
    private struct Window {
        let start: Int
        private(set) var end: Int
        private(set) var text = ""
        private var characters: [(offset: Int, column: Int)] = []
        private var width = 0
        private let isAtEnd: Bool

        /// The characters of `line` from byte `start`, as many as fit.
        init(_ line: UTF8Line, from start: Int, width limit: Int) {
            self.start = start
            end = start
            // Marks without width may follow each other for ever, hence the limit to characters besides columns.
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

        /// Whether nothing of the line is left out.
        var isWhole: Bool { start == 0 && isAtEnd }

        /// The columns before the character that holds the byte at `offset`.
        func columns(upTo offset: Int) -> Int {
            guard offset < end else { return width }
            return characters.last { $0.offset <= offset }?.column ?? 0
        }
    }
}

/// A line in UTF-8, read from any byte of it; what is no UTF-8 is stepped over byte by byte.
private struct UTF8Line {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// The character at byte `offset` and its length; `nil` for bytes that are no UTF-8.
    func scalar(at offset: Int) -> (scalar: Unicode.Scalar?, length: Int) {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.dropFirst(offset).makeIterator()
        switch parser.parseScalar(from: &rest) {
        case .valid(let encoded): return (Unicode.UTF8.decode(encoded), encoded.count)
        case .error(let length): return (nil, length)
        case .emptyInput: return (nil, 1)
        }
    }

    /// The character at byte `offset` as a terminal may show it.
    func shown(_ scalar: Unicode.Scalar?, at offset: Int, length: Int) -> String {
        guard let scalar else { return "\u{FFFD}" }
        let opensCommand = scalar == "#" && TextEscape.opensCommand(bytes.dropFirst(offset + length))
        return TextEscape.isUnsafe(scalar) || opensCommand ? TextEscape.escape(scalar) : String(scalar)
    }

    /// The beginning of the character that holds the byte at `offset`, or the nearest end of the line.
    func boundary(atOrBefore offset: Int) -> Int {
        var offset = min(max(offset, 0), count)
        var steps = 0
        while offset > 0, offset < count, steps < 3, isContinuation(offset) {
            offset -= 1
            steps += 1
        }
        return offset
    }

    /// The beginning of the character `steps` before the one at `offset`.
    func offset(stepping steps: Int, backFrom offset: Int) -> Int {
        var offset = offset
        for _ in 0..<steps where offset > 0 { offset = boundary(atOrBefore: offset - 1) }
        return offset
    }

    private func isContinuation(_ offset: Int) -> Bool { bytes[bytes.startIndex + offset] & 0xC0 == 0x80 }
}
