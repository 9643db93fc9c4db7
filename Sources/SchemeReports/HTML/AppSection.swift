import SchemeModel

/// Every app with its schemes and the findings about it.
struct AppSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("apps")
    let title = "Apps"
    private let findings: [AppID: [Int]]

    init(parts: PageParts) {
        self.parts = parts
        var findings: [AppID: [Int]] = [:]
        for (index, block) in parts.openBlocks.enumerated() {
            for app in block.apps { findings[app.id, default: []].append(index) }
        }
        self.findings = findings
    }

    var isShown: Bool { parts.anchors.apps.contains { $0 != nil } }

    /// The number of schemes and findings of one app that are shown.
    private static let limits = (schemes: 60, findings: 5)

    func write(to html: Markup) throws {
        try parts.writeSearch(Anchor("app-filter"), "Search apps", of: "apps-list", to: html)
        try html.element("ul", [.constant("id", "apps-list"), .classes("entries")]) {
            try html.line()
            for (app, anchor) in zip(parts.inventory.apps, parts.anchors.apps) {
                if let anchor { try write(app, anchor, to: html) }
            }
        }
        try html.line()
        let all = parts.inventory.appCount + parts.inventory.otherCount
        let more = all - parts.anchors.apps.count { $0 != nil }
        guard more > 0 else { return }
        // Of a huge registry, apps without findings are left out, too.
        let isCut = all > parts.inventory.apps.count
        let text =
            isCut
            ? "\(TextTerms.count(more, "more app")) without findings not shown; schemereg list apps shows all."
            : "\(TextTerms.count(more, "app or other target", "apps and other targets")) without schemes and findings not shown."
        try html.element("p", [.classes("muted")], text: text)
    }

    private func write(_ entry: InventoryApp, _ anchor: Anchor, to html: Markup) throws {
        try html.element("li", [.id(anchor)]) {
            let label = AppLabel(entry.app)
            try html.element("h3") { try html.element("bdi") { try html.breakable(label.title) } }
            try html.element("div") {
                try html.element("p", [.classes("muted")]) {
                    try html.element("bdi") { try html.breakable(label.detail) }
                    if !entry.isApplication { try html.text(" · \(entry.kind.phrase)") }
                    if entry.container != entry.app.id, let container = parts.inventory.app(entry.container) {
                        try html.constant(" · in ")
                        try parts.write(container.app, to: html)
                    }
                    if let source = parts.sourceName(entry.sources.first) {
                        try html.constant(" · ")
                        try html.element("bdi", [.classes("path")], text: source)
                        if entry.sources.count > 1 { try html.text(" and \((entry.sources.count - 1).grouped) more") }
                    }
                }
                try writeSchemes(of: entry, to: html)
                try writeFindings(about: entry.app.id, to: html)
            }
        }
        try html.line()
    }

    private func writeSchemes(of entry: InventoryApp, to html: Markup) throws {
        let schemes = entry.schemes
        guard !schemes.isEmpty else { return }
        try html.element("p", [.classes("chips")]) {
            for scheme in schemes.prefix(Self.limits.schemes) {
                try parts.write(scheme, to: html)
                try html.constant(" ")
            }
            let more = schemes.count - Self.limits.schemes
            if more > 0 { try html.text("and \(more.grouped) more") }
        }
    }

    private func writeFindings(about app: AppID, to html: Markup) throws {
        let own = findings[app] ?? []
        for index in own.prefix(Self.limits.findings) {
            let block = parts.blocks[index]
            try html.element("p") {
                try html.element("a", [.href(parts.anchors.blocks[index])]) {
                    try parts.write(Emphasis(block.severity), to: html)
                    try html.text(block.rule.replacing("-", with: " "))
                }
                if let scheme = block.schemes.first {
                    try html.constant(" ")
                    try html.element("code", text: scheme.text.string)
                    if block.schemes.count > 1 { try html.text(" and \((block.schemes.count - 1).grouped) more") }
                }
            }
        }
        let more = own.count - Self.limits.findings
        if more > 0 { try html.element("p", text: "and \(TextTerms.count(more, "more finding"))") }
    }
}

extension PageParts {
    /// Writes a button that shows everything again, which the script shows when something is hidden.
    func writeReset(to html: Markup) throws {
        try html.element(
            "button",
            [.constant("type", "button"), .classes("reset"), .flag("hidden")],
            text: "Reset"
        )
    }

    /// Writes a search field for the entries of a list, which the script shows because it does nothing without it.
    func writeSearch(_ id: Anchor, _ label: String, of list: StaticString, to html: Markup) throws {
        try html.element(
            "div",
            [.classes("toolbar"), .constant("role", "search"), .label(label), .flag("hidden")]
        ) {
            try html.element("label") {
                try html.element("span", text: label)
                try html.void(
                    "input",
                    [
                        .id(id), .constant("type", "search"), .constant("autocomplete", "off"),
                        .constant("aria-controls", list),
                    ]
                )
            }
            try html.element("output", [.constant("aria-live", "polite")]) {}
            try writeReset(to: html)
        }
        try html.line()
    }
}
