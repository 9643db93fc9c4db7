/// Reads the declarations of a Swift file.
struct SwiftDeclarationReader {
    private var tokens: SwiftTokens
    private var found = SwiftDeclarations()
    private let trustsConditions: Bool
    /// The open types; `nil` for other braces.
    private var scopes: [String?] = []
    /// The type whose brace comes next.
    private var next: String?
    private var isStatic = false
    /// Whether an attribute comes before, which may be a property wrapper.
    private var isAttributed = false
    /// A function that has no end is read up to the end of the file.
    private var functionBytes: Int

    /// The bytes of functions that are read in addition to twice the size of the file.
    private static let mostFunctionBytes = 1024 * 1024
    /// The types around a constant. Manifests have one or two.
    static let mostOuterTypes = 6
    /// The number of tokens in the list of what a type inherits from.
    private static let mostSupertypes = 32

    private static let modifiers: Set<String> = [
        "class", "fileprivate", "final", "internal", "lazy", "nonisolated", "open", "override", "package", "private",
        "public", "static",
    ]
    private static let declarations: Set<String> = ["case", "func", "import", "init", "let", "typealias", "var"]
    private static let typeWords: Set<String> = ["struct", "enum", "class", "actor", "extension", "protocol"]

    private init(_ text: [UInt8], trustsConditions: Bool) {
        tokens = SwiftTokens(text)
        functionBytes = Self.mostFunctionBytes + 2 * text.count
        self.trustsConditions = trustsConditions
    }

    /// - Parameter trustsConditions: Whether code between `#if` and `#endif` counts as if it wasn't there.
    static func declarations(in text: [UInt8], trustsConditions: Bool) -> SwiftDeclarations {
        var reader = Self(text, trustsConditions: trustsConditions)
        var last: SwiftTokens.Token?
        while let token = reader.tokens.next() {
            reader.take(token, after: last)
            last = token
            if token == .mark(UInt8(ascii: "@")) { reader.isAttributed = true }
            if reader.endsAttributes(token) { reader.isAttributed = false }
            if case .word(let word) = token, modifiers.contains(word) {
                reader.isStatic = reader.isStatic || word == "static"
            } else {
                reader.isStatic = false
            }
        }
        return reader.found
    }

    /// Whether what follows belongs to another declaration.
    private func endsAttributes(_ token: SwiftTokens.Token) -> Bool {
        switch token {
        case .mark(let byte): "{};".utf8.contains(byte)
        case .word(let word): Self.declarations.contains(word) || Self.typeWords.contains(word)
        case .text: false
        }
    }

    private mutating func take(_ token: SwiftTokens.Token, after last: SwiftTokens.Token?) {
        switch token {
        case .mark(UInt8(ascii: "{")):
            scopes.append(next)
            next = nil
        case .mark(UInt8(ascii: "}")): _ = scopes.popLast()
        case .word(let word) where Self.typeWords.contains(word): takeType(word)
        case .word("typealias"), .word("associatedtype"):
            if let outer, let name = Self.typeName(tokens)?.name {
                found.declared.insert(Self.qualified(name, in: outer))
            }
        case .word("init") where last != .mark(UInt8(ascii: ".")):
            if let outer, !outer.isEmpty { takeFunction("init", in: outer, tokens) }
        case .word("func"):
            var ahead = tokens
            if let outer, case .word(let name)? = ahead.next() { takeFunction(name, in: outer, ahead) }
        case .word("case"):
            if let type = outer?.joined(separator: "."), found.cases[type] != nil { takeCases(of: type) }
        case .word("let"), .word("var"): takeConstants(areVariables: token == .word("var"))
        default: break
        }
    }

    /// The types around this place; `nil` in anything else than types, and in too many of them.
    private var outer: [String]? {
        guard scopes.count <= Self.mostOuterTypes else { return nil }
        let types = scopes.compactMap(\.self)
        return types.count == scopes.count ? types : nil
    }

    private static func qualified(_ name: String, in outer: [String]) -> String {
        outer.isEmpty ? name : outer.joined(separator: ".") + "." + name
    }

    // MARK: Types

    private mutating func takeType(_ word: String) {
        let type = Self.typeName(tokens)
        next = type?.name
        guard let type, let outer else { return }
        let name = Self.qualified(type.name, in: outer)
        if word != "extension", !found.declared.insert(name).inserted { found.repeated.insert(name) }
        if word == "struct" { found.structures.insert(name) }
        if word == "enum" { found.cases[name] = found.cases[name] ?? [:] }
        if found.supertypes[name, default: []].count < Self.mostSupertypes {
            found.supertypes[name, default: []].formUnion(Self.supertypes(type.rest))
        }
    }

    /// Returns the name of the type declared next, and what comes after it; `nil` for a member of a class: `class var`.
    private static func typeName(_ tokens: SwiftTokens) -> (name: String, rest: SwiftTokens)? {
        var tokens = tokens
        var rest = tokens
        var path: [String] = []
        while case .word(let word)? = tokens.next() {
            if ["let", "var", "func"].contains(word) { return nil }
            rest = tokens
            if path.isEmpty, word == "ProjectDescription", tokens.next() == .mark(UInt8(ascii: ".")) { continue }
            path.append(word)
            guard tokens.next(from: rest) == .mark(UInt8(ascii: ".")) else { break }
            guard path.count <= mostOuterTypes else { return nil }
        }
        return path.isEmpty ? nil : (path.joined(separator: "."), rest)
    }

