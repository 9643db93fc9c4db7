import SchemeModel

/// All findings, with their places side by side.
struct FindingSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("findings")
    let title = "Findings"

    var isShown: Bool { !parts.blocks.isEmpty }

    /// The number of causes of one rule that are shown with source lines.
    private static let shownInFull = 20
    /// The number of all causes that are shown with source lines.
    private static let excerpts = 300
    /// The number of all causes that are shown.
    private static let limit = 2000
    /// The number of notes up to which they are shown without a click.
    private static let unfoldedNotes = 5

    func write(to html: Markup) throws {
        try writeToolbar(to: html)
        var counts: [String: Int] = [:]
        var room = Self.excerpts
        let open = parts.openBlocks
        func write(_ indices: Range<Int>) throws {
            for index in indices {
                let block = open[index]
                counts[block.rule, default: 0] += 1
                let isFull =
                    room > 0 && (block.severity == .error || counts[block.rule, default: 0] <= Self.shownInFull)
                if isFull { room -= 1 }
                try card(index, isFull: isFull).write(to: html)
            }
        }
        let end = min(open.count, Self.limit)
        // Notes come last.
        let notes = open[..<end].firstIndex { $0.severity == .note } ?? end
        if end - notes <= Self.unfoldedNotes {
            try write(0..<end)
        } else {
            try write(0..<notes)
            try html.element("details", [.classes("notes")]) {
                try html.element("summary", text: TextTerms.count(end - notes, "note"))
                try html.line()
                try write(notes..<end)
            }
            try html.line()
        }
        let more = open.count - Self.limit
        if more > 0 {
            let text =
                "\(TextTerms.count(more, "more finding")) not shown; schemereg conflicts --all --format json lists all."
            try html.element("p", [.classes("muted")], text: text)
        }
        let accepted = parts.blocks.indices[open.endIndex...]
        guard !accepted.isEmpty else { return }
        try html.element("details") {
            try html.element("summary", text: TextTerms.count(accepted.count, "accepted finding"))
            for index in accepted.prefix(Self.limit) { try card(index, isFull: false).write(to: html) }
            let more = accepted.count - Self.limit
            if more > 0 { try html.element("p", text: "and \(more.grouped) more") }
        }
        try html.line()
    }

    private func card(_ index: Int, isFull: Bool) -> FindingCard {
        FindingCard(parts: parts, block: parts.blocks[index], anchor: parts.anchors.blocks[index], hasExcerpts: isFull)
    }

    /// Writes the filters, which the script shows because they do nothing without it.
    private func writeToolbar(to html: Markup) throws {
        let shown = parts.openBlocks.prefix(Self.limit)
        try html.element(
            "div",
            [.classes("toolbar"), .constant("role", "search"), .label("Filter findings"), .flag("hidden")]
        ) {
            try html.element("div", [.constant("role", "group"), .label("Severity"), .classes("buttons")]) {
                try writeButton("", "All", shown.count, to: html)
                for severity in Severity.allCases.reversed() {
                    let count = shown.count { $0.severity == severity }
                    let plural = severity.rawValue.prefix(1).uppercased() + severity.rawValue.dropFirst() + "s"
                    if count > 0 { try writeButton(severity.rawValue, plural, count, to: html) }
                }
            }
            try writeSelect(Anchor("filter-rule"), "Rule", "All rules", to: html) {
                let counts = Dictionary(shown.flatMap(\.rules).map { ($0, 1) }, uniquingKeysWith: +)
                for (rule, count) in counts.sorted(by: { $0.key < $1.key }) {
                    try html.element("option", [.value(rule)], text: "\(rule) (\(count.grouped))")
                }
            }
            try writeSelect(Anchor("filter-app"), "App", "All apps", to: html) {
                let positions = Set(shown.flatMap(\.apps).compactMap { parts.inventory.positions[$0.id] })
                for position in positions.sorted() {
                    let app = parts.inventory.apps[position].app
                    let distinction = parts.distinction(of: app).map { " (\($0))" } ?? ""
                    try html.element(
                        "option",
                        [.value(String(position))],
                        text: AppLabel(app).title + distinction
                    )
                }
            }
            try html.element("label") {
                try html.element("span", text: "Search")
                try html.void(
                    "input",
                    [
                        .id(Anchor("filter-text")), .constant("type", "search"),
                        .constant("placeholder", "app, scheme, file"), .constant("autocomplete", "off"),
                    ]
                )
            }
            try html.element("output", [.id(Anchor("filter-result")), .constant("aria-live", "polite")]) {}
            try parts.writeReset(to: html)
        }
        try html.line()
    }

    private func writeButton(_ value: String, _ text: String, _ count: Int, to html: Markup) throws {
        try html.element(
            "button",
            [.constant("type", "button"), .value(value), .constant("aria-pressed", value.isEmpty ? "true" : "false")]
        ) {
            if let severity = Severity(rawValue: value) {
                try parts.write(Emphasis(severity), isSpoken: false, to: html)
            }
            try html.text("\(text) \(count.grouped)")
        }
    }

    private func writeSelect(
        _ id: Anchor,
        _ label: String,
        _ all: String,
        to html: Markup,
        _ options: () throws -> Void
    ) throws {
        try html.element("label") {
            try html.element("span", text: label)
            try html.element("select", [.id(id)]) {
                try html.element("option", [.value("")], text: all)
                try options()
            }
        }
    }
}
