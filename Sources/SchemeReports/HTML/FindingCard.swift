import SchemeModel

/// The findings with one cause: what is wrong, where, and how to fix it.
struct FindingCard {
    let parts: PageParts
    let block: FindingBlock
    let anchor: Anchor
    /// Whether source lines are shown.
    let hasExcerpts: Bool

    /// The number of places that are shown with source lines.
    private static let excerpts = 4
    /// The number of places that are named.
    private static let places = 20

    func write(to html: Markup) throws {
        let emphasis: Emphasis = block.isAccepted ? .accepted : Emphasis(block.severity)
        let apps = block.apps.compactMap { parts.inventory.positions[$0.id] }.map(String.init)
        let attributes: [Attribute] = [
            .id(anchor), .reference("aria-labelledby", anchor.heading), .classes("finding", emphasis.className),
            .data(.severity, emphasis.word ?? ""),
            .data(.rule, block.rules.joined(separator: " ")), .data(.apps, apps.joined(separator: " ")),
        ]
        try html.element("article", attributes) {
            try writeHeading(emphasis, to: html)
            if hasExcerpts { try writePlaces(to: html) } else { try writeFirstPlace(to: html) }
            try writeAdvice(to: html)
        }
        try html.line()
    }

    private func writeHeading(_ emphasis: Emphasis, to html: Markup) throws {
        try html.element("div", [.classes("heading")]) {
            try html.element("span", [.classes("badge", emphasis.className)]) {
                try parts.write(emphasis, isSpoken: false, to: html)
                try html.text(emphasis.word ?? "")
            }
            try html.element("h3", [.id(anchor.heading)]) {
                let sentence = block.headline(naming: parts.context.paths.position)
                try parts.write(sentence, naming: block.schemes, to: html)
            }
            for rule in block.rules {
                if let anchor = parts.anchor(ofRule: rule) {
                    try html.element("a", [.classes("rule"), .href(anchor)], text: rule)
                } else {
                    try html.element("span", [.classes("rule")], text: rule)
                }
            }
            try html.element("code", [.classes("rule")], text: block.worst.shortID)
        }
    }

    private func writePlaces(to html: Markup) throws {
        try html.element("div", [.classes("places")]) {
            for evidence in block.evidence.prefix(Self.excerpts) {
                try html.element("figure") {
                    try html.element("figcaption") { try write(evidence, to: html) }
                    if let excerpt = SourceExcerpt(evidence.place, in: parts.context) {
                        try write(excerpt, to: html)
                    } else if let keyPath = evidence.place.keyPath, !keyPath.isEmpty {
                        try html.element("p", [.classes("key-path")]) { try html.element("code", text: keyPath) }
                    }
                }
            }
        }
        let rest = block.evidence.dropFirst(Self.excerpts)
        let count = block.placeCount - min(block.evidence.count, Self.excerpts)
        guard count > 0 else { return }
        try html.element("details") {
            try html.element("summary", text: TextTerms.count(count, "more place"))
            try html.element("ul") {
                for evidence in rest.prefix(Self.places) { try html.element("li") { try write(evidence, to: html) } }
            }
            let more = count - min(rest.count, Self.places)
            if more > 0 { try html.element("p", text: "and \(more.grouped) more") }
        }
    }

    private func writeFirstPlace(to html: Markup) throws {
        guard let first = block.evidence.first else { return }
        try html.element("p", [.classes("place")]) {
            try write(first, to: html)
            let more = block.placeCount - 1
            if more > 0 { try html.text(" and \(TextTerms.count(more, "more place"))") }
        }
    }

    private func write(_ evidence: FindingBlock.Evidence, to html: Markup) throws {
        if let app = evidence.app {
            try parts.write(app, to: html)
        } else if let message = evidence.message {
            try html.element("span", text: message)
        }
        try html.constant(" ")
        try parts.write(evidence.place, to: html)
    }

    private func write(_ excerpt: SourceExcerpt, to html: Markup) throws {
        try html.element("pre") {
            for line in excerpt.lines {
                try html.element("span", [.classes("line")]) {
                    try html.element("span", [.classes("number")], text: String(line.number))
                    try html.text(line.head)
                    if let marked = line.marked, !marked.isEmpty { try html.element("mark", text: marked) }
                    try html.text(line.tail)
                }
            }
        }
    }

    private func writeAdvice(to html: Markup) throws {
        if let accepted = block.worst.accepted {
            return try html.element("p", [.classes("fix")]) {
                try html.element("strong", text: "Accepted:")
                try html.text(" \(accepted.reason) (\(accepted.by))")
            }
        }
        guard !block.hints.isEmpty else { return }
        let isReady = block.findings.allSatisfy { !$0.edits.isEmpty }
        try html.element("div", [.classes("fix")]) {
            for (index, hint) in block.hints.prefix(3).enumerated() {
                try html.element("p") {
                    let isAlternative = index > 0 && block.worst.group == nil && block.reasons.isEmpty
                    try html.element("strong", text: isAlternative ? "Or:" : "Help:")
                    try html.constant(" ")
                    try parts.write(hint, naming: block.schemes, to: html)
                    if index == 0, isReady {
                        try html.constant(" (<code>schemereg fix</code> does this)")
                    }
                }
            }
        }
    }
}
