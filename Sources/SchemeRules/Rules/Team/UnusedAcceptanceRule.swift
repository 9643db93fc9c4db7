import SchemeModel

/// An acceptance no longer matches any finding.
struct UnusedAcceptanceRule: RunRule {
    let description = RuleDescription(
        id: "unused-acceptance",
        section: .team,
        severity: .warning,
        summary: "acceptances that no finding matches, and shared schemes that nobody claims",
        why: """
            What was accepted is gone, or the acceptance names it wrongly. Either way it waits for something else that it \
            matches, and will then hide what nobody has looked at.
            """,
        details: """
            At the entry in `.schemereg.yml`: an acceptance without a finding, an entry of `shared` whose scheme none of its \
            apps claims, an entry of `schemes` whose scheme no app claims. Only in a run that looks at all that the file is for: at its whole folder, \
            without `--exclude` and `--configuration`, and with every input read. An acceptance whose day has passed is \
            `expired-acceptance` instead.
            """,
        fix: "Remove the entry, or correct what it names.",
        sources: [
            .init(
                "SwiftLint: superfluous_disable_command, the same for a linter of Swift",
                "https://realm.github.io/SwiftLint/superfluous_disable_command.html",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "The scheme was mended since",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acmepay"])]),
                    .configuration(
                        """
                        accept:
                          - ↓rule: uppercase-scheme
                            scheme: acmepay
                            reason: The partner's links are compared without case.
                        """
                    ),
                ]
            ),
            .init(
                "The app is spelled wrongly",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - ↓rule: generic-scheme
                            app: com.acme.walet
                            reason: The name goes with the next release.
                        """
                    ),
                ]
            ),
            .init(
                "A shared scheme, spelled wrongly, and a login's that was renamed",
                [
                    .manifest("Driver/Info.plist", of: "com.acme.driver", [.init(schemes: ["acme-pay"])]),
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-login"])]),
                    .configuration(
                        """
                        shared:
                          - ↓scheme: acme-pya
                            apps: [com.acme.driver, com.acme.wallet]
                            reason: They hand over to each other.
                        schemes:
                          ↓acmelogin:
                            usage: auth-session
                        """
                    ),
                ]
            ),
            .init(
                "An acceptance that is needed",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - rule: generic-scheme
                            app: com.acme.wallet
                            reason: The name goes with the next release.
                        """
                    ),
                ]
            ),
            .init(
                "Files that are so on purpose",
                [
                    .manifest("Tests/Fixtures/Info.plist", of: "com.acme.fixture", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - path: Tests/Fixtures
                            reason: What the tests of our parser read.
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in run: RunFacts, knowledge: Knowledge) -> [Finding] {
        run.acceptances.filter { $0.isUsed == false && !$0.isOver }.map { facts in
            let subject = facts.acceptance.subject
            return finding("no finding is of \(Wording.brief(subject))", facts.acceptance.place, subject)
        }
            + run.unmatched.map { finding($0.message, $0.place, $0.subject) }
    }

    private func finding(_ message: String, _ place: Place, _ subject: String) -> Finding {
        Finding(
            rule: description.id,
            severity: .warning,
            message: message,
            hint: "remove the entry, or correct what it names",
            app: nil,
            place: place,
            subject: subject
        )
    }
}
