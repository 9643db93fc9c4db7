import SchemeModel

/// Code asks about a scheme that is not in `LSApplicationQueriesSchemes`.
struct UnqueriedSchemeRule: TargetRule {
    let description = RuleDescription(
        id: "unqueried-scheme",
        section: .links,
        severity: .warning,
        summary: "`canOpenURL` with schemes that are not in `LSApplicationQueriesSchemes`",
        why: """
            `canOpenURL` answers `false` for every scheme that the app does not list under `LSApplicationQueriesSchemes`, \
            whatever is installed.
            """,
        details: """
            Where the scheme is known and the app's manifest is. Not for `http`, `https`, schemes that the app declares itself \
            and schemes of the system, and not on a Mac. Without a project only where an app begins in the code (`@main`) beside \
            one manifest.
            """,
        fix: "Add the scheme to `LSApplicationQueriesSchemes`, or open the URL and look at whether that succeeded.",
        sources: [
            .init(
                "canOpenURL(_:): declare the schemes that the app queries",
                "https://developer.apple.com/documentation/uikit/uiapplication/canopenurl(_:)",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A scheme that is not listed",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        @main
                        struct WalletApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }

                        func hasMaps() -> Bool {
                            UIApplication.shared.↓canOpenURL(URL(string: "comgooglemaps://")!)
                        }
                        """
                    ),
                ]
            ),
            .init(
                "Others are listed",
                [
                    .queries("comgooglemaps"),
                    .swift(
                        """
                        @main
                        struct WalletApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }

                        func hasWaze() -> Bool {
                            UIApplication.shared.↓canOpenURL(URL(string: "waze://")!)
                        }
                        """
                    ),
                ]
            ),
            .init(
                "A scheme that is listed",
                [
                    .queries("comgooglemaps"),
                    .swift(
                        """
                        @main
                        struct WalletApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }

                        func hasMaps() -> Bool {
                            UIApplication.shared.canOpenURL(URL(string: "comgooglemaps://")!)
                        }
                        """
                    ),
                ]
            ),
            .init(
                "Code of no app that is known",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        func hasMaps() -> Bool {
                            UIApplication.shared.canOpenURL(URL(string: "comgooglemaps://")!)
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The app's own",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        @main
                        struct WalletApp: App {
                            var body: some Scene { WindowGroup { Home() } }
                        }

                        func canPay() -> Bool {
                            UIApplication.shared.canOpenURL(URL(string: "wallet://pay")!)
                        }
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        guard let declared = target.declaredSchemes, target.isSurelyOneApp,
            let app = target.appManifests.first(where: { $0.mayRun(on: [.iOS, .tvOS, .visionOS]) })
        else { return [] }
        let queries = target.appManifests.flatMap(\.queriesSchemes)
        // The value of a variable is unknown.
        guard queries.allSatisfy(\.isKnown) else { return [] }
        let known = Set(queries.map { SchemeKey($0.value) }).union(declared.compactMap(\.key))
        return target.ownLinks.flatMap { link -> [Finding] in
            guard link.kind == .canOpenURL else { return [] }
            return link.schemes.compactMap { scheme in
                guard !known.contains(scheme), !scheme.isWeb,
                    !knowledge.known(scheme).contains(where: \.category.isReserved)
                else { return nil }
                return finding(
                    in: target,
                    at: link.place,
                    .warning,
                    "canOpenURL answers false: '\(scheme)' is not in LSApplicationQueriesSchemes",
                    hint: "add '\(scheme)' to LSApplicationQueriesSchemes",
                    scheme: scheme,
                    related: [.init(app: app.appDescription, place: app.origin, message: "the manifest of the app")],
                    subject: scheme.description
                )
            }
        }
    }
}
