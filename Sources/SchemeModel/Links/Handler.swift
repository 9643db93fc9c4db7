/// Code that receives a URL, or a user activity that carries one.
package struct Handler: Hashable, Sendable, Codable {
    /// The API that calls the handler.
    package var kind: Kind
    /// The declaration, or the call that registers it.
    package var place: Place
    /// The name of its target; `nil` when a tree without a project is treated as one app.
    package var target: String?
    /// The URLs that it handles, in the order of the code.
    package var accepts: [Route]
    /// Whether ``accepts`` is complete: every comparison is understood, and the URL is not used in any other way.
    package var isRouted: Bool
    /// The parts of the input that it uses, without duplicates, in the order of ``Aspect``.
    package var looksAt: [Aspect]

    /// The API that calls a handler.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case onOpenURL
        case applicationOpenOptions = "application(_:open:options:)"
        case applicationOpenSource = "application(_:open:sourceApplication:annotation:)"
        case applicationOpen = "application(_:open:)"
        case applicationHandleOpen = "application(_:handleOpen:)"
        case sceneOpen = "scene(_:openURLContexts:)"
        case sceneWillConnect = "scene(_:willConnectTo:options:)"
        case onContinueUserActivity
        case applicationContinue = "application(_:continue:restorationHandler:)"
        case sceneContinue = "scene(_:continue:)"
        case handleUserActivity = "handle(_:)"
        case appleEvent = "NSAppleEventManager"
        case authenticationSession = "ASWebAuthenticationSession"

        /// Whether it receives URLs with a custom scheme that another process opens.
        package var receivesURLs: Bool {
            switch self {
            case .onContinueUserActivity, .applicationContinue, .sceneContinue, .handleUserActivity,
                .authenticationSession, .sceneWillConnect:
                false
            default: true
            }
        }

        /// Whether it receives a user activity.
        package var receivesActivities: Bool {
            switch self {
            case .onContinueUserActivity, .applicationContinue, .sceneContinue, .handleUserActivity: true
            default: false
            }
        }
    }

    /// A part of the input that a handler can use, itself or through functions of its target that it calls.
    package enum Aspect: String, Sendable, Codable, CaseIterable {
        /// `urlContexts` of a scene's connection options.
        case urlContexts
        /// The connection options as a whole, passed on to other code.
        case options
        /// `sourceApplication`.
        case sourceApplication
        case scheme
        case host
        /// The path or a part of it.
        case path
        case query
        /// The whole URL as a string.
        case text
        /// The whole URL, used by code that is not analyzed.
        ///
        /// Such code is a function outside the code, or a property that stores the URL.
        case elsewhere
        /// The type or the user info of the activity.
        case activity
    }

    package init(
        kind: Kind,
        place: Place,
        target: String?,
        accepts: [Route] = [],
        isRouted: Bool = false,
        looksAt: Set<Aspect> = []
    ) {
        self.kind = kind
        self.place = place
        self.target = target
        self.accepts = accepts
        self.isRouted = isRouted
        self.looksAt = Aspect.allCases.filter(looksAt.contains)
    }
}

extension Handler: Comparable {
    package static func < (left: Handler, right: Handler) -> Bool {
        if left.place != right.place { return left.place < right.place }
        return left.kind.rawValue < right.kind.rawValue
    }
}

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
