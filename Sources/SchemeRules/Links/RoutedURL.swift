import SchemeModel

/// A link, split into the components that handlers check. Unknown components are `nil`.
struct RoutedURL {
    private var text: String?
    private var scheme: String
    private(set) var host: String?
    private var path: String?
    private var query: [String: String]?

    /// The known components of `url`; `nil` if even the host is unknown.
    init?(_ url: URLPattern) {
        guard let spelling = url.schemeSpelling else { return nil }
        scheme = spelling
        text = url.isExact ? url.head : nil
        var rest = url.head.utf8.dropFirst(spelling.utf8.count + 1)
        func cut(_ marks: String) -> (part: String, isWhole: Bool) {
            let end = rest.firstIndex { marks.utf8.contains($0) }
            defer { rest = rest[(end ?? rest.endIndex)...] }
            return (String(Substring(rest[..<(end ?? rest.endIndex)])), end != nil || url.isExact)
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let (part, isWhole) = cut("/?#")
            guard isWhole else { return nil }
            host = Self.host(of: part)
        } else {
            host = ""
        }
        let (part, isWhole) = cut("?#")
        path = isWhole ? part : nil
        guard url.isExact else { return }
        var query: [String: String] = [:]
        if rest.first == UInt8(ascii: "?") {
            rest = rest.dropFirst()
            for item in cut("#").part.split(separator: "&") {
                let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                // Code asks for the first item with a name.
                let name = String(sides[0])
                if query[name] == nil { query[name] = sides.count > 1 ? String(sides[1]) : "" }
            }
        }
        self.query = query
    }

    /// Returns the host of an authority, without user and port.
    private static func host(of authority: String) -> String {
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard let colon = host.lastIndex(of: ":"),
            host[colon...].dropFirst().utf8.allSatisfy(\.isDigit)
        else { return String(host) }
        return String(host[..<colon])
    }

    /// Whether it only consists of a scheme.
    var isEmpty: Bool { host == "" && (path == "" || path == "/") && (query ?? [:]).isEmpty }

    /// Whether the URL can meet all conditions of `route`.
    func mayMeet(_ route: Route) -> Bool { route.conditions.allSatisfy { mayMeet($0) } }

    /// Whether the URL certainly meets all conditions of `route`.
    func meets(_ route: Route) -> Bool {
        route.conditions.allSatisfy { text(of: $0.component) != nil && mayMeet($0) }
    }

    private func mayMeet(_ condition: Route.Condition) -> Bool {
        guard let actual = text(of: condition.component) else { return true }
        // Code that compares with one case has usually converted both sides.
        let text = actual.asciiLowercased
        return condition.values.map(\.asciiLowercased).contains { value in
            switch condition.relation {
            case .equals: text == value
            case .hasPrefix: text.utf8.starts(with: value.utf8)
            case .hasSuffix: text.utf8.reversed().starts(with: value.utf8.reversed())
            case .contains: value.isEmpty || text.contains(value)
            }
        }
    }

    /// Returns the text of a component, empty if it is missing; `nil` if it isn't known which text code sees.
    private func text(of component: Route.Component) -> String? {
        guard let written = written(component) else { return nil }
        // Some properties decode what is encoded, and some leave out a slash at the end of a path.
        if component != .text, written.utf8.contains(UInt8(ascii: "%")) { return nil }
        return component == .path && written != "/" && written.utf8.last == UInt8(ascii: "/") ? nil : written
    }

    private func written(_ component: Route.Component) -> String? {
        switch component {
        case .scheme: scheme
        case .host: host
        case .path: path
        case .lastPathComponent: path.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        case .pathComponent(let index):
            path.map { path in
                let parts = (path.hasPrefix("/") ? ["/"] : []) + path.split(separator: "/").map(String.init)
                return parts.indices.contains(index) ? parts[index] : ""
            }
        case .query(let name): query.map { $0[name] ?? "" }
        case .text: text
        }
    }
}
