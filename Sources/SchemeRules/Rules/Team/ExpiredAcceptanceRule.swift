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
            .init("The accepted finding still exists", accepting("login", until: "2026-06-30", mark: "↓")),
            .init("The accepted finding has been fixed", accepting("acme-login", until: "2026-06-30", mark: "↓")),
            .init("A date in the future", accepting("login", until: "2026-12-31", release: "9")),
            .init("The last day, which is included", accepting("login", until: "2026-11-21", release: "8.1")),
        ]
    )

    /// Returns an app that declares `scheme`, and an acceptance for the scheme `login`.
    private static func accepting(
        _ scheme: String,
        until day: String,
        release: String = "8",
        mark: String = ""
    ) -> [RuleDescription.Example.File] {
        let acceptance = """
            accept:
              - \(mark)rule: generic-scheme
                scheme: login
                reason: Release \(release) will remove the scheme.
                until: \(day)
            """
        return [.manifest(of: "com.acme.wallet", [.init(schemes: [scheme])]), .configuration(acceptance)]
    }

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
