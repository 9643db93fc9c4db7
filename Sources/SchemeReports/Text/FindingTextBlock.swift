import SchemeModel

/// A finding at its place, with the other findings of the same cause: in other variants of the app, or at other places
/// in it.
struct FindingTextBlock {
    /// The finding with the source line.
    private let finding: Finding
    /// The findings of its rule with its cause, in the report's order.
    private let findings: [Finding]
    /// The findings of other rules with its cause, one for each message.
    private let reasons: [Finding]
    /// Whether all findings with its cause have edits.
    private let isReady: Bool

    /// The maximum number of places that have their own line.
    private static let lines = 20

    /// The maximum number of related places that have their own line, if they have the same message or are those of other
    /// findings of the rule.
    private static let repetitions = 5

    init(_ cause: Cause) {
        finding = cause.worst
        findings = cause.findings.filter { $0.rule == cause.worst.rule }
        reasons = cause.findings.ofOtherRules(than: cause.worst.rule)
        isReady = cause.findings.allSatisfy { !$0.edits.isEmpty }
    }

    /// Writes the finding with its source line, the variants, the related and other places, and the hint.
    func write(to writer: TextWriter) throws {
        try writer.line("\(headline(of: finding, writer)) \(writer.tag(of: finding))")
        try writer.snippet(finding.place, finding.severity)
        try writeVariants(to: writer)
        try writeRelated(to: finding, indent: "  ", writer)
        if let accepted = finding.accepted {
            let word = writer.palette.paint("accepted:", .strong)
            return try writer.line("  \(word) \(writer.message(accepted.reason)) (\(writer.message(accepted.by)))")
        }
        try writeOthers(to: writer)
        for reason in reasons {
            let severity = writer.palette.name(of: reason.severity)
            try writer.line("  \(severity): \(writer.message(of: reason)) (\(reason.rule))")
        }
        for each in [finding] + reasons { try writer.help(each.hint, isReady: isReady) }
    }

    /// Writes the variants of the app that the finding is about.
    private func writeVariants(to writer: TextWriter) throws {
        let here = findings.filter { $0.place == finding.place && $0.variant != nil }
        // Related apps at the same place have the same finding, so this one's app needs a name, too.
        let isShared = placesOfOtherApps(in: finding).contains(finding.place)
        guard here.count > 1 || finding.isOfOneVariant || isShared else { return }
        for each in here {
            let app = each.app.map { "\(writer.describe($0)): " } ?? ""
            let own = hasMessage(each) ? "" : ": \(writer.message(of: each))"
            try writer.line("  for \(app)\(writer.message(each.variant ?? ""))\(own)")
        }
    }

    /// Writes the other places with the same fix.
    private func writeOthers(to writer: TextWriter) throws {
        // A place that was listed for another app is not repeated from the side of that app.
        var listed = Set(placesOfOtherApps(in: finding) + [finding.place])
        let others = findings.filter { other in
            guard listed.insert(other.place).inserted else { return false }
            listed.formUnion(placesOfOtherApps(in: other))
            return true
        }
        for other in others.prefix(Self.lines) {
            let isSame = hasMessage(other) && other.severity == finding.severity
            try writer.line("  \(isSame ? writer.position(other.place) : headline(of: other, writer))")
            // Links to one scheme have the same claims, which are listed once.
            guard other.related != finding.related || other.relatedCount != finding.relatedCount else { continue }
            try writeRelated(to: other, indent: "    ", writer)
        }
        let more = others.count - Self.lines
        if more > 0 { try writer.line("  ... and \(TextTerms.count(more, "more place")) (--format json lists all)") }
    }

    private func placesOfOtherApps(in finding: Finding) -> [Place] {
        finding.related.filter { $0.app.map { $0.id != finding.app?.id } ?? false }.map(\.place)
    }

    private func writeRelated(to finding: Finding, indent: String, _ writer: TextWriter) throws {
        let note = writer.palette.name(of: .note)
        var repetitions: [ByteString: Int] = [:]
        let own = finding.ownRelatedCount ?? finding.related.count
        let shown = finding.related.enumerated().filter { index, related in
            let message = ByteString(index < own ? related.message : "")
            repetitions[message, default: 0] += 1
            return repetitions[message, default: 0] <= Self.repetitions
        }.map(\.element)
        for related in shown {
            // A place with the same message says nothing else.
            let isSame = ByteString(related.message) == ByteString(finding.message)
            let text = isSame ? "" : ": \(note): \(writer.message(related.message))"
            try writer.line("\(indent)\(writer.position(related.place))\(text)")
        }
        let more = finding.relatedCount - shown.count
        let isInJSON = finding.relatedCount == finding.related.count
        let hint = isInJSON ? " (--format json lists all)" : ""
        if more > 0 { try writer.line("\(indent)... and \(TextTerms.count(more, "more place"))\(hint)") }
    }

    /// Returns the place, the severity and the message.
    private func headline(of finding: Finding, _ writer: TextWriter) -> String {
        "\(writer.position(finding.place)): \(writer.palette.name(of: finding.severity)): \(writer.message(of: finding))"
    }

    /// Whether `other` has the message of the headline.
    private func hasMessage(_ other: Finding) -> Bool { ByteString(other.message) == ByteString(finding.message) }
}
