/// A row of a table in Markdown, or another line, read as the specifications say.
///
/// - Source: https://github.github.com/gfm/#tables-extension-, https://spec.commonmark.org/0.31.2/#code-spans, 2026-11-25.
struct MarkdownRow {
    /// The content of a code span, or the text between two of them.
    struct Part: Equatable {
        let text: String
        let isCode: Bool
    }

    /// The parts of each cell. What is before the first `|` and after the last one counts as a cell.
    let cells: [[Part]]

    init(_ row: some StringProtocol) {
        var cells: [[Unicode.Scalar]] = [[]]
        for scalar in row.unicodeScalars {
            if scalar == "|", cells[cells.count - 1].last == "\\" {
                cells[cells.count - 1].removeLast()
            } else if scalar == "|" {
                cells.append([])
                continue
            }
            cells[cells.count - 1].append(scalar)
        }
        self.cells = cells.map(Self.parts)
    }

    private static func parts(of cell: [Unicode.Scalar]) -> [Part] {
        var parts: [Part] = []
        var prose: [Unicode.Scalar] = []
        var index = 0
        func run(at start: Int) -> Int { cell[start...].prefix { $0 == "`" }.count }
        while index < cell.count {
            let length = run(at: index)
            guard length > 0 else {
                prose.append(cell[index])
                index += 1
                continue
            }
            let start = index + length
            var end = start
            while end < cell.count, run(at: end) != length { end += max(1, run(at: end)) }
            guard end < cell.count else {
                prose += cell[index..<start]
                index = start
                continue
            }
            parts.append(Part(text: text(prose), isCode: false))
            prose = []
            var code = cell[start..<end]
            if code.first == " ", code.last == " ", code.contains(where: { $0 != " " }) {
                code = code.dropFirst().dropLast()
            }
            parts.append(Part(text: text(code), isCode: true))
            index = end + length
        }
        return parts + [Part(text: text(prose), isCode: false)]
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
