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
        /// The call runs only on systems before iOS 27, which deprecates queries, but also on some from iOS 18 on, according to
        /// `#available`.
        case beforeQueryLimit
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

    /// Returns a scheme as an alternative spells it.
    package func spelling(of scheme: SchemeKey) -> String {
        alternatives.lazy.compactMap(\.schemeSpelling).first { SchemeKey($0) == scheme } ?? scheme.description
    }

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
