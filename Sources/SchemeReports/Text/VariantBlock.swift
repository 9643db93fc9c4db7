import SchemeModel

/// The schemes that the same variants of one product share, as reports for people show them: one problem, however many
/// schemes there are.
struct VariantBlock {
    let variants: Finding.Variants
    /// The findings, one for each scheme, in order of scheme.
    private(set) var findings: [Finding]

    /// The most schemes that are named.
    private static let named = 20

    /// The blocks of `findings`, in order of their first findings; those that are about no variants are left out.
    static func blocks(of findings: [Finding]) -> [VariantBlock] {
        var blocks: [VariantBlock] = []
        var positions: [Finding.Variants: Int] = [:]
        for finding in findings {
            guard case .variants(let variants) = finding.group else { continue }
            if let position = positions[variants] {
                blocks[position].findings.append(finding)
            } else {
                positions[variants] = blocks.count
                blocks.append(VariantBlock(variants: variants, findings: [finding]))
            }
        }
        return blocks
    }

    /// The finding that stands for all: the first of the worst.
    var worst: Finding? { findings.first { $0.severity == severity } }

    var severity: Severity { findings.map(\.severity).max() ?? .note }

    /// What is wrong, in one sentence without a full stop; not escaped.
    var message: String {
        guard findings.count > 1 else { return findings.first?.message ?? "" }
        return "\(findings.count) schemes are shared by \(variants.count) variants of \(variants.product); "
            + "with several installed, which one opens is undefined"
    }

    /// The schemes, as far as they are named; not escaped.
    var schemes: String {
        let all = findings.compactMap { $0.scheme?.text.string }
        let more = all.count - Self.named
        return all.prefix(Self.named).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// What to do, once for all schemes of which it is the same, with these where it is not the same for all.
    var hints: [(schemes: [String], hint: String)] {
        var hints: [(schemes: [String], hint: String)] = []
        for finding in findings {
            guard let hint = finding.hint, let scheme = finding.scheme?.text.string else { continue }
            if let known = hints.firstIndex(where: { $0.hint == hint }) {
                hints[known].schemes.append(scheme)
            } else {
                hints.append(([scheme], hint))
            }
        }
        return hints
    }

    /// What to do, in one line; not escaped.
    var advice: String? {
        let hints = hints
        guard hints.count > 1 else { return hints.first?.hint }
        return hints.map { "\(Self.list($0.schemes)): \($0.hint)" }.joined(separator: "; ")
    }

    private static func list(_ schemes: [String]) -> String {
        schemes.prefix(3).joined(separator: ", ") + (schemes.count > 3 ? " and \(schemes.count - 3) more" : "")
    }

    /// Writes the headline, the schemes with the line of the first, the variants, and what to do.
    func write(to layout: TextLayout) throws {
        guard let finding = worst else { return }
        let palette = layout.palette
        let (name, rule) = (palette.name(of: severity), palette.paint("[\(finding.rule)]", .faint))
        try layout.line("\(name): \(palette.paint(layout.message(message), .strong)) \(rule)")
        if findings.count > 1 { try layout.line("  \(layout.message(schemes))") }
        try layout.line("  \(layout.position(finding.place)): \(name): claimed here by")
        try layout.snippet(finding.place, severity, indent: "  ")
        for member in variants.members.prefix(Finding.relatedLimit) {
            try layout.line("    \(layout.describe(member.app)): \(layout.message(member.name))")
        }
        let more = variants.count - min(variants.members.count, Finding.relatedLimit)
        if more > 0 { try layout.line("    ... and \(TextTerms.count(more, "more variant"))") }
        for origin in finding.related where origin.app == nil {
            let note = "\(palette.name(of: .note)): \(layout.message(origin.message))"
            try layout.line("    \(layout.position(origin.place)): \(note)")
        }
        let hints = hints
        for (schemes, hint) in hints {
            try layout.help(hints.count > 1 ? "\(Self.list(schemes)): \(hint)" : hint)
        }
    }
}
