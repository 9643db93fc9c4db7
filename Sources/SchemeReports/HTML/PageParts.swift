import SchemeModel

/// What the sections of a page show, and the parts that several of them write.
struct PageParts {
    let report: CheckReport
    let inventory: Inventory
    let blocks: [FindingBlock]
    let conflicts: SchemeConflicts
    let anchors: PageAnchors
    let context: ReportContext
    /// The descriptions of the rules that the findings are from.
    let rules: [RuleDescription]
    /// The names of the sources for people, by name.
    private let sourceNames: [ByteString: String]
    /// The titles that several apps have.
    private let sharedTitles: Set<ByteString>

    init(report: CheckReport, inventory: Inventory, sources: [Source], context: ReportContext) {
        self.report = report
        self.inventory = inventory
        self.context = context
        sourceNames = Dictionary(
            sources.map { (ByteString($0.name), context.paths.name(of: $0)) },
            uniquingKeysWith: { first, _ in first }
        )
        let titles = Dictionary(grouping: inventory.apps) { ByteString(AppLabel($0.app).title) }
        sharedTitles = Set(titles.filter { $0.value.count > 1 }.keys)
        blocks = FindingBlock.blocks(of: report.findings)
        let used = Set(blocks.flatMap(\.rules))
        rules = context.rules.filter { used.contains($0.id) }
        conflicts = SchemeConflicts(blocks)
        anchors = PageAnchors(inventory, blocks)
    }

    /// The blocks that no team has accepted, which come first.
    var openBlocks: ArraySlice<FindingBlock> { blocks.prefix { !$0.isAccepted } }

    /// The number of sources.
    var sourceCount: Int { sourceNames.count }

    /// Returns the description of a rule; `nil` if the page has none.
    func anchor(ofRule id: String) -> Anchor? { rules.contains { $0.id == id } ? .rule(id) : nil }

    /// Returns the name of a source for people; `nil` if there is only one.
    func sourceName(_ name: String?) -> String? {
        sourceCount > 1 ? name.flatMap { sourceNames[ByteString($0)] } : nil
    }

    /// Returns the text that distinguishes an app from others with the same title; `nil` if there are none.
    func distinction(of app: App) -> String? {
        sharedTitles.contains(ByteString(AppLabel(app).title)) ? AppLabel.distinction(of: app) : nil
    }

    /// Writes the name of an app, and its identifier if other apps have the same name.
    func write(nameOf app: App, to html: Markup) throws {
        // A manifest of the app may have another name than the first one, which its entry has.
        let app = inventory.app(app.id)?.app ?? app
        let label = AppLabel(app)
        try html.element("bdi", [.title(label.detail)]) { try html.breakable(label.title) }
        guard let distinction = distinction(of: app) else { return }
        try html.constant(" ")
        try html.element("bdi", [.classes("which")]) { try html.breakable(distinction) }
    }

    /// Writes the name of an app, as a link to its entry if the page has one.
    func write(_ app: App, to html: Markup) throws {
        guard let anchor = anchors.app(app.id) else { return try write(nameOf: app, to: html) }
        try html.element("a", [.href(anchor)]) { try write(nameOf: app, to: html) }
    }

    /// Writes a scheme, as a link to its entry if the page has one.
    func write(_ scheme: SchemeKey, to html: Markup) throws {
        let text = scheme.text.string
        guard let anchor = anchors.scheme(scheme) else { return try html.element("code", text: text) }
        try html.element("a", [.href(anchor)]) { try html.element("code", text: text) }
    }

    /// Writes the path of a place with its line and column.
    func write(_ place: Place, to html: Markup) throws {
        try html.element("bdi", [.classes("path")]) { try html.breakable(context.paths.position(of: place)) }
    }

    /// Writes the mark for an emphasis, and its word for screen readers unless the text next to it contains the word.
    func write(_ emphasis: Emphasis, isSpoken: Bool = true, to html: Markup) throws {
        guard let shape = emphasis.shape else { return }
        try html.element(
            "svg",
            [
                .classes("mark", emphasis.className), .number("width", 12), .number("height", 12),
                .viewBox(width: 12, height: 12), .constant("aria-hidden", "true"),
            ]
        ) { try html.shape("path", [.path(shape)]) }
        if isSpoken, let word = emphasis.word { try html.element("span", [.classes("spoken")], text: word + " ") }
    }

    /// Writes a sentence that begins with a capital, in which the quoted names of `schemes` are set as code.
    ///
    /// A name of code at the beginning, such as `openURL(_:)`, stays as it is.
    func write(_ sentence: String, naming schemes: [SchemeKey], to html: Markup) throws {
        let word = sentence.prefix { $0 != " " }
        let isName = word.contains { $0.isUppercase || "(_.".contains($0) }
        let capital = sentence.prefix(1).uppercased()
        var rest = (capital.utf8.count == 1 && !isName ? capital + sentence.dropFirst() : sentence)[...]
        while let (range, name) = schemes.lazy.compactMap({ rest.firstRange(quoting: $0.text.string) })
            .min(by: { $0.0.lowerBound < $1.0.lowerBound })
        {
            try html.text(String(rest[..<range.lowerBound]))
            try html.element("code", text: name)
            rest = rest[range.upperBound...]
        }
        try html.text(String(rest))
    }
}

extension Substring {
    /// Returns the first range of `'name'`, compared by bytes, and the name.
    fileprivate func firstRange(quoting name: String) -> (Range<Index>, String)? {
        let wanted = Array("'\(name)'".utf8)
        var start = utf8.startIndex
        while let open = utf8[start...].firstIndex(of: UInt8(ascii: "'")) {
            if let end = utf8.index(open, offsetBy: wanted.count, limitedBy: utf8.endIndex),
                utf8[open..<end].elementsEqual(wanted)
            {
                return (open..<end, name)
            }
            start = utf8.index(after: open)
        }
        return nil
    }
}
