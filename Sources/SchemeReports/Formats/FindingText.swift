import SchemeModel

/// The texts of a finding or a problem, each as one escaped line.
struct FindingText {
    let message: String
    /// The related places.
    let others: [String]
    /// The hint.
    let help: String?
    /// The finding, or the worst of several; `nil` for a problem.
    private var finding: Finding?
    /// The id of the finding. It is only computed for formats that show it.
    var id: String? { finding.map { "id: \($0.shortID)" } }

    init(_ finding: Finding, in context: ReportContext) {
        message = Self.line(finding.message(naming: context.paths.position))
        var others = finding.related.map { related in
            let position = TextEscape.escaped(context.paths.position(of: related.place))
            return "\(position): \(Severity.note.rawValue): \(Self.line(related.message))"
        }
        let more = finding.relatedCount - finding.related.count
        if more > 0 { others.append("... and \(TextTerms.count(more, "more place"))") }
        self.others = others
        help = finding.hint.map { "help: \(Self.line($0))" }
        self.finding = finding
    }

    /// Creates the text for all findings of `cause`; for a single finding, its own text.
    init(_ cause: Cause, in context: ReportContext) {
        let single = FindingText(cause.worst, in: context)
        finding = cause.worst
        switch cause.worst.group {
        case .variants(let variants):
            let all = VariantBlock(variants: variants, findings: cause.findings)
            message = Self.line(all.findings.count > 1 ? "\(all.message): \(all.schemes)" : all.message)
            others = []
            help = Self.help(all.hints)
        case .collision:
            let block = CollisionBlock(cause.findings)
            let isOne = CollisionBlock.schemes(of: cause.findings).count == 1
            message = isOne ? single.message : Self.line("\(block.headline): \(block.list)")
            others = single.others + block.reasons.map { Self.line("\($0.severity.rawValue): \($0.message)") }
            help = isOne ? single.help : Self.help(block.hints)
        case nil:
            let reasons = cause.findings.ofOtherRules(than: cause.worst.rule)
            let name = context.paths.position
            let more = reasons.map { "; " + Self.line("\($0.message(naming: name)) (\($0.rule))") }.joined()
            message = single.message + Self.rest(of: cause, in: context) + more
            others = single.others
            help = Self.help(([cause.worst] + reasons).compactMap(\.hint))
        }
    }

    /// Returns what the message of the worst finding leaves out: the other schemes, or the other places.
    private static func rest(of cause: Cause, in context: ReportContext) -> String {
        let schemes = CollisionBlock.schemes(of: cause.findings)
        guard schemes.count < 2 else {
            let others = schemes.filter { ByteString($0) != cause.worst.scheme?.text }
            let noun = others.count == 1 ? "scheme" : "schemes"
            let more = others.count > 10 ? " and \((others.count - 10).grouped) more" : ""
            return " (\(line("also the \(noun) \(others.prefix(10).joined(separator: ", "))\(more)")))"
        }
        var seen: Set<Place> = [cause.worst.place]
        let places = cause.findings.map(\.place).filter { seen.insert($0).inserted }
        guard !places.isEmpty else { return "" }
        let more = places.count > 3 ? ["\((places.count - 3).grouped) more"] : []
        return " (also \(line(TextTerms.list(places.prefix(3).map(context.paths.position) + more))))"
    }

    private static func line(_ text: String) -> String { TextEscape.escaped(text, limit: TextWriter.messageLimit) }

    private static func help(_ hints: [String]) -> String? {
        guard !hints.isEmpty else { return nil }
        return "help: \(line(hints.joined(separator: "; ")))"
    }

    init(_ problem: Problem) {
        message = Self.line(problem.message)
        others = []
        help = problem.hint.map { "help: \(Self.line($0))" }
    }

    /// All texts, one per line.
    var lines: [String] { [message] + others + [help, id].compactMap { $0 } }

    /// The message and the hint on one line.
    var line: String { [message, help].compactMap { $0 }.joined(separator: "; ") }
}

extension Finding {
    /// The fingerprint as a digest of fixed length, for formats that require one.
    package var digest: String { SHA256.hex(of: Array(fingerprint.text.utf8)) }

    /// The start of the digest, which people name the finding by.
    package var shortID: String { String(digest.prefix(8)) }
}

extension [Finding] {
    /// Returns the findings of other rules, one for each message.
    func ofOtherRules(than rule: String) -> [Finding] {
        var seen: Set<ByteString> = []
        return filter { $0.rule != rule && seen.insert(ByteString($0.message)).inserted }
    }

    /// Returns at most `limit` findings in the same order.
    ///
    /// The most severe are kept, and findings that are not accepted are preferred.
    func worst(_ limit: Int) -> [Finding] {
        guard count > limit else { return self }
        func rank(_ index: Int) -> Int { self[index].accepted == nil ? self[index].severity.rank : 0 }
        let kept = indices.sorted { (rank($1), $0) < (rank($0), $1) }.prefix(limit)
        return kept.sorted().map { self[$0] }
    }
}