    /// Returns the names between a colon and the brace of a type.
    private static func supertypes(_ tokens: SwiftTokens) -> [String] {
        var tokens = tokens
        var names: [String] = []
        guard tokens.next() == .mark(UInt8(ascii: ":")) else { return [] }
        for _ in 0..<mostSupertypes {
            switch tokens.next() {
            case nil, .mark(UInt8(ascii: "{")), .word("where"): return names
            case .word(let name): names.append(name)
            default: break
            }
        }
        return names
    }

    private mutating func takeCases(of type: String) {
        var ahead = tokens
        while case .word(let name)? = ahead.next() {
            tokens = ahead
            var value = SwiftLiteral(content: .text(name), range: ahead.start..<ahead.offset)
            if ahead.next() == .mark(UInt8(ascii: "(")) {
                // Its associated values.
                _ = SwiftLiteral(&tokens, isStatement: true)
                value = value.unread
            } else if ahead.next(from: tokens) == .mark(UInt8(ascii: "=")) {
                tokens = ahead
                value = SwiftLiteral(&tokens, isStatement: true)
            }
            if isInCondition { value = value.unread }
            found.cases[type]?[name] = value
            guard ahead.next(from: tokens) == .mark(UInt8(ascii: ",")) else { return }
        }
    }

    /// Returns the names in a pattern on the rest of the line.
    private static func names(_ tokens: inout SwiftTokens) -> [String] {
        var names: [String] = []
        var isName = true
        var ahead = tokens
        while let token = ahead.next(), !ahead.beginsLine {
            switch token {
            case .mark(UInt8(ascii: "{")), .mark(UInt8(ascii: "}")), .mark(UInt8(ascii: ";")): return names
            case .word(let name): if isName { names.append(name) }
            default: break
            }
            isName = token == .mark(UInt8(ascii: ",")) || token == .mark(UInt8(ascii: "("))
            tokens = ahead
        }
        return names
    }

    // MARK: Members

    /// Adds the function whose bracket comes next in `tokens`. Its body is read again, for its braces.
    private mutating func takeFunction(_ name: String, in outer: [String], _ tokens: SwiftTokens) {
        if !outer.isEmpty { found.methods.insert(name) }
        var ahead = tokens
        let name = Self.qualified(name, in: outer)
        let function = functionBytes > 0 ? SwiftFunction(&ahead) : SwiftFunction()
        functionBytes -= ahead.offset - tokens.offset
        found.functions[name, default: []].append(.init(function: function, scopes: outer))
        if isInCondition { found.conditional.insert(name) }
    }

    private var isInCondition: Bool { !trustsConditions && tokens.openConditions > 0 }

    private mutating func takeConstants(areVariables: Bool) {
        guard let outer else { return }
        var ahead = tokens
        guard case .word(var name)? = ahead.next() else {
            // A pattern with several names.
            for name in Self.names(&ahead) { found.declared.insert(Self.qualified(name, in: outer)) }
            tokens = ahead
            return
        }
        while true {
            tokens = ahead
            var constant = SwiftDeclarations.Constant(
                kind: areVariables ? .variable : .constant,
                type: .annotation(&tokens),
                scopes: outer
            )
            ahead = tokens
            switch ahead.next() {
            case .mark(UInt8(ascii: "=")):
                tokens = ahead
                constant.value = SwiftLiteral(&tokens, isStatement: true)
                add(name, constant)
            case .mark(UInt8(ascii: "{")) where areVariables && functionBytes > 0:
                // A computed property. Only an expression is read.
                let body = SwiftBody(&ahead)
                functionBytes -= ahead.offset - tokens.offset
                constant.kind = .computed
                constant.value = body.flatMap { $0.isExpression ? $0.result : nil }
                if constant.value != nil { tokens = ahead }
                return add(name, constant)
            default: add(name, constant)
            }
            guard ahead.next(from: tokens) == .mark(UInt8(ascii: ",")), case .word(let next)? = ahead.next() else {
                return
            }
            name = next
        }
    }

    private mutating func add(_ name: String, _ constant: SwiftDeclarations.Constant) {
        let name = Self.qualified(name, in: constant.scopes)
        var constant = constant
        if isAttributed { constant.value = nil }
        found.declared.insert(name)
        if isInCondition { found.conditional.insert(name) }
        guard constant.scopes.isEmpty || isStatic else {
            // The value of a member of an instance depends on the instance.
            if found.properties[name] != nil { found.repeated.insert(name) }
            if constant.kind == .computed { found.properties[name] = constant }
            // A value that isn't read may include observers.
            if constant.kind != .computed, !isAttributed, constant.value?.isRead ?? true { found.stored.insert(name) }
            return
        }
        if constant.kind == .variable { found.variables.insert(name) }
        guard found.constants[name] == nil else {
            found.repeated.insert(name)
            return
        }
        found.constants[name] = constant
        if constant.value != nil { found.names.append(name) }
    }
}
