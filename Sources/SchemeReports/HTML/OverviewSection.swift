import SchemeModel

/// The three main reports, as sentences.
struct OverviewSection: PageSection {
    let parts: PageParts
    let anchor = Anchor("overview")
    let title = "Overview"
    let isShown = true

    /// The number of sentences of one report, and of apps that a sentence names.
    private static let limits = (sentences: 4, apps: 3)

    /// A sentence about findings of one rule and scheme.
    private struct Subject {
        /// The position of the first block.
        let first: Int
        var blocks: [FindingBlock]
    }

    func write(to html: Markup) throws {
        let found = Dictionary(grouping: parts.openBlocks.indices) { MainReport(rule: parts.blocks[$0].rule) }
        func emphasis(_ report: MainReport) -> Emphasis {
            (found[report] ?? []).map { Emphasis(parts.blocks[$0].severity) }.max() ?? .none
        }
        let order: [MainReport] = [.undefinedTargets, .reservedSchemeClashes, .duplicateRegistrations]
        let reports = order.enumerated().sorted { left, right in
            let (first, second) = (emphasis(left.element), emphasis(right.element))
            return first != second ? first > second : left.offset < right.offset
        }
        try html.element("div", [.classes("cards")]) {
            try html.line()
            for (_, report) in reports { try write(report, found[report] ?? [], emphasis(report), to: html) }
        }
        try html.line()
        try writeOthers(found[nil] ?? [], to: html)
    }

    /// Writes how many findings of other rules there are.
    private func writeOthers(_ found: [Int], to html: Markup) throws {
        guard !found.isEmpty else { return }
        var counts = SeverityCounts()
        for position in found { counts.add(parts.blocks[position].severity) }
        try html.element("p") {
            try html.element(
                "a",
                [.href(Anchor("findings"))],
                text: "Other rules: \(TextTerms.list(counts.phrases))"
            )
        }
        try html.line()
    }

    private func write(_ report: MainReport, _ found: [Int], _ emphasis: Emphasis, to html: Markup) throws {
        let subjects = subjects(of: found)
        let isUnknown = found.isEmpty && !parts.report.problems.isEmpty
        try html.element("div", [.classes("card", isUnknown ? "unknown" : emphasis.className)]) {
            try html.element("h3") {
                try parts.write(emphasis, to: html)
                try html.element(
                    "span",
                    text: isUnknown
                        ? report.name
                        : report.heading(subjects: subjects.count, rules: found.map { parts.blocks[$0].rule })
                )
            }
            guard !found.isEmpty else {
                return try html.element("p", text: isUnknown ? "Not completely checked." : report.absence)
            }
            try html.element("ul") {
                for subject in subjects.prefix(Self.limits.sentences) {
                    try html.element("li") {
                        try parts.write(subject.blocks.map { Emphasis($0.severity) }.max() ?? .none, to: html)
                        try html.element("span") { try write(subject, of: report, to: html) }
                    }
                }
            }
            let more = subjects.count - Self.limits.sentences
            if more > 0 {
                try html.element("p") {
                    try html.element("a", [.href(Anchor("findings"))], text: "and \(more.grouped) more")
                }
            }
        }
        try html.line()
    }

    /// Returns the blocks at `positions`, with those about the same scheme in one subject.
    private func subjects(of positions: [Int]) -> [Subject] {
        struct Key: Hashable {
            let rule: String
            let scheme: SchemeKey
        }
        var subjects: [Subject] = []
        var known: [Key: Int] = [:]
        for position in positions {
            let block = parts.blocks[position]
            let key = block.worst.group == nil ? block.schemes.first.map { Key(rule: block.rule, scheme: $0) } : nil
            if let key, let other = known[key] {
                subjects[other].blocks.append(block)
            } else {
                if let key { known[key] = subjects.count }
                subjects.append(Subject(first: position, blocks: [block]))
            }
        }
        func rank(_ subject: Subject) -> (Severity, Int) {
            (
                subject.blocks.map(\.severity).max() ?? .note,
                subject.blocks.reduce(0) { $0 + $1.appCount }
            )
        }
        return subjects.enumerated().sorted { left, right in
            let (first, second) = (rank(left.element), rank(right.element))
            return first != second ? first > second : left.offset < right.offset
        }.map(\.element)
    }

