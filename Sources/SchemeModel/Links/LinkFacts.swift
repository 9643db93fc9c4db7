/// The facts about links in the code of one target: everything that target rules check.
public struct LinkFacts: Hashable, Sendable, Codable {
    /// The name of the target; `nil` when a tree without a project is treated as one app.
    public var target: String?
    /// The links, ordered by place.
    public var links: [Link]
    /// The handlers, ordered by place.
    public var handlers: [Handler]
    /// The comparisons of a URL's scheme anywhere in the code, ordered by place.
    public var schemeComparisons: [SchemeComparison]
    /// The view hierarchies in which more than one `widgetURL` certainly applies, ordered by their first link.
    public var hierarchies: [LinkHierarchy]
    /// The widgets and Live Activities, ordered by place.
    public var widgets: [WidgetFact]
    /// The types that conform to `ActivityAttributes`, ordered by place.
    public var activityAttributes: [NamedType]
    /// The delegates of applications and scenes, ordered by place.
    public var delegates: [NamedType]
    /// The app's entry point: its `@main` type, its `@UIApplicationMain` delegate, or a call of `UIApplicationMain`.
    ///
    /// `nil` if none was found, or if it names a delegate that no Swift source declares.
    public var entryPoint: Place?
    /// The files of the target that could not be checked, ordered by place.
    public var problems: [Problem]
    /// The number of the target's own Swift files that were checked.
    public var swiftFiles: Int
    /// The number of parsed files among all that the target can use.
    public var parsedFiles: Int
    /// Whether Swift sources were skipped because the tool was built without the `Links` trait.
    public var isLeftOut: Bool

    package init(target: String?) {
        self.target = target
        links = []
        handlers = []
        schemeComparisons = []
        hierarchies = []
        widgets = []
        activityAttributes = []
        delegates = []
        problems = []
        swiftFiles = 0
        parsedFiles = 0
        isLeftOut = false
    }
}

/// A comparison of a URL's scheme with strings.
public struct SchemeComparison: Hashable, Sendable, Codable {
    /// The compared schemes as spelled, sorted; empty when unknown.
    public var schemes: [String]
    /// Whether the comparison ignores case.
    public var ignoresCase: Bool
    /// The place of the scheme expression.
    public var place: Place

    package init(schemes: [String], ignoresCase: Bool, place: Place) {
        self.schemes = Set(schemes).sorted { ByteString($0) < ByteString($1) }
        self.ignoresCase = ignoresCase
        self.place = place
    }

    /// Whether the comparison may involve `scheme` in any spelling.
    public func mayConcern(_ scheme: SchemeKey) -> Bool {
        schemes.isEmpty || schemes.contains { SchemeKey($0) == scheme }
    }

    /// Whether it compares exactly with spellings of `scheme` that all have upper-case letters, so that it is never true
    /// for the scheme in lower case.
    public func requiresCapitals(in scheme: SchemeKey) -> Bool {
        let spellings = schemes.filter { SchemeKey($0) == scheme }
        return !ignoresCase && !spellings.isEmpty && !spellings.contains { ByteString($0) == scheme.text }
    }
}

/// Several `widgetURL` modifiers that certainly apply in one view hierarchy.
public struct LinkHierarchy: Hashable, Sendable, Codable {
    /// The configuration or view at the root.
    public var root: Place
    /// The presentation; `nil` for a view that no known configuration shows.
    public var presentation: Presentation?
    /// The modifiers, at least two, ordered by place.
    public var members: [Member]

    /// One modifier.
    public struct Member: Hashable, Sendable, Codable {
        /// The place of the modifier, or of the call of the target's function that contains it.
        public var place: Place
        /// The place of the modifier itself, which is the place of a ``Link``.
        public var link: Place
        /// What is known of its URL there.
        public var value: LinkValue
        /// Whether it is inside a `ForEach`.
        public var isRepeated: Bool

        package init(place: Place, link: Place, value: LinkValue, isRepeated: Bool) {
            self.place = place
            self.link = link
            self.value = value
            self.isRepeated = isRepeated
        }
    }

    package init(root: Place, presentation: Presentation?, members: [Member]) {
        self.root = root
        self.presentation = presentation
        self.members = members
    }

    /// Whether all members are known to have the same URL.
    public var isOneURL: Bool {
        guard let first = members.first?.value, first.known == .exact else { return false }
        return members.allSatisfy { $0.value.known == .exact && $0.value.alternatives == first.alternatives }
    }
}

/// A configuration of a widget or a Live Activity.
public struct WidgetFact: Hashable, Sendable, Codable {
    /// The call that creates the configuration.
    public var place: Place
    /// `StaticConfiguration`, `ActivityConfiguration`, ….
    public var configuration: String
    /// The type whose body it is.
    public var type: String?
    /// The supported families, as named by `WidgetFamily`, sorted; `nil` when unknown or not restricted.
    public var families: [String]?
    /// The type name of a Live Activity's attributes, as written in the code.
    public var attributes: String?
    /// The links found in its views, ordered by presentation and place.
    public var links: [Shown]
    /// The presentations that contain a link, in the order of ``Presentation``.
    public var linked: [Presentation]
    /// The presentations that certainly contain no link, in the order of ``Presentation``.
    public var unlinked: [Presentation]
    /// The presentations with views outside the sources, in the order of ``Presentation``.
    ///
    /// They may contain links that were not found.
    public var opaque: [Presentation]

    /// A link as shown in one presentation.
    public struct Shown: Hashable, Sendable, Codable {
        /// The place of the ``Link``.
        public var place: Place
        /// The API that receives the URL.
        public var kind: Link.Kind
        /// The presentation that shows it.
        public var presentation: Presentation
        /// What is known of its URL there.
        public var value: LinkValue

        package init(place: Place, kind: Link.Kind, presentation: Presentation, value: LinkValue) {
            self.place = place
            self.kind = kind
            self.presentation = presentation
            self.value = value
        }
    }

    package init(
        place: Place,
        configuration: String,
        type: String?,
        families: [String]?,
        attributes: String?,
        links: [Shown],
        linked: [Presentation],
        unlinked: [Presentation],
        opaque: [Presentation]
    ) {
        self.place = place
        self.configuration = configuration
        self.type = type
        self.families = families
        self.attributes = attributes
        self.links = links
        self.linked = linked
        self.unlinked = unlinked
        self.opaque = opaque
    }

    /// Whether it is a Live Activity.
    public var isLiveActivity: Bool { configuration == "ActivityConfiguration" }
}

/// A type that the sources declare.
public struct NamedType: Hashable, Sendable, Codable {
    /// Its name, qualified with the names of enclosing types.
    public var name: String
    /// The place of the name in the declaration.
    public var place: Place
    /// The types and protocols that its declaration inherits from or conforms to.
    public var inherited: [String]
    /// The inherited types and protocols that the sources declare.
    public var inheritedInSources: [String]

    package init(name: String, place: Place, inherited: [String], inheritedInSources: [String]) {
        self.name = name
        self.place = place
        self.inherited = inherited
        self.inheritedInSources = inheritedInSources
    }
}
