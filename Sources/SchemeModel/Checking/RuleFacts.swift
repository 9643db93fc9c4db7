/// One target: its links and handlers, and the manifests and code to check them against.
package struct TargetFacts: Sendable {
    /// The name of the source.
    package var source: String?
    /// The links and handlers in its code.
    package var code: LinkFacts
    /// The kind of product; ``ProductKind/unknown`` when a tree without a project is treated as one app.
    package var kind: ProductKind
    /// The extension point of an extension, or of the extensions that contain a library, if nothing else does.
    package var extensionPoint: String?
    /// Whether a project defines the target. A folder without a project is treated as one app.
    package var hasProject: Bool
    /// The manifests of the app that contains the target.
    package var manifests: [Manifest]
    /// The code of all targets of that app, this target included, in the project's order. That of the app itself has no App
    /// Clips, which run instead of it.
    package var app: [LinkFacts]
    /// The code of all targets of the project, this target included, in the project's order.
    package var project: [LinkFacts]
    /// The findings of `undefined-target` about schemes of links that leave the app.
    package var undefinedSchemes: [SchemeKey: Finding] = [:]
    /// The schemes of its links that at least one app declares.
    package var declaredAnywhere: Set<SchemeKey> = []
    /// By place of a `canOpenURL`: the schemes that this app, or another app with the same code, may query.
    package var queriesByPlace: [Place: Set<SchemeKey>] = [:]
    /// The places of Live Activities in the code of this or another app that may declare them.
    package var declaredActivities: Set<Place> = []
    /// Whether a manifest of another target of the same source, with the identifier of its app, may declare Live Activities.
    package var isDeclaredByOtherManifest = false
    /// The association files that decide about its links and the links that its app handles.
    package var associationFiles = AssociationFiles()
    /// Whether some code of the app was not checked: excluded, over a limit, or in an unsupported language.
    package var isPartial: Bool
    /// Whether all of the app's code was checked, except files that don't exist.
    package var lacksOnlyFiles = false
    /// The modules of the same source that the app imports but that were not read, sorted by name.
    ///
    /// Code that seems to be missing may be in them.
    package var unread: [String]
    /// The comments in its files with which a team accepts findings, ordered by place.
    package var acceptances: [CodeAcceptance] = []
    /// Whether what its author wrote lowers no finding; see ``Manifest/distrusted()``.
    package var isDistrusted = false

    package init(
        source: String? = nil,
        code: LinkFacts,
        kind: ProductKind = .unknown,
        extensionPoint: String? = nil,
        hasProject: Bool = true,
        manifests: [Manifest] = [],
        app: [LinkFacts]? = nil,
        project: [LinkFacts]? = nil,
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
        self.project = project ?? self.app
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

/// One source with its manifests, now and in an earlier state.
package struct SourceFacts: Sendable {
    package var source: Source
    /// Its manifests, ordered by path.
    package var manifests: [Manifest]
    /// The claims of the source's earlier state.
    package var earlier: [Claim]

    package init(source: Source, manifests: [Manifest], earlier: [Claim]) {
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
    /// The comments in code that accept findings, ordered by place.
    package var comments: [CommentFacts]
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

    /// A comment in code that accepts findings, and how it was applied.
    package struct CommentFacts: Sendable {
        package var acceptance: CodeAcceptance
        /// The subjects of the findings that it is about, by rule.
        package var findings: [String: Set<ByteString>] = [:]
        /// Whether the revision that the run compares with has no such comment, or none about these findings.
        package var isAdded = false
        /// Its rules that match no finding. Rules that the run cannot decide are not included.
        package var unused: [String] = []
        /// Its rules that don't exist.
        package var unknown: [String] = []
        /// Its rules whose findings can't be accepted.
        package var unacceptable: [String] = []

        package init(_ acceptance: CodeAcceptance) { self.acceptance = acceptance }

        /// Whether it is about at least one finding of this run.
        package var isUsed: Bool { !findings.isEmpty }
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
        /// The apps that open it as a universal link; `nil` for other URLs.
        package var universalLink: UniversalLinkResolution?
        /// Whether the app, or an app of the same name, may have domains that aren't known.
        package var hasUnknownDomains = false

        package init(
            example: TeamConfiguration.Example,
            resolution: Resolution,
            universalLink: UniversalLinkResolution? = nil
        ) {
            self.example = example
            self.resolution = resolution
            self.universalLink = universalLink
        }
    }

    package init(
        findings: [Finding],
        problems: [Problem],
        acceptances: [AcceptanceFacts] = [],
        comments: [CommentFacts] = [],
        unmatched: [UnmatchedEntry] = [],
        examples: [ExampleFacts] = []
    ) {
        self.findings = findings
        self.problems = problems
        self.acceptances = acceptances
        self.comments = comments
        self.unmatched = unmatched
        self.examples = examples
    }
}
