import SchemeModel

/// Code asks about a scheme that is not in `LSApplicationQueriesSchemes`.
struct UnqueriedSchemeRule: TargetRule {
    let description = RuleDescription(
        id: "unqueried-scheme",
        section: .links,
        severity: .warning,
        summary: "calls to `canOpenURL` with schemes that are not in `LSApplicationQueriesSchemes`",
        why: """
            `canOpenURL` returns `false` for every scheme that the app doesn't list in `LSApplicationQueriesSchemes`, \
            whether or not an app for it is installed.
            """,
        reportedWhen: """
            Reported for Swift code if the scheme and the app's manifest are known. Without a project, only reported if the code \
            contains the app's entry point (`@main`), and there is exactly one manifest. The finding is a note in sample \
            code and in apps that host tests.
            """,
        notReportedWhen: """
            Not reported for `http`, `https`, schemes that the app declares itself, or system schemes, or on macOS. \
            If several apps share the code, a call is only reported if none of them lists the scheme.
            """,
        fix: "Add the scheme to `LSApplicationQueriesSchemes`, or open the URL and check whether that succeeded.",
        sources: [
            .querying("declare the schemes that the app queries")
        ],
        examples: [
            .init(
                "An unlisted scheme",
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
                "Other schemes are listed",
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
                "A listed scheme",
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
                "Code of an unknown app",
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
                "The app's own scheme",
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
                    // The code may only run in the other app.
                    !(target.queriesByPlace[link.place]?.contains(scheme) ?? false),
                    !knowledge.known(scheme).contains(where: \.category.isReserved)
                else { return nil }
                return finding(
                    in: target,
                    at: link.place,
                    target.severity,
                    // Apps that share the code have one message, so that a report shows it once.
                    "canOpenURL returns false, since '\(scheme)' is not in the app's LSApplicationQueriesSchemes",
                    hint: "add '\(scheme)' to LSApplicationQueriesSchemes",
                    scheme: scheme,
                    related: [.init(app: app.appDescription, place: app.origin, message: "the app's manifest")],
                    subject: scheme.description
                )
            }
        }
    }
}
