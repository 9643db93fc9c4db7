import SchemeModel

/// An acceptance no longer matches any finding.
struct UnusedAcceptanceRule: RunRule {
    let description = RuleDescription(
        id: "unused-acceptance",
        section: .team,
        severity: .warning,
        traits: [.concernsAcceptances],
        summary: "acceptances and shared schemes that match nothing, in the configuration and in code",
        why: """
            The accepted finding is fixed, or the entry or comment is misspelled. Either way it could later hide a finding \
            that nobody has reviewed.
            """,
        reportedWhen: """
            Reported at the entry in `.schemereg.yml`: for an acceptance without a finding, an entry of `shared` whose \
            apps don't claim the scheme, and an entry of `schemes` whose scheme no app claims.

            This is only checked by runs that cover the configuration file's whole folder, don't use `--exclude` or \
            `--configuration`, and could read every input. For the acceptance of a problem, it is enough that no other \
            problem is in its path or in a folder around it, if the path contains a `/`. An expired acceptance is reported as \
            `expired-acceptance` instead.

            Also reported at a `schemereg:allow` comment in code: if no finding of one of its rules is on its line, if it \
            names no rule or a rule that doesn't exist or can't be accepted, or if it gives no reason. A comment without \
            a reason accepts nothing.
            """,
        notReportedWhen: """
            A comment is not reported as unused in a run with `--exclude` or `--configuration`, if some code or all \
            manifests of its app were not read, if its rule is off, or if the rule checks links against other apps.
            """,
        fix: "Remove or correct the entry or the comment.",
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
                "Comments in code",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct PayWidget: Widget {
                            var body: some WidgetConfiguration {
                                StaticConfiguration(kind: "pay", provider: Provider()) { entry in
                                    // schemereg:allow unrouted-link Violet cards come with version 2.
                                    Text("Violet").widgetURL(URL(string: "wallet://violet"))
                                    ↓// schemereg:allow unrouted-link Red cards come with version 2.
                                    Text("Red").widgetURL(URL(string: "wallet://red"))
                                    ↓// schemereg:allow unrouted-links Green cards come with version 2.
                                    Text("Green").padding()
                                    Text("Blue").padding()  ↓// schemereg:allow unrouted-link
                                }
                            }
                        }

                        struct Home: View {
                            var body: some View {
                                Text("Home").onOpenURL { url in
                                    if url.host == "red" { show(.red) }
                                }
                            }
                        }
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
            let subject = facts.acceptance.problem == nil ? "finding" : "problem"
            return finding("no \(subject) matches \(criteria)", facts.acceptance.place, facts.acceptance.subject)
        }
            + run.unmatched.map { finding($0.message, $0.place, $0.subject) }
            + run.comments.flatMap(findings)
    }

    /// Returns the findings about a comment in code.
    private func findings(about comment: RunFacts.CommentFacts) -> [Finding] {
        func finding(_ message: String, hint: String) -> Finding {
            self.finding(message, comment.acceptance.place, comment.acceptance.subject, hint: hint)
        }
        func quoted(_ rules: [String], _ conjunction: String = "and") -> String {
            Wording.list(rules.map { "'\(Wording.brief($0))'" }, conjunction)
        }
        guard !comment.acceptance.rules.isEmpty else {
            return [finding("the comment names no rule, so it accepts nothing", hint: Self.form)]
        }
        guard !comment.acceptance.reason.isEmpty else {
            return [finding("the comment has no reason, so it accepts nothing", hint: Self.form)]
        }
        var findings: [Finding] = []
        if !comment.unknown.isEmpty {
            let isOne = comment.unknown.count == 1
            findings.append(
                finding(
                    "there \(isOne ? "is no rule" : "are no rules") \(quoted(comment.unknown))",
                    hint: "correct the comment; `schemereg rules` lists all rules"
                )
            )
        }
        if !comment.unacceptable.isEmpty {
            findings.append(
                finding(
                    "findings of \(quoted(comment.unacceptable)) cannot be accepted",
                    hint: "remove the rule from the comment"
                )
            )
        }
        if !comment.unused.isEmpty {
            findings.append(
                finding(
                    "line \(comment.acceptance.line.grouped) has no \(quoted(comment.unused, "or")) finding",
                    hint: "remove or correct the comment"
                )
            )
        }
        return findings
    }

    /// How to write a comment.
    private static let form = "write `// schemereg:allow RULE reason`"

    private func finding(
        _ message: String,
        _ place: Place,
        _ subject: String,
        hint: String = "remove or correct the entry"
    ) -> Finding {
        Finding(
            rule: description.id,
            severity: .warning,
            message: message,
            hint: hint,
            app: nil,
            place: place,
            subject: subject
        )
    }
}
