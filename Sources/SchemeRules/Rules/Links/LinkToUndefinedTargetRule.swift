import SchemeModel

struct LinkToUndefinedTargetRule: TargetRule {
    let description = RuleDescription(
        id: "link-to-undefined-target",
        section: .links,
        severity: .warning,
        summary: "links whose target is undefined, since several apps claim the scheme",
        why: """
            Code that opens a URL leaves it to the system to find the app. Where several apps claim the scheme, the \
            answer is undefined, and the link may end up in another app than was meant, with whatever it carries.
            """,
        details: """
            Reported for links that leave the app (`openURL`, `open` of the application, the workspace or an extension's \
            context) and whose scheme `undefined-target` reports as certain. Not reported for taps on widgets, which always \
            go to the containing app, for `canOpenURL`, and where apps meet only on some devices or their platforms are not \
            known: `undefined-target` says all that is known of those.
            """,
        fix: "Use a universal link, or make sure that only one app claims the scheme.",
        sources: [
            .init(
                "Defining a custom URL scheme for your app: if multiple apps register the same scheme, the app the system targets is undefined",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
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
                "A tap on a widget goes to its own app",
                [
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .manifest("Purse/Info.plist", of: "com.acme.purse", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct PayWidget: Widget {
                            var body: some WidgetConfiguration {
                                StaticConfiguration(kind: "pay", provider: Provider()) { entry in
                                    Text("Pay").widgetURL(URL(string: "wallet://pay"))
                                }
                            }
                        }
                        """
                    ),
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
                let first = Finding.Related(
                    app: collision.app,
                    place: collision.place,
                    message: "claims '\(scheme)'"
                )
                return finding(
                    in: target,
                    at: link.place,
                    .warning,
                    "several apps claim '\(scheme)'; which of them opens this link is undefined",
                    hint: "use a universal link, or see to it that one app claims the scheme",
                    scheme: scheme,
                    related: [first] + collision.related,
                    subject: scheme.description
                )
            }
        }
    }
}
