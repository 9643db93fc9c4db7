import SchemeModel

extension TargetResolver {
    /// Adds the granted entitlements, with the values that rules need, and the places of associated domains.
    /// They stay unknown if they can't be determined.
    ///
    /// The values of granted entitlements are neither false nor empty. Those of an app that may become a default app are
    /// unknown if a build script may change them.
    func addEntitlements(
        of target: XcodeProject.Target,
        to manifest: inout Manifest,
        _ scope: SettingScope,
        _ found: inout TargetIrregularities
    ) {
        let file = scope.evaluate("CODE_SIGN_ENTITLEMENTS")
        guard file.state != .unknown else {
            guard manifest.mayBecomeDefaultApp else { return }
            return found.noteUnknownEntitlements(file)
        }
        guard !file.value.isEmpty else {
            manifest.entitlements = []
            return
        }
        let place = scopes.place(ofPathFrom: file.from)
        let path = spelled(path(file.value), by: target.writtenEntitlements?.path, at: place)
        if let written = target.writtenEntitlements, written.path == path {
            // An unknown entitlement may decide about a default app.
            let isKnown = written.isWhole || !manifest.mayBecomeDefaultApp
            if isKnown { set(written.granted, written.domains, in: &manifest, scope) }
            return
        }
        switch manifests.propertyList(at: path) {
        case .parsed(let parsed):
            let isChanged = manifest.mayBecomeDefaultApp && manifests.buildScripts.mayChange(entitlements: path)
            guard !isChanged else {
                return found.noteUnknownEntitlements(because: "a script in this repository may change them")
            }
            let root = parsed.document.root
            let domains = HeldEntitlements.domains(in: root) { origin.place(path, $0) }
            set(HeldEntitlements.of(root.value) ?? [], domains, in: &manifest, scope)
        case .absent:
            found.missing(origin.shown(path), at: file.from.first)
            guard manifest.mayBecomeDefaultApp else { return }
            found.noteUnknownEntitlements(because: "'\(origin.shown(path).display)' is missing")
        case .malformed(let irregularity, _, _):
            let place = origin.place(path, irregularity.span.focus)
            let cause = irregularity.cause ?? "they are invalid"
            reports.add(malformed: "the entitlements cannot be read: \(cause)", at: place)
        case .unreadable:
            return
        }
    }

    /// Adds the team that signs an app with universal links, if it is known.
    func addTeam(to manifest: inout Manifest, _ scope: SettingScope) {
        guard manifest.kind.isApplication, manifest.hasUniversalLinks == true else { return }
        let team = scope.evaluate("DEVELOPMENT_TEAM")
        guard team.state == .defined, team.undefined.isEmpty, team.value.isTeamIdentifier, let place = team.from.first,
            scopes.absentOverride(of: team.from) == nil
        else { return }
        manifest.companions.append(Manifest.Companion(.fact(.team), value: team.value, place: place))
    }

    /// Sets the entitlements, with the values of known settings in domains.
    private func set(
        _ entitlements: [Entitlement]?,
        _ domains: [Manifest.Companion],
        in manifest: inout Manifest,
        _ scope: SettingScope
    ) {
        func resolved(_ text: String) -> String {
            guard VariableReference.first(in: text) != nil else { return text }
            let result = scope.evaluate(text: text)
            return result.state == .defined && result.undefined.isEmpty ? result.value : text
        }
        manifest.entitlements = entitlements.map { written in
            let domains = ByteString(Manifest.associatedDomainsEntitlement)
            let known = written.map { one in
                one.name == domains ? Entitlement(domains, one.value.map { ByteString(resolved($0.string)) }) : one
            }
            return known == written ? written : Set(known).sorted()
        }
        manifest.companions += domains.map { domain in
            var domain = domain
            domain.value = resolved(domain.value)
            return domain
        }
        manifest.companions.sort { $0.place < $1.place }
    }
}

extension Manifest {
    /// The entitlements of apps that users can choose as default.
    static let defaultAppEntitlements = ["calling-app", "dialing-app", "mail-client", "messaging-app", "web-browser"]
        .map { "com.apple.developer.\($0)" }

    /// Whether it claims a scheme of apps that users can choose as default, which need an entitlement.
    var mayBecomeDefaultApp: Bool {
        urlTypes.contains { type in
            type.schemes.contains { scheme in
                scheme.key.map { ["http", "https", "mailto", "tel", "im"].contains($0.text.string) } ?? false
            }
        }
    }
}
