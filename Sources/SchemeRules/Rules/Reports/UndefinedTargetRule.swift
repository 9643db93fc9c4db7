import SchemeModel

/// Several apps claim one scheme.
struct UndefinedTargetRule: SchemeRule {
    let description = RuleDescription(
        id: "undefined-target",
        section: .reports,
        severity: .error,
        summary: "schemes that several apps claim, so that nobody can say which of them a URL opens",
        why: """
            Apple: "If multiple apps register the same scheme, the app the system targets is undefined. There's no \
            mechanism to change the app". A link, a login's callback or a payment's return may arrive in the wrong \
            app, on one device and not on the next. The tool never says which app it will be, because nobody can.
            """,
        details: """
            Two claims collide when they belong to different apps, both are applications, both can be on one device, \
            the person does not choose the app, and no SDK shares the scheme by design. An app and what it embeds (a \
            helper, a login item, a watch app) are one, named by the app around them; so are two manifests of unknown \
            identity with the same bytes. Each app in a collision gets one finding, with the others as related places.

            `http` and `https` are not reported, since they open the user's browser or the app that owns the domain, and \
            neither are schemes that another rule says to remove: placeholders, schemes that the system surely opens (`sms`, \
            `file`), and those of discontinued SDKs.

            Error; warning when one side of every collision declares the role Viewer, since that says that it adopts a \
            scheme and does not define it; note when such a scheme is, besides, a public one of IANA. One step lower \
            when the apps meet only where one may run beside its own platform, as an iOS app on a Mac; a note when they are \
            then editions of one product, which one project builds, or projects of one source under one name. Never above \
            a warning when an identity or a platform is not known. On macOS, copies of one app are not told apart: the \
            system registers every copy that it sees.
            """,
        fix: """
            Use a scheme that contains the bundle identifier, or universal links, which belong to one app. An app that \
            opens a scheme of somebody else, or a public one such as `bitcoin`, declares it with the role Viewer.
            """,
        sources: [
            .init(
                "Defining a custom URL scheme for your app",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "Two apps",
                [
                    .manifest("Driver/Info.plist", of: "com.acme.driver", [.init(schemes: ["↓wallet"])]),
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["↓wallet"])]),
                ]
            ),
            .init(
                "A login's callback, copied into two apps of one company; an iOS app may run on a Mac",
                [
                    .manifest(
                        "Mac/Info.plist",
                        of: "com.acme.desk",
                        on: .macOS,
                        [.init(role: "Editor", name: "com.acme.login", schemes: ["desk", "↓acme-login"])]
                    ),
                    .manifest(
                        "Phone/Info.plist",
                        of: "com.acme.phone",
                        [.init(role: "Editor", name: "com.acme.login", schemes: ["↓acme-login"])]
                    ),
                ]
            ),
            .init(
                "Two editions of one app",
                [
                    .manifest("Mac/Info.plist", of: "com.acme.wallet", on: .macOS, [.init(schemes: ["wallet"])]),
                    .manifest("Phone/Info.plist", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                ]
            ),
            .init(
                "A callback that Microsoft's SDK makes every app share",
                [
                    .manifest(
                        "Notes/Info.plist",
                        of: "com.acme.notes",
                        [.init(schemes: ["msauth.com.acme.notes", "msauth.com.microsoft.intunemam"])]
                    ),
                    .manifest(
                        "Tasks/Info.plist",
                        of: "com.acme.tasks",
                        [.init(schemes: ["msauth.com.acme.tasks", "msauth.com.microsoft.intunemam"])]
                    ),
                ]
            ),
        ]
    )

    func findings(in group: ClaimGroup, knowledge: Knowledge) -> [Finding] {
        let collisions = Collisions(group)
        var neighbors = CollisionNeighbours(collisions)
        var subjects: [Int: Subject] = [:]
        for (index, claim) in collisions.claims.enumerated() where group.isSubject(claim) {
            guard let worst = collisions.worst(of: index) else { continue }
            let container = collisions.containers[index]
            subjects[container, default: Subject(claim: index, worst: worst)].add(
                index,
                trait: collisions.traits[index],
                worst
            )
        }
        // Many findings list the same first neighbors.
        var others: [CollisionNeighbours.Neighbour: UndefinedTargetReport.Other] = [:]
        let names = subjects.mapValues { collisions.claims[$0.claim].container.text }
        let ordered = subjects.sorted { (names[$0.key] ?? "") < (names[$1.key] ?? "") }
        let sharing = ordered.isEmpty ? nil : knowledge.sdkScheme(group.scheme)?.sharing
        return ordered.map { container, subject in
            let claim = collisions.claims[subject.claim]
            var report = UndefinedTargetReport(
                claim: claim,
                app: collisions.app(around: claim),
                scheme: group.scheme,
                rank: subject.worst.rank,
                isCertain: subject.isCertain,
                sharing: sharing
            )
            report.othersCount = neighbors.count(in: container, traits: subject.traits)
            report.others = neighbors.first(in: container, traits: subject.traits).map { neighbour in
                if let other = others[neighbour] { return other }
                let claim = collisions.claims[neighbour.claim]
                let other = UndefinedTargetReport.Other(
                    claim: claim,
                    app: collisions.app(around: claim),
                    relation: neighbour.relation
                )
                others[neighbour] = other
                return other
            }
            return report.finding(of: description.id)
        }
    }

    /// The known facts about an app in a collision.
    private struct Subject {
        /// The index of its first claim with the worst collision.
        var claim: Int
        /// The worst collision of that claim.
        var worst: Collisions.Relation
        /// Whether one of the worst collisions is certain.
        var isCertain = false
        /// The traits of its colliding claims.
        var traits: Set<Collisions.Trait> = []

        init(claim: Int, worst: Collisions.Relation) {
            self.claim = claim
            self.worst = worst
        }

        mutating func add(_ index: Int, trait: Collisions.Trait, _ relation: Collisions.Relation) {
            traits.insert(trait)
            if relation.rank > worst.rank {
                claim = index
                worst = relation
                isCertain = false
            }
            if relation.rank == worst.rank { isCertain = isCertain || relation.isCertain }
        }
    }
}
