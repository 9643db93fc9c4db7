import SchemeModel

/// An acceptance no longer matches any finding.
struct UnusedAcceptanceRule: RunRule {
    let description = RuleDescription(
        id: "unused-acceptance",
        section: .team,
        severity: .warning,
        traits: [.concernsAcceptances],
        summary: "acceptances and shared schemes in the configuration that match nothing",
        why: """
            The accepted finding is fixed, or the entry is misspelled. Either way it could later hide a finding that \
            nobody has reviewed.
            """,
        reportedWhen: """
            Reported at the entry in `.schemereg.yml`: for an acceptance without a finding, an entry of `shared` whose \
            apps don't claim the scheme, and an entry of `schemes` whose scheme no app claims.

            Only checked in a run over the file's whole folder, without `--exclude` and `--configuration`, and with \
            all inputs read. An expired acceptance is reported as `expired-acceptance` instead.
            """,
        fix: "Remove or correct the entry.",
        sources: [
            .init(
                "SwiftLint: superfluous_disable_command, a similar rule",
                "https://realm.github.io/SwiftLint/superfluous_disable_command.html",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "The scheme has been fixed",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acmepay"])]),
                    .configuration(
                        """
                        accept:
                          - ↓rule: uppercase-scheme
                            scheme: acmepay
                            reason: The partner ignores case.
                        """
                    ),
                ]
            ),
            .init(
                "A misspelled app",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - ↓rule: generic-scheme
                            app: com.acme.walet
                            reason: We will rename it in the next release.
                        """
                    ),
                ]
            ),
            .init(
                "A misspelled shared scheme, and a renamed login callback",
                [
                    .manifest("Driver/Info.plist", of: "com.acme.driver", [.init(schemes: ["acme-pay"])]),
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-login"])]),
                    .configuration(
                        """
                        shared:
                          - ↓scheme: acme-pya
                            apps: [com.acme.driver, com.acme.wallet]
                            reason: They open each other.
                        schemes:
                          ↓acmelogin:
                            usage: auth-session
                        """
                    ),
                ]
            ),
            .init(
                "A used acceptance",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - rule: generic-scheme
                            app: com.acme.wallet
                            reason: We will rename it in the next release.
                        """
                    ),
                ]
            ),
            .init(
                "Fixtures",
                [
                    .manifest("Tests/Fixtures/Info.plist", of: "com.acme.fixture", [.init(schemes: ["sms"])]),
                    .configuration(
                        """
                        accept:
                          - path: Tests/Fixtures
                            reason: Fixtures for our parser.
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in run: RunFacts, knowledge: Knowledge) -> [Finding] {
        run.acceptances.filter { $0.isUsed == false && !$0.isOver }.map { facts in
            let criteria = Wording.list(facts.acceptance.criteria.map(Wording.brief))
            return finding("no finding matches \(criteria)", facts.acceptance.place, facts.acceptance.subject)
        }
            + run.unmatched.map { finding($0.message, $0.place, $0.subject) }
    }

    private func finding(_ message: String, _ place: Place, _ subject: String) -> Finding {
        Finding(
            rule: description.id,
            severity: .warning,
            message: message,
            hint: "remove or correct the entry",
            app: nil,
            place: place,
            subject: subject
        )
    }
}
