import SchemeModel

/// A scheme that was declared before is no longer declared.
struct ReleasedSchemeRule: SourceRule {
    let description = RuleDescription(
        id: "released-scheme",
        section: .team,
        severity: .warning,
        summary: "schemes that an app no longer declares",
        why: """
            Links outlive releases: in messages, printed codes, web pages and other apps. If an app drops a scheme, \
            they open nothing, or whichever app declares the scheme next.
            """,
        reportedWhen: """
            Reported by `check --against`, `check --changed-since` and `diff`, which compare with an earlier version.
            """,
        notReportedWhen: """
            Not reported if another app of the same source declares the scheme now, if a manifest of the app can't be \
            parsed, if one of the app's schemes is unknown, or if only the role, the line or the configuration \
            changed.
            """,
        fix: "Keep declaring the scheme as long as links use it, and keep handling those links in the app.",
        sources: [
            .init(
                "Cool URIs don't change",
                "https://www.w3.org/Provider/Style/URI",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A removed scheme",
                [.manifest("Info.plist", of: "↓com.acme.wallet", [.init(schemes: ["acme-wallet"])])],
                earlier: [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-wallet", "acme-pay"])])
                ]
            ),
            .init(
                "A renamed scheme",
                [.manifest("Info.plist", of: "↓com.acme.wallet", [.init(schemes: ["com.acme.wallet"])])],
                earlier: [.manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-wallet"])])]
            ),
            .init(
                "Only the role changed",
                [.manifest("Info.plist", of: "com.acme.wallet", [.init(role: "Viewer", schemes: ["acme-wallet"])])],
                earlier: [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(role: "Editor", schemes: ["acme-wallet"])])
                ]
            ),
            .init(
                "Another app of the source now declares it",
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
        let declared = Set(
            source.manifests.filter(\.kind.isApplication).flatMap { manifest in
                manifest.urlTypes.flatMap { $0.schemes.compactMap(\.key) }
            }
        )
        let uncertain = source.manifests.filter(\.mayDeclareMore)
        var reported: Set<Subject> = []
        return source.earlier.sorted().compactMap { claim in
            guard let scheme = claim.scheme, claim.profile.isApplication, !declared.contains(scheme),
                !uncertain.contains(where: { $0.app == claim.app.id || $0.origin.path == claim.place.path }),
                reported.insert(Subject(app: claim.app.id, scheme: scheme)).inserted
            else { return nil }
            let now = source.manifests.first { $0.app == claim.app.id && $0.kind.isApplication }
            return Finding(
                rule: description.id,
                severity: .warning,
                message: "\(Wording.app(claim.app)) no longer declares the scheme '\(scheme)'; "
                    + "existing links cannot open the app",
                hint: "keep declaring the scheme as long as links use it",
                app: claim.app,
                scheme: scheme,
                place: now.map { manifest in
                    manifest.bundleIdentifier.map { manifest.place(of: $0.span) } ?? manifest.origin
                } ?? claim.place,
                related: now == nil
                    ? [] : [Finding.Related(app: claim.app, place: claim.place, message: "previously declared here")],
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
