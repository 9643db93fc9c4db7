package import SchemeModel

/// Suggests schemes for an app: the less likely a collision, the better.
package struct SchemeSuggester {
    private let knowledge: Knowledge
    private let claims: (SchemeKey) throws -> [Claim]

    /// - Parameter claims: Returns the known claims on a scheme.
    package init(knowledge: Knowledge, claims: @escaping (SchemeKey) throws -> [Claim]) {
        self.knowledge = knowledge
        self.claims = claims
    }

    /// The number of schemes that are tried, and that are suggested, if all good ones are taken.
    private static let variations = (tried: 1_000, suggested: 2)

    /// Returns schemes for an app: those that it has already, then free ones, the best first, then those that are taken.
    ///
    /// At least one is free, unless `name` is too long, or has no ASCII letters or digits.
    ///
    /// - Parameters:
    ///   - app: The identity of the app; `nil` if it has none yet.
    ///   - name: A word or phrase for what the scheme opens, such as the product's name.
    /// - Throws: An error from reading the claims.
    package func suggestions(for app: AppID?, name: String?) throws -> [SchemeSuggestion] {
        var seen: Set<SchemeKey> = []
        let words = name.map(Self.words) ?? []
        var all = try Candidate.candidates(for: app, words: words)
            .filter { $0.isUsable && seen.insert(SchemeKey($0.text)).inserted }
            .map { try suggestion($0, for: app) }
        var missing = all.contains { $0.state == .free } ? 0 : Self.variations.suggested
        let base = words.isEmpty ? Self.words(of: app?.text.string ?? "") : words
        for candidate in Candidate.variations(of: base, count: Self.variations.tried)
        where missing > 0 && candidate.isUsable {
            let suggestion = try suggestion(candidate, for: app)
            guard suggestion.state == .free else { continue }
            all.append(suggestion)
            missing -= 1
        }
        return all.enumerated().sorted { left, right in
            let states = (left.element.state.rawValue, right.element.state.rawValue)
            return states.0 != states.1 ? states.0 < states.1 : left.offset < right.offset
        }.map(\.element)
    }

    private func suggestion(_ candidate: Candidate, for app: AppID?) throws -> SchemeSuggestion {
        let scheme = SchemeKey(candidate.text)
        let claims = try claims(scheme)
        let isOwn = claims.contains { $0.app.id == app }
        if let fault = fault(of: scheme, for: app, among: claims) {
            return SchemeSuggestion(scheme, .taken, reason: isOwn ? "already yours, but also \(fault)" : fault)
        }
        return isOwn
            ? SchemeSuggestion(scheme, .yours, reason: "already yours: \(app?.text.string ?? "the app") declares it")
            : SchemeSuggestion(scheme, .free, reason: candidate.merit)
    }

    /// Returns the words of a name: letters and digits in lower case.
    private static func words(of name: String) -> [String] {
        name.asciiLowercased.utf8.split { !(0x61...0x7A).contains($0) && !(0x30...0x39).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the characters of a name that no scheme can have, each once, without spaces and punctuation, which separate
    /// words.
    package static func unusable(in name: String) -> [Character] {
        var seen: Set<Character> = []
        return Array(name).filter {
            !$0.isASCII && !$0.isWhitespace && !$0.isPunctuation && seen.insert($0).inserted
        }
    }

    /// Returns why `app` shouldn't claim `scheme`; `nil` if nothing is known against it.
    private func fault(of scheme: SchemeKey, for app: AppID?, among claims: [Claim]) -> String? {
        var others: [AppID] = []
        for claim in claims where claim.container != app && claim.app.id != app {
            if !others.contains(claim.container) { others.append(claim.container) }
        }
        if let first = others.first {
            let more = others.count == 1 ? "" : " and \(others.count - 1) more"
            return "claimed by \(first.text)\(more)"
        }
        let manifest = Manifest(origin: Place(path: ""), format: .xml, digest: "", app: app ?? .unknown(""))
        let declared = DeclaredScheme(index: 0, raw: scheme.text.string, resolved: scheme.text.string, span: .start)
        let type = URLType(index: 0, span: .start)
        switch SchemeClassification(declared, in: type, of: manifest, knowledge: knowledge) {
        case .placeholder: return "a placeholder from documentation or tutorials"
        case .reserved: return "opened by the system"
        case .foreign(let maker, _): return "belongs to \(maker.text)"
        case .sdk(let form): return "has the form of schemes for \(form.sdk)"
        case .generic(let row): return row.meaning
        case .registered: return "a public scheme, registered with IANA"
        case .own, nil:
            // Without an identity, the app may be the owner's, but it isn't likely.
            guard app == nil, let known = knowledge.known(scheme).first else { return nil }
            return known.category.isPublic ? "a public scheme, registered with IANA" : "belongs to \(known.owner)"
        }
    }
}

/// A scheme that may be suggested.
private struct Candidate {
    let text: String
    /// What speaks for it.
    let merit: String

    /// Whether it is a scheme that manifests can declare.
    var isUsable: Bool { text.utf8.count <= Limits.standard.schemeBytes && SchemeGrammar.isScheme(text) }

    /// Returns the candidates for an app whose scheme is for `words`, the best first.
    static func candidates(for app: AppID?, words: [String]) -> [Candidate] {
        var words = words
        var candidates: [Candidate] = []
        if case .known(let identifier)? = app {
            let identifier = identifier.string
            candidates.append(Candidate(text: identifier, merit: "the bundle identifier, which no other app has"))
            let labels = identifier.split(separator: ".").map(String.init)
            // The first label is a domain such as com. Of two labels, it may be the company.
            let names = labels.count > 2 || labels[0].utf8.count <= 3 ? Array(labels.dropFirst().prefix(2)) : labels
            let company = names.first ?? ""
            // Words that the identifier has already say nothing new.
            let rest = Array(words.drop(while: labels.contains))
            if !rest.isEmpty {
                let phrase = rest.joined(separator: "-")
                candidates.append(
                    Candidate(text: "\(identifier).\(phrase)", merit: "begins with the bundle identifier")
                )
                candidates.append(Candidate(text: "\(company)-\(phrase)", merit: "names the company"))
            }
            if words.count > 1, words.first == company {
                candidates.append(Candidate(text: words.joined(separator: "-"), merit: "names the company"))
                words = []
            }
            if names.count > 1 {
                candidates.append(Candidate(text: names.joined(separator: "-"), merit: "names the company and the app"))
            }
            if words.isEmpty, let product = names.last, rest.isEmpty { candidates.append(short(product)) }
        }
        if !words.isEmpty { candidates.append(short(words.joined(separator: "-"))) }
        if words.count > 1 { candidates.append(short(words.joined())) }
        return candidates
    }

    /// Returns longer schemes for `words`, for when the good ones are taken.
    static func variations(of words: [String], count: Int) -> [Candidate] {
        guard !words.isEmpty else { return [] }
        let phrase = words.joined(separator: "-")
        let texts = ["\(phrase)-app", "\(phrase)-link", "app-\(phrase)"] + (2...count).map { "\(phrase)-app-\($0)" }
        return texts.map { Candidate(text: $0, merit: "longer, so other developers are less likely to pick it") }
    }

    private static func short(_ text: String) -> Candidate {
        Candidate(text: text, merit: "short, but other developers may pick it, too")
    }
}
