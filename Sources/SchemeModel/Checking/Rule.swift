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

/// One target: its links and handlers, and the manifests and code to check them against.
package struct TargetFacts: Sendable {
    /// The name of the source.
    package var source: String?
    /// The links and handlers in its code.
    package var code: LinkFacts
    /// The kind of product; ``ProductKind/unknown`` when a tree without a project is treated as one app.
    package var kind: ProductKind
    /// The extension point of an extension.
    package var extensionPoint: String?
    /// Whether a project defines the target. A folder without a project is treated as one app.
    package var hasProject: Bool
    /// The manifests of the app that contains the target.
    package var manifests: [Manifest]
    /// The code of all targets of that app, this target included, in the project's order.
    package var app: [LinkFacts]
    /// The findings of `undefined-target` about schemes of links that leave the app.
    package var undefinedSchemes: [SchemeKey: Finding] = [:]
    /// The schemes of its links that at least one app declares.
    package var declaredAnywhere: Set<SchemeKey> = []
    /// Whether some code of the app was not checked: excluded, over a limit, or in an unsupported language.
    package var isPartial: Bool
    /// The modules of the same source that the app imports but that were not read, sorted by name.
    ///
    /// Code that seems to be missing may be in them.
    package var unread: [String]

    package init(
        source: String? = nil,
        code: LinkFacts,
        kind: ProductKind = .unknown,
        extensionPoint: String? = nil,
        hasProject: Bool = true,
        manifests: [Manifest] = [],
        app: [LinkFacts]? = nil,
        isPartial: Bool = false,
        unread: [String] = []
    ) {
        self.source = source
        self.code = code
        self.kind = kind
        self.extensionPoint = extensionPoint
        self.hasProject = hasProject
        self.manifests = manifests
        self.app = app ?? [code]
        self.isPartial = isPartial
        self.unread = unread
    }

    /// The target's name; `nil` when a tree without a project is treated as one app.
    package var name: String? { code.target }
    /// The links in its code, ordered by place.
    package var links: [Link] { code.links }
    /// The links in its code without forwarding calls, ordered by place.
    ///
    /// A function that forwards its parameter sends the URLs of its callers, and those calls are links themselves.
    package var ownLinks: [Link] { code.links.filter { !$0.traits.contains(.forwarding) } }
    /// The handlers in its code, ordered by place.
    package var handlers: [Handler] { code.handlers }
    /// The handlers in the code of the whole app, grouped by target.
    package var appHandlers: [Handler] { app.flatMap(\.handlers) }
}

/// One source with its manifests.
package struct SourceFacts: Sendable {
    package var source: Source
    /// Its manifests, ordered by path.
    package var manifests: [Manifest]
    /// The claims of the source's previous state; `nil` if unknown.
    package var earlier: [Claim]?

    package init(source: Source, manifests: [Manifest], earlier: [Claim]? = nil) {
        self.source = source
        self.manifests = manifests
        self.earlier = earlier
    }
}

/// The run after all other rules have been applied.
package struct RunFacts: Sendable {
    /// The findings of all other rules, in the report's order, accepted ones included.
    package var findings: [Finding]
    /// The inputs that could not be checked, ordered by place.
    package var problems: [Problem]
    /// The acceptances of all configurations, ordered by configuration and place.
    package var acceptances: [AcceptanceFacts]
    /// The configuration entries about schemes that none of their apps claim, ordered by configuration and place.
    ///
    /// Entries that the run cannot decide are not included.
    package var unmatched: [UnmatchedEntry]
    /// The examples of all configurations, ordered by configuration and place.
    package var examples: [ExampleFacts]

    /// An acceptance and how it was applied.
    package struct AcceptanceFacts: Sendable {
        package var acceptance: TeamConfiguration.Acceptance
        /// Whether it matches a finding of this run.
        ///
        /// `nil` if it matches none and the run did not check everything that it may cover.
        package var isUsed: Bool?
        /// Whether it has expired.
        package var isOver: Bool

        package init(acceptance: TeamConfiguration.Acceptance, isUsed: Bool?, isOver: Bool) {
            self.acceptance = acceptance
            self.isUsed = isUsed
            self.isOver = isOver
        }
    }

    /// A configuration entry that matches nothing.
    package struct UnmatchedEntry: Hashable, Sendable {
        /// The place of the entry.
        package var place: Place
        /// The subject of the entry for messages: `shared scheme acme-pay`.
        package var subject: String
        /// Which part of the entry matches nothing, without a period.
        package var message: String

        package init(place: Place, subject: String, message: String) {
            self.place = place
            self.subject = subject
            self.message = message
        }
    }

    /// An example URL and the apps that open it.
    package struct ExampleFacts: Sendable {
        package var example: TeamConfiguration.Example
        /// The apps that open it.
        package var resolution: Resolution

        package init(example: TeamConfiguration.Example, resolution: Resolution) {
            self.example = example
            self.resolution = resolution
        }
    }

    package init(
        findings: [Finding],
        problems: [Problem],
        acceptances: [AcceptanceFacts] = [],
        unmatched: [UnmatchedEntry] = [],
        examples: [ExampleFacts] = []
    ) {
        self.findings = findings
        self.problems = problems
        self.acceptances = acceptances
        self.unmatched = unmatched
        self.examples = examples
    }
}

