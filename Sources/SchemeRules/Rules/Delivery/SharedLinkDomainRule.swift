import SchemeModel

/// Two apps can open the same universal links.
struct SharedLinkDomainRule: DomainRule {
    let description = RuleDescription(
        id: "shared-link-domain",
        section: .delivery,
        severity: .warning,
        traits: [.concernsOtherApps],
        summary: "universal links that more than one app can open",
        why: """
            A website's association file lists its apps in `details`. An element of `details` can list several apps, \
            and then the same links can open each of them. Apple documents the order of elements, but not which of the \
            apps in one element opens a link when several are installed.
            """,
        reportedWhen: """
            Reported for each app with an `applinks:` domain that another app also has, if both can be installed on the \
            same device. Wildcards such as `*.acme.com` match all subdomains. If the domain's association file is known, \
            the finding is a warning, reported only if one element of `details` lists both apps and has an entry without \
            `exclude` that some links reach: no earlier entry of the element excludes all of them, and no earlier element \
            of one of the apps matches all of them. If the file isn't known, if that is uncertain, or if it is uncertain \
            whether both apps can be installed together, the finding is a note.

            For a wildcard such as `*.acme.com`, the file of `acme.com` decides. An app with a wildcard and an app with a \
            subdomain have different files, so the finding about them is a note.

            \(AssociationFile.originOfDomain)
            """,
        notReportedWhen: """
            Not reported for variants and editions of one product, for apps that only developers or testers install, \
            for apps with an unknown identity, for domains with `?mode=`, or if the association file lists the apps in \
            separate elements.
            """,
        fix: """
            Give each app its own element of `details`, and put the more specific patterns first.
            """,
        sources: [
            .associationHosts,
            .init(
                "applinks.Details.Components: the first match wins, \"allowing you to designate one app to handle specified "
                    + "URLs in your website, and another app to handle the rest\"",
                "https://developer.apple.com/documentation/bundleresources/applinks/details-swift.dictionary/components-swift.dictionary",
                seen: "2026-11-24"
            ),
            .init(
                "Order of entries in association files, Apple Developer Forums",
                "https://developer.apple.com/forums/thread/649423",
                seen: "2026-11-23"
            ),
        ],
        examples: [
            .init(
                "Two apps in one element",
                .app("Driver", of: "com.acme.driver", domains: ["↓applinks:acme.com"])
                    + .app("Wallet", of: "com.acme.wallet", domains: ["↓applinks:acme.com"])
                    + [
                        .association(
                            """
                            { "appIDs": ["K9QX2M7RT4.com.acme.driver", "K9QX2M7RT4.com.acme.wallet"],
                                    "components": [{ "/": "/help/*", "exclude": true }, { "/": "/*" }] }
                            """
                        )
                    ]
            ),
            .init(
                "A wildcard and a subdomain, without an association file",
                .app("Driver", of: "com.acme.driver", domains: ["↓applinks:*.acme.com"])
                    + .app("Wallet", of: "com.acme.wallet", domains: ["↓applinks:pay.acme.com"])
            ),
            .init(
                "Each app has its own element",
                .app("Driver", of: "com.acme.driver", domains: ["applinks:acme.com"])
                    + .app("Wallet", of: "com.acme.wallet", domains: ["applinks:acme.com"])
                    + [
                        .association(
                            #"{ "appIDs": ["K9QX2M7RT4.com.acme.driver"], "components": [{ "/": "/drive/*" }] }"#,
                            #"{ "appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [{ "/": "/*" }] }"#
                        )
                    ]
            ),
            .init(
                "An earlier element of one app, for other links",
                .app("Driver", of: "com.acme.driver", domains: ["↓applinks:acme.com"])
                    + .app("Wallet", of: "com.acme.wallet", domains: ["↓applinks:acme.com"])
                    + [
                        .association(
                            #"{ "appIDs": ["K9QX2M7RT4.com.acme.driver"], "components": [{ "/": "/drive" }] }"#,
                            """
                            { "appIDs": ["K9QX2M7RT4.com.acme.driver", "K9QX2M7RT4.com.acme.wallet"],
                                    "components": [{ "/": "*" }] }
                            """
                        )
                    ]
            ),
            .init(
                "All links are excluded before",
                .app("Driver", of: "com.acme.driver", domains: ["applinks:acme.com"])
                    + .app("Wallet", of: "com.acme.wallet", domains: ["applinks:acme.com"])
                    + [
                        .association(
                            """
                            { "appIDs": ["K9QX2M7RT4.com.acme.driver", "K9QX2M7RT4.com.acme.wallet"],
                                    "components": [{ "/": "/x*", "exclude": true }, { "/": "/x1" }] }
                            """
                        )
                    ]
            ),
            .init(
                "A domain with ?mode=, and different domains",
                .app("Driver", of: "com.acme.driver", domains: ["applinks:acme.com?mode=developer"])
                    + .app("Wallet", of: "com.acme.wallet", domains: ["applinks:acme.com", "applinks:*.acme.org"])
                    + .app("Other", of: "com.acme.other", domains: ["applinks:acme.org", "webcredentials:acme.com"])
            ),
        ]
    )

