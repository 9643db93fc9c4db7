import SchemeModel

/// The URLs that code opens, by target, and the apps that receive them.
struct LinkSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("links")
    let title = "Links"
    private let receptions: LinkReceivers
    /// The number of senders with the same source, app and target, which are in different projects.
    private let namesakes: [Name: Int]

    /// What the heading of a sender says.
    private struct Name: Hashable {
        let source: ByteString?
        let app: AppID?
        let target: ByteString?

        init(_ sender: LinkSender) {
            source = sender.source.map(ByteString.init)
            app = sender.app
            target = sender.target.map(ByteString.init)
        }
    }

    init(parts: PageParts) {
        self.parts = parts
        namesakes = Dictionary(grouping: parts.inventory.senders, by: Name.init).mapValues(\.count)
        receptions = LinkReceivers(parts.inventory)
    }

    var isShown: Bool { !parts.inventory.senders.isEmpty }

    /// The number of links that are shown.
    static let linkLimit = 400
    /// The number of links up to which those of each target are shown without a click.
    private static let unfolded = 20
    /// The number of URLs, schemes and receivers of one link that are shown.
    private static let limits = (urls: 3, schemes: 6, receivers: 3, routes: 3)

    func write(to html: Markup) throws {
        let isOpen = parts.inventory.senders.reduce(0) { $0 + $1.links.count } <= Self.unfolded
        var room = Self.linkLimit
        var hidden = 0
        for (sender, anchor) in zip(parts.inventory.senders, parts.anchors.senders) where !sender.links.isEmpty {
            guard let anchor else {
                hidden += sender.links.count
                continue
            }
            let shown = sender.links.prefix(room)
            room -= shown.count
            hidden += sender.links.count - shown.count
            try html.element("details", isOpen ? [.flag("open")] : []) {
                try html.element("summary") { try writeHeading(of: sender, anchor, to: html) }
                try html.line()
                try writeColumnHeads(to: html)
                try html.element("ul", [.classes("links")]) {
                    for link in shown { try write(link, of: sender, to: html) }
                }
            }
            try html.line()
        }
        if hidden > 0 { try html.element("p", text: "and \(TextTerms.count(hidden, "more link"))") }
        try writeCounts(to: html)
    }

    /// Writes the number of calls that are not shown because of their URLs.
    private func writeCounts(to html: Markup) throws {
        let unknown = parts.inventory.senders.reduce(0) { $0 + $1.unknownCount }
        let web = parts.inventory.senders.reduce(0) { $0 + $1.webCount }
        let texts = [
            unknown > 0 ? "\(TextTerms.count(unknown, "call")) with an unknown URL" : nil,
            web > 0 ? "\(TextTerms.count(web, "call")) that only \(web == 1 ? "opens" : "open") web pages" : nil,
        ].compactMap { $0 }
        guard !texts.isEmpty else { return }
        try html.element("p", [.classes("muted")], text: "Not shown: \(TextTerms.list(texts)).")
    }

    private func writeHeading(of sender: LinkSender, _ anchor: Anchor, to html: Markup) throws {
        try html.element("h3", [.id(anchor)]) {
            let app = sender.app.flatMap { parts.inventory.app($0) }?.app
            if let target = sender.target { try html.element("bdi", text: target) }
            if let app {
                try html.constant(" ")
                try html.element("span", [.classes("muted")]) {
                    if sender.target != nil { try html.constant("in ") }
                    try parts.write(nameOf: app, to: html)
                }
            } else if sender.target == nil {
                try html.text("Code without a project")
            }
            if let source = parts.sourceName(sender.source) {
                try html.constant(" ")
                try html.element("bdi", [.classes("path")], text: source)
            }
            if namesakes[Name(sender), default: 0] > 1, var place = sender.links.first?.places.first {
                place.range = nil
                try html.constant(" ")
                try parts.write(place, to: html)
            }
            try html.constant(" ")
            let count = TextTerms.count(sender.links.count, "link")
            try html.element("span", [.classes("muted", "whole")], text: "· \(count)")
        }
    }

    /// Writes what the columns are. Every link says it aloud in its own words.
    private func writeColumnHeads(to html: Markup) throws {
        try html.element("p", [.classes("heads"), .constant("aria-hidden", "true")]) {
            try html.element("span", text: "Call")
            try html.element("span", text: "URL")
            try html.element("span", text: "Receiver")
        }
        try html.line()
    }

    private func write(_ link: LinkSender.Entry, of sender: LinkSender, to html: Markup) throws {
        try html.element("li") {
            try html.element("div") {
                let kinds = [link.kind.rawValue] + link.presentations.map(\.rawValue)
                try html.element("span", text: kinds.joined(separator: ", "))
                if let place = link.places.first { try parts.write(place, to: html) }
                let more = link.places.count - 1
                if more > 0 {
                    try html.element("span", [.classes("muted")], text: "and \(TextTerms.count(more, "more place"))")
                }
            }
            try writeArrow("opens", to: html)
            try write(urls: link, to: html)
            try writeArrow("received by", to: html)
            try html.element("div") { try writeReceivers(of: link.schemes, to: html) }
        }
        try html.line()
    }

    private func writeArrow(_ word: String, to html: Markup) throws {
        try html.element("span", [.classes("arrow")]) {
            try html.element("span", [.constant("aria-hidden", "true")], text: "→")
            try html.element("span", [.classes("spoken")], text: " \(word) ")
        }
    }

    private func write(urls link: LinkSender.Entry, to html: Markup) throws {
        let worst = link.schemes.compactMap { parts.conflicts.worst(of: $0) }.max { $0.emphasis < $1.emphasis }
        try html.element("div", [.classes((worst?.emphasis ?? .none).className)]) {
            for url in link.urls.prefix(Self.limits.urls) { try html.element("code", text: url) }
            let more = link.urls.count - Self.limits.urls
            if more > 0 { try html.element("span", [.classes("muted")], text: "and \(more.grouped) more") }
            guard let worst else { return }
            try html.element("a", [.href(parts.anchors.blocks[worst.block])]) {
                try parts.write(worst.emphasis, to: html)
                try html.text(worst.rule.replacing("-", with: " "))
            }
        }
    }

    private func writeReceivers(of schemes: [SchemeKey], to html: Markup) throws {
        let groups = receptions.groups(of: schemes)
        var described: Set<Int> = []
        for group in groups {
            guard !group.apps.isEmpty else {
                for scheme in group.schemes.prefix(Self.limits.schemes) { try writeForeign(scheme, to: html) }
                try writeMore(group.schemes.count - Self.limits.schemes, "more scheme", to: html)
                continue
            }
            if schemes.count > 1 { try writeSchemes(group.schemes, to: html) }
            for position in group.apps.prefix(Self.limits.receivers) {
                let app = parts.inventory.apps[position].app
                try html.element("div") {
                    try parts.write(app, to: html)
                    guard described.insert(position).inserted else { return }
                    for way in receptions.ways(of: app.id).prefix(Self.limits.receivers) { try write(way, to: html) }
                }
            }
            try writeMore(group.apps.count - Self.limits.receivers, "more app", to: html)
        }
    }

    private func writeMore(_ count: Int, _ noun: String, to html: Markup) throws {
        guard count > 0 else { return }
        try html.element("span", [.classes("muted")], text: "and \(TextTerms.count(count, noun))")
    }

    private func writeSchemes(_ schemes: [SchemeKey], to html: Markup) throws {
        try html.element("p", [.classes("muted")]) {
            for (index, scheme) in schemes.prefix(Self.limits.schemes).enumerated() {
                if index > 0 { try html.constant(", ") }
                try html.element("code", text: scheme.text.string)
            }
            let more = schemes.count - Self.limits.schemes
            if more > 0 { try html.text(" and \(more.grouped) more") }
        }
    }

    private func write(_ way: LinkReceivers.Way, to html: Markup) throws {
        try html.element("p", [.classes("muted")]) {
            try html.element("code", text: way.kind.rawValue)
            guard !way.routes.isEmpty else { return }
            let routes = way.routes.prefix(Self.limits.routes).joined(separator: "; ")
            let more = way.routes.count - Self.limits.routes
            try html.text(" " + routes + (more > 0 ? " and \(more.grouped) more" : ""))
        }
    }

    /// Writes who receives the URLs of a scheme that no app here declares.
    private func writeForeign(_ scheme: SchemeKey, to html: Markup) throws {
        try html.element("span", [.classes("muted")]) {
            try html.element("code", text: scheme.text.string)
            try html.constant(": ")
            let known = parts.inventory.foreignSchemes[scheme] ?? parts.inventory.scheme(scheme)?.known ?? []
            guard let best = known.first(where: \.category.isReserved) ?? known.first(where: { !$0.owner.isEmpty })
            else {
                return try html.text(known.isEmpty ? "no app here declares it" : "a public scheme")
            }
            try html.element("bdi", text: best.owner)
            try html.text(
                best.category.isReserved
                    ? " (system)" : best.category.isPublic ? " (a public scheme)" : ", not in this report"
            )
        }
    }
}
