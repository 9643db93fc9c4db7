import SchemeModel

/// The kind of a declared scheme, apart from its spelling. Only the first kind that applies is reported, so that each
/// cause has one finding.
enum SchemeClassification {
    case placeholder(PlaceholderUse)
    /// A scheme of the system.
    case reserved
    /// A scheme of another maker, which apps should query rather than declare. The app is certainly not the maker's, or that
    /// is unknown.
    case foreign(SchemeMaker, isStranger: Bool)
    /// A form that an SDK requires.
    case sdk(SDKScheme)
    /// A generic word.
    case generic(FlaggedScheme)
    /// A public scheme registered with IANA.
    case registered
    /// The app's own scheme, as far as is known.
    case own

    /// Classifies `declared` in the URL type `type` of `manifest`; `nil` if its text is unknown or invalid.
    init?(_ declared: DeclaredScheme, in type: URLType, of manifest: Manifest, knowledge: Knowledge) {
        guard let text = declared.resolved, declared.state == .claimed || declared.state == .invalid else { return nil }
        if let use = PlaceholderUse(text, in: manifest, knowledge: knowledge) {
            self = .placeholder(use)
            return
        }
        guard let scheme = declared.key else { return nil }
        let known = knowledge.known(scheme)
        if known.contains(where: \.category.isReserved) {
            if manifest.isOwnedByApple {
                self = .own
                return
            }
            if ReservedSchemeClash(of: scheme, in: manifest, knowledge: knowledge) != nil {
                self = .reserved
                return
            }
        }
        if knowledge.isSharedByDesign(scheme) {
            self = .own
            return
        }
        let form = knowledge.sdkScheme(scheme)
        if let maker = SchemeMaker(form, known, on: manifest.deviceSupport.platforms) {
            let ownership = Ownership(of: scheme, by: maker.owner, claimedBy: manifest, in: type, knowledge: knowledge)
            self = .foreign(maker, ownership)
            return
        }
        if let form {
            self = .sdk(form)
        } else if let row = knowledge.generic(scheme) {
            self = .generic(row)
        } else if knowledge.defaults(scheme).contains(where: { $0.entitlement != nil }) {
            // Apple requires browsers, mail clients and similar apps to declare it, with any role.
            self = .own
        } else if let row = known.first(where: \.category.isRegistered) {
            let ownership = Ownership(of: scheme, by: row.owner, claimedBy: manifest, in: type, knowledge: knowledge)
            self = ownership == .own ? .own : .registered
        } else {
            self = .own
        }
    }

    /// Returns the classification of a scheme that belongs to `maker`: the app's own if the app is the maker's or
    /// unknown.
    private static func foreign(_ maker: SchemeMaker, _ ownership: Ownership) -> SchemeClassification {
        switch ownership {
        case .own: .own
        case .undecided where maker.refusedBy == nil: .own
        case .undecided, .unsure: .foreign(maker, isStranger: false)
        case .stranger: .foreign(maker, isStranger: true)
        }
    }
}

extension Manifest {
    /// Whether declaring `text` would cause no findings: it is the app's own scheme or one that an SDK requires, and
    /// its companions exist.
    func canIntroduce(_ text: String, knowledge: Knowledge) -> Bool {
        let declared = DeclaredScheme(index: 0, raw: text, resolved: text, span: .start)
        let type = URLType(index: 0, span: .start)
        switch SchemeClassification(declared, in: type, of: self, knowledge: knowledge) {
        case .own: return text == text.asciiLowercased
        case .sdk(let form):
            let queried = Set(queriesSchemes.map { SchemeKey($0.value) })
            return !form.isRetired && (form.keepsCase || text == text.asciiLowercased)
                && form.queries.allSatisfy { queried.contains(SchemeKey($0)) }
        default: return false
        }
    }
}

/// A declared scheme and its kind.
struct ClassifiedScheme {
    let declaration: Declaration
    /// The kind.
    let classification: SchemeClassification
    /// How the app's code compares it.
    var comparison = CaseComparison.unknown
    /// Whether the app's code uses the SDK that the scheme is for; `nil` if that is unknown.
    var usesSDK: Bool?

    /// How code compares a scheme.
    enum CaseComparison: Hashable {
        /// Some of the code was not read, or some comparisons are not understood.
        case unknown
        /// There is no comparison, or all ignore case.
        case ignoresCase
        /// The comparison is only true for a scheme with upper-case letters.
        case requiresCapitals(SchemeComparison)
    }
}

/// A rule about one manifest that uses the kinds of its declared schemes, which are determined once for all rules.
protocol DeclaredSchemeRule: ManifestRule {
    /// Returns the findings, ordered by place.
    ///
    /// - Parameter schemes: The potentially interesting declared schemes of `manifest`, in order.
    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding]
}

extension DeclaredSchemeRule {
    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        findings(about: manifest.classifiedSchemes(knowledge), in: manifest, knowledge: knowledge)
    }
}

extension Manifest {
    /// Returns the potentially interesting schemes in ``checkedURLTypes`` with their kinds, in order.
    func classifiedSchemes(_ knowledge: Knowledge) -> [ClassifiedScheme] {
        var classified: [ClassifiedScheme] = []
        for type in checkedURLTypes {
            for scheme in type.schemes {
                guard let classification = SchemeClassification(scheme, in: type, of: self, knowledge: knowledge) else {
                    continue
                }
                // Most schemes are an app's own, in lower case.
                if case .own = classification, !scheme.hasCapitals { continue }
                classified.append(
                    ClassifiedScheme(
                        declaration: Declaration(type: type, scheme: scheme),
                        classification: classification
                    )
                )
            }
        }
        return classified
    }
}

extension DeclaredScheme {
    /// Whether it has upper-case letters.
    fileprivate var hasCapitals: Bool { (resolved ?? raw).utf8.contains { (0x41...0x5A).contains($0) } }
}
