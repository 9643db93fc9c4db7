/// A rule: what it says of itself, and, by conforming to one of the five shapes below, what it looks at.
public protocol Rule: Sendable {
    /// What the rule says of itself.
    var description: RuleDescription { get }
    /// What the rule looks at, which its protocol says; asked instead of the type, since of fifty types that takes
    /// milliseconds.
    var shape: RuleShape { get }
}

/// What a rule looks at.
public enum RuleShape: Sendable {
    case manifest(any ManifestRule)
    case scheme(any SchemeRule)
    case target(any TargetRule)
    case source(any SourceRule)
    case run(any RunRule)
}

extension ManifestRule {
    public var shape: RuleShape { .manifest(self) }
}

extension SchemeRule {
    public var shape: RuleShape { .scheme(self) }
}

extension TargetRule {
    public var shape: RuleShape { .target(self) }
}

extension SourceRule {
    public var shape: RuleShape { .source(self) }
}

extension RunRule {
    public var shape: RuleShape { .run(self) }
}

extension Rule {
    /// Whether the rule looks at the claims on one scheme.
    package var isOfScheme: Bool { if case .scheme = shape { true } else { false } }

    /// Whether the rule looks at one manifest.
    package var isOfManifest: Bool { if case .manifest = shape { true } else { false } }
}

/// A rule over one manifest: its facts and the knowledge.
public protocol ManifestRule: Rule {
    /// The findings, in order of place.
    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding]
}

/// A rule over all claims on one scheme.
public protocol SchemeRule: Rule {
    /// The findings about the subjects of `group`, at most one for each app, in order of app. Called only for schemes
    /// that applications of more than one container claim.
    func findings(in group: ClaimGroup, knowledge: Knowledge) -> [Finding]
}

/// A rule over one target: its links and handlers.
public protocol TargetRule: Rule {
    /// The findings, in order of place.
    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding]
}

/// A rule over one source: its manifests together.
public protocol SourceRule: Rule {
    /// The findings, in order of place.
    func findings(in source: SourceFacts, knowledge: Knowledge) -> [Finding]
}

/// A rule over the whole run: acceptances, and what matched nothing.
public protocol RunRule: Rule {
    /// The findings, in order of place.
    func findings(in run: RunFacts, knowledge: Knowledge) -> [Finding]
}

/// One target with what its code sends and receives, and what there is to hold it against.
public struct TargetFacts: Sendable {
    /// The name of the source.
    public var source: String?
    /// What its code says of links.
    public var code: LinkFacts
    /// What it makes; ``ProductKind/unknown`` where a tree without a project is taken for one app.
    public var kind: ProductKind
    /// The extension point of an extension.
    public var extensionPoint: String?
    /// Whether a project says what belongs to the target. Without one a folder is taken for one app.
    public var hasProject: Bool
    /// The manifests of the app that contains the target.
    public var manifests: [Manifest]
    /// What the code of all targets of that app says, this one's included, in the project's order.
    public var app: [LinkFacts]
    /// What `undefined-target` finds of schemes that links leave the app with.
    public var undefinedSchemes: [SchemeKey: Finding] = [:]
    /// The schemes of its links that some app declares.
    public var declaredAnywhere: Set<SchemeKey> = []
    /// Whether code of the app was not looked at: left out, over a limit, or in a language that is not read.
    public var isPartial: Bool
    /// The modules of the same source that the app imports and that were not read, in order of their names: what seems to
    /// be absent may be in them.
    public var unread: [String]

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

    /// The target's name; `nil` where a tree without a project is taken for one app.
    public var name: String? { code.target }
    /// The links in its code, in order of place.
    public var links: [Link] { code.links }
    /// The links in its code whose URLs are their own, in order of place: a sender in a function that hands on what it is
    /// given has the URLs of that function's calls, which are links themselves.
    public var ownLinks: [Link] { code.links.filter { !$0.traits.contains(.forwarding) } }
    /// The handlers in its code, in order of place.
    public var handlers: [Handler] { code.handlers }
    /// The handlers in the code of the app, target by target.
    public var appHandlers: [Handler] { app.flatMap(\.handlers) }
}

/// One source with its manifests.
public struct SourceFacts: Sendable {
    /// The source.
    public var source: Source
    /// Its manifests, in order of path.
    public var manifests: [Manifest]
    /// What it declared before; `nil` where nobody knows.
    public var earlier: [Claim]?

    package init(source: Source, manifests: [Manifest], earlier: [Claim]? = nil) {
        self.source = source
        self.manifests = manifests
        self.earlier = earlier
    }
}

