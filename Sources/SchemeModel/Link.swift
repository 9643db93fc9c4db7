/// A URL that code hands to the system.
public struct Link: Hashable, Sendable, Codable {
    /// The API that it is handed to: `widgetURL`, `Link`, `openURL`, ….
    public var kind: String
    /// Where.
    public var place: Place
    /// The URL, or its beginning where only that is known; `nil` when not known.
    public var url: String?
    /// The scheme of the URL; `nil` when not known.
    public var scheme: SchemeKey?

    package init(kind: String, place: Place, url: String?, scheme: SchemeKey?) {
        self.kind = kind
        self.place = place
        self.url = url
        self.scheme = scheme
    }
}

/// Code that receives a URL.
public struct Handler: Hashable, Sendable, Codable {
    /// The API that calls it: `onOpenURL`, `scene(_:openURLContexts:)`, ….
    public var kind: String
    /// Where.
    public var place: Place

    package init(kind: String, place: Place) {
        self.kind = kind
        self.place = place
    }
}
