/// One row of any table of the knowledge, as `known` lists it.
package struct KnownFact: Hashable, Sendable {
    /// The scheme, scheme pattern or placeholder.
    package var subject: String
    /// The category, in kebab-case.
    package var category: String
    /// The owner or SDK; `nil` if there is none.
    package var owner: String?
    /// The platforms that it applies to.
    package var platforms: PlatformSet
    /// The confidence; `nil` for facts that are always certain.
    package var confidence: KnownScheme.Confidence?
    /// Additional information; `nil` if there is none.
    package var note: String?
    /// The bundle identifiers of the owner's apps, or their prefixes.
    package var identifiers: [String]
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?
    /// The name of the team's table that contains it; `nil` for the built-in knowledge.
    package var origin: String?

    package init(
        subject: String,
        category: String,
        owner: String? = nil,
        platforms: PlatformSet = .all,
        confidence: KnownScheme.Confidence? = nil,
        note: String? = nil,
        identifiers: [String] = [],
        source: String,
        seen: String? = nil,
        origin: String? = nil
    ) {
        self.subject = subject
        self.category = category
        self.owner = owner
        self.platforms = platforms
        self.confidence = confidence
        self.note = note
        self.identifiers = identifiers
        self.source = source
        self.seen = seen
        self.origin = origin
    }
}

extension Knowledge {
    /// All rows, grouped by table.
    package var facts: [KnownFact] {
        knownSchemes.map(fact) + defaultAppSchemes.map(fact) + sdkSchemes.map(fact)
            + sharedSchemes.sorted { $0.key < $1.key }.map { fact(shared: $0.key, by: $0.value) }
            + genericSchemes.map { fact($0, "generic") } + privateQueries.map { fact($0, "private-query") }
            + placeholders.map(fact)
    }

    /// Returns the rows about `scheme`, grouped by table.
    package func facts(about scheme: SchemeKey) -> [KnownFact] {
        let text = scheme.text
        return known(scheme).map(fact) + defaults(scheme).map(fact)
            + sdkSchemes.filter { $0.pattern.matches(scheme) }.map(fact)
            + (sharedSchemes[scheme].map { [fact(shared: scheme, by: $0)] } ?? [])
            + (generic(scheme).map { [fact($0, "generic")] } ?? [])
            + (privateQuery(scheme).map { [fact($0, "private-query")] } ?? [])
            + placeholders.filter { $0.kind == .name && ByteString($0.text) == text }.map(fact)
    }

    private func fact(_ row: KnownScheme) -> KnownFact {
        KnownFact(
            subject: row.scheme.text.string,
            category: row.category.rawValue,
            owner: row.owner.isEmpty ? nil : row.owner,
            platforms: row.platforms,
            confidence: row.confidence,
            identifiers: row.category.isPrivate ? identifiers(of: row.owner) : [],
            source: row.source,
            seen: row.seen,
            origin: row.origin
        )
    }

    private func fact(_ row: DefaultAppScheme) -> KnownFact {
        let entitlement = row.entitlement.map { "\(row.note); with the entitlement \($0)" }
        return KnownFact(
            subject: row.scheme.text.string,
            category: "default-app",
            platforms: PlatformSet(row.platform),
            note: entitlement ?? row.note,
            source: row.source,
            seen: row.seen
        )
    }

    private func fact(_ row: SDKScheme) -> KnownFact {
        var notes = [row.meaning]
        if !row.queries.isEmpty { notes.append("apps must also query \(row.queries.joined(separator: ", "))") }
        if row.isRetired { notes.append("discontinued") }
        return KnownFact(
            subject: row.pattern.text,
            category: "sdk-\(row.kind.rawValue)",
            owner: row.owner.isEmpty ? row.sdk : "\(row.owner) (\(row.sdk))",
            confidence: row.confidence,
            note: notes.joined(separator: "; "),
            identifiers: row.owner.isEmpty ? [] : identifiers(of: row.owner),
            source: row.source,
            seen: row.seen
        )
    }

    private func fact(shared scheme: SchemeKey, by sdk: String) -> KnownFact {
        KnownFact(
            subject: scheme.text.string,
            category: "shared",
            owner: sdk,
            note: "many apps share it by design",
            source: "schemereg's table of shared schemes"
        )
    }

    private func fact(_ row: FlaggedScheme, _ category: String) -> KnownFact {
        KnownFact(
            subject: row.scheme.text.string,
            category: category,
            note: row.meaning,
            source: row.source,
            seen: row.seen
        )
    }

    private func fact(_ row: SchemePlaceholder) -> KnownFact {
        let note =
            switch row.kind {
            case .name: "as the whole scheme"
            case .domain: "as the first two parts of a scheme"
            case .word: "as a word in a scheme"
            }
        return KnownFact(subject: row.text, category: "placeholder", note: note, source: row.source, seen: row.seen)
    }
}