    func findings(in group: DomainGroup) -> [Finding] {
        let claims = group.claims.filter(\.isOfReleasedApp)
        let exact = claims.filter { $0.domain.pattern == group.pattern }
        guard !exact.isEmpty, claims.count > 1 else { return [] }
        let files = group.files.deciding(on: group.pattern)
        // What a file doesn't say clearly isn't known. Several files may be for several stages of a website.
        guard files.allSatisfy(\.contents.isWhole) else { return [] }
        var findings = files.isEmpty ? [] : findings(in: group, among: exact, sharingElementsOf: files)
        // Apps with other files, and those without one, meet if no file keeps them out.
        let reported = Set(findings.compactMap(\.app?.id))
        let open = claims.filter { mayOpen($0, in: group) }
        let openExact = open.filter { $0.domain.pattern == group.pattern }
        guard files.isEmpty || open.count > openExact.count else { return findings }
        let meeting = Meeting(exact: openExact, open, sharesFile: !files.isEmpty)
        findings += self.findings(in: group, of: meeting).filter { finding in
            finding.app.map { !reported.contains($0.id) } ?? true
        }
        return findings
    }

    /// Whether no association file keeps the app of a claim out.
    private func mayOpen(_ claim: DomainClaim, in group: DomainGroup) -> Bool {
        let files = group.files.deciding(on: claim.domain.pattern)
        return files.isEmpty
            || files.contains { file in
                !file.contents.isWhole
                    || file.contents.details.contains { detail in
                        detail.apps.contains { $0.names(claim.claim.app.id, prefix: claim.prefix) }
                            && detail.entries?.allSatisfy(\.isExcluded) != true
                    }
            }
    }

    /// Returns a finding for each app that has an element of `details` together with another one.
    private func findings(
        in group: DomainGroup,
        among claims: [DomainClaim],
        sharingElementsOf files: [AssociationFile]
    ) -> [Finding] {
        let byApp = Dictionary(grouping: claims, by: \.claim.app.id)
        var findings: [Finding] = []
        var reported: Set<AppID> = []
        for file in files {
            var earlier: [AppID: [AssociationEntry]] = [:]
            for detail in file.contents.details {
                let named = Set(detail.apps.compactMap(\.app)).filter { byApp[$0] != nil }
                defer {
                    let entries = (detail.entries ?? []).prefix(OpenEntry.limit)
                    for app in named where (earlier[app] ?? []).count < OpenEntry.limit {
                        earlier[app, default: []] += entries
                    }
                }
                guard let open = OpenEntry(in: detail) else { continue }
                var isCertain = open.isCertain
                var members: [DomainClaim] = []
                for app in named.sorted() {
                    // The first match wins, so that an earlier element of an app may separate it from the others.
                    let separation = Separation(of: open.entry, after: earlier[app] ?? [])
                    guard separation != .complete else { continue }
                    let listed = detail.apps.filter { $0.app == app }
                    let own = (byApp[app] ?? []).filter { claim in
                        listed.contains { $0.names(app, prefix: claim.prefix) }
                    }
                    if !own.isEmpty, separation == .possible { isCertain = false }
                    members += own
                }
                let entry = SharedEntry(
                    text: open.entry.text,
                    place: file.place(open.entry.range),
                    isCertain: isCertain
                )
                for finding in self.findings(in: group, of: Meeting(exact: members, members, entry)) {
                    guard let app = finding.app, reported.insert(app.id).inserted else { continue }
                    findings.append(finding)
                }
            }
        }
        return findings
    }

    /// An entry of an association file that several apps have.
    private struct SharedEntry {
        var text: String
        var place: Place
        /// Whether some links certainly reach it.
        var isCertain: Bool
    }