/// The run after all other rules have spoken.
public struct RunFacts: Sendable {
    /// The findings of all other rules, in the report's order, accepted ones included.
    public var findings: [Finding]
    /// What could not be looked at, in order of place.
    public var problems: [Problem]
    /// The acceptances of all configurations, in order of configuration and place.
    public var acceptances: [AcceptanceFacts]
    /// The entries of configurations about schemes that no app claims which they are for, in order of configuration and
    /// place; none of those that the run cannot tell of.
    public var unmatched: [UnmatchedEntry]
    /// The examples of all configurations, in order of configuration and place.
    public var examples: [ExampleFacts]

    /// An acceptance and what came of it.
    public struct AcceptanceFacts: Sendable {
        /// The acceptance.
        public var acceptance: TeamConfiguration.Acceptance
        /// Whether it holds for a finding of this run; `nil` where there is none, and the run did not look at all that it may
        /// be about.
        public var isUsed: Bool?
        /// Whether its last day has passed, so that it accepts nothing any more.
        public var isOver: Bool

        package init(acceptance: TeamConfiguration.Acceptance, isUsed: Bool?, isOver: Bool) {
            self.acceptance = acceptance
            self.isUsed = isUsed
            self.isOver = isOver
        }
    }

    /// An entry of a configuration that is about nothing.
    public struct UnmatchedEntry: Hashable, Sendable {
        /// Where it is written.
        public var place: Place
        /// What it names, for people: `shared scheme acme-pay`.
        public var subject: String
        /// What of it is about nothing, without a full stop.
        public var message: String

        package init(place: Place, subject: String, message: String) {
            self.place = place
            self.subject = subject
            self.message = message
        }
    }

    /// An example URL and which app opens it.
    public struct ExampleFacts: Sendable {
        /// The example.
        public var example: TeamConfiguration.Example
        /// Which app opens it.
        public var resolution: Resolution

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

/// What a rule says of itself: the source of its page, of `explain` and of the lists of rules.
public struct RuleDescription: Sendable {
    /// Words for the bad thing, in kebab-case; never reused.
    public var id: String
    /// The section of the list of rules that it stands in.
    public var section: Section
    /// The severity that it has unless the facts or the configuration say otherwise.
    public var severity: Severity
    /// Whether it runs without being asked for.
    public var isOn: Bool
    /// What it finds, in one sentence that completes "Reports …".
    public var summary: String
    /// Why that is bad: one or more paragraphs of Markdown without headings.
    public var why: String
    /// When it fires with which severity, and when it does not: Markdown.
    public var details: String
    /// How to fix it: Markdown.
    public var fix: String
    /// Where the facts come from.
    public var sources: [Reference]
    /// Inputs with the findings that they give marked in them; made anew at each call, since only pages and tests want
    /// them.
    public var examples: [Example] { makeExamples() }

    private let makeExamples: @Sendable () -> [Example]

    /// The section of the list of rules.
    public enum Section: String, Sendable, CaseIterable {
        case reports = "The three reports"
        case reading = "Reading"
        case declarations = "Declarations"
        case queries = "Queries"
        case links = "Links in code"
        case team = "A team's own"
    }

    /// A page that a fact was read on.
    public struct Reference: Hashable, Sendable {
        /// What the page says, or its title.
        public var title: String
        /// Its address.
        public var url: String
        /// When it was last seen, as `2026-11-21`.
        public var seen: String

        package init(_ title: String, _ url: String, seen: String) {
            self.title = title
            self.url = url
            self.seen = seen
        }
    }

    /// Manifests, and perhaps a configuration beside them, that together give the marked findings of this rule and no others.
    ///
    /// The mark `↓` stands in a text just before the character at which a finding of the rule begins; it is taken out
    /// before the text is read. Text without marks must give no finding of the rule.
    public struct Example: Sendable {
        /// What it shows, in a few words.
        public var title: String
        /// The files: a relative path and the marked text of an XML property list, a project or a `.schemereg.yml`.
        public var files: [File]
        /// The files of an earlier state of the same source, without marks; empty where it does not matter.
        public var earlier: [File]

        /// One file of an example.
        public struct File: Sendable {
            /// The path below the source's root.
            public var path: String
            /// The text with marks.
            public var text: String

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

        /// Whether a finding is marked in it.
        public var fires: Bool { files.contains { $0.text.contains("↓") } }
    }

    package init(
        id: String,
        section: Section,
        severity: Severity,
        isOn: Bool = true,
        summary: String,
        why: String,
        details: String,
        fix: String,
        sources: [Reference],
        examples: @autoclosure @escaping @Sendable () -> [Example]
    ) {
        self.id = id
        self.section = section
        self.severity = severity
        self.isOn = isOn
        self.summary = summary
        self.why = why
        self.details = details
        self.fix = fix
        self.sources = sources
        makeExamples = examples
    }
}
