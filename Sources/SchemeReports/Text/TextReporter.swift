package import SchemeModel

extension FindingFormat {
    /// Text for users.
    package static let text = FindingFormat("text", paths: .current) { TextReporter(to: $0, context: $1) }
}

/// Writes a report as text: for each finding a line, the source line with a mark, the related places and the hint.
///
/// The findings with one cause form one block, and the most severe blocks come first. Accepted findings are counted,
/// and shown only on request.
package struct TextReporter: Reporter {
    private let writer: TextWriter
    private let showsAccepted: Bool
    private var findings: [Finding] = []
    private var hasWritten = false
    private var hasQuotedApple = false

    package init(to output: ByteOutput, context: ReportContext) {
        writer = TextWriter(to: output, context: context)
        showsAccepted = context.showsAccepted
    }

    package mutating func begin() {}

    package mutating func report(_ finding: Finding) {
        if finding.accepted == nil || showsAccepted { findings.append(finding) }
    }

    package mutating func end(problems: [Problem], summary: Summary) throws {
        if !context.showsOnlyStatistics { try write(context.orderedCauses(of: findings)) }
        for problem in problems.folded() where problem.code != .nothingFound {
            try separate()
            try writer.problem(problem)
        }
        try separate()
        try ClosingLines(writer: writer, summary: summary, problems: problems).write()
        try writer.flush()
    }

    private var context: ReportContext { writer.reportContext }

    /// Writes the causes that are not folded, up to the limit of their rule.
    private mutating func write(_ causes: [Cause]) throws {
        let shown = causes.filter { $0.worst.accepted != nil || !context.foldsNotes || $0.severity != .note }
        let open = shown.filter { $0.worst.accepted == nil }
        let totals = Dictionary(open.map { (ByteString($0.worst.rule), 1) }, uniquingKeysWith: +)
        var counts: [ByteString: Int] = [:]
        for cause in shown {
            let rule = ByteString(cause.worst.rule)
            if cause.worst.accepted == nil, let limit = context.maxFindings {
                counts[rule, default: 0] += 1
                let more = (totals[rule] ?? 0) - limit
                if counts[rule] == limit + 1 {
                    try separate()
                    try writer.line("... and \(more.grouped) more of \(cause.worst.rule) (--max-findings 0 shows all)")
                }
                if counts[rule, default: 0] > limit { continue }
            }
            try separate()
            try write(cause)
        }
    }

    /// Writes the block of one cause.
    package mutating func write(_ cause: Cause) throws {
        guard cause.worst.accepted == nil else { return try FindingTextBlock(cause).write(to: writer) }
        switch cause.worst.group {
        case .variants(let variants):
            try VariantBlock(variants: variants, findings: cause.findings).write(to: writer)
        case .collision where cause.findings.count > 1: try CollisionBlock(cause.findings).write(to: writer)
        case .collision, nil: try FindingTextBlock(cause).write(to: writer)
        }
        if cause.worst.group != nil { try quoteApple() }
    }

    /// Writes, once per report, Apple's statement about collisions.
    ///
    /// - Source: https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app
    private mutating func quoteApple() throws {
        guard !hasQuotedApple else { return }
        hasQuotedApple = true
        let sentence = "\"If multiple apps register the same scheme, the app the system targets is undefined.\""
        try writer.line("  \(writer.palette.paint("Apple:", .strong)) \(sentence)")
    }

    /// Writes an empty line unless it would be the first line.
    private mutating func separate() throws {
        if hasWritten { try writer.line() }
        hasWritten = true
    }
}
