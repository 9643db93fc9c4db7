import SchemeModel

/// The association file of an app's domain doesn't let links open the app.
struct UnlistedLinkAppRule: DomainRule {
    let description = RuleDescription(
        id: "unlisted-link-app",
        section: .delivery,
        severity: .error,
        traits: [.mergesWildcards],
        summary: """
            apps missing from their website's association file, and links that the file excludes or doesn't match
            """,
        why: """
            A universal link opens an app only if both sides agree: the app's entitlements contain the domain, and the \
            website's `apple-app-site-association` file lists the app. Otherwise the link opens in the browser.
            """,
        reportedWhen: """
            Reported at the domain in the app's entitlements if the domain's association file is known and doesn't \
            list the app in `details`, or lists it only with an Application Identifier Prefix that differs from the \
            signed app's. This is an error for signed apps, and a warning in projects, since a fork or a variant may be \
            signed by somebody who doesn't own the domain. For a wildcard such as `*.acme.com`, the file of `acme.com` decides; the finding is a \
            warning, because older texts from Apple name the files of the subdomains. If the app has both `acme.com` \
            and `*.acme.com`, one finding covers both.

            In a project, the prefix is compared with `DEVELOPMENT_TEAM`, if that is the same in all configurations of the \
            target. This is a note, since releases may be signed by another team or with an older App ID prefix. If the domain of \
            a file is unknown, its prefix is compared with the team of the same source, and the finding is at the prefix.

            Also reported at an `OpenURLIntent`, or a link in a widget or Live Activity, to one of the app's own domains \
            if no entry of the file lets the link open the app. This is a note: a tap in a widget or Live Activity reaches \
            the app anyway, and an intent may open a page in the browser on purpose.

            \(AssociationFile.originOfDomain)
            """,
        notReportedWhen: """
            Not reported for domains with `?mode=`, for prefixes that a program fills in, for apps that only developers or \
            testers install, for apps with an unknown identity, or if part of the file can't be interpreted. Calls to \
            `openURL` in the app itself are not checked, since the system opens an app's own universal links in the \
            browser.
            """,
        fix: """
            Add the application identifier, such as `K9QX2M7RT4.com.acme.wallet`, to `appIDs` in the association file, \
            or remove the domain from the entitlements. If a link is excluded or doesn't match, change the link, or the \
            app's entries in the file.
            """,
        sources: [
            .init(
                "Supporting associated domains: the apps in the file must have a matching entitlement",
                "https://developer.apple.com/documentation/xcode/supporting-associated-domains",
                seen: "2026-11-24"
            ),
            .associationHosts,
            .init(
                "applinks.Details: the application identifier is <Application Identifier Prefix>.<Bundle Identifier>",
                "https://developer.apple.com/documentation/bundleresources/applinks/details-swift.dictionary",
                seen: "2026-11-24"
            ),
            .init(
                "OpenURLIntent: opens a universal link",
                "https://developer.apple.com/documentation/appintents/openurlintent",
                seen: "2026-11-23"
            ),
        ],
        examples: [
            .init(
                "A website that lists another app",
                .app("Wallet", of: "com.acme.wallet", domains: ["↓applinks:acme.com"])
                    + [.association(#"{ "appIDs": ["K9QX2M7RT4.com.acme.driver"], "components": [{ "/": "/*" }] }"#)]
            ),
            .init(
                "A website without universal links",
                .app("Wallet", of: "com.acme.wallet", domains: ["↓applinks:acme.com"])
                    + [
                        .init(
                            "acme.com/apple-app-site-association",
                            #"{ "webcredentials": { "apps": ["K9QX2M7RT4.com.acme.wallet"] } }"# + "\n"
                        )
                    ]
            ),
            .init(
                "A wildcard, for which the file of acme.com decides",
                .app("Wallet", of: "com.acme.wallet", domains: ["↓applinks:*.acme.com"])
                    + [.association(#"{ "appIDs": ["K9QX2M7RT4.com.acme.driver"], "components": [{ "/": "/*" }] }"#)]
            ),
            .init(
                "A website that lists the app of another team",
                .app("Wallet", of: "com.acme.wallet", team: "FGHIJ67890", domains: ["↓applinks:acme.com"])
                    + [.association(#"{ "appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [{ "/": "/*" }] }"#)]
            ),
            .init(
                "The app of another team in a file of an unknown domain",
                .app("Wallet", of: "com.acme.wallet", team: "FGHIJ67890", domains: ["applinks:acme.com"])
                    + [.association(of: "site", #"{ "appIDs": [↓"K9QX2M7RT4.com.acme.wallet"], "paths": ["*"] }"#)]
            ),
            .init(
                "A link in a widget that the website excludes",
                .app(
                    "Wallet",
                    of: "com.acme.wallet",
                    domains: ["applinks:acme.com"],
                    code: ExampleCode.widget(#"Text("Help").↓widgetURL(URL(string: "https://acme.com/help/7"))"#).text
                )
                    + [
                        .association(
                            """
                            { "appIDs": ["K9QX2M7RT4.com.acme.wallet"],
                                    "components": [{ "/": "/help/*", "exclude": true }, { "/": "/*" }] }
                            """
                        )
                    ]
            ),
            .init(
                "A website that lists the app",
                .app(
                    "Wallet",
                    of: "com.acme.wallet",
                    domains: ["applinks:acme.com"],
                    code: ExampleCode.widget(#"Text("Pay").widgetURL(URL(string: "https://acme.com/pay/7"))"#).text
                )
                    + [.association(#"{ "appID": "K9QX2M7RT4.com.acme.wallet", "paths": ["NOT /help/*", "*"] }"#)]
            ),
            .init(
                "Association files of another and of an unknown domain",
                .app(
                    "Wallet",
                    of: "com.acme.wallet",
                    team: "FGHIJ67890",
                    domains: ["applinks:acme.com", "applinks:*.acme.org"]
                )
                    + [
                        .association(of: "www.acme.org", #"{ "appIDs": ["K9QX2M7RT4.com.acme.driver"] }"#),
                        .association(
                            of: "site",
                            #"{ "appIDs": ["K9QX2M7RT4.com.acme.wallet", "FGHIJ67890.com.acme.wallet"] }"#
                        ),
                    ]
            ),
        ]
    )

    func findings(in group: DomainGroup) -> [Finding] {
        let files = group.files.deciding(on: group.pattern)
        let claims = group.claims.filter {
            $0.domain.pattern == group.pattern && $0.isOfReleasedApp && group.isSubject($0)
        }
        func app(_ claim: DomainClaim) -> [ByteString] {
            [ByteString(claim.claim.place.source ?? ""), claim.claim.app.id.text]
        }
        let byApp = Dictionary(grouping: claims, by: app)
        guard !files.isEmpty else {
            return byApp.values.compactMap { finding(about: $0, in: group.files) }.sorted { $0.place < $1.place }
        }
        guard files.allSatisfy(\.contents.isWhole) else { return [] }
        let apps = files.flatMap(\.contents.listedApps)
        let listed = Dictionary(grouping: apps.filter { $0.app != nil }, by: { $0.app ?? .unknown("") })
        var reported: Set<[ByteString]> = []
        return claims.compactMap { claim in
            let id = claim.claim.app.id
            let named = listed[id] ?? []
            // Another project of the source may sign the app that is released.
            let other = claim.prefix == nil ? byApp[app(claim)]?.otherPrefix(in: named) : nil
            let isNamed = other == nil && named.contains { $0.names(id, prefix: claim.prefix) }
            guard !isNamed, reported.insert([id.text, ByteString(claim.claim.place.path.display)]).inserted else {
                return nil
            }
            return finding(about: claim, named: named.first?.prefix, by: files, of: group.pattern)
        }
    }

    /// Returns the finding about files of unknown hosts that list an app of the same source, unless one lists it with the
    /// prefix that signs it.
    ///
    /// - Parameter claims: The claims of the app in the source.
    private func finding(about claims: [DomainClaim], in files: AssociationFiles) -> Finding? {
        guard let claim = claims.first(where: { $0.signer != nil }) else { return nil }
        let app = claim.claim.app
        let files = files[.app(app.id)].filter { file in
            file.origin.source.map { ByteString($0) } == claim.claim.place.source.map { ByteString($0) }
                && !file.origin.path.isTestCode && !file.origin.path.isSampleCode
        }
        let named = files.flatMap { file in file.contents.listedApps.filter { $0.app == app.id }.map { (file, $0) } }
        guard files.allSatisfy(\.contents.isWhole), let (file, listed) = named.first,
            let other = claims.otherPrefix(in: named.map(\.1))
        else { return nil }
        return Finding(
            rule: description.id,
            severity: .note,
            message: "the file \(claim.listing(under: other))",
            hint: claim.hintAboutTeam,
            app: app,
            place: file.place(listed.range),
            certainty: .possible,
            subject: listed.identifier
        )
    }

    /// - Parameter other: The Application Identifier Prefix with which the file lists the app; `nil` if it doesn't.
    private func finding(
        about claim: DomainClaim,
        named other: String?,
        by files: [AssociationFile],
        of pattern: DomainPattern
    ) -> Finding {
        let app = claim.claim.app
        let host = Wording.brief(pattern.associationHost)
        let message =
            other.map { "the association file of \(host) \(claim.listing(under: $0))" }
            ?? "the association file of \(host) does not list \(Wording.app(app))"
        let isOtherTeam = other != nil && claim.prefix == nil
        return Finding(
            rule: description.id,
            // Whoever releases the app may sign it with another team, or with an older prefix.
            severity: isOtherTeam ? .note : pattern.isWildcard || claim.prefix == nil ? .warning : .error,
            message: message + "; universal links to \(Wording.brief(pattern.text)) "
                + (isOtherTeam ? "may open in the browser" : "open in the browser"),
            hint: isOtherTeam
                ? claim.hintAboutTeam
                : "add '\(claim.identifier)' to 'appIDs' in the association file, or remove the domain",
            app: app,
            scheme: nil,
            place: claim.claim.place,
            related: files.prefix(Finding.relatedLimit).map {
                Finding.Related(app: nil, place: $0.origin, message: "the association file of \(host)")
            },
            certainty: pattern.isWildcard || isOtherTeam ? .possible : .certain,
            subject: pattern.text
        )
    }

    func findings(in target: TargetFacts, steps: inout LinkSteps) -> [Finding] {
        guard target.isSurelyOneApp else { return [] }
        let claims = target.appManifests.flatMap(\.domainClaims).filter {
            $0.isPublicLink && $0.claim.profile.audience == .everyone
        }
        return target.ownLinks.compactMap { link in
            guard !steps.isSpent, link.isWidgetTap || link.kind == .openURLIntent else { return nil }
            for url in link.alternatives {
                guard let address = WebAddress(url),
                    let obstacle = LinkObstacle(to: address, claims, target.associationFiles, steps: &steps)
                else {
                    steps.note(link.place)
                    continue
                }
                return finding(about: link, url, obstacle, in: target)
            }
            return nil
        }
    }

    private func finding(
        about link: Link,
        _ url: URLPattern,
        _ obstacle: LinkObstacle,
        in target: TargetFacts
    ) -> Finding {
        let text = Wording.brief(url.text)
        let file = "the association file of \(Wording.brief(obstacle.host))"
        let cause =
            obstacle.entry.map { "the entry \(Wording.brief($0.text)) in \(file) excludes '\(text)'" }
            ?? "no entry in \(file) matches '\(text)'"
        return Finding(
            rule: description.id,
            severity: .note,
            message: "\(cause), so \(link.isWidgetTap ? "in other apps the link" : "it") opens in the browser",
            hint: "change the link, or the app's entries in the association file",
            app: target.appManifests.first?.appDescription,
            place: link.place,
            related: [.init(app: nil, place: obstacle.place, message: file)],
            subject: [target.name, url.text].compactMap { $0 }.joined(separator: ": ")
        )
    }
}

/// Why a link to one of an app's domains doesn't open the app.
private struct LinkObstacle {
    /// The entry that excludes the link; `nil` if no entry matches.
    var entry: AssociationEntry?
    /// The place of the entry, or the file.
    var place: Place
    /// The host of the file.
    var host: String

    /// Returns `nil` if the link may open the app, or isn't to one of its domains.
    ///
    /// - Parameter steps: The steps that the run may still take.
    init?(to address: WebAddress, _ claims: [DomainClaim], _ files: AssociationFiles, steps: inout LinkSteps) {
        let claims = claims.filter { $0.domain.pattern.contains(host: address.host) }
        var matcher = AssociationMatcher(address, steps: steps)
        defer { steps = matcher.steps }
        guard let pattern = claims.first?.domain.pattern, let first = files.deciding(on: pattern).first else {
            return nil
        }
        (entry, place, host) = (nil, first.origin, pattern.associationHost)
        for claim in claims {
            let deciding = files.deciding(on: claim.domain.pattern)
            guard !deciding.isEmpty else { return nil }
            // A wildcard's app may also depend on the file of the host.
            let ofHost = claim.domain.pattern.isWildcard ? files.served(by: address.host) : []
            for file in deciding + ofHost {
                switch matcher.result(of: file, for: claim.claim.app.id, prefix: claim.prefix) {
                case .excluded(let entry, _): (self.entry, place) = (entry, file.place(entry.range))
                case .unmatched: break
                case .matched, .unlisted, .unknown: return nil
                }
            }
        }
    }
}

extension [DomainClaim] {
    /// The first prefix with which `apps` list the app of these claims, if all are complete, and none signs it.
    fileprivate func otherPrefix(in apps: [AssociationFile.ListedApp]) -> String? {
        let (prefixes, signers) = (apps.compactMap(\.prefix), Set(compactMap(\.signer)))
        // A prefix without a digit may also be a stand-in, such as `PUTITINHER`.
        let areOthers = prefixes.allSatisfy { prefix in
            prefix.isTeamIdentifier && prefix.utf8.contains(where: \.isDigit) && !PlaceholderPrefix.matches(prefix)
                && !signers.contains(prefix)
        }
        return areOthers && !signers.isEmpty ? prefixes.first : nil
    }
}

extension DomainClaim {
    /// The Application Identifier Prefix in the app's signature, or else the project's team; `nil` if neither is known.
    fileprivate var signer: String? { prefix ?? team }

    /// That a file lists the app with another prefix than the one that signs it, as a predicate.
    fileprivate func listing(under other: String) -> String {
        "lists this app with the prefix '\(Wording.brief(other))', but the "
            + (prefix == nil ? "project signs it with the team" : "app is signed with")
            + " '\(Wording.brief(signer ?? ""))'"
    }

    fileprivate var hintAboutTeam: String {
        "add '\(identifier)' to 'appIDs', unless releases are signed with the other prefix"
    }

    /// The application identifier for the association file.
    fileprivate var identifier: String {
        Wording.brief("\(signer ?? "PREFIX").\(claim.app.bundleIdentifier ?? claim.app.id.text.string)")
    }
}

extension TargetFacts {
    /// The hosts whose association files a check of the links and handlers may need, sorted.
    var associationHosts: [String] {
        var hosts: Set<ByteString> = []
        for link in ownLinks where link.isWidgetTap || link.kind == .openURLIntent {
            for url in link.alternatives { if let address = WebAddress(url) { hosts.insert(ByteString(address.host)) } }
        }
        guard !hosts.isEmpty || appHandlers.contains(where: { $0.mayTakeOthers == false }) else { return [] }
        for manifest in appManifests {
            for domain in manifest.knownDomains where domain.isOfUniversalLinks {
                hosts.insert(ByteString(domain.pattern.associationHost))
            }
        }
        return hosts.sorted().map(\.string)
    }
}
