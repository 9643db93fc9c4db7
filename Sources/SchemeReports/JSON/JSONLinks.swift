import SchemeModel

// Links, handlers and routes as JSON.
extension JSONWriter {
    /// Writes a link.
    mutating func value(_ link: Link) throws {
        try object {
            try $0.member("kind", link.kind.rawValue)
            try $0.member("place", link.place)
            try $0.member("target", link.target)
            try $0.member("presentation", link.presentations.count == 1 ? link.presentations[0].rawValue : nil)
            try $0.member("presentations", link.presentations.map(\.rawValue))
            try $0.member("families", link.families)
            try $0.member("known", link.known.rawValue)
            try $0.member("url", link.url)
            try $0.member("urls", link.urls)
            try $0.member("pattern", link.pattern)
            try $0.member("scheme", link.scheme?.text.string)
            try $0.key("via")
            try $0.array(link.via) { try $0.value($1) }
        }
    }

    /// Writes a handler.
    mutating func value(_ handler: Handler) throws {
        try object {
            try $0.member("kind", handler.kind.rawValue)
            try $0.member("place", handler.place)
            try $0.member("target", handler.target)
            try $0.key("accepts")
            try $0.array(handler.accepts) { json, route in
                try json.object {
                    try $0.members(of: route)
                }
            }
            try $0.member("acceptsOthers", !handler.isRouted)
        }
    }

    /// Writes a route of a handler.
    mutating func value(_ route: Route, of handler: Handler) throws {
        try object {
            try $0.members(of: route)
            try $0.member("handler", handler.kind.rawValue)
            try $0.member("handlerPlace", handler.place)
            try $0.member("target", handler.target)
        }
    }

    private mutating func members(of route: Route) throws {
        try key("conditions")
        try array(route.conditions) { json, condition in
            try json.object(inline: true) {
                try $0.member("component", condition.component.name)
                try $0.member("relation", condition.relation.rawValue)
                try $0.member("values", condition.values)
            }
        }
        try member("text", route.text)
        try member("place", route.place)
    }
}
