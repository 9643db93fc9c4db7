import SchemeModel

/// Several apps claim the same scheme.
struct UndefinedTargetRule: SchemeRule {
    let description = RuleDescription(
        id: "undefined-target",
        section: .conflicts,
        severity: .error,
        traits: [.concernsOtherApps],
        summary: "schemes claimed by more than one app",
        why: """
            Apple: "If multiple apps register the same scheme, the app the system targets is undefined. There's no \
            mechanism to change the app …" A link, a login callback or a payment confirmation may open the wrong app, \
            on some devices and not on others. The tool doesn't guess which app wins; Apple leaves that undefined.
            """,
        reportedWhen: """
            Two claims collide if they belong to different apps that can be installed on the same device, unless the \
            user chooses the app, or the scheme belongs to an SDK whose client apps are meant to share it. Each app gets \
            one finding, which lists the others. Text output groups them.

            An app and its embedded products (a helper, a login item, a watch app) count as one. So do manifests with \
            an unknown identity and the same content.

            The finding is normally an error. It is a warning if at least one app of each colliding pair has the role \
            Viewer, which means that it adopts a scheme that another app defines. It is a note if the scheme is also \
            registered with IANA.

            The finding is one level lower if the apps can only be installed together on a platform that one of \
            them isn't built for, such as an iOS app on a Mac. In that case it is a note for editions of one product: \
            apps of the same project, or apps with the same name in projects of the same source. It is also a note for \
            editions of which only testers install one, as a word in its bundle identifier or configurations says \
            (`beta`, `Staging`). If an identity or a platform is unknown, it is at most a warning. It is a note if one \
            of the apps is only installed by developers: an app in sample or test code (in a folder with a name such as \
            `Examples`, `demo-app` or `UITesting`), a target such as `LoginDemo`, or an Expo configuration \
            without a bundle identifier.

            With `check --against`, the finding is one level lower if only Debug configurations declare the scheme, since \
            Debug builds are only installed on developers' devices.
            """,
        notReportedWhen: """
            Not reported for `http` and `https`, which open the user's browser or the app associated with the domain, \
            or for schemes that another rule reports for removal: placeholders, schemes that the system always opens \
            (`sms`, `file`), and those of discontinued SDKs.

            Not reported if both apps are only installed by developers, or for several manifests with the same bundle \
            identifier, such as one app on two platforms.

            Collisions between variants of one product are reported as `variant-collision`, and so are those of their \
            editions for several platforms.
            """,
        fix: """
            Use universal links, which only open apps that your website lists, or a scheme that contains the bundle \
            identifier. Remove schemes that belong to another company's app, as `known-scheme` says.

            An app that adopts a public scheme such as `bitcoin`, or one defined by another app, should have the role \
            Viewer. The role lowers the severity; it doesn't change which app opens the URL.
            """,
        sources: [
            .customSchemes()
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
                "Two apps with the same login callback; iOS apps can run on a Mac",
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
                "An app and a demo of its login",
                [
                    .manifest("Demo/Info.plist", of: "com.acme.login-demo", [.init(schemes: ["↓acme-login"])]),
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["↓acme-login"])]),
                ]
            ),
            .init(
                "One bundle identifier on two platforms",
                [
                    .manifest("Mac/Info.plist", of: "com.acme.wallet", on: .macOS, [.init(schemes: ["wallet"])]),
                    .manifest("Phone/Info.plist", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                ]
            ),
            .init(
                "A callback that Microsoft's SDK makes apps share",
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
        var neighbors = CollisionNeighbors(collisions)
        var subjects: [Int: Subject] = [:]
        for (index, claim) in collisions.claims.enumerated() where group.isSubject(claim) {
            guard let worst = collisions.worst(of: index) else { continue }
            let container = collisions.containers[index]
            subjects[container, default: Subject(claim: index, worst: worst)].add(
                index,
                signature: collisions.signatures[index],
                worst
            )
        }
        // Many findings list the same first neighbors.
        var others: [CollisionNeighbors.Neighbor: UndefinedTargetReport.Other] = [:]
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
                isCertain: subject.worst.isCertain,
                sharing: sharing,
                maker: claim.maker(knowledge: knowledge)
            )
            report.othersCount = neighbors.count(in: container, signatures: subject.signatures)
            report.others = neighbors.first(in: container, signatures: subject.signatures).map { neighbor in
                if let other = others[neighbor] { return other }
                let claim = collisions.claims[neighbor.claim]
                let other = UndefinedTargetReport.Other(
                    claim: claim,
                    app: collisions.app(around: claim),
                    relation: neighbor.relation,
                    maker: claim.maker(knowledge: knowledge)
                )
                others[neighbor] = other
                return other
            }
            return report.finding(of: description.id)
        }
    }

    /// The known facts about an app in a collision.
    private struct Subject {
        /// The index of its first claim with the worst collision, a certain one if possible.
        var claim: Int
        /// The worst collision of that claim.
        var worst: Collisions.Relation
        /// The signatures of its colliding claims.
        var signatures: Set<Collisions.ClaimSignature> = []

        init(claim: Int, worst: Collisions.Relation) {
            self.claim = claim
            self.worst = worst
        }

        mutating func add(_ index: Int, signature: Collisions.ClaimSignature, _ relation: Collisions.Relation) {
            signatures.insert(signature)
            if (relation.rank, relation.isCertain ? 1 : 0) > (worst.rank, worst.isCertain ? 1 : 0) {
                claim = index
                worst = relation
            }
        }
    }
}
