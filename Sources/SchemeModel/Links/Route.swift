/// URLs that a handler handles: those that meet all conditions.
package struct Route: Hashable, Sendable, Codable {
    /// The conditions, in the order of the code.
    package var conditions: [Condition]
    /// The place of the last comparison; without comparisons, of the handler.
    package var place: Place

    /// A comparison of one component of the URL with strings.
    package struct Condition: Hashable, Sendable, Codable {
        /// The compared component.
        package var component: Component
        /// The kind of comparison.
        package var relation: Relation
        /// The values, sorted; one of them must match.
        package var values: [String]

        package init(component: Component, relation: Relation, values: [String]) {
            self.component = component
            self.relation = relation
            self.values = Set(values).sorted { ByteString($0) < ByteString($1) }
        }
    }

    /// A component of a URL, as `URL` and `URLComponents` define it.
    package enum Component: Hashable, Sendable, Codable {
        case scheme
        case host
        /// The path, with its leading slash.
        case path
        case lastPathComponent
        /// An element of `pathComponents`, where 0 is the leading slash.
        case pathComponent(Int)
        /// The value of a query item.
        case query(name: String)
        /// The whole URL.
        case text
    }

    /// The kind of comparison.
    package enum Relation: String, Sendable, Codable {
        case equals
        case hasPrefix
        case hasSuffix
        case contains
    }

    package init(conditions: [Condition], place: Place) {
        self.conditions = conditions
        self.place = place
    }
}

extension Route {
    /// The conditions as text: `scheme = 'acme', host = 'a' | 'b', path begins with '/x'`; empty if there are none.
    package var text: String {
        conditions.map { condition in
            let values = condition.values.map { "'\($0)'" }.joined(separator: " | ")
            return "\(condition.component.name) \(condition.relation.sign) \(values)"
        }.joined(separator: ", ")
    }
}

extension Route.Component {
    /// The component's name in messages.
    package var name: String {
        switch self {
        case .scheme: "scheme"
        case .host: "host"
        case .path: "path"
        case .lastPathComponent: "last path component"
        case .pathComponent(let index): "path component \(index)"
        case .query(let name): "query '\(name)'"
        case .text: "URL"
        }
    }
}

extension Route.Relation {
    /// The sign or words between the component and the values.
    fileprivate var sign: String {
        switch self {
        case .equals: "="
        case .hasPrefix: "begins with"
        case .hasSuffix: "ends with"
        case .contains: "contains"
        }
    }
}
