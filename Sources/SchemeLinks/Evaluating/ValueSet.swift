#if Links
import SchemeModel
import SwiftSyntax

/// The possible values of an expression, as far as they are known.
struct ValueSet {
    /// The possible values, never empty. ``Value/unknown(_:)`` among them represents all others.
    var all: [Value]
    /// The places that contributed to them, in the order of evaluation.
    var via: [Place]

    /// The maximum number of values of one expression. With more, unknown texts are shortened to what they begin with; if
    /// there are still more, it is unknown.
    static let limit = 48
    /// The maximum number of places.
    private static let places = 16

    init(_ all: [Value], via: [Place] = []) {
        let all = all.count > Self.limit ? Self.shortened(all) : all
        self.all = all.isEmpty || all.count > Self.limit ? [.unknown(nil)] : all
        self.via = via
    }

    /// Returns the values, without what follows the first unknown part of a text: the scheme of a URL matters most.
    private static func shortened(_ all: [Value]) -> [Value] {
        var texts: Set<URLPattern> = []
        return all.compactMap { value in
            guard case .text(let text) = value else { return value }
            let short = text.isExact ? text : URLPattern([.literal(text.head), .hole(nil)])
            return texts.insert(short).inserted ? .text(short) : nil
        }
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

    /// Returns each of `heads` followed by each of `tails`. With too many of these, each of `heads` is followed by an
    /// unknown part called `hole`.
    static func combinations(of heads: [URLPattern], with tails: [URLPattern], hole: String?) -> [URLPattern] {
        let tails = heads.count * tails.count > limit ? [URLPattern([.hole(hole)])] : tails
        return heads.flatMap { head in tails.map { head.appending($0) } }
    }

    /// The possible strings, with an open one for unknown values.
    func patterns(hole: String?) -> [URLPattern] {
        all.map { value in
            if case .text(let text) = value { return text }
            return URLPattern([.hole(hole)])
        }
    }
}
#endif
