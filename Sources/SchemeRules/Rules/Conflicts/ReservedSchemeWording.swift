import SchemeModel

extension ReservedSchemeClash {
    /// The message: who owns the scheme, according to whom, and what is missing to claim it.
    var message: String {
        // The user chooses the app only among those that have the entitlement.
        let isChosen = !unsettled.isEmpty || !missing.isEmpty
        let verb = isChosen ? "opens \(owner.owner), or the app that the user chose," : "belongs to \(owner.owner)"
        var text = "scheme '\(scheme)' \(verb) on \(Wording.list(platforms)) (\(owner.evidenceName))"
        if isUnplaced, !unsettled.isEmpty, unsettledCause == nil, missing.isEmpty {
            return text + "; this app's platform and entitlements are unknown"
        }
        if isUnplaced {
            let owned = platforms.platforms.count == 1 ? "it" : "one of them"
            text += "; it is unknown whether this app is for \(owned)"
        }
        if !unsettled.isEmpty {
            text += "; it requires an entitlement, and the app's entitlements are unknown"
            if let unsettledCause { text += " because \(unsettledCause)" }
        }
        if !missing.isEmpty {
            let names = Wording.list(missing, "or")
            if let lackingConfigurations {
                return text + "; the entitlement \(names) is missing in some configurations: \(lackingConfigurations)"
            }
            text +=
                isAmendable
                ? "; the app's entitlements in this project do not include \(names)"
                : "; the app does not have the entitlement \(names)"
        }
        return text
    }

    /// The hint: what to do.
    ///
    /// - Parameter isPublic: Whether the scheme is a public one. Other apps open it, so the app can't replace it.
    func hint(in manifest: Manifest, isPublic: Bool) -> String {
        if !unsettled.isEmpty {
            return "remove '\(scheme)', unless the signed app has the entitlement \(Wording.list(unsettled, "or"))"
        }
        if lackingConfigurations != nil {
            return "check that the configuration of releases has the entitlement"
        }
        if !missing.isEmpty, isAmendable {
            return "remove the scheme, unless the release build adds the entitlement, which Apple grants"
        }
        if !missing.isEmpty {
            return "remove it, or sign the app with the entitlement \(Wording.list(missing, "or")), which Apple grants"
        }
        if isPublic, severity == .error { return "remove it" }
        if isPublic {
            return "accept the finding if '\(scheme)' URLs reach the app; otherwise remove it"
        }
        return "use universal links, or \(Wording.ownScheme(of: manifest))"
    }
}

extension KnownScheme {
    /// The evidence that the scheme is owned.
    fileprivate var evidenceName: String {
        switch category {
        case .appleDocumented where confidence == .high: "documented by Apple"
        case .appleDocumented: "documented by Apple, \(confidence.rawValue) confidence"
        case .browser: "used inside web engines, \(confidence.rawValue) confidence"
        default: "seen on Apple's systems, \(confidence.rawValue) confidence"
        }
    }
}
