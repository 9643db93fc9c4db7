import SchemeModel

/// An acceptance has expired.
struct ExpiredAcceptanceRule: RunRule {
    let description = RuleDescription(
        id: "expired-acceptance",
        section: .team,
        severity: .error,
        summary: "acceptances whose last day has passed",
        why: """
            Somebody has said until when this may stay as it is. That day is over, so the findings are reported again, \
            and the entry says nothing any more.
            """,
        details: """
            At the entry in `.schemereg.yml`, from the day after `until` on, in UTC. What it accepted is reported as if \
            it were not there.
            """,
        fix: "Mend what was accepted and remove the entry, or decide anew and change `until`.",
        sources: [
            .init(
                "ISO 8601, in the form of RFC 3339: full-date",
                "https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "What it accepted is still there",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - ↓rule: generic-scheme
                            scheme: login
                            reason: The name goes with release 8.
                            until: 2026-06-30
                        """
                    ),
                ]
            ),
            .init(
                "What it accepted is gone",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-login"])]),
                    .configuration(
                        """
                        accept:
                          - ↓rule: generic-scheme
                            scheme: login
                            reason: The name goes with release 8.
                            until: 2026-06-30
                        """
                    ),
                ]
            ),
            .init(
                "A day to come",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - rule: generic-scheme
                            scheme: login
                            reason: The name goes with release 9.
                            until: 2026-12-31
                        """
                    ),
                ]
            ),
            .init(
                "The last day, which counts",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - rule: generic-scheme
                            scheme: login
                            reason: The name goes with release 8.1.
                            until: 2026-11-21
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in run: RunFacts, knowledge: Knowledge) -> [Finding] {
        run.acceptances.filter(\.isOver).map { facts in
            let day = facts.acceptance.until?.text ?? ""
            let subject = Wording.brief(facts.acceptance.subject)
            return Finding(
                rule: description.id,
                severity: .error,
                message: "the acceptance of \(subject) has ended on \(day)",
                hint: facts.isUsed == false
                    ? "remove the entry: nothing matches it"
                    : "mend what it accepted, or decide anew and change 'until'",
                app: nil,
                place: facts.acceptance.place,
                subject: facts.acceptance.subject
            )
        }
    }
}
