import SchemeModel

/// An example URL doesn't reach the expected app.
struct UnexpectedTargetRule: RunRule {
    let description = RuleDescription(
        id: "unexpected-target",
        section: .team,
        severity: .error,
        summary: "example URLs that don't reach the expected app",
        why: """
            Links live in emails, on paper and in other apps. An example of each kind shows immediately when a scheme \
            is renamed, claimed by another app, or lost.
            """,
        reportedWhen: """
            Reported at the URL under `examples` in `.schemereg.yml` if the expected app doesn't claim the scheme, or \
            if another app claims it on a platform that the expected app is built for. Variants of the same product \
            don't count as other apps. Also reported if the scheme belongs to the system, or if the user chooses the \
            app that opens it. The finding is a warning if it is uncertain whether another app opens the URL, and an \
            error otherwise.

            For an `https` URL, the app must have the URL's domain in its entitlements (`applinks:`). If the domain's \
            association file is known, an entry in the file must match the URL for this app, and no entry in the same \
            element of `details`, or in an earlier one, may match it for another app on the same devices. The finding is \
            a warning if an earlier element lets the URL open another app, or excludes it for another app. For a \
            wildcard such as `*.acme.com`, the file of `acme.com` decides.

            This is only checked by runs that cover the configuration file's whole folder, or that use `--config`. For \
            other URLs, only the scheme matters: host and path are up to the app.
            """,
        notReportedWhen: """
            An `https` URL is not reported if the entitlements of the app are unknown, or if it isn't clear what the \
            association file says about it; for a wildcard, also if the file of the URL's own host says something else.
            """,
        fix: """
            Declare the scheme in this app only, or correct the example. `schemereg resolve URL` shows which app opens \
            it according to the registry.
            """,
        sources: [
            .associationHosts,
            .customSchemes(),
        ],
        examples: [
            .init(
                "A renamed scheme",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-wallet"])]),
                    .configuration(
                        """
                        examples:
                          ↓acmepay://pay?to=bob: com.acme.wallet
                        """
                    ),
                ]
            ),
            .init(
                "A scheme that another app also claims",
                [
                    .manifest("Driver/Info.plist", of: "com.acme.driver", [.init(schemes: ["acme-pay"])]),
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-pay"])]),
                    .configuration(
                        """
                        examples:
                          ↓acme-pay://return: com.acme.wallet
                        """
                    ),
                ]
            ),
            .init(
                "A system scheme",
                [
                    .manifest("Info.plist", of: "com.acme.phone", [.init(schemes: ["sms"])]),
                    .configuration(
                        """
                        examples:
                          ↓sms:+15550100: com.acme.phone
                        """
                    ),
                ]
            ),
            .init(
                "The app is reached",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-wallet"])]),
                    .configuration(
                        """
                        examples:
                          acme-wallet://pay?to=bob: com.acme.wallet
                        """
                    ),
                ]
            ),
            .init(
                "A universal link that the website excludes, and one to another domain",
                .app("Wallet", of: "com.acme.wallet", domains: ["applinks:acme.com"])
                    + [
                        .association(
                            """
                            { "appIDs": ["K9QX2M7RT4.com.acme.wallet"],
                                    "components": [{ "/": "/help/*", "exclude": true }, { "/": "/*" }] }
                            """
                        ),
                        .configuration(
                            """
                            examples:
                              ↓https://acme.com/help/7: com.acme.wallet
                              ↓https://acme.org/pay/7: com.acme.wallet
                              https://acme.com/pay/7: com.acme.wallet
                            """
                        ),
                    ]
            ),
            .init(
                "A wildcard, for which the file of acme.com decides",
                .app("Wallet", of: "com.acme.wallet", domains: ["applinks:*.acme.com"])
                    + [
                        .association(
                            #"{ "appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [{ "/": "/pay/*" }] }"#
                        ),
                        .configuration(
                            """
                            examples:
                              ↓https://www.acme.com/help/7: com.acme.wallet
                              https://www.acme.com/pay/7: com.acme.wallet
                            """
                        ),
                    ]
            ),
            .init(
                "An app on another platform",
                [
                    .manifest("Mac/Info.plist", of: "com.acme.desk", on: .macOS, [.init(schemes: ["acme-desk"])]),
                    .manifest("Phone/Info.plist", of: "com.acme.phone", [.init(schemes: ["acme-phone"])]),
                    .configuration(
                        """
                        examples:
                          acme-desk://inbox: com.acme.desk
                          acme-phone://inbox: com.acme.phone
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in run: RunFacts, knowledge: Knowledge) -> [Finding] {
        run.examples.compactMap { facts in
            let failure = facts.universalLink.map { ExampleFailure(facts, $0) } ?? ExampleFailure(facts)
            guard let failure else { return nil }
            return Finding(
                rule: description.id,
                severity: failure.certainty == .certain ? .error : .warning,
                message:
                    "'\(Wording.brief(facts.example.url))' should open \(facts.example.app.text); \(failure.message)",
                hint: failure.hint,
                app: nil,
                scheme: facts.universalLink == nil ? facts.example.scheme : nil,
                place: facts.example.place,
                related: failure.others.map { claim in
                    Finding.Related(
                        app: claim.app,
                        place: claim.place,
                        message: "\(Wording.app(claim.app)) claims '\(claim.scheme?.description ?? claim.declared.raw)'"
                    )
                },
                certainty: failure.certainty,
                subject: facts.example.url
            )
        }
    }
}

extension RunFacts.ExampleFacts {
    /// Whether a claim belongs to the expected app, or to a product in it.
    fileprivate func isExpected(_ claim: Claim) -> Bool {
        claim.app.id == example.app || claim.container == example.app
    }

    /// Returns the answers about the expected app that count: only those on its own platforms, not those on which it merely
    /// may run, unless there are no others.
    fileprivate func counted<Answer: DeviceAnswer>(_ answers: [Answer]) -> [Answer] {
        let own = answers.filter { $0.claims.contains(where: isExpected) }
        let native = own.filter { answer in
            answer.claims.contains {
                isExpected($0) && !$0.profile.deviceSupport.platforms.isDisjoint(with: answer.devices)
            }
        }
        return native.isEmpty ? own : native
    }
}

/// The reason why an example doesn't reach its app.
private struct ExampleFailure {
    var message: String
    var hint: String
    var certainty = Certainty.certain
    /// The claims of the conflicting apps.
    var others: [Claim] = []

    /// Returns the reason; `nil` if the example reaches its app.
    init?(_ facts: RunFacts.ExampleFacts) {
        let (example, answers) = (facts.example, facts.resolution.answers)
        let scheme = example.scheme
        let counted = facts.counted(answers)
        guard !counted.isEmpty else {
            let app = example.app.text
            let other = answers.first { !$0.claims.isEmpty }
            others = other?.claims ?? []
            if let owner = answers.first(where: { $0.handler == .system })?.owner {
                message = "'\(scheme)' belongs to \(owner)"
                hint = "in the example, use a scheme that the app owns"
            } else if let first = others.first {
                let more = others.count > 1 ? " and \(Wording.count(others.count - 1, "other app"))" : ""
                message = "'\(scheme)' is claimed by \(Wording.app(first.app))\(more) instead"
                hint = "correct the example, or move '\(scheme)' to \(app)"
            } else {
                message = "no checked app claims '\(scheme)'"
                hint = "declare '\(scheme)' in \(app), or correct the example"
            }
            return
        }
        let wrong = counted.filter { $0.handler != .one && !$0.areVariants }
        guard let worst = wrong.first(where: { $0.certainty == .certain }) ?? wrong.first else { return nil }
        certainty = worst.certainty
        others = worst.claims.filter { !facts.isExpected($0) }
        let devices = Wording.list(worst.devices)
        switch worst.handler {
        case .system:
            message = "on \(devices), '\(scheme)' belongs to \(worst.owner ?? "the system")"
            hint = "use a scheme that the app owns"
        case .chosen:
            message = "on \(devices), the user chooses which app opens '\(scheme)'"
            hint = "use a scheme that the app owns, or remove the example"
        default:
            let others = self.others.first.map { Wording.app($0.app) } ?? "another app"
            let more = self.others.count > 1 ? " and \(Wording.count(self.others.count - 1, "other app"))" : ""
            message =
                "on \(devices), '\(scheme)' is also claimed by \(others)\(more), so which one opens its URLs "
                + (certainty == .certain ? "is" : "may be") + " undefined"
            hint = "declare '\(scheme)' in only one app"
        }
    }
}

extension ExampleFailure {
    /// Returns the reason why an example doesn't open its app as a universal link; `nil` if it does, or if that isn't
    /// known.
    fileprivate init?(_ facts: RunFacts.ExampleFacts, _ resolution: UniversalLinkResolution) {
        let app = facts.example.app
        func isExpected(_ candidate: UniversalLinkResolution.Candidate) -> Bool {
            facts.isExpected(candidate.claim.claim)
        }
        let counted = facts.counted(resolution.answers)
        guard !counted.isEmpty else {
            let host = Wording.brief(resolution.host)
            guard !facts.hasUnknownDomains else { return nil }
            message = "\(app.text) does not have the domain '\(host)' in its entitlements"
            hint = "add 'applinks:\(host)' to them, or correct the example"
            return
        }
        for answer in counted {
            // Several variants of the app may have its identifier.
            let candidates = answer.apps.filter(isExpected)
            guard !candidates.contains(where: { $0.verdict == .unknown }) else { return nil }
            // The host whose file decides, which isn't that of the URL if the app has a wildcard.
            let pattern = candidates.first?.claim.domain.pattern
            let host = Wording.brief(pattern?.associationHost ?? resolution.host)
            guard candidates.contains(where: { $0.verdict == .matched }) else {
                let entry = candidates.lazy.compactMap(\.entry).first
                if candidates.contains(where: { $0.verdict == .doubtful }) {
                    // Whether an exclusion ends the search for all apps isn't documented.
                    certainty = .possible
                    message = "in the association file of \(host), an earlier element excludes it for another app"
                    hint = "correct the association file or the example"
                    return
                }
                if candidates.contains(where: { $0.verdict == .preceded }) {
                    others = answer.apps.filter { $0.verdict == .matched }.map(\.claim.claim)
                    let other = others.first.map { Wording.app($0.app) } ?? "another app"
                    // Apple documents the order, but devices with iOS 15 were seen to go through it backwards.
                    certainty = .possible
                    message = "in the association file of \(host), an earlier entry lets it open \(other)"
                    hint = "correct the association file or the example"
                    return
                }
                let identifier = candidates.lazy.compactMap(\.claim.applicationIdentifier).first.map(Wording.brief)
                message =
                    entry.map { "the association file of \(host) excludes it with \(Wording.brief($0.text))" }
                    ?? (candidates.contains { $0.verdict == .unmatched }
                        ? "no entry of the app in the association file of \(host) matches it"
                        : "the association file of \(host) does not list \(identifier ?? "the app")")
                hint = "correct the association file or the example"
                return
            }
            guard candidates.contains(where: \.claim.domain.isForEveryone) else {
                let domain = Wording.brief(pattern?.text ?? resolution.host)
                message = "the app has the domain '\(domain)' only for testing (?mode=)"
                hint = "add 'applinks:\(domain)' to its entitlements, or correct the example"
                return
            }
            guard answer.outcome == .undefined, !answer.areVariants else { continue }
            let rivals = answer.apps.filter { $0.verdict == .matched && !isExpected($0) }
            others = rivals.map(\.claim.claim)
            certainty = .possible
            message =
                "on \(Wording.list(answer.devices)), \(others.first.map { Wording.app($0.app) } ?? "another app") may open it too"
            hint = "give each app entries of its own in the association file"
            return
        }
        return nil
    }
}
