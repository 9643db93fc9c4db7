import SchemeModel

/// What a declared scheme is, apart from its spelling. One cause, one finding: of all that could be said of a scheme, only
/// the first that holds is.
enum SchemeStanding {
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
        /// Whether the app is surely not the owner's; `nil` where the identifiers of either are not known.
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
            if manifest.app.isApples {
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
            let owns = manifest.isOwned(by: form.owner, claiming: scheme, in: type, knowledge: knowledge)
            self =
                owns == true
                ? .own
                : .foreign(
                    Foreign(
                        owner: "\(form.owner) (\(form.sdk))",
                        refusedBy: form.kind == .refused ? form.sdk : nil,
                        isStranger: owns.map { !$0 }
                    )
                )
            return
        }
        if let row = known.first(where: { $0.category.isPrivate && $0.concerns(manifest) }) {
            let owns = manifest.isOwned(by: row.owner, claiming: scheme, in: type, knowledge: knowledge)
            self =
                owns == true
                ? .own
                : .foreign(Foreign(owner: row.owner, refusedBy: nil, isStranger: owns.map { !$0 }))
            return
        }
        if let form {
            self = .sdk(form)
        } else if let row = knowledge.generic(scheme) {
            self = .generic(row)
        } else if let row = known.first(where: \.category.isPublic) {
            let owns = manifest.isOwned(by: row.owner, claiming: scheme, in: type, knowledge: knowledge)
            self = owns == true ? .own : .registered
        } else {
            self = .own
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
    /// Whether the app is one of `owner`; `nil` where nothing says.
    ///
    /// The bundle identifier decides where it and the owner's are known. Else the app is the owner's where it bears the
    /// owner's name, or where its identifiers have the scheme as a part: `com.valvesoftware.steam` is Steam.
    fileprivate func isOwned(
        by owner: String,
        claiming scheme: SchemeKey,
        in type: URLType,
        knowledge: Knowledge
    ) -> Bool? {
        let owns = knowledge.owns(app, owner: owner)
        if owns == true { return true }
        if app.isKnown, let owns { return owns }
        let identifier = type.identifier?.value ?? ""
        if let named = AppID(bundleIdentifier: identifier), knowledge.owns(named, owner: owner) == true { return true }
        let bare = owner.split(separator: " (").first.map { String($0).asciiLowercased } ?? ""
        if [displayName, name].contains(where: { $0?.asciiLowercased == bare }) { return true }
        if case .known(let bundle) = app,
            bundle.string.split(separator: ".").contains(where: { ByteString(String($0)) == scheme.text })
        {
            return true
        }
        return nil
    }

    /// Whether `text` contains the app's own bundle identifier, whatever its case.
    func containsBundleIdentifier(_ text: String) -> Bool {
        guard case .known(let identifier) = app else { return false }
        let (text, part) = (Array(text.asciiLowercased.utf8), Array(identifier.string.utf8))
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}

/// A declared scheme and what it is.
struct JudgedScheme {
    /// The declaration.
    let declaration: Declaration
    /// What it is.
    let standing: SchemeStanding
    /// Whether the app's code is seen to compare it, and never minds upper and lower case.
    var isFoldedInCode = false
}

/// A rule over one manifest that judges by what its declared schemes are, which is found out once for all such rules.
protocol StandingRule: ManifestRule {
    /// The findings, in order of place.
    ///
    /// - Parameter schemes: the declared schemes of `manifest` of which there may be something to say, in order.
    func findings(about schemes: [JudgedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding]
}

extension StandingRule {
    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        findings(about: manifest.judgedSchemes(knowledge), in: manifest, knowledge: knowledge)
    }
}

extension Manifest {
    /// The declared schemes of ``judgedURLTypes`` of which there may be something to say, in order, with what they are.
    func judgedSchemes(_ knowledge: Knowledge) -> [JudgedScheme] {
        var judged: [JudgedScheme] = []
        for type in judgedURLTypes {
            for scheme in type.schemes {
                guard let standing = SchemeStanding(scheme, in: type, of: self, knowledge: knowledge) else { continue }
                // Nearly all schemes are an app's own, in lower case.
                if case .own = standing, !scheme.hasCapitals { continue }
                judged.append(
                    JudgedScheme(declaration: Declaration(type: type, scheme: scheme), standing: standing)
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
