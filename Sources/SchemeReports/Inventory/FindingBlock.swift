package import SchemeModel

/// The findings with one cause, as a page shows them.
package struct FindingBlock: Sendable {
    /// The findings, in the report's order; not empty.
    let findings: [Finding]
    /// The first of the most severe findings.
    let worst: Finding
    /// Where the cause shows, the line to change first, without duplicates.
    let evidence: [Evidence]
    /// The number of places, with those that no finding names.
    let placeCount: Int
    /// The number of apps in a collision, with those that no finding names; the number of apps otherwise.
    let appCount: Int

    /// A place with what is there.
    struct Evidence: Hashable, Sendable {
        let place: Place
        /// The app at the place; `nil` if there is none.
        let app: App?
        /// What is there, if no app is.
        let message: String?
        /// The severity of the finding at the place; `nil` if it has none.
        let severity: Severity?
    }

    /// Returns the blocks of `findings`: open ones first, then by rank, and then in the order of the report.
    package static func blocks(of findings: [Finding]) -> [FindingBlock] {
        Cause.causes(of: findings).map(FindingBlock.init).enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.isAccepted != second.isAccepted { return !first.isAccepted }
            let ranks = (ReportRank(first.worst), ReportRank(second.worst))
            return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
        }.map(\.element)
    }

    private init(_ cause: Cause) {
        findings = cause.findings
        worst = cause.worst
        var seen: Set<Evidence> = []
        let claims = findings.filter { ($0.group == nil) == (cause.worst.group == nil) }
        var evidence = claims.map {
            Evidence(place: $0.place, app: $0.app, message: nil, severity: $0.severity)
        }
        let apps = Set(findings.compactMap(\.app?.id))
        for related in findings.lazy.flatMap(\.related) {
            // In a collision, the other apps have findings of their own.
            if let app = related.app, worst.group != nil, apps.contains(app.id) { continue }
            let message = related.app == nil ? related.message : nil
            evidence.append(Evidence(place: related.place, app: related.app, message: message, severity: nil))
        }
        self.evidence = evidence.filter { seen.insert($0).inserted }
        let known = apps.union(self.evidence.compactMap(\.app?.id)).count
        if case .collision = worst.group {
            // Each finding names the same other apps, or some of them.
            let others = findings.map { $0.relatedCount - $0.related.count { $0.app == nil } }.max() ?? 0
            appCount = max(known, others + 1)
            placeCount = max(self.evidence.count, appCount)
        } else {
            appCount = known
            // Findings of other rules have the same places.
            let own = findings.filter { $0.rule == cause.worst.rule }
            placeCount = self.evidence.count + own.reduce(0) { $0 + $1.relatedCount - $1.related.count }
        }
    }

    var severity: Severity { worst.severity }
    var rule: String { worst.rule }
    /// The rules of all findings, that of the worst one first.
    var rules: [String] { [rule] + Set(findings.map(\.rule)).subtracting([rule]).sorted() }
    var isAccepted: Bool { worst.accepted != nil }

    /// The distinct apps that it concerns, in the order of their places.
    package var apps: [App] {
        var seen: Set<AppID> = []
        let all = findings.flatMap(\.apps) + evidence.compactMap(\.app)
        return all.filter { seen.insert($0.id).inserted }
    }

    /// The distinct schemes that it concerns, in the order of the findings.
    var schemes: [SchemeKey] {
        var seen: Set<SchemeKey> = []
        return findings.compactMap(\.scheme).filter { seen.insert($0).inserted }
    }

    /// What is wrong, in one unescaped sentence without a period.
    ///
    /// - Parameter name: Returns the name of a place that a sentence mentions.
    func headline(naming name: (Place) -> String) -> String {
        switch worst.group {
        case .collision where findings.count > 1: CollisionBlock(findings).sentence
        case .variants(let variants) where findings.count > 1:
            VariantBlock(variants: variants, findings: findings).message
        case .collision, .variants, nil:
            ([worst] + reasons).map { $0.message(naming: name) }.joined(separator: "; ")
        }
    }

    /// The findings of other rules with the cause, one for each message.
    var reasons: [Finding] { findings.ofOtherRules(than: worst.rule) }

    /// The distinct hints, in order; for a group, one for each scheme.
    var hints: [String] {
        switch worst.group {
        case .collision: return CollisionBlock(findings).hints
        case .variants: return SchemeHints(of: findings).lines
        case nil:
            var seen: Set<ByteString> = []
            return findings.compactMap(\.hint).filter { seen.insert(ByteString($0)).inserted }
        }
    }
}
