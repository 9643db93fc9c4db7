/// What the code of one target says of links: everything that rules over a target look at.
public struct LinkFacts: Hashable, Sendable, Codable {
    /// The name of the target; `nil` where a tree without a project is taken for one app.
    public var target: String?
    /// The links, in order of place.
    public var links: [Link]
    /// The handlers, in order of place.
    public var handlers: [Handler]
    /// The comparisons of a URL's scheme, wherever they stand in the code, in order of place.
    public var schemeComparisons: [SchemeComparison]
    /// The hierarchies in which more than one `widgetURL` is surely in force, in order of their first link.
    public var hierarchies: [LinkHierarchy]
    /// The widgets and Live Activities, in order of place.
    public var widgets: [WidgetFact]
    /// The types that conform to `ActivityAttributes`, in order of place.
    public var activityAttributes: [NamedType]
    /// The delegates of applications and scenes, in order of place.
    public var delegates: [NamedType]
    /// Where the app begins: its `@main` type, its delegate with `@UIApplicationMain`, or a call of `UIApplicationMain`. `nil`
    /// where none is seen, or where it names a delegate that no Swift source declares.
    public var entryPoint: Place?
    /// The files of the target that could not be looked at, in order of place.
    public var problems: [Problem]
    /// The target's own Swift files that were looked at.
    public var swiftFiles: Int
    /// The files that were parsed, of all that the target sees.
    public var parsedFiles: Int
    /// Whether Swift sources were left out because the tool was built without the trait `Links`.
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

/// A comparison of the scheme of a URL with texts.
public struct SchemeComparison: Hashable, Sendable, Codable {
    /// The schemes that it is compared with, as they are spelled and sorted; empty where they are not known.
    public var schemes: [String]
    /// Whether upper and lower case are the same to it.
    public var ignoresCase: Bool
    /// The scheme that is compared.
    public var place: Place

    package init(schemes: [String], ignoresCase: Bool, place: Place) {
        self.schemes = Set(schemes).sorted { ByteString($0) < ByteString($1) }
        self.ignoresCase = ignoresCase
        self.place = place
    }

    /// Whether it can be a comparison with `scheme`, in whatever spelling.
    public func mayConcern(_ scheme: SchemeKey) -> Bool {
        schemes.isEmpty || schemes.contains { SchemeKey($0) == scheme }
    }
}

/// `widgetURL` modifiers that are surely in force together in one view hierarchy.
public struct LinkHierarchy: Hashable, Sendable, Codable {
    /// The configuration or the view whose hierarchy it is.
    public var root: Place
    /// The presentation; `nil` for a view that no configuration is seen to show.
    public var presentation: Presentation?
    /// At least two, in order of place.
    public var members: [Member]

    /// One modifier.
    public struct Member: Hashable, Sendable, Codable {
        /// The modifier, or the call of the function of the target that contains it.
        public var place: Place
        /// The modifier itself: the place of a ``Link``.
        public var link: Place
        /// What is known of its URL there.
        public var value: LinkValue
        /// Whether it stands inside a `ForEach`.
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

    /// Whether all members are known to have one and the same URL.
    public var isOneURL: Bool {
        guard let first = members.first?.value, first.known == .exact else { return false }
        return members.allSatisfy { $0.value.known == .exact && $0.value.alternatives == first.alternatives }
    }
}

/// A configuration of a widget or a Live Activity.
public struct WidgetFact: Hashable, Sendable, Codable {
    /// The call that makes the configuration.
    public var place: Place
    /// `StaticConfiguration`, `ActivityConfiguration`, ….
    public var configuration: String
    /// The type that has it as its body.
    public var type: String?
    /// `supportedFamilies`, as `WidgetFamily` names them, sorted; `nil` when not known or not restricted.
    public var families: [String]?
    /// The attributes of a Live Activity, as the code names their type.
    public var attributes: String?
    /// The links that its views are seen to contain, in order of presentation and place.
    public var links: [Shown]
    /// The presentations that contain a link, in the order of ``Presentation``.
    public var linked: [Presentation]
    /// The presentations that are seen to have no link, in the order of ``Presentation``.
    public var unlinked: [Presentation]
    /// The presentations with views that are not in the sources, in the order of ``Presentation``: they may contain
    /// links besides those that are seen.
    public var opaque: [Presentation]

    /// A link where a presentation shows it.
    public struct Shown: Hashable, Sendable, Codable {
        /// The place of the ``Link``.
        public var place: Place
        /// The API.
        public var kind: Link.Kind
        /// Where it is shown.
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
    /// Its name, with those of the types around it.
    public var name: String
    /// The declaration of its name.
    public var place: Place
    /// What its declaration says that it inherits from or conforms to.
    public var inherited: [String]
    /// Of these, what the sources declare.
    public var inheritedInSources: [String]

    package init(name: String, place: Place, inherited: [String], inheritedInSources: [String]) {
        self.name = name
        self.place = place
        self.inherited = inherited
        self.inheritedInSources = inheritedInSources
    }
}
