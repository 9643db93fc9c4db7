import SchemeModel

/// Every scheme: who declares it with which role, since when, its known owners, and who links to it.
struct SchemeSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("schemes")
    let title = "Schemes"

    var isShown: Bool { !parts.inventory.schemes.isEmpty }

    /// The number of apps of one scheme, and of other facts, that are shown.
    private static let limits = (apps: 20, facts: 5)

    func write(to html: Markup) throws {
        try parts.writeSearch(Anchor("scheme-filter"), "Search schemes", of: "schemes-list", to: html)
        try html.element("ul", [.constant("id", "schemes-list"), .classes("entries")]) {
            try html.line()
            for (position, scheme) in parts.inventory.schemes.enumerated() {
                try write(scheme, parts.anchors.schemes[position], to: html)
            }
        }
        try html.line()
        let more = parts.inventory.schemeCount - parts.inventory.schemes.count
        if more > 0 {
            let text = "\(TextTerms.count(more, "more scheme")) not shown; schemereg list schemes shows all."
            try html.element("p", [.classes("muted")], text: text)
        }
    }

    private func write(_ scheme: InventoryScheme, _ anchor: Anchor, to html: Markup) throws {
        try html.element("li", [.id(anchor)]) {
            try html.element("h3") { try html.element("code", text: scheme.scheme.text.string) }
            try html.element("div") {
                try writeConflict(about: scheme, to: html)
                let since = Self.starts(in: scheme.history)
                for position in scheme.apps.prefix(Self.limits.apps) {
                    try writeClaim(of: parts.inventory.apps[position], on: scheme.scheme, since: since, to: html)
                }
                let more = scheme.apps.count - Self.limits.apps
                if more > 0 { try html.element("p", text: "and \(TextTerms.count(more, "more app"))") }
                try writeFacts(about: scheme, to: html)
            }
        }
        try html.line()
    }

    private func writeConflict(about scheme: InventoryScheme, to html: Markup) throws {
        guard let worst = parts.conflicts.worst(of: scheme.scheme) else {
            guard let answer = scheme.answer, !scheme.isSharedByDesign else { return }
            return try html.element("p", text: answer.sentence)
        }
        try html.element("p") {
            try html.element("a", [.href(parts.anchors.blocks[worst.block])]) {
                try parts.write(worst.emphasis, to: html)
                try html.text(worst.rule.replacing("-", with: " "))
            }
        }
    }

    private func writeClaim(
        of entry: InventoryApp,
        on scheme: SchemeKey,
        since: [AppID: Int],
        to html: Markup
    ) throws {
        let declarations = entry.declarations.filter { $0.scheme == scheme }
        try html.element("p") {
            try parts.write(entry.app, to: html)
            var facts: [String] = []
            if !entry.isApplication { facts.append(entry.kind.phrase) }
            var seen: Set<ByteString> = []
            let roles = declarations.map { $0.role ?? "without a role" }.filter { seen.insert(ByteString($0)).inserted }
            facts.append(TextTerms.list(roles))
            if let time = since[entry.app.id] { facts.append("since \(UTCTime(time).date)") }
            try html.text(" · " + facts.joined(separator: " · ") + " ")
            if let first = declarations.first { try parts.write(first.place, to: html) }
            let more = Set(declarations.map(\.place)).count - 1
            if more > 0 { try html.text(" and \(TextTerms.count(more, "more place"))") }
        }
    }

    private func writeFacts(about scheme: InventoryScheme, to html: Markup) throws {
        for (owner, rows) in Self.owners(in: scheme.known).prefix(Self.limits.facts) {
            let platforms = rows.reduce(into: PlatformSet()) { $0.formUnion($1.platforms) }
            let place = platforms.isEmpty || platforms == .all ? "" : " on \(TextTerms.names(of: platforms))"
            try html.element("p", [.classes("muted")]) {
                try html.constant("Known owner: ")
                try html.element("bdi", text: owner)
                try html.text("\(place) (\(rows.map(\.category)[0].phrase))")
            }
        }
        if scheme.isSharedByDesign {
            try html.element("p", [.classes("muted")], text: "An SDK makes apps share this scheme.")
        }
        try writeSenders(of: scheme, to: html)
        for (app, time) in Self.ends(in: scheme.history).prefix(Self.limits.facts) {
            try html.element("p", [.classes("muted")]) {
                try html.constant("Until ")
                try html.text("\(UTCTime(time).date): ")
                try html.element("bdi", text: app.text.string)
            }
        }
    }

    private func writeSenders(of scheme: InventoryScheme, to html: Markup) throws {
        guard !scheme.senders.isEmpty else { return }
        let shown = scheme.senders.prefix(Self.limits.facts)
        let more = scheme.senders.count - shown.count
        try html.element("p", [.classes("muted")]) {
            try html.constant("Linked from ")
            for (index, position) in shown.enumerated() {
                if index > 0 { try html.text(index == shown.count - 1 && more == 0 ? " and " : ", ") }
                let text = name(of: parts.inventory.senders[position])
                let name = { try html.element("bdi", text: text) }
                guard let anchor = parts.anchors.senders[position] else {
                    try name()
                    continue
                }
                try html.element("a", [.href(anchor)], name)
            }
            if more > 0 { try html.text(" and \(more.grouped) more") }
        }
    }

    private func name(of sender: LinkSender) -> String {
        let app = sender.app.flatMap { parts.inventory.app($0) }.map { AppLabel($0.app).title }
        let names = [sender.target, app ?? parts.sourceName(sender.source)].compactMap { $0 }
        return names.isEmpty ? "code without a project" : names.joined(separator: " in ")
    }

    /// Returns the known rows by owner, in order. Rows without one only say that the scheme is public.
    private static func owners(in known: [KnownScheme]) -> [(String, [KnownScheme])] {
        var owners: [(String, [KnownScheme])] = []
        for row in known where !row.owner.isEmpty {
            if let position = owners.firstIndex(where: { ByteString($0.0) == ByteString(row.owner) }) {
                owners[position].1.append(row)
            } else {
                owners.append((row.owner, [row]))
            }
        }
        return owners
    }

    /// Returns when each app that still claims the scheme started to.
    private static func starts(in history: [HistoryEntry]) -> [AppID: Int] {
        var starts: [AppID: Int] = [:]
        for entry in history {
            switch entry.event {
            case .claimed: starts[entry.app] = starts[entry.app] ?? entry.time
            case .released: starts[entry.app] = nil
            }
        }
        return starts
    }

    /// Returns when each app that no longer claims the scheme stopped, the last one first.
    private static func ends(in history: [HistoryEntry]) -> [(AppID, Int)] {
        let current = starts(in: history)
        var ends: [AppID: Int] = [:]
        for entry in history where entry.event == .released && current[entry.app] == nil {
            ends[entry.app] = entry.time
        }
        return ends.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension KnownScheme.Category {
    /// How it is known, in a few words.
    fileprivate var phrase: String {
        switch self {
        case .appleDocumented: "documented by Apple"
        case .appleSystem: "a system app"
        case .browser: "a browser"
        case .ianaPermanent: "registered with IANA"
        case .ianaProvisional: "provisionally registered with IANA"
        case .ianaHistorical: "once registered with IANA"
        case .specification: "a published specification"
        case .thirdParty: "an app or SDK"
        case .partner: "a partner's app"
        case .internal: "one of the team's apps"
        }
    }
}
