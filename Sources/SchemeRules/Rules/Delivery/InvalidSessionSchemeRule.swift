import SchemeModel

/// An authentication session waits for a callback scheme that is invalid.
struct InvalidSessionSchemeRule: TargetRule {
    let description = RuleDescription(
        id: "invalid-session-scheme",
        section: .delivery,
        severity: .error,
        summary: "authentication sessions whose callback scheme crashes the app or never matches",
        why: """
            `ASWebAuthenticationSession` expects only the scheme of the callback URL. Since iOS 14.5, a scheme with \
            `:` or `/`, such as a whole URL, throws an exception, and the app crashes when the user signs in. A string \
            with any other invalid character never matches a callback. `https` isn't a custom scheme: only \
            `Callback.https(host:path:)` is documented to match web addresses.
            """,
        reportedWhen: """
            Reported if the scheme of an `ASWebAuthenticationSession` or an `SFAuthenticationSession`, or of SwiftUI's \
            `webAuthenticationSession`, is known and is not a valid custom scheme. The finding is a warning for `http` \
            and `https`, and an error otherwise.
            """,
        notReportedWhen: """
            If the code can pass several schemes, this is only reported if none of them is valid. Values in private \
            functions that nothing calls don't count, nor do those that a comparison excludes, such as `https` in the \
            `else` of `if url.scheme == "https"`. Not reported for code that only runs before iOS 14.5 according to \
            `#available`, or for `http` and `https` before iOS 17.4.
            """,
        fix: """
            Pass the scheme alone:

            \(FixCode.block(fixed))

            For a callback with a domain, also see the page of `unassociated-callback-host`.
            """,
        sources: [
            .init(
                "ASWebAuthenticationSession init(url:callbackURLScheme:completionHandler:): the custom URL scheme of the callback",
                "https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callbackurlscheme:completionhandler:)-7fpox",
                seen: "2026-11-23"
            ),
            .init(
                "A crash since iOS 14.5: a scheme should not include special characters such as \":\" or \"/\"",
                "https://github.com/p2/OAuth2/issues/370",
                seen: "2026-11-23"
            ),
            .init(
                "ASWebAuthenticationSession.Callback https(host:path:)",
                "https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/https(host:path:)",
                seen: "2026-11-23"
            ),
        ],
        examples: [
            .init(
                "A whole URL",
                [.swift(session("callbackURLScheme: \"wallet://auth\"", mark: "↓"))]
            ),
            .init(
                "A web address",
                [.swift(session("callback: .customScheme(\"https\")", mark: "↓"))]
            ),
            .init(
                "The valid scheme is in a function that nothing calls",
                [
                    .swift(
                        """
                        class Login {
                            let callback: String

                            init(callback: String) { self.callback = callback }

                            func start() {
                                session = ↓ASWebAuthenticationSession(url: page, callbackURLScheme: callback) { _, _ in }
                            }
                        }

                        var login = Login(callback: "wallet://auth")

                        private func useTestServer() { login = Login(callback: "wallet-test") }
                        """
                    )
                ]
            ),
            .init(
                "One of two schemes is valid",
                [.swift(session("callbackURLScheme: isTest ? \"wallet://test\" : \"wallet\""))]
            ),
            .init(
                "A comparison excludes the web",
                [
                    .swift(
                        session(
                            "callback: .customScheme(page.scheme!)",
                            after: "guard page.scheme != \"https\" else { return }"
                        ) + "\nlet page = URL(string: \"https://acme.com\")!"
                    )
                ]
            ),
            .init(
                "On systems without other callbacks",
                [
                    .swift(
                        session("callbackURLScheme: \"https\"", after: "guard #unavailable(iOS 17.4) else { return }")
                    )
                ]
            ),
            .init("The scheme alone, and a callback with a domain", [.swift(fixed)]),
        ]
    )

    private static let fixed = """
        // The callback is wallet://auth?code=1234
        func logIn(at page: URL) -> ASWebAuthenticationSession {
            ASWebAuthenticationSession(
                url: page,
                callbackURLScheme: "wallet"
            ) { url, error in finish(url, error) }
        }

        // The same since iOS 17.4
        @available(iOS 17.4, macOS 14.4, *)
        func logInAgain(at page: URL) -> ASWebAuthenticationSession {
            ASWebAuthenticationSession(
                url: page,
                callback: .customScheme("wallet")
            ) { url, error in finish(url, error) }
        }

        // The callback is https://acme.com/auth?code=1234
        @available(iOS 17.4, macOS 14.4, *)
        func logInWithDomain(at page: URL) -> ASWebAuthenticationSession {
            ASWebAuthenticationSession(
                url: page,
                callback: .https(host: "acme.com", path: "/auth")
            ) { url, error in finish(url, error) }
        }
        """

    private static func session(_ callback: String, after statement: String? = nil, mark: String = "") -> String {
        let lead = statement.map { $0 + "\n        " } ?? ""
        return """
            class Login {
                func start() {
                    \(lead)session = \(mark)ASWebAuthenticationSession(url: page, \(callback)) { url, error in finish(url) }
                }
            }
            """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        target.handlers.flatMap { handler -> [Finding] in
            // If only some of the possible values are invalid, it is unknown whether they reach the session.
            let problems = handler.callbackSchemes.map { ($0, Self.problem(with: $0, before: handler.endsBefore)) }
            guard handler.isRouted, problems.allSatisfy({ $0.1 != nil }) else { return [] }
            return problems.compactMap { text, problem in
                guard let (severity, problem, hint) = problem else { return nil }
                return finding(
                    in: target,
                    at: handler.place,
                    severity,
                    "the callback scheme '\(Wording.brief(text))' \(problem)",
                    hint: hint,
                    subject: text
                )
            }
        }
    }

    /// The iOS version since which a session with such a scheme throws an exception.
    private static let throwing = SystemVersion(14, 5)
    /// The iOS version that introduced `Callback.https(host:path:)`.
    private static let webCallbacks = SystemVersion(17, 4)

    /// Returns what is wrong with the callback scheme `text` on the systems before `end`, or on all if it is `nil`, and
    /// how to fix it; `nil` if nothing is.
    private static func problem(with text: String, before end: SystemVersion?) -> (Severity, String, String)? {
        if text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }) {
            if let end, end <= throwing { return nil }
            let scheme = String(text.prefix { $0 != ":" })
            let isScheme = SchemeGrammar.isScheme(scheme) && !SchemeKey(scheme).isWeb
            return (
                .error,
                "contains more than a scheme, so the session throws an exception",
                isScheme ? "pass '\(Wording.brief(scheme))'" : "pass the scheme alone"
            )
        }
        guard SchemeGrammar.isScheme(text) else {
            return (.error, "is not a valid scheme, so no callback matches it", "pass a valid scheme")
        }
        guard SchemeKey(text).isWeb else { return nil }
        if let end, end <= webCallbacks { return nil }
        return (
            .warning, "is not a custom scheme, so the session may never get its callback",
            "use .https(host:path:) instead"
        )
    }
}
