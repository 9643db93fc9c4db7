package import SchemeModel

extension FindingFormat {
    /// Text for users.
    package static let text = FindingFormat("text", wantsRepositoryPaths: false) { TextReporter(to: $0, context: $1) }
}

/// Writes a report as text: for each finding a line, the source line with a mark, the related places and the hint.
///
/// The findings about one collision form one block, and so do those about the schemes that the same variants share.
/// Accepted findings are counted, and shown only on request.
package struct TextReporter: Reporter {
    private let writer: TextWriter
    /// The pending findings about one contested scheme, and other pending findings about the same scheme.
    private var contested: [Finding] = []
    private var among: [Finding] = []
    /// The findings about variants, which are written last.
    ///
    /// The schemes that the same variants share are one problem.
    private var ofVariants: [Finding] = []
    /// The pending findings that differ only by the variant of the app.
    private var alike: [Finding] = []
    private let showsAccepted: Bool
    private var hasWritten = false
    private var hasQuotedApple = false

    package init(to output: ByteOutput, context: ReportContext) {
        writer = TextWriter(to: output, context: context)
        showsAccepted = context.showsAccepted
    }

    package mutating func begin() {}

    package mutating func report(_ finding: Finding) throws {
        guard finding.accepted == nil || showsAccepted else { return }
        if let first = contested.first, first.scheme != finding.scheme { try writeContested() }
        if finding.accepted == nil, let group = finding.group {
            switch group {
            case .collision: contested.append(finding)
            case .variants: ofVariants.append(finding)
            }
        } else if contested.isEmpty {
            try write(finding)
        } else {
            among.append(finding)
        }
    }

    package mutating func end(problems: [Problem], summary: Summary) throws {
        try writeContested()
        try writeAlike()
        for block in VariantBlock.blocks(of: ofVariants) {
            try separate()
            try block.write(to: writer)
            try quoteApple()
        }
        for problem in problems where problem.code != .nothingFound {
            try separate()
            try writer.problem(problem)
        }
        try separate()
        try writer.line(TextTerms.sentence(summary, problems, showsAccepted: showsAccepted))
        for problem in problems where problem.code == .nothingFound { try writer.help(problem.hint) }
        for file in summary.policyFiles {
            let text = PolicyText(file, in: writer.reportContext)
            try writer.line(text.line)
            if let help = text.help { try writer.line("  \(help)") }
        }
        try writer.flush()
    }

    private mutating func writeContested() throws {
        let (findings, others) = (contested, among)
        contested = []
        among = []
        if findings.count > 1 {
            try writeAlike()
            try separate()
            try CollisionBlock(findings).write(to: writer)
            try quoteApple()
        } else {
            for finding in findings { try write(finding) }
        }
        for finding in others { try write(finding) }
    }

    private mutating func write(_ finding: Finding) throws {
        if let first = alike.first, !first.isAlike(finding) { try writeAlike() }
        alike.append(finding)
    }

    /// Writes what several variants of an app share once, then the variants.
    private mutating func writeAlike() throws {
        let findings = alike
        alike = []
        guard let finding = findings.first else { return }
        try separate()
        let severity = writer.palette.name(of: finding.severity)
        let rule = writer.palette.paint("[\(finding.rule)]", .faint)
        try writer.line("\(writer.position(finding.place)): \(severity): \(writer.message(of: finding)) \(rule)")
        try writer.snippet(finding.place, finding.severity)
        if findings.count > 1 || finding.isOfOneVariant {
            for each in findings {
                let app = each.app.map { "\(writer.describe($0)): " } ?? ""
                try writer.line("  for \(app)\(writer.message(each.variant ?? ""))")
            }
        }
        for related in finding.related {
            let note = writer.palette.name(of: .note)
            try writer.line("  \(writer.position(related.place)): \(note): \(writer.message(related.message))")
        }
        let more = finding.relatedCount - finding.related.count
        if more > 0 { try writer.line("  ... and \(TextTerms.count(more, "more place"))") }
        if let accepted = finding.accepted {
            let word = writer.palette.paint("accepted:", .strong)
            return try writer.line("  \(word) \(writer.message(accepted.reason)) (\(writer.message(accepted.by)))")
        }
        try writer.help(finding.hint, isReady: !finding.edits.isEmpty)
        if finding.group != nil { try quoteApple() }
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

extension Finding {
    /// Whether the two findings differ only by the variant of the app.
    fileprivate func isAlike(_ other: Finding) -> Bool {
        guard variant != nil, other.variant != nil else { return false }
        var other = other
        other.variant = variant
        other.isOfOneVariant = isOfOneVariant
        other.app = app
        other.scheme = scheme
        other.fingerprint = fingerprint
        return self == other
    }
}
