import SchemeModel

/// How much a node, an edge or a cell stands out. Each level has its own color and shape.
package enum Emphasis: Int, Comparable, Sendable {
    case none, accepted, note, warning, error

    init(_ severity: Severity) {
        switch severity {
        case .note: self = .note
        case .warning: self = .warning
        case .error: self = .error
        }
    }

    package static func < (left: Emphasis, right: Emphasis) -> Bool { left.rawValue < right.rawValue }

    /// The word for screen readers; `nil` for no emphasis.
    var word: String? {
        switch self {
        case .none: nil
        case .accepted: "accepted"
        case .note: "note"
        case .warning: "warning"
        case .error: "error"
        }
    }

    /// The name of the style class.
    var className: StaticString {
        switch self {
        case .none: "plain"
        case .accepted: "accepted"
        case .note: "note"
        case .warning: "warning"
        case .error: "error"
        }
    }

    /// The outline in a square of 12 units: a triangle, a diamond, a circle or a square.
    var shape: VectorPath? {
        switch self {
        case .none: nil
        case .accepted: VectorPath("M2 2h8v8H2Z")
        case .note: VectorPath("M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1Z")
        case .warning: VectorPath("M6 .3 11.7 6 6 11.7.3 6Z")
        case .error: VectorPath("M6 .8 11.8 11H.2Z")
        }
    }
}
