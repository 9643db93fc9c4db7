import SchemeModel

/// The schemes that the same variants of one product share, shown as one problem.
struct VariantBlock {
    let variants: Finding.Variants
    /// The findings, one per scheme, ordered by scheme.
    let findings: [Finding]

    /// The maximum number of schemes that are listed.
    private static let named = 20

    /// The finding that represents all: the first of the most severe.
    var worst: Finding? { findings.first { $0.severity == severity } }

    var severity: Severity { findings.map(\.severity).max() ?? .note }

    /// The message, in one unescaped sentence without a period.
    var message: String {
        guard findings.count > 1 else { return findings.first?.message ?? "" }
        let family = "\(variants.count) variants of the app \(variants.product)"
        return "\(findings.count.grouped) schemes are shared by \(family); "
            + "if more than one is installed, it is undefined which one opens its URLs"
    }

    /// The list of schemes, possibly truncated; not escaped.
    var schemes: String {
        findings.compactMap { $0.scheme?.text.string }.inWords(", ", atMost: Self.named)
    }

    /// The hints, one for each scheme; not escaped.
    var hints: [String] { SchemeHints(of: findings).lines }

    /// Writes the headline, the schemes with the line of the first, the variants and the hints.
    func write(to writer: TextWriter) throws {
        guard let finding = worst else { return }
        let palette = writer.palette
        let (name, rule) = (palette.name(of: severity), writer.tag(of: finding))
        try writer.line("\(name): \(palette.paint(writer.message(message), .strong)) \(rule)")
        if findings.count > 1 { try writer.line("  \(writer.message(schemes))") }
        for (place, members) in membersByPlace(of: finding) {
            try writer.line("  \(writer.position(place)): \(palette.name(of: .note)): claimed here by")
            try writer.snippet(place, severity, indent: "  ")
            for member in members {
                try writer.line("    \(writer.describe(member.app)): \(writer.message(member.name))")
            }
        }
        let more = variants.count - min(variants.members.count, Finding.relatedLimit)
        if more > 0 { try writer.line("    ... and \(TextTerms.count(more, "more variant"))") }
        for origin in finding.related where origin.app == nil {
            let note = "\(palette.name(of: .note)): \(writer.message(origin.message))"
            try writer.line("    \(writer.position(origin.place)): \(note)")
        }
        for hint in hints { try writer.help(hint) }
    }

    /// The variants to list, by the place where they claim the scheme of `finding`, in order.
    private func membersByPlace(of finding: Finding) -> [(place: Place, members: [Finding.Variants.Member])] {
        let others = finding.related.compactMap { related in related.app.map { ($0.id, related.place) } }
        let places = Dictionary(others, uniquingKeysWith: { first, _ in first })
        var found: [(place: Place, members: [Finding.Variants.Member])] = []
        for member in variants.members.prefix(Finding.relatedLimit) {
            let place = places[member.app.id] ?? finding.place
            if let index = found.firstIndex(where: { $0.place == place }) {
                found[index].members.append(member)
            } else {
                found.append((place, [member]))
            }
        }
        return found
    }
}
