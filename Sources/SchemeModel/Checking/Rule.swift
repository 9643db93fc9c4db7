/// A rule: its description and, through one of the six protocols below, what it checks.
package protocol Rule: Sendable {
    /// The description of the rule.
    var description: RuleDescription { get }
    /// What the rule checks.
    ///
    /// Each protocol below provides it. Casting some fifty rules to protocol types would take milliseconds.
    var shape: RuleShape { get }
}

/// What a rule checks, with the rule.
package enum RuleShape: Sendable {
    case manifest(any ManifestRule)
    case irregularity(any IrregularityRule)
    case scheme(any SchemeRule)
    case target(any TargetRule)
    case source(any SourceRule)
    case run(any RunRule)
}

extension ManifestRule {
    package var shape: RuleShape { .manifest(self) }
}

extension IrregularityRule {
    package var shape: RuleShape { .irregularity(self) }
}

extension SchemeRule {
    package var shape: RuleShape { .scheme(self) }
}

extension TargetRule {
    package var shape: RuleShape { .target(self) }
}

extension SourceRule {
    package var shape: RuleShape { .source(self) }
}

extension RunRule {
    package var shape: RuleShape { .run(self) }
}

extension Rule {
    /// Whether the rule checks the claims on one scheme.
    package var isOfScheme: Bool { if case .scheme = shape { true } else { false } }

    /// Whether the rule checks one manifest or other input.
    package var isOfInput: Bool {
        switch shape {
        case .manifest, .irregularity: true
        case .scheme, .target, .source, .run: false
        }
    }
}

/// A rule that checks one manifest against the knowledge.
package protocol ManifestRule: Rule {
    /// The findings, in order of place.
    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding]
}

/// A rule that checks irregularities: those of manifests, and those of projects, specifications and archives.
package protocol IrregularityRule: Rule {
    /// Returns the finding about `facts`; `nil` if the rule is not about such an irregularity.
    func finding(about facts: IrregularityFacts) -> Finding?
}

/// A rule that checks all claims on one scheme.
package protocol SchemeRule: Rule {
    /// Returns the findings about the subjects of `group`, at most one per app, ordered by app.
    ///
    /// Called only for schemes that applications of more than one container claim.
    func findings(in group: ClaimGroup, knowledge: Knowledge) -> [Finding]
}

/// A rule that checks one target: its links and handlers.
package protocol TargetRule: Rule {
    /// The findings, in order of place.
    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding]
}

/// A rule that checks all manifests of one source together.
package protocol SourceRule: Rule {
    /// The findings, in order of place.
    func findings(in source: SourceFacts, knowledge: Knowledge) -> [Finding]
}

/// A rule that checks the whole run, such as acceptances and stale entries.
package protocol RunRule: Rule {
    /// The findings, in order of place.
    func findings(in run: RunFacts, knowledge: Knowledge) -> [Finding]
}
