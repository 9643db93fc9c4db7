import SchemeModel

/// Creates the finding about an undefined target for one app.
struct UndefinedTargetReport {
    /// The claim of the app or of an embedded product.
    var claim: Claim
    var app: App
    var scheme: SchemeKey
    /// The rank of the severity.
    var rank: Int
    /// Whether the collision is certain.
    var isCertain: Bool
    /// The behavior of two apps that share a scheme of this form, by the SDK that defines it.
    var sharing: String?
    /// The maker that the scheme belongs to; `nil` if there is none.
    var maker: Claim.Maker?
    /// The claims of the first other apps, one for each.
    var others: [Other] = []
    /// The number of other apps.
    var othersCount = 0

    /// The claim of another app, and the collision with it.
    struct Other {
        let claim: Claim
        let relation: Collisions.Relation
        /// The maker that the scheme belongs to; `nil` if there is none.
        let maker: Claim.Maker?
        /// The claiming app as named in messages.
        let name: String
        /// The claim as listed in findings.
        let related: Finding.Related

        init(claim: Claim, app: App, relation: Collisions.Relation, maker: Claim.Maker?) {
            self.claim = claim
            self.relation = relation
            self.maker = maker
            let isEmbedded = claim.app.id != app.id
            name = Wording.app(claim.app) + (isEmbedded ? " in \(Wording.app(app))" : "")
            let role = claim.role.map { " as \(Wording.brief($0))" } ?? ""
            related = Finding.Related(
                app: app,
                place: claim.place,
                message: "\(name) claims '\(claim.declared.resolved ?? "")'\(role)"
            )
        }
    }

    /// Returns the finding for the rule with the id `rule`.
    func finding(of rule: String) -> Finding {
        let (message, mention) = wording
        var finding = Finding(
            rule: rule,
            severity: Severity(rank: rank),
            message: message,
            hint: hint,
            app: app,
            scheme: scheme,
            place: claim.place,
            related: others.map(\.related),
            certainty: isCertain ? .certain : .possible,
            subject: scheme.text.string
        )
        finding.relatedCount = othersCount
        finding.group = .collision(scheme)
        finding.addOrigins(of: claim.declared)
        finding.mention = mention
        finding.sharedIdentifier = sharingCount > 0 ? claim.identifier : nil
        return finding
    }

    /// The message, and the place mentioned in it.
    private var wording: (message: String, mention: Finding.Mention?) {
        guard let first = others.first else { return ("which app opens '\(scheme)' is undefined", nil) }
        var text = "scheme '\(scheme)'"
        let isEmbedded = claim.app.id != app.id
        if isEmbedded || claim.profile.adopts {
            let who = isEmbedded ? "the embedded \(Wording.app(claim.app))" : "this app"
            text += ", which \(who) \(claim.profile.adopts ? "adopts as Viewer" : "claims"),"
        }
        text += " is also claimed by \(first.name)"
        let place = Wording.place(first.claim.place, from: claim.place)
        let mention = Finding.Mention(
            place: first.claim.place,
            offset: text.utf8.count + 2,
            length: place.utf8.count
        )
        text += " (\(place))"
        if first.claim.profile.adopts { text += " as Viewer" }
        if othersCount > 1 { text += " and \(Wording.count(othersCount - 1, "other app"))" }
        let circumstance = circumstance(first)
        text +=
            circumstance.isEmpty
            ? "; which app opens its URLs is undefined"
            : "; \(circumstance)it is undefined which app opens its URLs"
        if sharingCount > 0 {
            let identifier = Wording.quoted(claim.identifier)
            let isMore = sharingCount == others.count && othersCount > others.count
            let others = (isMore ? "at least " : "") + Wording.count(sharingCount, "other app")
            text +=
                othersCount > 1
                ? "; its CFBundleURLName \(identifier) is also that of \(others)"
                : "; both have the CFBundleURLName \(identifier)"
        }
        return (text, mention)
    }

    /// Returns why the collision with `other` is only possible, to precede "it is undefined"; empty if it is certain.
    private func circumstance(_ other: Other) -> String {
        if other.relation.isCertain { return "" }
        let mine = claim.profile.deviceSupport.platforms
        let theirs = other.claim.profile.deviceSupport.platforms
        if mine.isEmpty || theirs.isEmpty {
            let unknown =
                mine.isEmpty ? (theirs.isEmpty ? "their platforms are" : "this app's platform is") : "its platform is"
            return "\(unknown) unknown; if both are installed on the same device, "
        }
        let devices = other.relation.devices.platforms.map(\.deviceName)
        return "on \(Wording.list(devices, "or")), where iOS apps can run, "
    }

    /// The number of ``others`` with the same identifier, which Apple intends to tell apps apart.
    private var sharingCount: Int {
        guard let mine = claim.identifier, !mine.isEmpty, VariableReference.first(in: mine) == nil else { return 0 }
        return others.count { other in other.claim.identifier.map { ByteString($0) == ByteString(mine) } ?? false }
    }

    /// The hint. The apps of a pair have the same one, unless one of them has an unknown identity.
    private var hint: String {
        if !claim.app.id.isKnown {
            let file = claim.place.path
            return file.isExpoConfiguration
                ? "set ios.bundleIdentifier in \(file.lastComponent.display)"
                : "if they are the same app, set its bundle identifier with --bundle-id PATH=ID"
        }
        if let sharing, !claim.profile.adopts { return sharing }
        let all = [(Wording.app(app), claim, maker)] + others.map { ($0.name, $0.claim, $0.maker) }
        let foreign = all.filter { $0.2?.isOther == true }
        if let owner = foreign.first?.2 {
            if foreign.count == all.count { return KnownSchemeRule.hint }
            let who = foreign.count < 3 ? Wording.list(foreign.map(\.0).sorted()) : "the apps of other makers"
            return "remove it from \(who), since it belongs to \(owner.text)"
        }
        func names(adopting: Bool) -> [String] { all.filter { $0.1.profile.adopts == adopting }.map(\.0).sorted() }
        let (adopting, defining) = (names(adopting: true), names(adopting: false))
        // IANA also lists schemes of one maker, such as spotify.
        if claim.profile.isPublic, !defining.isEmpty, all.allSatisfy({ $0.2 == nil }) {
            let whose = defining.count < all.count && defining.count < 3 ? " of \(Wording.list(defining))" : ""
            return
                "set the role\(whose) to Viewer, since the scheme is public; accept the finding if all of these apps should open it"
        }
        // Of two apps that define a scheme, one has to change, whatever apps adopt it.
        guard claim.profile.adopts || !adopting.isEmpty && defining.count == 1 else {
            return "use universal links, or a scheme that contains the bundle identifier"
        }
        guard !defining.isEmpty else {
            return
                "accept the finding if all of these apps (role Viewer) should open the URLs, or keep the scheme in one"
        }
        let who = adopting.count < 3 ? "\(Wording.list(adopting)) (role Viewer)" : "the apps with the role Viewer"
        return "accept the finding if \(who) should also open the URLs, or remove the scheme there"
    }
}

extension Platform {
    /// The kind of device in words.
    fileprivate var deviceName: String {
        switch self {
        case .iOS: "an iPhone or iPad"
        case .macOS: "a Mac"
        case .tvOS: "an Apple TV"
        case .watchOS: "an Apple Watch"
        case .visionOS: "an Apple Vision Pro"
        }
    }
}
