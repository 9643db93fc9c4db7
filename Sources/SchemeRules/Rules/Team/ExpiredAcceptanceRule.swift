import SchemeModel

/// An acceptance has expired.
struct ExpiredAcceptanceRule: RunRule {
    let description = RuleDescription(
        id: "expired-acceptance",
        section: .team,
        severity: .error,
        traits: [.concernsAcceptances],
        summary: "acceptances that have expired",
        why: """
            The acceptance was limited to a date that has passed. Its findings are reported again, and the entry has \
            no effect.
            """,
        reportedWhen: """
            Reported at the entry in `.schemereg.yml`, from the day after `until`, in UTC.
            """,
        fix: "Fix the findings and remove the entry, or review the entry and change `until`.",
        sources: [
            .init(
                "ISO 8601, as profiled by RFC 3339: full-date",
                "https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "The accepted finding still exists",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - ↓rule: generic-scheme
                            scheme: login
                            reason: Release 8 will remove the scheme.
                            until: 2026-06-30
                        """
                    ),
                ]
            ),
            .init(
                "The accepted finding has been fixed",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["acme-login"])]),
                    .configuration(
                        """
                        accept:
                          - ↓rule: generic-scheme
                            scheme: login
                            reason: Release 8 will remove the scheme.
                            until: 2026-06-30
                        """
                    ),
                ]
            ),
            .init(
                "A date in the future",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - rule: generic-scheme
                            scheme: login
                            reason: Release 9 will remove the scheme.
                            until: 2026-12-31
                        """
                    ),
                ]
            ),
            .init(
                "The last day, which is included",
                [
                    .manifest("Info.plist", of: "com.acme.wallet", [.init(schemes: ["login"])]),
                    .configuration(
                        """
                        accept:
                          - rule: generic-scheme
                            scheme: login
                            reason: Release 8.1 will remove the scheme.
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
            let criteria = Wording.list(facts.acceptance.criteria.map(Wording.brief))
            return Finding(
                rule: description.id,
                severity: .error,
                message: "the acceptance for \(criteria) expired on \(day)",
                hint: facts.isUsed == false
                    ? "remove the entry, which no longer matches \(facts.acceptance.problem == nil ? "a finding" : "a problem")"
                    : "fix the \(facts.acceptance.problem == nil ? "findings" : "problem"), or renew the acceptance with a later 'until'",
                app: nil,
                place: facts.acceptance.place,
                subject: facts.acceptance.subject
            )
        }
    }
}
