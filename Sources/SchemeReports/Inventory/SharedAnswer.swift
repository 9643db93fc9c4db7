package import SchemeModel

/// What opens the URLs of a scheme that several apps declare.
package enum SharedAnswer: Hashable, Sendable {
    /// One of the apps, on some kinds of device; Apple leaves open which one.
    case undefined
    /// The app that the user chose.
    case chosen
    case system
    /// On each kind of device, the one app that can run there.
    case one

    package init(_ resolution: Resolution) {
        let handlers = resolution.answers.map(\.handler)
        self =
            handlers.contains(.undefined)
            ? .undefined : handlers.contains(.chosen) ? .chosen : handlers.contains(.system) ? .system : .one
    }

    /// The answer in a few words, for a scheme that no rule reports.
    var phrases: [String] {
        switch self {
        case .undefined: ["undefined", "no finding"]
        case .chosen: ["the user chooses"]
        case .system: ["the system opens it"]
        case .one: ["one app per device"]
        }
    }

    /// The answer in a sentence, for a scheme that no rule reports.
    var sentence: String {
        switch self {
        case .undefined:
            "Which of these apps opens it is undefined. The rule undefined-target is off, or doesn't apply to these apps."
        case .chosen: "The user chooses which app opens it."
        case .system: "The system opens it."
        case .one: "On each kind of device, only one of these apps can open it."
        }
    }
}
