/// A URL that code hands to the system.
public struct Link: Hashable, Sendable, Codable {
    /// The API that it is handed to.
    public var kind: Kind
    /// The call.
    public var place: Place
    /// The name of the target whose code it is; `nil` where a tree without a project is taken for one app.
    public var target: String?
    /// The presentations of widgets and Live Activities that are seen to contain it, in the order of ``Presentation``;
    /// empty when none is.
    public var presentations: [Presentation]
    /// The widget families in which it can appear, as `WidgetFamily` names them, sorted; empty when not known.
    public var families: [String]
    /// How much of the URL is known.
    public var known: Known
    /// The URLs that it can have, sorted; empty when ``known`` is ``Known/unknown``.
    public var alternatives: [URLPattern]
    /// Whether the code can also give no URL.
    public var canBeAbsent: Bool
    /// The scheme of the URL; `nil` when not known. Where alternatives differ only in what follows a common scheme
    /// (`acme` and `acme-dev`, by the build's configuration), it is that common one and ``schemes`` has all.
    public var scheme: SchemeKey?
    /// The schemes of all alternatives, sorted.
    public var schemes: [SchemeKey]
    /// The places that made the value, from the call to the literals, without the call itself.
    public var via: [Place]
    /// What else there is to know of the call, in the order of ``Trait``.
    public var traits: [Trait]

    /// The API that a URL is handed to.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// `View.widgetURL(_:)` or `DynamicIsland.widgetURL(_:)`.
        case widgetURL
        /// `SwiftUI.Link`.
        case link = "Link"
        /// The action in SwiftUI's environment value `openURL`.
        case openURL
        case applicationOpen = "UIApplication.open"
        case extensionContextOpen = "extensionContext.open"
        case workspaceOpen = "NSWorkspace.open"
        case canOpenURL
        case openURLIntent = "OpenURLIntent"
    }

    /// Something about a call that hands a URL to the system.
    public enum Trait: String, Sendable, Codable, CaseIterable {
        /// The application is found by walking the chain of responders.
        case responderChain
        /// The application is found by a name at run time: `NSClassFromString("UIApplication")`.
        case runtimeName
        /// It is `UIApplication.openURL(_:)`, by name or by selector, which opens nothing since the iOS 18 SDK.
        case retiredCall
        /// The function around it hands on what it is given. Each call of that function is a link of its own.
        case forwarding
        /// It is a call of a function of the sources that hands on what it is given.
        case forwarded
    }

    /// How much of a URL is known.
    public enum Known: String, Sendable, Codable, CaseIterable {
        /// It is one URL.
        case exact
        /// Its scheme is known, and something after it is open.
        case pattern
        /// It is one of several URLs.
        case set
        /// Not even the scheme is known.
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
    public var url: String? { known == .exact ? alternatives.first?.text : nil }

    /// The URLs when it is one of several, with `{name}` where one is open; empty otherwise.
    public var urls: [String] { alternatives.count > 1 ? alternatives.map(\.text) : [] }

    /// The URL with `{name}` where it is open, when that is all that can be said.
    public var pattern: String? { known == .pattern && alternatives.count == 1 ? alternatives.first?.text : nil }
}

extension Link: Comparable {
    public static func < (left: Link, right: Link) -> Bool {
        if left.place != right.place { return left.place < right.place }
        return left.kind.rawValue < right.kind.rawValue
    }
}

/// What the code says of a URL.
public struct LinkValue: Hashable, Sendable, Codable {
    /// The URLs that it can be, sorted.
    public var alternatives: [URLPattern]
    /// Whether there are others, of which nothing is known.
    public var isOpen: Bool
    /// Whether there can be no URL.
    public var canBeAbsent: Bool
    /// The places that made the value.
    public var via: [Place]

    package init(alternatives: [URLPattern], isOpen: Bool, canBeAbsent: Bool, via: [Place]) {
        self.alternatives = Array(Set(alternatives)).sorted()
        self.isOpen = isOpen
        self.canBeAbsent = canBeAbsent
        self.via = via
    }

    /// How much of it is known.
    public var known: Link.Known {
        guard !isOpen, scheme != nil || (!schemes.isEmpty && alternatives.allSatisfy { $0.scheme != nil }) else {
            return .unknown
        }
        if !alternatives.allSatisfy(\.isExact) { return .pattern }
        return alternatives.count == 1 ? .exact : .set
    }

    /// The schemes of the alternatives, sorted.
    public var schemes: [SchemeKey] { Set(alternatives.compactMap(\.scheme)).sorted() }

    /// Whether it is known to lead to pages of the web, and nowhere else.
    package var isOnlyWeb: Bool {
        known != .unknown
            && alternatives.allSatisfy { $0.scheme.map { ["http", "https"].contains($0.description) } ?? false }
    }

    /// The one scheme; where there are several, the one that all others begin with; `nil` where there is none such.
    public var scheme: SchemeKey? {
        guard !isOpen, let shortest = schemes.min(by: { $0.text.string.utf8.count < $1.text.string.utf8.count }) else {
            return nil
        }
        let base = shortest.text.string.utf8
        return alternatives.allSatisfy { $0.head.asciiLowercased.utf8.starts(with: base) } ? shortest : nil
    }
}

/// Where a widget or a Live Activity shows a view.
public enum Presentation: String, Sendable, Codable, CaseIterable, Comparable {
    /// A widget, in whatever family.
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

    public static func < (left: Presentation, right: Presentation) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
