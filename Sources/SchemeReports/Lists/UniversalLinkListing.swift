import SchemeModel

extension TextWriter {
    /// Writes lines about the first of `items`, which are apps unless named, and how many there are more.
    func lines<Item>(
        about items: [Item],
        _ noun: String = "more app",
        _ plural: String? = nil,
        indent: String = "    ",
        _ write: (Item) throws -> Void
    ) throws {
        let shown = 20
        try items.prefix(shown).forEach(write)
        if items.count > shown {
            let more = TextTerms.count(items.count - shown, noun, plural)
            try line("\(indent)... and \(more) (--format json lists all)")
        }
    }

    /// Writes the elements of `details` in an association file, each with its apps and with its entries, in order.
    func write(_ details: [AssociationFile.Detail]) throws {
        try lines(about: details, "more element") { detail in
            let apps = detail.apps.map(\.identifier)
            let end = detail.entries == nil ? ": no entries that are understood" : ":"
            try line("    \(message(Self.brief(apps)))\(end)")
            try lines(about: detail.entries ?? [], "more entry", "more entries", indent: "      ") { entry in
                try line("      \(message(entry.text))\(entry.isKnown ? "" : ", which was not understood")")
            }
        }
    }

    /// Returns the first identifiers of apps as a list.
    static func brief(_ apps: [String]) -> String {
        apps.isEmpty ? "no app" : apps.prefix(5).joined(separator: ", ") + (apps.count > 5 ? ", ..." : "")
    }

    /// Writes which apps open a web address as a universal link.
    func write(_ resolution: UniversalLinkResolution) throws {
        for answer in resolution.answers {
            try line("  \(message(sentence(about: answer, to: resolution.host)))")
            try lines(about: answer.apps) { app in
                try line("    \(position(app.claim.claim.place)): \(describe(app.claim.claim.app))")
                try line("      \(reason(of: app, resolution))")
            }
        }
    }

    /// Returns why an app opens the address or not.
    private func reason(of app: UniversalLinkResolution.Candidate, _ resolution: UniversalLinkResolution) -> String {
        let limited = app.claim.domain.mode.map { " (only with mode \(message($0)))" } ?? ""
        let host = message(app.claim.domain.pattern.associationHost)
        guard let entry = app.entry else {
            let text =
                switch app.verdict {
                case .unlisted:
                    "the association file of \(host) does not list "
                        + (app.claim.applicationIdentifier.map { message($0) } ?? "the app")
                case .unmatched: "no entry of the app in the association file of \(host) matches"
                case .unknown where app.claim.domain.doubt != nil:
                    // Only hosts in ASCII are resolved.
                    "the system may ignore the domain, because "
                        + (app.claim.domain.path.map { "it has the path '\(message($0))'" }
                            ?? "it has a port")
                case .unknown where !app.claim.claim.app.id.isKnown && !resolution.files.isEmpty:
                    "the bundle identifier is unknown, so the association file of \(host) may list the app"
                case .matched, .preceded, .doubtful, .excluded, .unknown: unknown(host, resolution)
                }
            return text + limited
        }
        let verb =
            switch app.verdict {
            case .matched: "matched by"
            case .preceded: "another app has an earlier entry that matches; this app's is"
            case .doubtful: "an earlier element excludes the link for another app; this app's entry is"
            case .excluded: "excluded by"
            case .unmatched, .unlisted, .unknown: "it is not clear whether this entry matches:"
            }
        return "\(position(entry.place)): \(verb) \(message(entry.text))\(limited)"
    }

    /// Returns why it isn't known whether an app opens the address.
    private func unknown(_ host: String, _ resolution: UniversalLinkResolution) -> String {
        resolution.files.isEmpty
            ? "the website decides; the association file of \(host) is not in the registry"
            : "the association file of \(host) is missing or unclear, or another file disagrees with it"
    }

    /// Returns the answer in one sentence without a period.
    private func sentence(about answer: UniversalLinkResolution.Answer, to host: String) -> String {
        if answer.apps.isEmpty { return "no app in the registry opens links to \(host)" }
        let counted = answer.apps.filter(\.claim.domain.isForEveryone)
        let openers = counted.filter { $0.verdict == .matched }.map(\.claim.claim.app)
        let possible = counted.count { [.matched, .preceded, .doubtful, .unknown].contains($0.verdict) }
        let condition =
            answer.certainty == .certain ? "" : ", if \(openers.count == 1 ? "that app runs" : "they run") there"
        let text =
            switch answer.outcome {
            case .one: "\(openers.first.map(name) ?? "one app") opens it as a universal link\(condition)"
            case .ordered: ordered(answer.order) + (answer.certainty == .certain ? "" : " (if they run there)")
            case .undefined:
                "undefined; \(possible == 2 ? "either" : "any") of \(TextTerms.count(possible, "app")) may open it as a universal link"
                    + condition + (answer.areVariants ? "; they are variants of one product" : "")
            case .website where counted.contains(where: \.isUncertain):
                "it is not certain whether \(possible == 1 ? "the app opens" : "one of \(possible) apps opens") it as a universal link"
            case .website:
                "the website decides whether \(possible == 1 ? "the app opens" : "one of \(possible) apps opens") it as a universal link"
            case .browser: "no app opens it as a universal link"
            }
        return "\(TextTerms.list(answer.devices.platforms.map(\.displayName))): \(text)"
    }

    private func name(of app: App) -> String { app.bundleIdentifier ?? app.id.text.string }

    /// Returns the apps that open a link, each if those before it aren't installed.
    private func ordered(_ apps: [App]) -> String {
        var texts = apps.prefix(3).map(name)
        let more = apps.count - texts.count
        if more > 0 { texts.append("one of \(TextTerms.count(more, "other app"))") }
        let rest = texts.dropFirst().enumerated().map { index, text in
            index == 0 ? "if \(texts[0]) is not installed, \(text)" : "then \(text)"
        }
        return "opened by \(texts[0]); \(rest.joined(separator: "; "))"
    }
}

extension UniversalLinkResolution.Candidate {
    /// Whether the app itself, and not its website, leaves open whether the link opens it.
    fileprivate var isUncertain: Bool {
        verdict == .unknown && !(claim.domain.doubt == nil && claim.claim.app.id.isKnown)
    }
}

extension JSONWriter {
    /// Writes which apps open a web address as a universal link, or `null`.
    mutating func universalLink(_ resolution: UniversalLinkResolution?) throws {
        guard let resolution else { return try value(nil as String?) }
        try object {
            try $0.member("host", resolution.host)
            try $0.key("files")
            try $0.array(resolution.files) { try $0.value($1) }
            try $0.key("answers")
            try $0.array(resolution.answers) { json, answer in
                try json.object {
                    try $0.member("platforms", answer.devices.platforms.map(\.rawValue))
                    try $0.member("outcome", answer.outcome.rawValue)
                    try $0.member("certainty", answer.certainty.rawValue)
                    try $0.member("order", answer.order.map(\.id.text.string))
                    try $0.member("variants", answer.areVariants)
                    try $0.key("apps")
                    try $0.array(answer.apps) { try $0.value($1) }
                }
            }
        }
    }

    private mutating func value(_ candidate: UniversalLinkResolution.Candidate) throws {
        try object {
            try $0.members(of: candidate.claim)
            try $0.member("result", candidate.verdict.rawValue)
            try $0.key("entry")
            guard let entry = candidate.entry else { return try $0.value(nil as String?) }
            try $0.object {
                try $0.member("text", entry.text)
                try $0.member("place", entry.place)
            }
        }
    }
}
