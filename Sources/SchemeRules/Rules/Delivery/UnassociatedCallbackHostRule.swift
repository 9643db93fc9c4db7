import SchemeModel

/// An authentication session waits for a web address whose domain isn't associated with the app.
struct UnassociatedCallbackHostRule: TargetRule {
    let description = RuleDescription(
        id: "unassociated-callback-host",
        section: .delivery,
        severity: .error,
        summary: "authentication sessions with a callback host that isn't an associated domain",
        why: """
            An `.https(host:path:)` callback is only delivered if its host belongs to an associated domain of the app. \
            Otherwise the session fails.
            """,
        reportedWhen: """
            Reported if the callback host is known and not covered by any associated domain in the app's entitlements, \
            regardless of the service (`applinks:`, `webcredentials:`).
            """,
        notReportedWhen: """
            Not reported if the entitlements are unknown, or contain variables, and for hosts that aren't in ASCII, since \
            the app may have the ASCII form (`xn--...`).
            """,
        fix: """
            Add `webcredentials:HOST` to the app's associated domains, and list the app in the site's \
            `apple-app-site-association` file.
            """,
        sources: [
            .init(
                "https(host:path:): the host must be a member of a domain associated with the app",
                "https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/https(host:path:)",
                seen: "2026-11-23"
            )
        ],
        examples: [
            .init(
                "A host that isn't associated",
                .project(body: "", domains: ["applinks:acme.com"])
                    + [.swift(session(host: "auth.acme.com", mark: "↓"), at: "Code/Login.swift")]
            ),
            .init(
                "Subdomains of another domain",
                .project(body: "", domains: ["webcredentials:*.acme.com"])
                    + [.swift(session(host: "auth.acme.org", mark: "↓"), at: "Code/Login.swift")]
            ),
            .init(
                "An associated host",
                .project(body: "", domains: ["webcredentials:auth.acme.com"])
                    + [.swift(session(host: "auth.acme.com"), at: "Code/Login.swift")]
            ),
            .init(
                "All subdomains",
                .project(body: "", domains: ["webcredentials:*.acme.com"])
                    + [.swift(session(host: "auth.acme.com"), at: "Code/Login.swift")]
            ),
            .init(
                "A host that isn't in ASCII",
                .project(body: "", domains: ["webcredentials:xn--mnchen-3ya.de"])
                    + [.swift(session(host: "m\u{FC}nchen.de"), at: "Code/Login.swift")]
            ),
            .init(
                "Unknown entitlements",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(session(host: "auth.acme.com")),
                ]
            ),
        ]
    )

    private static func session(host: String, mark: String = "") -> String {
        """
        class Login {
            func start() {
                session = \(mark)ASWebAuthenticationSession(
                    url: page,
                    callback: .https(host: "\(host)", path: "/auth")
                ) { url, error in finish(url) }
            }
        }
        """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let known = target.appManifests.map(\.associatedHosts)
        guard !known.isEmpty, target.isWhole, target.isSurelyOneApp, known.allSatisfy({ $0 != nil }) else { return [] }
        let domains = known.compactMap { $0 }.reduce(into: Set()) { $0.formUnion($1) }
        return target.handlers.flatMap { handler in
            handler.callbackHosts.filter { !domains.mayContain(host: $0.asciiLowercased) }.map { host in
                finding(
                    in: target,
                    at: handler.place,
                    .error,
                    "the host '\(Wording.brief(host))' is not covered by the app's associated domains, so the session fails",
                    hint:
                        "add 'webcredentials:\(Wording.brief(host))' to the app's associated domains, and list the app in the "
                        + "site's apple-app-site-association file",
                    subject: host
                )
            }
        }
    }
}

extension Set<DomainPattern> {
    /// Whether one of these domains contains `host`, which is in lowercase.
    ///
    /// Some services may take a wildcard for the domain itself as well. A host outside ASCII may be one of the domains.
    fileprivate func mayContain(host: String) -> Bool {
        !host.isPlainHost || contains { $0.contains(host: host) || ByteString($0.host) == ByteString(host) }
    }
}
