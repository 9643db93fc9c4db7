import SchemeModel

/// A scheme that was declared before is no longer declared.
struct ReleasedSchemeRule: SourceRule {
    let description = RuleDescription(
        id: "released-scheme",
        section: .team,
        severity: .warning,
        summary: "schemes that an app declared before and does not declare any more",
        why: """
            Links live longer than releases: in messages, printed codes, web pages, other apps. When an app gives a scheme \
            up, they open nothing, or whatever app declares the scheme next.
            """,
        details: """
            In `check --against`, `check --changed-since` and `diff`, which know what was declared before. Not when another \
            app of the same source declares the scheme now, when a manifest of the app cannot be parsed, when a scheme of \
            the app has a value that is not known, and not when only the role, the line or the configuration is another one.
            """,
        fix: "Declare the scheme for as long as links with it are about, and let the app answer them.",
        sources: [
            .init(
                "Cool URIs don't change",
                "https://www.w3.org/Provider/Style/URI",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A scheme is gone",
                [.manifest("Info.plist", of: "↓com.acme.wallet", [.init(schemes: ["acme-wallet"])])],
                earlier: [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-wallet", "acme-pay"])])
                ]
            ),
            .init(
                "A scheme has another name",
                [.manifest("Info.plist", of: "↓com.acme.wallet", [.init(schemes: ["com.acme.wallet"])])],
                earlier: [.manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-wallet"])])]
            ),
            .init(
                "Only the role is another one",
                [.manifest("Info.plist", of: "com.acme.wallet", [.init(role: "Viewer", schemes: ["acme-wallet"])])],
                earlier: [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(role: "Editor", schemes: ["acme-wallet"])])
                ]
            ),
            .init(
                "Another app of the source declares it now",
                [
                    .manifest("Pay/Info.plist", of: "com.acme.pay", [.init(schemes: ["acme-pay"])]),
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-wallet"])]),
                ],
                earlier: [
                    .manifest(
                        "Wallet/Info.plist",
                        of: "com.acme.wallet",
                        [.init(schemes: ["acme-wallet", "acme-pay"])]
                    )
                ]
            ),
        ]
    )

    func findings(in source: SourceFacts, knowledge: Knowledge) -> [Finding] {
        guard let earlier = source.earlier else { return [] }
        let declared = Set(
            source.manifests.filter(\.kind.isApplication).flatMap { manifest in
                manifest.urlTypes.flatMap { $0.schemes.compactMap(\.key) }
            }
        )
        let uncertain = source.manifests.filter(\.mayDeclareMore)
        var said: Set<Subject> = []
        return earlier.sorted().compactMap { claim in
            guard let scheme = claim.scheme, claim.profile.isApplication, !declared.contains(scheme),
                !uncertain.contains(where: { $0.app == claim.app.id || $0.origin.path == claim.place.path }),
                said.insert(Subject(app: claim.app.id, scheme: scheme)).inserted
            else { return nil }
            let now = source.manifests.first { $0.app == claim.app.id && $0.kind.isApplication }
            return Finding(
                rule: description.id,
                severity: .warning,
                message: "\(Wording.app(claim.app)) declared the scheme '\(scheme)' before and does not any more; "
                    + "links with it do not reach it",
                hint: "declare it for as long as there are links with it",
                app: claim.app,
                scheme: scheme,
                place: now.map { manifest in
                    manifest.bundleIdentifier.map { manifest.place(of: $0.span) } ?? manifest.origin
                } ?? claim.place,
                related: now == nil
                    ? [] : [Finding.Related(app: claim.app, place: claim.place, message: "declared here before")],
                subject: scheme.text.string
            )
        }
    }

    private struct Subject: Hashable {
        let app: AppID
        let scheme: SchemeKey
    }
}

extension Manifest {
    /// Whether it may declare unknown schemes.
    fileprivate var mayDeclareMore: Bool {
        isMalformed || urlTypes.contains { $0.schemes.contains { $0.state == .unknown || $0.state == .unresolved } }
    }
}
