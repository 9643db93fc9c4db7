/// An expression in a Swift manifest that can be read without running it.
///
/// These are texts, lists, dictionaries, names, calls, and a few operations on them.
struct SwiftLiteral: Sendable {
    var content: Content
    /// The location of the expression.
    var range: Range<Int>
    /// How deep expressions are nested in it, after changes.
    var depth = 0

    indirect enum Content: Sendable {
        case text(String)
        case flag(Bool)
        case number(Int64)
        /// The names between dots. The first is empty if the expression starts with a dot.
        case name([String])
        case call([String], [Argument])
        case list([SwiftLiteral])
        case pairs([(key: SwiftLiteral, value: SwiftLiteral)])
        /// The terms around `+`, or the parts of a text with interpolations.
        case sum([SwiftLiteral])
        /// A condition and what it chooses between: `a ? b : c`.
        case choice(SwiftLiteral, SwiftLiteral, SwiftLiteral)
        /// An optional value and what replaces a missing one: `a ?? b`.
        case fallback(SwiftLiteral, SwiftLiteral)
        /// A member of a value, with its arguments if it is called.
        case member(SwiftLiteral, String, [Argument]?)
        /// A value of which a member has another value.
        case changed(SwiftLiteral, member: String, SwiftLiteral)
        /// What may contain something, that, and the names in the type of the first, if they are known: `a.contains(b)`.
        case contains(SwiftLiteral, SwiftLiteral, types: [[String]])
        /// Any other expression.
        case other
    }

    /// An argument of a call.
    struct Argument: Sendable {
        var label: String?
        var value: SwiftLiteral
    }

    /// The maximum nesting depth of an expression in which names are replaced.
    private static let mostDepth = 512

    /// The expression as one that is not read.
    var unread: SwiftLiteral { SwiftLiteral(content: .other, range: range) }

    var isRead: Bool { if case .other = content { false } else { true } }

    /// The text of a literal.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    /// A whole number that is written with digits only.
    var number: Int64? { if case .number(let number) = content { number } else { nil } }

    /// The elements of a list.
    var elements: [SwiftLiteral]? { if case .list(let elements) = content { elements } else { nil } }

    /// The members of a dictionary, which may be written like a list if it has none.
    var pairs: [(key: SwiftLiteral, value: SwiftLiteral)]? {
        switch content {
        case .pairs(let pairs): pairs
        case .list(let elements): elements.isEmpty ? [] : nil
        default: nil
        }
    }

    /// The last name of the called function, and the arguments.
    var call: (name: String, arguments: [Argument])? {
        guard case .call(let path, let arguments) = content, let name = path.last else { return nil }
        return (name, arguments)
    }

    /// The value of the first argument with this label.
    subscript(label: String) -> SwiftLiteral? { call?.arguments.first { $0.label == label }?.value }

    /// Returns the expression after `transform` changed each expression in it, the inner ones first; `nil` over the limit, or if
    /// `transform` returns `nil`.
    ///
    /// - Parameter work: The number of expressions that may still be changed.
    func mapped(_ work: inout Int, _ transform: (SwiftLiteral, inout Int) -> SwiftLiteral?) -> SwiftLiteral? {
        work -= 1
        guard work >= 0 else { return nil }
        var made = self
        var inner: [SwiftLiteral] = []
        switch content {
        case .text, .flag, .number, .name, .other: break
        case .list(let elements):
            guard let elements = Self.mapped(elements, &work, transform) else { return nil }
            inner = elements
            made.content = .list(elements)
        case .sum(let terms):
            guard let terms = Self.mapped(terms, &work, transform) else { return nil }
            inner = terms
            made.content = .sum(terms)
        case .choice(let condition, let first, let second):
            guard let parts = Self.mapped([condition, first, second], &work, transform) else { return nil }
            inner = parts
            made.content = .choice(parts[0], parts[1], parts[2])
        case .fallback(let first, let second):
            guard let parts = Self.mapped([first, second], &work, transform) else { return nil }
            inner = parts
            made.content = .fallback(parts[0], parts[1])
        case .changed(let whole, let member, let value):
            guard let parts = Self.mapped([whole, value], &work, transform) else { return nil }
            inner = parts
            made.content = .changed(parts[0], member: member, parts[1])
        case .member(let whole, let name, let arguments):
            let values = [whole] + (arguments ?? []).map(\.value)
            guard let values = Self.mapped(values, &work, transform) else { return nil }
            inner = values
            let changed = arguments.map { zip($0, values.dropFirst()).map { Argument(label: $0.label, value: $1) } }
            made.content = .member(values[0], name, changed)
        case .contains(let whole, let part, let types):
            guard let parts = Self.mapped([whole, part], &work, transform) else { return nil }
            inner = parts
            made.content = .contains(parts[0], parts[1], types: types)
        case .pairs(let pairs):
            guard let keys = Self.mapped(pairs.map(\.key), &work, transform),
                let values = Self.mapped(pairs.map(\.value), &work, transform)
            else { return nil }
            inner = values
            made.content = .pairs(zip(keys, values).map { ($0, $1) })
        case .call(let path, let arguments):
            guard let values = Self.mapped(arguments.map(\.value), &work, transform) else { return nil }
            inner = values
            made.content = .call(path, zip(arguments, values).map { Argument(label: $0.label, value: $1) })
        }
        made.depth = inner.reduce(0) { max($0, $1.depth + 1) }
        return made.depth < Self.mostDepth ? transform(made, &work) : nil
    }

    private static func mapped(
        _ literals: [SwiftLiteral],
        _ work: inout Int,
        _ transform: (SwiftLiteral, inout Int) -> SwiftLiteral?
    ) -> [SwiftLiteral]? {
        var made: [SwiftLiteral] = []
        for literal in literals {
            guard let one = literal.mapped(&work, transform) else { return nil }
            made.append(one)
        }
        return made
    }

    /// Returns the expression with other names of values and functions. `name` also gets whether a function has the name.
    func renamed(_ name: ([String], Bool) -> [String]) -> SwiftLiteral {
        var work = Int.max
        let made = mapped(&work) { literal, _ in
            var literal = literal
            switch literal.content {
            case .name(let path): literal.content = .name(name(path, false))
            case .call(let path, let arguments): literal.content = .call(name(path, true), arguments)
            case .contains(let whole, let part, let types):
                literal.content = .contains(whole, part, types: types.map { name($0, false) })
            default: break
            }
            return literal
        }
        return made ?? self
    }
}