    /// Claims on one domain that meet.
    private struct Meeting {
        /// The claims on the domain itself.
        var exact: [DomainClaim]
        /// All claims.
        var claims: [DomainClaim]
        /// The entry of all the apps; `nil` if the website decides.
        var entry: SharedEntry?
        /// Whether claims on the domain itself are compared by their association file, so that they only meet wildcards here.
        var sharesFile: Bool

        init(exact: [DomainClaim], _ claims: [DomainClaim], _ entry: SharedEntry? = nil, sharesFile: Bool = false) {
            (self.exact, self.claims, self.entry, self.sharesFile) = (exact, claims, entry, sharesFile)
        }
    }

    /// Returns a finding for each app that meets another one.
    private func findings(in group: DomainGroup, of meeting: Meeting) -> [Finding] {
        guard !meeting.exact.isEmpty, meeting.claims.count > 1 else { return [] }
        let claims = meeting.claims.map(\.claim)
        // A pattern follows from its spelling.
        let texts = Set(meeting.exact.map { ByteString($0.claim.declared.raw) })
        func isExact(_ claim: Claim) -> Bool { texts.contains(ByteString(claim.declared.raw)) }
        func isWider(_ claim: Claim) -> Bool { !isExact(claim) }
        let hasWider = meeting.claims.count > meeting.exact.count
        let all = meeting.sharesFile ? Collisions(of: claims, isNeighbor: isWider) : Collisions(of: claims)
        let found = findings(in: group, all, sharing: meeting.entry, about: isExact)
        guard hasWider else { return found }
        // Two wildcards meet in their own group. Here, each meets only the apps with this host.
        let wider = Collisions(of: claims, isNeighbor: isExact)
        return found + findings(in: group, wider, sharing: meeting.entry, about: isWider)
    }

    private func findings(
        in group: DomainGroup,
        _ collisions: Collisions,
        sharing entry: SharedEntry?,
        about isWanted: (Claim) -> Bool
    ) -> [Finding] {
        var neighbors = CollisionNeighbors(collisions)
        var reported: Set<Int> = []
        var findings: [Finding] = []
        for (index, claim) in collisions.claims.enumerated() {
            let container = collisions.containers[index]
            let isSubject = group.subjects.map { names in claim.place.source.map(names.contains) ?? false } ?? true
            // Rank 1 stands for editions of one product, and for apps of developers.
            guard isSubject, isWanted(claim), let worst = collisions.worst(of: index), worst.rank > 1,
                reported.insert(container).inserted
            else { continue }
            let signatures: Set = [collisions.signatures[index]]
            let others = neighbors.first(in: container, signatures: signatures).map { collisions.claims[$0.claim] }
            let count = neighbors.count(in: container, signatures: signatures)
            guard let first = others.first else { continue }
            let isCertain = worst.isCertain && entry?.isCertain ?? true
            var finding = Finding(
                rule: description.id,
                severity: entry == nil || !isCertain ? .note : .warning,
                message: message(group.pattern, first, count, worst, sharing: entry),
                hint: "give each app its own element of 'details' in the association file",
                app: collisions.app(around: claim),
                place: claim.place,
                related: related(others, sharing: entry),
                certainty: isCertain ? .certain : .possible,
                // A wildcard meets many hosts.
                subject: (AssociatedDomain(entry: claim.declared.raw)?.pattern ?? group.pattern).text
            )
            finding.relatedCount = count + (entry == nil ? 0 : 1)
            findings.append(finding)
        }
        return findings
    }

    private func related(_ others: [Claim], sharing entry: SharedEntry?) -> [Finding.Related] {
        let own = entry.map { [Finding.Related(app: nil, place: $0.place, message: "the entry for both apps")] } ?? []
        return own
            + others.map { other in
                let message = "\(Wording.app(other.app)) has '\(Wording.brief(other.declared.raw))'"
                return Finding.Related(app: other.app, place: other.place, message: message)
            }
    }

    private func message(
        _ pattern: DomainPattern,
        _ first: Claim,
        _ count: Int,
        _ relation: Collisions.Relation,
        sharing entry: SharedEntry?
    ) -> String {
        let hosts = Wording.brief(pattern.text)
        let others = Wording.app(first.app) + (count > 1 ? " and \(Wording.count(count - 1, "other app"))" : "")
        let circumstance = relation.isCertain ? "" : "on \(Wording.list(relation.devices)), "
        let links = "\(circumstance)universal links to \(hosts)"
        guard let entry else { return "\(links) may also open \(others); the website decides which app gets them" }
        return "\(links) that match \(Wording.brief(entry.text)) may also open \(others), because the apps are in the "
            + "same element of 'details'"
    }
}
