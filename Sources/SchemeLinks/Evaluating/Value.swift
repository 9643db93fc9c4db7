#if Links
import SchemeModel
import SwiftSyntax

/// The possible values of an expression, as far as they are known.
struct ValueSet {
    /// The possible values, never empty. ``Value/unknown(_:)`` among them represents all others.
    var all: [Value]
    /// The places that contributed to them, in the order of evaluation.
    var via: [Place]

    /// The maximum number of values of one expression. With more, it is unknown.
    static let limit = 48
    /// The maximum number of places.
    private static let places = 16

    init(_ all: [Value], via: [Place] = []) {
        self.all = all.isEmpty || all.count > Self.limit ? [.unknown(nil)] : all
        self.via = via
    }

    init(_ value: Value, via: Place...) { self.init([value], via: via) }

    static var unknown: ValueSet { ValueSet(.unknown(nil)) }

    /// Returns the union of all `parts`.
    static func union(_ parts: [ValueSet]) -> ValueSet {
        guard let first = parts.first else { return .unknown }
        return parts.dropFirst().reduce(first) { $0.or($1) }
    }

    /// Returns the union with `other`.
    func or(_ other: ValueSet) -> ValueSet {
        var merged = all
        for value in other.all where !merged.contains(where: { $0.isSame(as: value) }) { merged.append(value) }
        var result = ValueSet(merged, via: via)
        for place in other.via { result.note(place) }
        return result
    }

    /// Returns the union of the results of `transform`, with all places.
    func flatMap(_ transform: (Value) -> ValueSet) -> ValueSet {
        var result = ValueSet.union(all.map(transform))
        let later = result.via
        result.via = via
        for place in later { result.note(place) }
        return result
    }

    /// Returns the values transformed by `transform`.
    func map(_ transform: (Value) -> Value) -> ValueSet { flatMap { ValueSet(transform($0)) } }

    /// Adds a place that contributed to the values.
    mutating func note(_ place: Place) {
        if via.count < Self.places, !via.contains(place) { via.append(place) }
    }

    /// Returns the values with `place` before the other places.
    func from(_ place: Place) -> ValueSet {
        var result = self
        result.via = [place]
        for later in via { result.note(later) }
        return result
    }

    /// The values without `nil`; unknown if there are no others.
    var unwrapped: ValueSet {
        ValueSet(all.filter { if case .null = $0 { false } else { true } }, via: via)
    }

    /// The value, if there is only one and it is known.
    var only: Value? {
        guard all.count == 1, let value = all.first else { return nil }
        if case .unknown = value { return nil }
        return value
    }

    /// The possible strings, with an open one for unknown values.
    func patterns(hole: String?) -> [URLPattern] {
        all.map { value in
            if case .text(let text) = value { return text }
            return URLPattern([.hole(hole)])
        }
    }
}

/// One value, as far as it is known.
enum Value {
    /// A string or a URL.
    case text(URLPattern)
    case null
    case bool(Bool)
    /// A number as spelled in the code.
    case number(String)
    /// A type itself.
    case type(NominalType)
    case instance(Instance)
    case components(URLComponentsValue)
    case array([ValueSet])
    /// A closure and its enclosing frame.
    case closure(ClosureExprSyntax, Frame)
    /// An arbitrary value of a type, or of any type.
    case unknown(TypeReference?)

    /// Whether the two are indistinguishable.
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

/// An instance of a type that the code declares, created by a known call.
final class Instance {
    let type: NominalType
    /// The case of an enumeration.
    let caseName: String?
    /// The arguments that created it, in order.
    let arguments: [Argument]

    /// A lazily evaluated expression.
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

/// The context of evaluated code: its parameters and `self`.
final class Frame {
    let file: ParsedFile
    /// The function, accessor or closure; `nil` for code evaluated by itself.
    let owner: Syntax?
    /// The values of the parameters.
    let bindings: [String: Binding]
    /// `self`.
    let instance: Value
    /// The enclosing frame of a closure.
    let outer: Frame?

    /// The value of a parameter.
    enum Binding {
        case argument(Instance.Argument)
        case values(ValueSet)
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

    /// Returns this frame or the outer frame that executes `node`.
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
