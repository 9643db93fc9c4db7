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
            Reported at the URL under `examples` in `.schemereg.yml`. On the platforms that the app is built for, it \
            must be the only app that claims the scheme, apart from variants of the same product. The scheme must not \
            belong to the system, and must not be one for which the user chooses the app. It is a warning if another \
            app only possibly opens the URL.

            Only checked in a run over the whole folder of the file, or with `--config`. Only the scheme matters: host \
            and path are up to the app, and universal links are not followed.
            """,
        fix: """
            Let only this app claim the scheme, or correct the example. `schemereg resolve URL` shows which app opens \
            it according to the registry.
            """,
        sources: [
            .init(
                "Defining a custom URL scheme for your app",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
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
            guard let failure = ExampleFailure(facts) else { return nil }
            return Finding(
                rule: description.id,
                severity: failure.certainty == .certain ? .error : .warning,
                message:
                    "'\(Wording.brief(facts.example.url))' should open \(facts.example.app.text); \(failure.message)",
                hint: failure.hint,
                app: nil,
                scheme: facts.example.scheme,
                place: facts.example.place,
                related: failure.others.map { claim in
                    Finding.Related(
                        app: claim.app,
                        place: claim.place,
                        message: "\(Wording.app(claim.app)) claims '\(facts.example.scheme)'"
                    )
                },
                certainty: failure.certainty,
                subject: facts.example.url
            )
        }
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
        func isExpected(_ claim: Claim) -> Bool { claim.app.id == example.app || claim.container == example.app }
        let own = answers.filter { $0.claims.contains(where: isExpected) }
        guard !own.isEmpty else {
            hint = "let the app claim '\(scheme)', or correct the example"
            let other = answers.first { !$0.claims.isEmpty }
            others = other?.claims ?? []
            if let owner = answers.first(where: { $0.handler == .system })?.owner {
                message = "'\(scheme)' belongs to \(owner)"
            } else if let first = others.first {
                let more = others.count > 1 ? " and \(Wording.count(others.count - 1, "other app"))" : ""
                message = "'\(scheme)' is claimed by \(Wording.app(first.app))\(more) instead"
            } else {
                message = "none of the checked apps claims '\(scheme)'"
            }
            return
        }
        // Only the app's own platforms count, not those on which it merely may run.
        let native = own.filter { answer in
            answer.claims.contains {
                isExpected($0) && !$0.profile.deviceSupport.platforms.isDisjoint(with: answer.devices)
            }
        }
        let wrong = (native.isEmpty ? own : native).filter { $0.handler != .one && !$0.areVariants }
        guard let worst = wrong.first(where: { $0.certainty == .certain }) ?? wrong.first else { return nil }
        certainty = worst.certainty
        others = worst.claims.filter { !isExpected($0) }
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
                "on \(devices), '\(scheme)' is also claimed by \(others)\(more), so it "
                + (certainty == .certain ? "is" : "may be") + " undefined which app opens"
            hint = "let only one app claim '\(scheme)'"
        }
    }
}
