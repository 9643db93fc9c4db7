import SchemeModel

struct LinkToUndefinedTargetRule: TargetRule {
    let description = RuleDescription(
        id: "link-to-undefined-target",
        section: .links,
        severity: .warning,
        traits: [.dependsOnOtherApps],
        summary: "links with a scheme that more than one app claims",
        why: """
            When code opens a URL, the system finds the app. If several apps claim the scheme, it is undefined which \
            one opens, and the link may deliver its data to the wrong app.
            """,
        reportedWhen: """
            Reported for links that leave the app (`openURL`, or `open` of the application, the workspace or an \
            extension context), if several apps that are built for the same platform claim the scheme (see \
            `undefined-target`).
            """,
        notReportedWhen: """
            Not reported for:

            - taps on widgets, which always open the containing app;
            - `canOpenURL`;
            - collisions that only happen on a platform that one of the apps isn't built for, such as an iOS app on a \
            Mac.
            """,
        fix: "Use a universal link, or make sure that only one app claims the scheme.",
        sources: [
            .customSchemes("several apps with the same scheme")
        ],
        examples: [
            .init(
                "One of two URLs",
                [
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .manifest("Purse/Info.plist", of: "com.acme.purse", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        func pay(_ isTest: Bool) {
                            let url = URL(string: isTest ? "wallet://test" : "wallet-pay://now")!
                            UIApplication.shared.↓open(url)
                        }
                        """
                    ),
                ]
            ),
            .init(
                "Two apps claim the scheme",
                [
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .manifest("Purse/Info.plist", of: "com.acme.purse", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct Pay: View {
                            @Environment(\\.openURL) var openURL
                            var body: some View {
                                Button("Pay") { ↓openURL(URL(string: "wallet://pay")!) }.onOpenURL { url in router.open(url) }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "A tap on a widget opens its own app",
                [
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .manifest("Purse/Info.plist", of: "com.acme.purse", [.init(schemes: ["wallet"])]),
                    .swift(.widget(#"Text("Pay").widgetURL(URL(string: "wallet://pay"))"#)),
                ]
            ),
            .init(
                "One app claims the scheme",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct Pay: View {
                            @Environment(\\.openURL) var openURL
                            var body: some View {
                                Button("Pay") { openURL(URL(string: "wallet://pay")!) }.onOpenURL { url in router.open(url) }
                            }
                        }
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        target.ownLinks.filter(\.leavesApp).flatMap { link in
            link.schemes.compactMap { scheme in
                // A web link opens the user's default browser.
                guard !scheme.isWeb, let collision = target.undefinedSchemes[scheme],
                    collision.certainty == .certain
                else { return nil }
                let own = Finding.Related(app: collision.app, place: collision.place, message: "")
                let claims = ([own] + collision.related).map { related in
                    let app = related.app.map(Wording.app) ?? "another app"
                    return Finding.Related(app: related.app, place: related.place, message: "\(app) claims '\(scheme)'")
                }
                return finding(
                    in: target,
                    at: link.place,
                    .warning,
                    "\(Self.names(of: claims, collision)) claim '\(scheme)'; which of them opens this link is undefined",
                    hint: "use a universal link, or make sure that only one app claims the scheme",
                    scheme: scheme,
                    related: claims,
                    subject: scheme.description
                )
            }
        }
    }

    /// Returns the names of the apps that claim a scheme, because GitHub shows only the message.
    private static func names(of claims: [Finding.Related], _ collision: Finding) -> String {
        var names: [String] = []
        for app in claims.compactMap(\.app) where app.id.isKnown {
            let name = Wording.app(app)
            if !names.contains(name) { names.append(name) }
        }
        guard names.count > 1 else { return "several apps" }
        let areAll = names.count == 2 && claims.count == 2 && collision.relatedCount == 1
        return areAll ? Wording.list(names) : Wording.list(names.prefix(2) + ["others"])
    }
}