/// The description of a rule, used for its page, `explain` and the lists of rules.
package struct RuleDescription: Sendable {
    /// A kebab-case name of the problem, never reused.
    package var id: String
    /// The rule's section in the list of rules.
    package var section: Section
    /// The severity, unless the facts or the configuration determine another one.
    package var severity: Severity
    /// Whether the rule is on by default.
    package var isOn: Bool
    /// The properties that determine how its findings are treated.
    package var traits: Set<Trait>
    /// A sentence that completes "Reports …".
    package var summary: String
    /// Why it matters: one or more paragraphs of Markdown without headings.
    package var why: String
    /// When it is reported, and with which severity: Markdown.
    package var reportedWhen: String
    /// When it is not reported: Markdown; empty if there are no exceptions.
    package var notReportedWhen: String
    /// How to fix it: Markdown.
    package var fix: String
    /// The sources of the facts.
    package var sources: [Reference]
    /// Inputs with the expected findings marked in them.
    ///
    /// They are created on each access because only pages and tests need them.
    package var examples: [Example] { makeExamples() }

    private let makeExamples: @Sendable () -> [Example]

    /// A section of the list of rules.
    package enum Section: String, Sendable, CaseIterable {
        case reports = "The three reports"
        case reading = "Reading"
        case declarations = "Declarations"
        case queries = "Queries"
        case links = "Links in code"
        case team = "Team configuration"
    }

    /// A property that determines how the findings of a rule are treated.
    package enum Trait: Sendable {
        /// Reports that another app may open a URL.
        ///
        /// This can't happen to the callback of an `ASWebAuthenticationSession`, so its scheme is not reported.
        case concernsOtherApps
        /// Reports on acceptances, so that its findings can't be accepted.
        case concernsAcceptances
        /// Has one finding for several apps with the same message at the same place.
        case mergesApps
    }

    /// A page that documents a fact.
    package struct Reference: Hashable, Sendable {
        /// The title of the page, or a summary of what it states.
        package var title: String
        /// The URL of the page.
        package var url: String
        /// The date of the last visit, as `2026-11-21`.
        package var seen: String

        package init(_ title: String, _ url: String, seen: String) {
            self.title = title
            self.url = url
            self.seen = seen
        }
    }

    /// Manifests, optionally with a configuration, that together give the marked findings of this rule and no others.
    ///
    /// The mark `↓` comes just before the character where a finding of the rule begins, and is removed before the text
    /// is read. Text without marks must give no finding of the rule.
    package struct Example: Sendable {
        /// A short title.
        package var title: String
        /// The files, each with a relative path and the marked text.
        ///
        /// A file is an XML property list, a project or a `.schemereg.yml`.
        package var files: [File]
        /// The files of the source's previous state, without marks; empty when it doesn't matter.
        package var earlier: [File]

        /// One file of an example.
        package struct File: Sendable {
            /// The path below the source's root.
            package var path: String
            /// The text with marks.
            package var text: String

            package init(_ path: String, _ text: String) {
                self.path = path
                self.text = text
            }
        }

        package init(_ title: String, _ files: [File], earlier: [File] = []) {
            self.title = title
            self.files = files
            self.earlier = earlier
        }

        package init(_ title: String, _ text: String) {
            self.init(title, [File("Info.plist", text)])
        }

        /// Whether it contains a marked finding.
        package var fires: Bool { files.contains { $0.text.contains("↓") } }
    }

    package init(
        id: String,
        section: Section,
        severity: Severity,
        isOn: Bool = true,
        traits: Set<Trait> = [],
        summary: String,
        why: String,
        reportedWhen: String,
        notReportedWhen: String = "",
        fix: String,
        sources: [Reference],
        examples: @autoclosure @escaping @Sendable () -> [Example]
    ) {
        self.id = id
        self.section = section
        self.severity = severity
        self.isOn = isOn
        self.traits = traits
        self.summary = summary
        self.why = why
        self.reportedWhen = reportedWhen
        self.notReportedWhen = notReportedWhen
        self.fix = fix
        self.sources = sources
        makeExamples = examples
    }
}
