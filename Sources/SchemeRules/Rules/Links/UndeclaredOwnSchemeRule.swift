import SchemeModel

/// The app opens a URL that its own handler expects, but doesn't declare the scheme.
struct UndeclaredOwnSchemeRule: TargetRule {
    let description = RuleDescription(
        id: "undeclared-own-scheme",
        section: .links,
        severity: .warning,
        traits: [.dependsOnOtherApps],
        summary: "links with a scheme that the app handles but doesn't declare",
        why: """
            The system delivers a URL only to apps that declare its scheme. If the app opens a URL, and its own \
            handler checks for that scheme, the URL is meant for the app itself. Without a declaration, it never \
            arrives.
            """,
        reportedWhen: """
            Reported if code opens a URL with `open`, `openURL` or a `Link`, a handler of the same app compares a \
            URL's scheme with this one, and no checked app declares it.
            """,
        notReportedWhen: """
            Not reported for taps on widgets, which always open the containing app, for system and web schemes, or if \
            some declarations or code of the app were not read.
            """,
        fix: "Declare the scheme in the app's `CFBundleURLTypes`, or remove the link and the comparison.",
        sources: [
            .init(
                "Defining a custom URL scheme for your app: URLs open the app that registers their scheme",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "The app declares a different scheme",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(app(opening: "acmepay://pay", ifScheme: "acmepay", mark: "↓")),
                ]
            ),
            .init(
                "A link in a view",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(
                            """
                            ↓Link("Pay", destination: URL(string: "acmepay://pay")!)
                                .onOpenURL { url in
                                    switch url.scheme {
                                    case "acmepay", "wallet": show(url)
                                    default: break
                                    }
                                }
                            """
                        )
                    ),
                ]
            ),
            .init(
                "The scheme is declared",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet", "acmepay"])]),
                    .swift(app(opening: "acmepay://pay", ifScheme: "acmepay")),
                ]
            ),
            .init(
                "A link to another app",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(app(opening: "comgooglemaps://?q=atm", ifScheme: "wallet")),
                ]
            ),
            .init(
                "Web pages that the app also handles",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(app(opening: "https://acme.example/pay", ifScheme: "https")),
                ]
            ),
            .init(
                "A tap on a widget",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(
                            """
                            Home().onOpenURL { url in
                                guard url.scheme == "acmepay" else { return }
                                show(url)
                            }
                            """
                        ),
                        .widget(#"Text("Pay").widgetURL(URL(string: "acmepay://pay"))"#)
                    ),
                ]
            ),
        ]
    )

    /// Returns an app that opens `url` and handles URLs with `scheme`.
    private static func app(opening url: String, ifScheme scheme: String, mark: String = "") -> String {
        """
        @main
        struct WalletApp: App {
            @Environment(\\.openURL) var openURL
            var body: some Scene {
                WindowGroup {
                    Button("Pay") { \(mark)openURL(URL(string: "\(url)")!) }
                        .onOpenURL { url in
                            guard url.scheme == "\(scheme)" else { return }
                            show(url)
                        }
                }
            }
        }
        """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        guard let declared = target.declaredSchemes, target.isSurelyOneApp, !target.isPartial else { return [] }
        let keys = Set(declared.compactMap(\.key))
        let handled = target.handledSchemes.subtracting(keys).subtracting(target.declaredAnywhere)
        guard !handled.isEmpty else { return [] }
        // Another rule reports Today extensions.
        let isToday = target.extensionPoint == "com.apple.widget-extension"
        return target.ownLinks.flatMap { link -> [Finding] in
            guard link.leavesApp, !(isToday && link.kind == .extensionContextOpen) else { return [] }
            return link.schemes.compactMap { scheme in
                guard handled.contains(scheme), !scheme.isWeb,
                    !knowledge.known(scheme).contains(where: \.category.isReserved)
                else { return nil }
                return finding(
                    in: target,
                    at: link.place,
                    .warning,
                    "the app handles URLs with the scheme '\(scheme)' but does not declare it, so this link does nothing",
                    hint: "declare '\(scheme)' in CFBundleURLTypes, or remove the link",
                    scheme: scheme,
                    related: target.appHandlers.filter { $0.compares(scheme) }.map {
                        .init(
                            app: target.appManifests.first?.appDescription,
                            place: $0.place,
                            message: "the handler checks for '\(scheme)' here"
                        )
                    },
                    subject: scheme.description
                )
            }
        }
    }
}

extension Handler {
    /// Whether it compares a URL's scheme with `scheme`.
    fileprivate func compares(_ scheme: SchemeKey) -> Bool {
        kind.receivesURLs
            && accepts.flatMap(\.conditions).contains { condition in
                condition.values.contains { value in
                    condition.component == .scheme
                        ? SchemeKey(value) == scheme
                        : condition.component == .text && URLPattern(value).scheme == scheme
                }
            }
    }
}
