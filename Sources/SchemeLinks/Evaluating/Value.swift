#if Links
import SchemeModel
import SwiftSyntax

/// What an expression can be, as far as the source says.
struct Values {
    /// The possible values; never empty. ``Value/unknown(_:)`` among them stands for all others.
    var all: [Value]
    /// The places that made them, in the order in which they were met.
    var via: [Place]

    /// Values of one expression that are told apart, before it counts as unknown.
    static let limit = 48
    /// Places that are kept of the way to a value.
    private static let places = 16

    init(_ all: [Value], via: [Place] = []) {
        self.all = all.isEmpty || all.count > Self.limit ? [.unknown(nil)] : all
        self.via = via
    }

    init(_ value: Value, via: Place...) { self.init([value], via: via) }

    static var unknown: Values { Values(.unknown(nil)) }

    /// All values of all `parts`.
    static func union(_ parts: [Values]) -> Values {
        guard let first = parts.first else { return .unknown }
        return parts.dropFirst().reduce(first) { $0.or($1) }
    }

    /// The values of this or of `other`.
    func or(_ other: Values) -> Values {
        var merged = all
        for value in other.all where !merged.contains(where: { $0.isSame(as: value) }) { merged.append(value) }
        var result = Values(merged, via: via)
        for place in other.via { result.note(place) }
        return result
    }

    /// The values that `transform` makes of each, with the places of this and of them.
    func flatMap(_ transform: (Value) -> Values) -> Values {
        var result = Values.union(all.map(transform))
        let later = result.via
        result.via = via
        for place in later { result.note(place) }
        return result
    }

    /// The values that `transform` makes of each.
    func map(_ transform: (Value) -> Value) -> Values { flatMap { Values(transform($0)) } }

    /// Remembers that `place` had a part in it.
    mutating func note(_ place: Place) {
        if via.count < Self.places, !via.contains(place) { via.append(place) }
    }

    /// The same values with `place` before the places that made them.
    func from(_ place: Place) -> Values {
        var result = self
        result.via = [place]
        for later in via { result.note(later) }
        return result
    }

    /// The values without `nil`; unknown when there is no other.
    var unwrapped: Values {
        Values(all.filter { if case .null = $0 { false } else { true } }, via: via)
    }

    /// The one value, when there is one and it is known.
    var only: Value? {
        guard all.count == 1, let value = all.first else { return nil }
        if case .unknown = value { return nil }
        return value
    }

    /// The texts that it can be; an open one for a value that is not known.
    func patterns(hole: String?) -> [URLPattern] {
        all.map { value in
            if case .text(let text) = value { return text }
            return URLPattern([.hole(hole)])
        }
    }
}

/// What one value is, as far as the source says.
enum Value {
    /// A text or a URL.
    case text(URLPattern)
    case null
    case bool(Bool)
    /// A number, as it is written.
    case number(String)
    /// A type itself.
    case type(NominalType)
    case instance(Instance)
    case components(URLComponentsValue)
    case array([Values])
    /// A closure and the frame that it is written in.
    case closure(ClosureExprSyntax, Frame)
    /// Any value of a type, or of any type.
    case unknown(TypeReference?)

    /// Whether nothing tells the two apart.
    func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left == right
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.type(let left), .type(let right)): left === right
        case (.instance(let left), .instance(let right)): left === right
        case (.unknown(nil), .unknown(nil)): true
        default: false
        }
    }
}

/// A value of a type of the sources that the source is seen to make.
final class Instance {
    let type: NominalType
    /// The case, for an enumeration.
    let caseName: String?
    /// What it was made with, in order.
    let arguments: [Argument]

    /// An expression that is evaluated when it is asked for.
    struct Argument {
        let label: String?
        let value: ExprSyntax
        let isTrailing: Bool
        let frame: Frame
    }

    init(type: NominalType, caseName: String?, arguments: [Argument]) {
        self.type = type
        self.caseName = caseName
        self.arguments = arguments
    }
}

/// Code that runs with known parameters, or is looked at by itself.
final class Frame {
    let file: ParsedFile
    /// The function, accessor or closure; `nil` for code that is looked at by itself.
    let owner: Syntax?
    /// What the parameters are.
    let bindings: [String: Binding]
    /// `self`.
    let instance: Value
    /// For a closure, the frame that it is written in.
    let outer: Frame?

    /// What a parameter is.
    enum Binding {
        case argument(Instance.Argument)
        case values(Values)
    }

    init(
        file: ParsedFile,
        owner: Syntax? = nil,
        bindings: [String: Binding] = [:],
        instance: Value = .unknown(nil),
        outer: Frame? = nil
    ) {
        self.file = file
        self.owner = owner
        self.bindings = bindings
        self.instance = instance
        self.outer = outer
    }

    /// This frame or the one around it that runs `node`.
    func running(_ node: Syntax) -> Frame? {
        var frame: Frame? = self
        while let current = frame {
            if current.owner?.id == node.id { return current }
            frame = current.outer
        }
        return nil
    }
}
#endif
