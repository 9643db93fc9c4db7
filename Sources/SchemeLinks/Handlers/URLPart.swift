#if Links
import SchemeModel

/// A part of a URL, or something that contains one, as code holds it.
indirect enum URLPart: Equatable {
    case url
    case urls
    /// A set of `UIOpenURLContext`.
    case contexts
    case context
    /// The connection options of a scene.
    case options
    case activity
    /// An `NSAppleEventDescriptor`: the event, or the parameter of it that is the URL's text.
    case event
    /// `URLComponents` made from the URL.
    case components
    case component(Route.Component)
    /// The path without the slashes around it.
    case innerPath
    /// `pathComponents` from an element on, where 0 is the leading slash.
    case segments(from: Int)
    case queryItems
    /// The case with this name of an enumeration of the sources, which holds a part.
    case wrapped(URLPart, in: String, TypeIdentity?)
    /// The case of an enumeration that a component stands for.
    case enumerated(Route.Component, Cases)
    /// What a dictionary has for a component; these are its keys.
    case keyed(Route.Component, [String])
    /// Something made from the URL that is not one of these.
    case derived

    /// A type of the sources, compared by identity.
    struct TypeIdentity: Equatable {
        let type: NominalType

        static func == (left: Self, right: Self) -> Bool { left.type === right.type }
    }

    /// The cases of an enumeration of the sources, each with the text that stands for it.
    struct Cases: Equatable {
        let type: NominalType
        let texts: [String: String]

        static func == (left: Self, right: Self) -> Bool { left.type === right.type && left.texts == right.texts }
    }

    /// A text that is the same for equal parts.
    var name: String {
        switch self {
        case .wrapped(let part, let name, let type):
            "wrapped \(part.name) \(name) \(type?.type.path.joined(separator: ".") ?? "")"
        case .enumerated(let component, let cases):
            "enumerated \(component) \(cases.type.path.joined(separator: "."))"
        default: "\(self)"
        }
    }

    /// Whether it holds all of the URL.
    var isWhole: Bool {
        switch self {
        case .url, .urls, .contexts, .context, .components: true
        case .wrapped(let part, _, _): part.isWhole
        default: false
        }
    }

    /// What holds where it is there; `nil` when that says nothing.
    var presence: RouteAlternatives? {
        switch self {
        case .enumerated(let component, let cases) where !cases.texts.isEmpty:
            [[Route.Condition(component: component, relation: .equals, values: Array(cases.texts.values))]]
        case .keyed(let component, let keys) where !keys.isEmpty:
            [[Route.Condition(component: component, relation: .equals, values: keys)]]
        default: nil
        }
    }

    /// The condition that a comparison of it with `values` is; `nil` for what is not compared with texts.
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
