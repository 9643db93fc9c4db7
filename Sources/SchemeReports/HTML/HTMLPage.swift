package import SchemeModel

/// A page with everything that a run found: one file without requests that needs no script to be read.
///
/// Its policy forbids everything but its own style sheet and script.
package struct HTMLPage {
    private let parts: PageParts
    private let title: String
    private let time: Int

    /// - Parameters:
    ///   - report: The findings and problems.
    ///   - inventory: The apps, schemes and links.
    ///   - sources: The sources that places are relative to.
    ///   - time: When the page was made, in seconds since 1970.
    package init(
        report: CheckReport,
        inventory: Inventory,
        sources: [Source],
        time: Int,
        context: ReportContext
    ) {
        parts = PageParts(report: report, inventory: inventory, sources: sources, context: context)
        self.time = time
        let name = sources.count == 1 ? sources[0].shortName : TextTerms.count(sources.count, "source")
        title = "\(name): which app opens what"
    }

    /// Writes the page.
    ///
    /// - Throws: An error from the output.
    package func write(to output: ByteOutput) throws {
        let html = Markup(to: output)
        try html.constant("<!DOCTYPE html>\n")
        try html.element("html", [.constant("lang", "en")]) {
            try html.line()
            try writeHead(to: html)
            try html.element("body") {
                try html.element("a", [.classes("skip"), .href(Anchor("content"))], text: "Skip to content")
                try html.line()
                try writeHeader(to: html)
                try html.element("main", [.id(Anchor("content"))]) {
                    try html.line()
                    try writeSections(to: html)
                }
                try html.line()
                try writeFooter(to: html)
                try html.element("script") { try html.constant(PageScript.text) }
                try html.line()
            }
            try html.line()
        }
        try html.line()
        try html.flush()
    }

    private func writeHead(to html: Markup) throws {
        try html.element("head") {
            try html.line()
            try html.void("meta", [.constant("charset", "utf-8")])
            try html.line()
            let style = ContentDigest([PageStyle.text, GraphStyle.element])
            try html.void(
                "meta",
                [
                    .constant("http-equiv", "Content-Security-Policy"),
                    .policy(style: style, script: ContentDigest([PageScript.text])),
                ]
            )
            try html.line()
            try html.void(
                "meta",
                [.constant("name", "viewport"), .constant("content", "width=device-width, initial-scale=1")]
            )
            try html.void("meta", [.constant("name", "color-scheme"), .constant("content", "light dark")])
            try html.line()
            try html.element("title", text: title)
            try html.element("style") {
                try html.constant(PageStyle.text)
                try html.constant(GraphStyle.element)
            }
            try html.line()
        }
        try html.line()
    }

    private func writeHeader(to html: Markup) throws {
        let inventory = parts.inventory
        try html.element("header", [.classes("top")]) {
            try html.element("h1") { try html.element("bdi", text: title) }
            try html.line()
            let causes = parts.report.summary.causes.phrases
            let facts = [
                TextTerms.products(inventory.appCount + inventory.otherCount, apps: inventory.appCount),
                TextTerms.count(inventory.schemeCount, "scheme"),
                parts.sourceCount > 1 ? TextTerms.count(parts.sourceCount, "source") : nil,
                causes.isEmpty ? "no findings" : TextTerms.list(causes),
                parts.report.problems.isEmpty
                    ? nil : "incomplete: \(TextTerms.count(parts.report.problems.count, "problem"))",
                UTCTime(time).shortText,
                "\(parts.context.tool.name) \(parts.context.tool.version)",
            ]
            try html.element("p", [.classes("facts")]) {
                for (index, fact) in facts.compactMap({ $0 }).enumerated() {
                    if index > 0 { try html.constant(" · ") }
                    try html.element("span", text: fact)
                }
            }
            try html.line()
            try html.element("nav", [.label("Sections")]) {
                try html.element("ul") {
                    for section in sections where section.isShown {
                        try html.element("li") {
                            try html.element("a", [.href(section.anchor)], text: section.shortTitle)
                        }
                    }
                }
            }
        }
        try html.line()
    }

    private var sections: [any PageSection] {
        [
            ProblemSection(parts: parts), OverviewSection(parts: parts), GraphSection(parts: parts),
            FindingSection(parts: parts), MatrixSection(parts: parts), LinkSection(parts: parts),
            SchemeSection(parts: parts), AppSection(parts: parts), RuleSection(parts: parts),
        ]
    }

    private func writeSections(to html: Markup) throws {
        for section in sections where section.isShown {
            try html.element(
                "section",
                [.id(section.anchor), .label(section.title)]
            ) {
                try html.element("h2", text: section.title)
                try html.line()
                try section.write(to: html)
            }
            try html.line()
        }
    }

    private func writeFooter(to html: Markup) throws {
        try html.element("footer") {
            for note in ClosingNote.all(on: parts.report.summary, in: parts.context, style: { $0 }) {
                try html.element("p", text: note.whole)
            }
            try html.element("p") {
                try html.constant(
                    "Apple: “If multiple apps register the same scheme, the app the system targets is undefined.”"
                )
            }
        }
        try html.line()
    }
}

/// A part of a page with a heading.
protocol PageSection {
    var parts: PageParts { get }
    /// The name of the section for links.
    var anchor: Anchor { get }
    /// The heading.
    var title: String { get }
    /// The text of links to the section.
    var shortTitle: String { get }
    /// Whether there is anything to show.
    var isShown: Bool { get }

    /// Writes everything below the heading.
    ///
    /// - Throws: An error from the output.
    func write(to html: Markup) throws
}

extension PageSection {
    var shortTitle: String { title }
}

extension Source {
    /// The given name, or the last part of the root's path.
    fileprivate var shortName: String {
        isNamed || root.lastComponent.bytes.isEmpty ? name : root.lastComponent.display
    }
}
