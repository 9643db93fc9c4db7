import SchemeModel

/// The distinct hints about several schemes, each with the schemes that it applies to.
struct SchemeHints {
    private var hints: [(schemes: [String], hint: String)] = []

    /// Takes the hint of the first finding about each scheme.
    init(of findings: [Finding]) {
        var seen: Set<SchemeKey> = []
        for finding in findings {
            guard let hint = finding.hint, let scheme = finding.scheme, seen.insert(scheme).inserted else { continue }
            if let known = hints.firstIndex(where: { ByteString($0.hint) == ByteString(hint) }) {
                hints[known].schemes.append(scheme.text.string)
            } else {
                hints.append(([scheme.text.string], hint))
            }
        }
    }

    /// The hints, each with its schemes if they differ; not escaped.
    var lines: [String] {
        guard hints.count > 1 else { return hints.map(\.hint) }
        return hints.map { schemes, hint in "\(schemes.inWords(", ", atMost: 3)): \(hint)" }
    }
}
