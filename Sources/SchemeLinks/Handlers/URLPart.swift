#if Links
import SchemeModel

/// A part of a URL, or a value that contains one.
indirect enum URLPart: Equatable {
    case url
    case urls
    /// A set of `UIOpenURLContext`.
    case contexts
    case context
    /// The connection options of a scene.
    case options
    /// The user activities of a scene's connection options.
    case activities
    case activity
    /// The type of a user activity.
    case activityType
    /// An `NSAppleEventDescriptor`: the event, or its parameter with the URL as text.
    case event
    /// `URLComponents` created from the URL.
    case components
    case component(Route.Component)
    /// The path without its outer slashes.
    case innerPath
    /// `pathComponents` starting at an element, where 0 is the leading slash.
    case segments(from: Int)
    /// A slice of `pathComponents` from an element on, whose indices are those of another array.
    case slice(from: Int)
    case queryItems
    /// The case of an enumeration in the code that holds a part.
    case wrapped(URLPart, in: String, TypeIdentity?)
    /// The enumeration case that corresponds to a component.
    case enumerated(Route.Component, Cases)
    /// The dictionary value for a component, with the keys.
    case keyed(Route.Component, [String])
    /// Another value derived from the URL.
    case derived

    /// A type that the code declares, compared by identity.
    struct TypeIdentity: Equatable {
        let type: NominalType

        static func == (left: Self, right: Self) -> Bool { left.type === right.type }
    }

    /// The cases of an enumeration in the code, with the corresponding strings.
    struct Cases: Equatable {
        let type: NominalType
        let texts: [String: String]

        static func == (left: Self, right: Self) -> Bool { left.type === right.type && left.texts == right.texts }

        /// A key that is the same for equal cases.
        var name: String {
            "\(type.path.joined(separator: ".")) \(texts.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })"
        }
    }

    /// A key that is the same for equal parts.
    var name: String {
        switch self {
        case .wrapped(let part, let name, let type):
            "wrapped \(part.name) \(name) \(type?.type.path.joined(separator: ".") ?? "")"
        case .enumerated(let component, let cases):
            "enumerated \(component) \(cases.name)"
        default: "\(self)"
        }
    }

    /// Whether it contains the whole URL, or the user activity.
    var isWhole: Bool {
        switch self {
        case .url, .urls, .contexts, .context, .activity, .components: true
        case .wrapped(let part, _, _): part.isWhole
        default: false
        }
    }

    /// The conditions for it to be present; `nil` if none are known.
    var presence: RouteAlternatives? {
        switch self {
        case .enumerated(let component, let cases) where !cases.texts.isEmpty:
            [[Route.Condition(component: component, relation: .equals, values: Array(cases.texts.values))]]
        case .keyed(let component, let keys) where !keys.isEmpty:
            [[Route.Condition(component: component, relation: .equals, values: keys)]]
        default: nil
        }
    }

    /// Returns the condition for a comparison with `values`; `nil` if it can't be compared with strings.
    func condition(_ relation: Route.Relation, _ values: [String]) -> Route.Condition? {
        switch self {
        case .component(let component):
            return Route.Condition(component: component, relation: relation, values: values)
        case .url, .components: return Route.Condition(component: .text, relation: relation, values: values)
        case .innerPath:
            let isFromStart = relation == .equals || relation == .hasPrefix
            return Route.Condition(
                component: .path,
                relation: relation,
                values: isFromStart ? values + values.map { "/" + $0 } : values
            )
        default: return nil
        }
    }
}
#endif
