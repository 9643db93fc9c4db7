/// A rule: its description and its check, which one of the seven protocols below defines.
package protocol Rule: Sendable {
    /// The description of the rule.
    var description: RuleDescription { get }
    /// What the rule checks.
    ///
    /// Each protocol below provides it. Casting some fifty rules to protocol types would take milliseconds.
    var shape: RuleShape { get }
}

/// A rule, wrapped by the kind of thing that it checks.
package enum RuleShape: Sendable {
    case manifest(any ManifestRule)
    case irregularity(any IrregularityRule)
    case scheme(any SchemeRule)
    case domain(any DomainRule)
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

extension DomainRule {
    package var shape: RuleShape { .domain(self) }

    /// Returns nothing: the rule doesn't check code.
    package func findings(in target: TargetFacts, steps: inout LinkSteps) -> [Finding] { [] }
}

extension TargetRule {
    package var shape: RuleShape { .target(self) }

    /// Returns nothing: the rule only checks code.
    package func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] { [] }
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

    /// Whether the rule reports that several apps open links to one domain.
    package var isOfSharedDomain: Bool {
        if case .domain = shape { description.traits.contains(.concernsOtherApps) } else { false }
    }

    /// Whether the rule reports conflicts with the system or another app, or links that depend on other apps.
    package var isOfConflicts: Bool {
        description.section == .conflicts || description.traits.contains(.dependsOnOtherApps) || isOfSharedDomain
    }

    /// Whether the rule can miss something if code isn't read.
    package var needsCode: Bool {
        switch shape {
        case .manifest, .scheme, .source: false
        case .irregularity, .domain, .target, .run: true
        }
    }

    /// Whether the rule checks one manifest or other input.
    package var isOfInput: Bool {
        switch shape {
        case .manifest, .irregularity: true
        case .scheme, .domain, .target, .source, .run: false
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

/// A rule that checks the apps and association files of one domain of universal links.
package protocol DomainRule: Rule {
    /// Returns the findings about the subjects of `group`, ordered by place.
    ///
    /// Called only for domains that applications of more than one container claim, about which an association file decides,
    /// or of an app that one of an unknown host names.
    func findings(in group: DomainGroup) -> [Finding]

    /// Returns the findings about links in code to hosts with an association file, and about handlers of such links.
    ///
    /// - Parameter steps: The steps that the run may still take.
    func findings(in target: TargetFacts, steps: inout LinkSteps) -> [Finding]
}

/// A rule that checks one target: its links and handlers.
package protocol TargetRule: Rule {
    /// The findings, in order of place.
    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding]
    /// The findings about a manifest whose code is in a language that isn't read, in order of place.
    ///
    /// Called only for manifests with ``Manifest/companions``, which tell the language.
    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding]
}

/// A rule that compares a source with its earlier state.
package protocol SourceRule: Rule {
    /// The findings, in order of place.
    func findings(in source: SourceFacts, knowledge: Knowledge) -> [Finding]
}

/// A rule that checks the whole run, such as acceptances and stale entries.
package protocol RunRule: Rule {
    /// The findings, in order of place.
    func findings(in run: RunFacts, knowledge: Knowledge) -> [Finding]
}
