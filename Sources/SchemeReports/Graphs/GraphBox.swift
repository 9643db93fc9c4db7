/// A node of a diagram: its place, and its texts cut to fit.
struct GraphBox {
    var x = 0
    var y = 0
    let width: Int
    var height: Int
    /// The lines of text, with positions relative to the box.
    private(set) var lines: [Line] = []
    /// The schemes inside the box, with positions relative to it.
    private(set) var chips: [Chip] = []
    /// Whether a mark is drawn, to the left of the first line.
    let hasMark: Bool

    /// A line of text.
    struct Line {
        let text: String
        let style: Style
        let x: Int
        /// The baseline.
        let y: Int
    }

    /// The font of a line.
    enum Style {
        case title, code, detail
    }

    /// A scheme in a frame of its own.
    struct Chip {
        let text: String
        let x: Int
        let y: Int
        let width: Int
        /// Whether it says how many more there are.
        let isCount: Bool
    }

    static let chipHeight = 20
    private static let padding = 12
    private static let chipGap = 6
    /// The room beside the text of a chip.
    private static let chipPadding = 14
    /// The room for the mark.
    private static let markWidth = 20

    /// The vertical middle.
    var middle: Double { Double(y) + Double(height) / 2 }

    init(_ node: Graph.Node, width: Int, metrics: GraphLayout.Metrics) {
        self.width = width
        hasMark = node.emphasis.shape != nil
        let isCode = node.kind == .scheme
        let title = TextMeasure(size: metrics.fontSize, font: isCode ? .monospaced : .bold)
        let detail = TextMeasure(size: metrics.detailSize, font: .plain)
        let room = Double(width - 2 * Self.padding)
        var y = 10
        for (index, text) in node.title.enumerated() {
            let indent = hasMark && index == 0 ? Self.markWidth : 0
            y += 12
            lines.append(
                Line(
                    text: title.fitted(TextEscape.escaped(text), to: room - Double(indent)),
                    style: isCode ? .code : .title,
                    x: Self.padding + indent,
                    y: y
                )
            )
            y += 6
        }
        let whole = node.detail.map { TextEscape.escaped($0) }
        let details =
            whole.allSatisfy { detail.width(of: $0) <= room } ? whole : node.details.map { TextEscape.escaped($0) }
        for text in details {
            y += 11
            lines.append(Line(text: detail.fitted(text, to: room), style: .detail, x: Self.padding, y: y))
            y += 4
        }
        height = y + 6
        if !node.inside.isEmpty, metrics.insideLines > 0 { placeChips(node.inside, from: y + 5, metrics) }
    }

    /// Places as many schemes as fit, and the number of the others.
    private mutating func placeChips(_ schemes: [String], from top: Int, _ metrics: GraphLayout.Metrics) {
        let measure = TextMeasure(size: metrics.detailSize, font: .monospaced)
        let right = width - Self.padding
        let all = schemes.map { scheme -> (text: String, width: Int) in
            let text = TextEscape.escaped(scheme, limit: Markup.textLimit)
            return (text, Int(measure.width(of: text).rounded(.up)) + Self.chipPadding)
        }
        var (x, y, line) = (Self.padding, top, 1)
        for (index, chip) in all.enumerated() {
            let rest = all.count - index
            let counter = Int(measure.width(of: "+\(rest)").rounded(.up)) + Self.chipPadding
            // In the last line, there must be room for the count of those that don't fit.
            func reserve() -> Int { line == metrics.insideLines && rest > 1 ? counter + Self.chipGap : 0 }
            if x + chip.width + reserve() > right, x > Self.padding {
                if line == metrics.insideLines {
                    chips.append(Chip(text: "+\(rest)", x: x, y: y, width: counter, isCount: true))
                    break
                }
                (x, y, line) = (Self.padding, y + Self.chipHeight + 5, line + 1)
            }
            let fits = min(chip.width, right - x - reserve())
            let text = measure.fitted(chip.text, to: Double(fits - Self.chipPadding + 1))
            chips.append(Chip(text: text, x: x, y: y, width: fits, isCount: false))
            x += fits + Self.chipGap
        }
        height = y + Self.chipHeight + 10
    }
}