    private func write(_ subject: Subject, of report: MainReport, to html: Markup) throws {
        let block = subject.blocks[0]
        let link = Attribute.href(parts.anchors.blocks[subject.first])
        func writeScheme() throws {
            try html.element("a", [link]) {
                if block.schemes.count > 1 {
                    try html.text(TextTerms.count(block.schemes.count, "scheme"))
                } else if let scheme = block.schemes.first {
                    try html.element("code", text: scheme.text.string)
                } else {
                    try html.text("URL types")
                }
            }
        }
        var seen: Set<AppID> = []
        let apps = subject.blocks.flatMap(\.apps).filter { seen.insert($0.id).inserted }
        switch report {
        case .reservedSchemeClashes:
            try writeScheme()
            try html.text(" is reserved, but ")
            try writeNames(of: apps, count: apps.count, to: html)
            try html.text(apps.count == 1 ? " claims it." : " claim it.")
        case .duplicateRegistrations:
            try writeNames(of: apps, count: apps.count, to: html)
            try html.text(apps.count == 1 ? " declares " : " declare ")
            try writeScheme()
            try html.text(block.schemes.isEmpty ? " with the same identifier." : " more than once.")
        case .undefinedTargets:
            try writeScheme()
            try html.text(block.schemes.count > 1 ? " are claimed by " : " is claimed by ")
            if case .variants(let variants) = block.worst.group {
                try html.text("\(TextTerms.count(variants.count, "variant")) of ")
                try html.element("bdi", text: variants.product)
            } else {
                try writeNames(of: apps, count: max(apps.count, block.appCount), to: html)
            }
            let isCertain = subject.blocks.contains { $0.worst.certainty == .certain }
            try html.text(
                "; \(isCertain ? "" : "if they are on the same device, ")which one opens is undefined."
            )
        }
    }

    /// Writes the names of the first apps, and the number of the others.
    private func writeNames(of apps: [App], count: Int, to html: Markup) throws {
        let shown = count <= Self.limits.apps ? apps[...] : apps.prefix(Self.limits.apps - 1)
        guard !shown.isEmpty else { return try html.text("an app") }
        let more = count - shown.count
        for (index, app) in shown.enumerated() {
            let isLast = index == shown.count - 1 && more == 0
            if index > 0 { try html.text(isLast ? " and " : ", ") }
            try parts.write(nameOf: app, to: html)
        }
        if more > 0 { try html.text(" and \(TextTerms.count(more, "more app"))") }
    }
}

extension MainReport {
    fileprivate var name: String {
        switch self {
        case .reservedSchemeClashes: "Reserved-scheme clashes"
        case .duplicateRegistrations: "Duplicate registrations"
        case .undefinedTargets: "Undefined targets"
        }
    }

    private var plural: String {
        switch self {
        case .reservedSchemeClashes: "reserved-scheme clashes"
        case .duplicateRegistrations: "duplicate registrations"
        case .undefinedTargets: "undefined targets"
        }
    }

    /// The counts in words, as in the other formats.
    ///
    /// - Parameters:
    ///   - subjects: The number of schemes that the findings are about.
    ///   - rules: The rule of each cause.
    fileprivate func heading(subjects: Int, rules: [String]) -> String {
        guard !rules.isEmpty else { return "No \(plural)" }
        switch self {
        case .reservedSchemeClashes:
            guard rules.count > subjects else { return TextTerms.count(subjects, "reserved-scheme clash", plural) }
            return "\(TextTerms.count(subjects, "reserved scheme")), claimed \(TextTerms.count(rules.count, "time"))"
        case .duplicateRegistrations: return TextTerms.count(rules.count, "duplicate registration")
        case .undefinedTargets:
            let targets = rules.count { $0 == "undefined-target" }
            let phrases = [
                targets > 0 ? TextTerms.count(targets, "undefined target") : nil,
                rules.count > targets ? TextTerms.count(rules.count - targets, "variant collision") : nil,
            ]
            return phrases.compactMap { $0 }.joined(separator: ", ")
        }
    }

    /// What holds if there are none.
    fileprivate var absence: String {
        switch self {
        case .reservedSchemeClashes: "No app claims a scheme that is known to belong to the system."
        case .duplicateRegistrations: "No app declares a scheme twice, or an identifier with different roles."
        case .undefinedTargets: "No finding about two apps that claim the same scheme."
        }
    }
}
