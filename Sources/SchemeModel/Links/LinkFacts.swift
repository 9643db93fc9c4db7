/// The facts about links in the code of one target: everything that target rules check.
package struct LinkFacts: Hashable, Sendable, Codable {
    /// The name of the target; `nil` when a tree without a project is treated as one app.
    package var target: String?
    /// The links, ordered by place.
    package var links: [Link]
    /// The handlers, ordered by place.
    package var handlers: [Handler]
    /// The comparisons of a URL's scheme anywhere in the code, ordered by place.
    package var schemeComparisons: [SchemeComparison]
    /// The view hierarchies in which more than one `widgetURL` certainly applies, ordered by their first link.
    package var widgetURLConflicts: [WidgetURLConflict]
    /// The widgets and Live Activities, ordered by place.
    package var widgets: [WidgetFact]
    /// The types that conform to `ActivityAttributes`, ordered by place.
    package var activityAttributes: [NamedType]
    /// The delegates of applications and scenes, ordered by place.
    package var delegates: [NamedType]
    /// The app's entry point: its `@main` type, its `@UIApplicationMain` delegate, or a call of `UIApplicationMain`.
    ///
    /// `nil` if none was found, or if it names a delegate that no Swift source declares.
    package var entryPoint: Place?
    /// The files of the target that could not be checked, ordered by place.
    package var problems: [Problem]
    /// The number of the target's own Swift files that were checked.
    package var swiftFiles: Int
    /// The number of parsed files among all that the target can use.
    package var parsedFiles: Int
    /// Whether Swift files were skipped because the tool was built without the `Links` trait.
    package var isLeftOut: Bool

    package init(target: String?) {
        self.target = target
        links = []
        handlers = []
        schemeComparisons = []
        widgetURLConflicts = []
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
package struct SchemeComparison: Hashable, Sendable, Codable {
    /// The compared schemes as spelled, sorted; empty when unknown.
    package var schemes: [String]
    /// Whether the comparison ignores case.
    package var ignoresCase: Bool
    /// The place of the scheme expression.
    package var place: Place

    package init(schemes: [String], ignoresCase: Bool, place: Place) {
        self.schemes = Set(schemes).sorted { ByteString($0) < ByteString($1) }
        self.ignoresCase = ignoresCase
        self.place = place
    }

    /// Whether the comparison may involve `scheme` in any spelling.
    package func mayConcern(_ scheme: SchemeKey) -> Bool {
        schemes.isEmpty || schemes.contains { SchemeKey($0) == scheme }
    }

    /// Whether it compares exactly with spellings of `scheme` that all have upper-case letters, so that it is never true
    /// for the scheme in lower case.
    package func requiresCapitals(in scheme: SchemeKey) -> Bool {
        let spellings = schemes.filter { SchemeKey($0) == scheme }
        return !ignoresCase && !spellings.isEmpty && !spellings.contains { ByteString($0) == scheme.text }
    }
}

/// Several `widgetURL` modifiers that certainly apply in one view hierarchy, so that it is undefined which counts.
package struct WidgetURLConflict: Hashable, Sendable, Codable {
    /// The configuration or view at the root.
    package var root: Place
    /// The presentation; `nil` for a view that no known configuration shows.
    package var presentation: Presentation?
    /// The modifiers, at least two, ordered by place.
    package var members: [Member]

    /// A `widgetURL` modifier that applies with others.
    package struct Member: Hashable, Sendable, Codable {
        /// The place of the modifier, or of the call of the target's function that contains it.
        package var place: Place
        /// The place of the modifier itself, which is the place of a ``Link``.
        package var link: Place
        /// What is known of its URL there.
        package var value: LinkValue
        /// Whether it is inside a `ForEach`.
        package var isRepeated: Bool

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
    package var isOneURL: Bool {
        guard let first = members.first?.value, first.known == .exact else { return false }
        return members.allSatisfy { $0.value.known == .exact && $0.value.alternatives == first.alternatives }
    }
}

/// A configuration of a widget or a Live Activity.
package struct WidgetFact: Hashable, Sendable, Codable {
    /// The call that creates the configuration.
    package var place: Place
    /// `StaticConfiguration`, `ActivityConfiguration`, ….
    package var configuration: String
    /// The type whose body it is.
    package var type: String?
    /// The supported families, as named by `WidgetFamily`, sorted; `nil` when unknown or not restricted.
    package var families: [String]?
    /// The type name of a Live Activity's attributes, as written in the code.
    package var attributes: String?
    /// The links found in its views, ordered by presentation and place.
    package var links: [DisplayedLink]
    /// The presentations that contain a link, in the order of ``Presentation``.
    package var linked: [Presentation]
    /// The presentations that certainly contain no link, in the order of ``Presentation``.
    package var unlinked: [Presentation]
    /// The presentations with views outside the code, in the order of ``Presentation``.
    ///
    /// They may contain links that were not found.
    package var opaque: [Presentation]

    /// A link as shown in one presentation.
    package struct DisplayedLink: Hashable, Sendable, Codable {
        /// The place of the ``Link``.
        package var place: Place
        /// The API that receives the URL.
        package var kind: Link.Kind
        /// The presentation that shows it.
        package var presentation: Presentation
        /// What is known of its URL there.
        package var value: LinkValue

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
        links: [DisplayedLink],
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
    package var isLiveActivity: Bool { configuration == "ActivityConfiguration" }
}

/// A type that the code declares.
package struct NamedType: Hashable, Sendable, Codable {
    /// Its name, qualified with the names of enclosing types.
    package var name: String
    /// The place of the name in the declaration.
    package var place: Place
    /// The types and protocols that its declaration inherits from or conforms to.
    package var inherited: [String]
    /// The inherited types and protocols that the code declares.
    package var inheritedInCode: [String]

    package init(name: String, place: Place, inherited: [String], inheritedInCode: [String]) {
        self.name = name
        self.place = place
        self.inherited = inherited
        self.inheritedInCode = inheritedInCode
    }
}
