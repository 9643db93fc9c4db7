/// A URL that code passes to the system.
package struct Link: Hashable, Sendable, Codable {
    /// The API that receives the URL.
    package var kind: Kind
    /// The place of the call.
    package var place: Place
    /// The name of its target; `nil` when a tree without a project is treated as one app.
    package var target: String?
    /// The known presentations of widgets and Live Activities that contain the link, in the order of ``Presentation``.
    package var presentations: [Presentation]
    /// The widget families in which it can appear, as named by `WidgetFamily`, sorted; empty when unknown.
    package var families: [String]
    /// How much of the URL is known.
    package var known: KnownExtent
    /// The possible URLs, sorted; empty when ``known`` is ``KnownExtent/unknown``.
    package var alternatives: [URLPattern]
    /// Whether the code can also produce no URL.
    package var canBeAbsent: Bool
    /// The scheme of the URL; `nil` when unknown.
    ///
    /// When the alternatives share a common scheme as prefix (`acme` and `acme-dev`, by build configuration), this is
    /// the common one, and ``schemes`` has all.
    package var scheme: SchemeKey?
    /// The schemes of all alternatives, sorted.
    package var schemes: [SchemeKey]
    /// The places that the value comes from, ordered from the call to the literals, without the call itself.
    package var via: [Place]
    /// Other properties of the call, in the order of ``Trait``.
    package var traits: [Trait]

    /// The API that receives a URL.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// `View.widgetURL(_:)` or `DynamicIsland.widgetURL(_:)`.
        case widgetURL
        /// `SwiftUI.Link`.
        case link = "Link"
        /// The action in the SwiftUI environment value `openURL`.
        case openURL
        case applicationOpen = "UIApplication.open"
        case extensionContextOpen = "extensionContext.open"
        case workspaceOpen = "NSWorkspace.open"
        case canOpenURL
        case openURLIntent = "OpenURLIntent"
    }

    /// A property of a call that passes a URL to the system.
    package enum Trait: String, Sendable, Codable, CaseIterable {
        /// The application object is found by walking the responder chain.
        case responderChain
        /// The application object is found by name at run time: `NSClassFromString("UIApplication")`.
        case runtimeName
        /// The call is `UIApplication.openURL(_:)`, by name or selector, which does nothing since the iOS 18 SDK.
        case retiredCall
        /// The call is compiled only if the target sets a flag: it is between `#if` and `#endif`.
        case conditional
        /// The call runs only on systems before iOS 18, according to `#available`.
        case earlierSystems
        /// The call runs only on iOS 18 and later, according to `#available` or `#unavailable`.
        case laterSystems
        /// The enclosing function forwards its parameter. Each call of that function is a separate link.
        case forwarding
        /// The call is to a function in the code that forwards its parameter.
        case forwarded
    }

    /// How much of a URL is known.
    package enum KnownExtent: String, Sendable, Codable, CaseIterable {
        /// One complete URL.
        case exact
        /// The scheme is known, but some part after it is not.
        case pattern
        /// One of several URLs.
        case set
        /// Nothing, not even the scheme.
        case unknown
    }

    package init(
        kind: Kind,
        place: Place,
        target: String?,
        presentations: [Presentation] = [],
        families: [String] = [],
        traits: Set<Trait> = [],
        value: LinkValue
    ) {
        self.kind = kind
        self.place = place
        self.target = target
        self.presentations = presentations
        self.families = families
        known = value.known
        alternatives = value.known == .unknown ? [] : value.alternatives
        canBeAbsent = value.canBeAbsent
        scheme = value.scheme
        schemes = value.known == .unknown ? [] : value.schemes
        via = value.via
        self.traits = Trait.allCases.filter(traits.contains)
    }

    /// The URL when it is known exactly.
    package var url: String? { known == .exact ? alternatives.first?.text : nil }

    /// The URLs when there are several, with `{name}` for unknown parts; empty otherwise.
    package var urls: [String] { alternatives.count > 1 ? alternatives.map(\.text) : [] }

    /// The single URL with `{name}` for unknown parts; `nil` when it is known exactly or there are several.
    package var pattern: String? { known == .pattern && alternatives.count == 1 ? alternatives.first?.text : nil }
}

extension Link: Comparable {
    package static func < (left: Link, right: Link) -> Bool {
        if left.place != right.place { return left.place < right.place }
        return left.kind.rawValue < right.kind.rawValue
    }
}

/// The possible values of a URL expression.
package struct LinkValue: Hashable, Sendable, Codable {
    /// The possible URLs, sorted.
    package var alternatives: [URLPattern]
    /// Whether there may be other, unknown URLs.
    package var isOpen: Bool
    /// Whether there may be no URL.
    package var canBeAbsent: Bool
    /// The places that the value comes from.
    package var via: [Place]

    package init(alternatives: [URLPattern], isOpen: Bool, canBeAbsent: Bool, via: [Place]) {
        self.alternatives = Array(Set(alternatives)).sorted()
        self.isOpen = isOpen
        self.canBeAbsent = canBeAbsent
        self.via = via
    }

    /// How much of the URL is known.
    package var known: Link.KnownExtent {
        guard !isOpen, scheme != nil || (!schemes.isEmpty && alternatives.allSatisfy { $0.scheme != nil }) else {
            return .unknown
        }
        if !alternatives.allSatisfy(\.isExact) { return .pattern }
        return alternatives.count == 1 ? .exact : .set
    }

    /// The schemes of the alternatives, sorted.
    package var schemes: [SchemeKey] { Set(alternatives.compactMap(\.scheme)).sorted() }

    /// Whether it is known to lead only to web pages.
    package var isOnlyWeb: Bool {
        known != .unknown
            && alternatives.allSatisfy { $0.scheme.map { ["http", "https"].contains($0.description) } ?? false }
    }

    /// The only scheme or, among several, the one that all others begin with; `nil` if there is none.
    package var scheme: SchemeKey? {
        guard !isOpen, let shortest = schemes.min(by: { $0.text.string.utf8.count < $1.text.string.utf8.count }) else {
            return nil
        }
        let base = shortest.text.string.utf8
        return alternatives.allSatisfy { $0.head.asciiLowercased.utf8.starts(with: base) } ? shortest : nil
    }
}

/// A place where a widget or a Live Activity shows a view.
package enum Presentation: String, Sendable, Codable, CaseIterable, Comparable {
    /// A widget of any family.
    case widget
    /// A Live Activity on the Lock Screen.
    case lockScreen
    /// The Dynamic Island as a whole.
    case dynamicIsland
    case compactLeading
    case compactTrailing
    case minimal
    case expandedLeading
    case expandedTrailing
    case expandedCenter
    case expandedBottom

    package static func < (left: Presentation, right: Presentation) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
