import SchemeModel

/// What a declared scheme is, apart from its spelling. One cause, one finding: of all that could be said of a scheme, only
/// the first that holds is.
enum SchemeClassification {
    /// Something that stands where a scheme should.
    case placeholder(PlaceholderUse)
    /// The system's.
    case reserved
    /// Another maker's, which an SDK or an app wants to be queried.
    case foreign(Foreign)
    /// A form that an SDK asks each app for.
    case sdk(SDKScheme)
    /// One that anyone may pick.
    case generic(RemarkedScheme)
    /// A public one by IANA's list.
    case registered
    /// The app's own, as far as is known.
    case own

    /// A scheme of somebody else's.
    struct Foreign {
        /// Whose it is, in words.
        var owner: String
        /// The SDK that throws where an app declares it.
        var refusedBy: String?
        /// Whether the app is certainly not the owner's; `nil` where that is not known.
        var isStranger: Bool?
    }

    /// What `declared`, which stands in `type`, is in `manifest`; `nil` where it amounts to no text that could be judged.
    init?(_ declared: DeclaredScheme, in type: URLType, of manifest: Manifest, knowledge: Knowledge) {
        guard let text = declared.resolved, declared.state == .claimed || declared.state == .invalid else { return nil }
        if let use = PlaceholderUse(text, in: manifest, knowledge: knowledge) {
            self = .placeholder(use)
            return
        }
        guard let scheme = declared.key else { return nil }
        let known = knowledge.known(scheme)
        if known.contains(where: \.category.isReserved) {
            if manifest.app.isOwnedByApple {
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
        if let form, form.kind != .own {
            let ownership = Ownership(of: scheme, by: form.owner, claimedBy: manifest, in: type, knowledge: knowledge)
            let refusedBy = form.kind == .refused ? form.sdk : nil
            self = .foreign("\(form.owner) (\(form.sdk))", refusedBy: refusedBy, ownership)
            return
        }
        if let row = known.first(where: { $0.category.isPrivate && $0.concerns(manifest) }) {
            let ownership = Ownership(of: scheme, by: row.owner, claimedBy: manifest, in: type, knowledge: knowledge)
            self = .foreign(row.owner, refusedBy: nil, ownership)
            return
        }
        if let form {
            self = .sdk(form)
        } else if let row = knowledge.generic(scheme) {
            self = .generic(row)
        } else if knowledge.defaults(scheme).contains(where: { $0.entitlement != nil }) {
            // Apple asks browsers, mail clients and the like to declare it, in whatever role.
            self = .own
        } else if let row = known.first(where: \.category.isRegistered) {
            let ownership = Ownership(of: scheme, by: row.owner, claimedBy: manifest, in: type, knowledge: knowledge)
            self = ownership == .own ? .own : .registered
        } else {
            self = .own
        }
    }

    /// A scheme that belongs to `owner`, unless it is the app's own, or nothing can be said.
    private static func foreign(_ owner: String, refusedBy sdk: String?, _ ownership: Ownership) -> SchemeClassification
    {
        switch ownership {
        case .own: .own
        case .undecided where sdk == nil: .own
        case .undecided, .unsure: .foreign(Foreign(owner: owner, refusedBy: sdk, isStranger: nil))
        case .stranger: .foreign(Foreign(owner: owner, refusedBy: sdk, isStranger: true))
        }
    }
}

extension KnownScheme {
    /// Whether it says something about an app that runs where `manifest` does.
    fileprivate func concerns(_ manifest: Manifest) -> Bool {
        manifest.reach.platforms.isEmpty || !platforms.isDisjoint(with: manifest.reach.platforms)
    }
}

extension Manifest {
    /// Whether declaring `text` would bring no finding of its own about the scheme: it is the app's own or what an SDK asks for,
    /// and its companions are there.
    func canIntroduce(_ text: String, knowledge: Knowledge) -> Bool {
        let span = ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0))
        let declared = DeclaredScheme(index: 0, raw: text, resolved: text, span: span)
        let type = URLType(index: 0, span: span)
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

/// A declared scheme and what it is.
struct ClassifiedScheme {
    /// The declaration.
    let declaration: Declaration
    /// What it is.
    let standing: SchemeClassification
    /// How the app's code compares it.
    var comparison = CaseComparison.unknown

    /// How code compares a scheme, as far as that is seen.
    enum CaseComparison: Hashable {
        /// It is not seen to compare the scheme, or some comparison is not understood.
        case unknown
        /// All comparisons ignore upper and lower case.
        case ignoresCase
        /// The one that is given can only be true for a scheme with upper-case letters.
        case requiresCapitals(SchemeComparison)
    }
}

/// A rule over one manifest that judges by what its declared schemes are, which is found out once for all such rules.
protocol DeclaredSchemeRule: ManifestRule {
    /// The findings, in order of place.
    ///
    /// - Parameter schemes: the declared schemes of `manifest` of which there may be something to say, in order.
    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding]
}

extension DeclaredSchemeRule {
    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        findings(about: manifest.classifiedSchemes(knowledge), in: manifest, knowledge: knowledge)
    }
}

extension Manifest {
    /// The declared schemes of ``judgedURLTypes`` of which there may be something to say, in order, with what they are.
    func classifiedSchemes(_ knowledge: Knowledge) -> [ClassifiedScheme] {
        var judged: [ClassifiedScheme] = []
        for type in judgedURLTypes {
            for scheme in type.schemes {
                guard let standing = SchemeClassification(scheme, in: type, of: self, knowledge: knowledge) else {
                    continue
                }
                // Nearly all schemes are an app's own, in lower case.
                if case .own = standing, !scheme.hasCapitals { continue }
                judged.append(
                    ClassifiedScheme(declaration: Declaration(type: type, scheme: scheme), standing: standing)
                )
            }
        }
        return judged
    }
}

extension DeclaredScheme {
    /// Whether it has upper-case letters.
    fileprivate var hasCapitals: Bool { (resolved ?? raw).utf8.contains { (0x41...0x5A).contains($0) } }
}
