import SchemeModel

/// The constants and functions of a file outside functions.
///
/// Those outside types are identified by name, members by their qualified name (`Settings.App.base`).
struct SwiftConstants: Sendable {
    private var constants: [String: SwiftLiteral] = [:]
    /// The names in order.
    private(set) var names: [String] = []
    /// Names with several possible values.
    private var doubtful: Set<String> = []
    /// Names of constants under a condition that isn't evaluated.
    private var conditional: Set<String> = []
    /// The functions by name, those of types by their qualified name.
    private var functions: [String: [SwiftFunction]] = [:]
    /// The names of functions under a condition that isn't evaluated.
    private var conditionalFunctions: Set<String> = []
    private var structures: Set<String> = []
    /// The types that have an initializer of their own.
    private var initialized: Set<String> = []
    /// The names of the cases of each enumeration.
    private var cases: [String: Set<String>] = [:]
    /// The names of all types, members and constants, including those that are not read.
    private var declared: Set<String> = []

    /// - Parameter trustsConditions: Whether code between `#if` and `#endif` counts. If not, constants there have no value.
    init(_ text: [UInt8], trustsConditions: Bool = true) {
        var tokens = SwiftTokens(text)
        func isInCondition() -> Bool { !trustsConditions && tokens.openConditions > 0 }
        // The open types; `nil` for other braces.
        var scopes: [String?] = []
        /// Returns the qualified name of `name`, or of the type around it; `nil` if it isn't a member of a type or outside of all.
        func qualified(_ name: String?) -> String? {
            guard scopes.count <= Self.mostOuterTypes else { return nil }
            let outer = scopes.compactMap { $0 }
            guard outer.count == scopes.count else { return nil }
            return (outer + (name.map { [$0] } ?? [])).joined(separator: ".")
        }
        var type: String?
        var last: SwiftTokens.Token?
        var isStatic = false
        var variables: Set<String> = []
        // Those whose values are not read.
        var unread: Set<String> = []
        // A function that has no end is read up to the end of the file.
        var functionBytes = Self.mostFunctionBytes + 2 * text.count
        while let token = tokens.next() {
            defer {
                last = token
                if case .word(let word) = token, Self.modifiers.contains(word) {
                    isStatic = isStatic || word == "static"
                } else {
                    isStatic = false
                }
            }
            switch token {
            case .mark(UInt8(ascii: "{")):
                scopes.append(type)
                type = nil
            case .mark(UInt8(ascii: "}")):
                _ = scopes.popLast()
            case .word(let word) where Self.typeWords.contains(word):
                type = Self.typeName(tokens)
                guard let name = type.flatMap(qualified) else { continue }
                if word != "extension" { declared.insert(name) }
                if word == "struct" { structures.insert(name) }
                if word == "enum" { cases[name] = cases[name] ?? [] }
            case .word("init") where last != .mark(UInt8(ascii: ".")):
                guard let type = qualified(nil), !type.isEmpty else { continue }
                initialized.insert(type)
                guard functionBytes > 0 else { continue }
                var ahead = tokens
                functions[type + ".init", default: []].append(SwiftFunction(&ahead))
                functionBytes -= ahead.offset - tokens.offset
            case .word("case"):
                guard let type = qualified(nil), cases[type] != nil else { continue }
                for name in Self.names(&tokens) { cases[type]?.insert(name) }
            case .word("func"):
                var ahead = tokens
                guard functionBytes > 0, case .word(let last)? = ahead.next(), let name = qualified(last) else {
                    continue
                }
                functions[name, default: []].append(SwiftFunction(&ahead))
                functionBytes -= ahead.offset - tokens.offset
                if isInCondition() { conditionalFunctions.insert(name) }
            case .word("let"), .word("var"):
                var ahead = tokens
                guard let scope = qualified(nil) else { continue }
                guard case .word(let last)? = ahead.next(), let name = qualified(last) else {
                    // A pattern with several names.
                    for name in Self.names(&ahead) { qualified(name).map { _ = declared.insert($0) } }
                    tokens = ahead
                    continue
                }
                tokens = ahead
                let isConditional = isInCondition()
                // The value of a member of an instance depends on the instance.
                let isOwn = scope.isEmpty || isStatic
                func add(_ name: String, _ value: SwiftLiteral?) {
                    let isNew = declared.insert(name).inserted
                    if isConditional { conditional.insert(name) }
                    guard isOwn else { return }
                    if !isNew, constants[name] != nil || unread.contains(name) { doubtful.insert(name) }
                    if let value, constants[name] == nil {
                        constants[name] = value
                        names.append(name)
                    }
                    if value == nil { unread.insert(name) }
                    if token == .word("var") { variables.insert(name) }
                }
                let type = Self.skipType(&tokens)
                ahead = tokens
                switch ahead.next() {
                case .mark(UInt8(ascii: "=")):
                    tokens = ahead
                    add(name, SwiftLiteral(&tokens, isStatement: true).typed(type))
                    // More names with values.
                    while ahead.next(from: tokens) == .mark(UInt8(ascii: ",")), case .word(let next)? = ahead.next(),
                        let other = qualified(next)
                    {
                        tokens = ahead
                        let type = Self.skipType(&tokens)
                        guard ahead.next(from: tokens) == .mark(UInt8(ascii: "=")) else {
                            add(other, nil)
                            break
                        }
                        tokens = ahead
                        add(other, SwiftLiteral(&tokens, isStatement: true).typed(type))
                    }
                case .mark(UInt8(ascii: "{")) where token == .word("var") && functionBytes > 0:
                    // A computed property. Only an expression is read.
                    let body = SwiftBody(&ahead)
                    functionBytes -= ahead.offset - tokens.offset
                    let value = body.flatMap { $0.isExpression ? $0.result.typed(type) : nil }
                    if value != nil { tokens = ahead }
                    add(name, value)
                default: add(name, nil)
                }
            default: break
            }
        }
        doubtful.formUnion(conditional)
        if !variables.isEmpty { doubtful.formUnion(Self.changed(variables, in: text)) }
        qualifyNames()
    }

    /// Qualifies the names that members of types use: `static let a = b` in `Settings` means `Settings.b` if that is declared.
    private mutating func qualifyNames() {
        let declared = declared.union(functions.keys)
        func meant(_ path: [String], _ isCall: Bool, in type: [String]) -> [String] {
            if path.first == "Self" { return type + path.dropFirst() }
            guard path.first != "" else { return path }
            for count in (1...type.count).reversed() {
                let outer = type.prefix(count)
                if declared.contains((outer + path.prefix(1)).joined(separator: ".")) { return outer + path }
            }
            // A function that isn't declared here may be a member of another module's type: `target(…)` in an extension of `Target`.
            let isMember =
                isCall && path.count == 1 && path[0].first?.isLowercase == true && !declared.contains(path[0])
            return isMember ? type + path : path
        }
        for (name, value) in constants {
            let type = name.split(separator: ".").dropLast().map(String.init)
            if !type.isEmpty { constants[name] = value.renamed { meant($0, $1, in: type) } }
        }
        for (name, overloads) in functions {
            let type = name.split(separator: ".").dropLast().map(String.init)
            if !type.isEmpty { functions[name] = overloads.map { $0.renamed { meant($0, $1, in: type) } } }
        }
    }

    /// Returns the value of the first constant outside of types whose value is a call of `name`; `nil` if a condition decides about
    /// it.
    func call(of name: String) -> SwiftLiteral? {
        let first = names.first { !$0.contains(".") && constants[$0]?.call?.name == name }
        return first.flatMap { conditional.contains($0) ? nil : constants[$0] }
    }

    /// The values of the constants outside of types that call a member of `type` and depend on no condition.
    func calls(ofMembersOf type: String) -> [SwiftLiteral] {
        names.lazy.filter { !$0.contains(".") && !conditional.contains($0) }.compactMap { constants[$0] }.filter {
            value in
            if case .call(let path, _) = value.content { path.count == 2 && path[0] == type } else { false }
        }
    }

    /// Whether all of `names` are cases of the enumeration `type`, in which no other member has such a name.
    func hasCases(_ names: Set<String>, of type: String) -> Bool {
        guard let cases = cases[type] else { return false }
        return names.isSubset(of: cases) && !names.contains { declared.contains("\(type).\($0)") }
    }

    /// Returns the value of `literal`, following the names of constants.
    func value(_ literal: SwiftLiteral) -> SwiftLiteral {
        var value = literal
        for _ in 0..<8 {
            guard case .name(let path) = value.content, let next = constant(path) else { break }
            value = next
        }
        return value
    }

    /// Returns the value of the constant that `path` names; `nil` if there is none.
    func constant(_ path: [String]) -> SwiftLiteral? {
        guard path.count <= Self.mostOuterTypes + 1 else { return nil }
        let name = path.joined(separator: ".")
        if doubtful.contains(name) { return nil }
        if let value = constants[name] { return value }
        // A member of a structure has the value of the argument that makes it.
        guard path.count > 1, case .call(let type, let arguments)? = constant(path.dropLast())?.content else {
            return nil
        }
        let made = type.joined(separator: ".")
        guard structures.contains(made), !initialized.contains(made) else { return nil }
        return arguments.first { $0.label == path.last }?.value
    }

    /// Whether a constant or a type outside of types has this name, even if it isn't read.
    func declares(_ name: String) -> Bool { declared.contains(name) }

    /// Whether there is a function with this name.
    func hasFunction(named name: String) -> Bool { functions[name] != nil }

    /// Whether a function with this name may have these arguments.
    func accepts(_ arguments: [SwiftLiteral.Argument], functionNamed name: String) -> Bool {
        functions[name]?.contains { $0.accepts(arguments) } ?? false
    }

    /// Returns the function with this name that accepts these arguments; `nil` if there is none, or several.
    func function(named name: String, for arguments: [SwiftLiteral.Argument]) -> SwiftFunction? {
        guard let overloads = functions[name], overloads.count <= Self.mostOverloads else { return nil }
        let fitting = overloads.filter { $0.accepts(arguments) }
        return fitting.count == 1 && !conditionalFunctions.contains(name) ? fitting.first : nil
    }

    /// Returns the text value of `literal`, or `nil` for anything else.
    func text(_ literal: SwiftLiteral?) -> String? { literal.flatMap { value($0).text } }

    /// Returns the texts in a list that only contains texts, or `nil` for anything else.
    func texts(_ literal: SwiftLiteral?) -> [String]? {
        guard let elements = literal.flatMap({ value($0).elements }) else { return nil }
        let texts = elements.compactMap(text)
        return texts.count == elements.count ? texts : nil
    }

    // MARK: Reading

    /// The bytes of functions that are read in addition to twice the size of the file.
    private static let mostFunctionBytes = 1024 * 1024
    /// The functions of one name. Manifests have one or two.
    private static let mostOverloads = 32
    /// The types around a constant. Manifests have one or two.
    private static let mostOuterTypes = 6

    private static let modifiers: Set<String> = [
        "class", "fileprivate", "final", "internal", "lazy", "nonisolated", "open", "override", "package", "private",
        "public",
        "static",
    ]
    private static let typeWords: Set<String> = ["struct", "enum", "class", "actor", "extension"]

    /// Returns the names on the rest of the line: those of cases, or of a pattern.
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

    /// Returns the name of the type declared next, or `nil`.
    private static func typeName(_ tokens: SwiftTokens) -> String? {
        var tokens = tokens
        var path: [String] = []
        while case .word(let word)? = tokens.next() {
            // Members of a class: `class var`.
            if ["let", "var", "func"].contains(word) { return nil }
            if path.isEmpty, word == "ProjectDescription", tokens.next() == .mark(UInt8(ascii: ".")) { continue }
            path.append(word)
            guard tokens.next() == .mark(UInt8(ascii: ".")) else { break }
            guard path.count <= mostOuterTypes else { return nil }
        }
        return path.isEmpty ? nil : path.joined(separator: ".")
    }

    /// Returns those of the variables `names` that may change after their declaration.
    private static func changed(_ names: Set<String>, in text: [UInt8]) -> Set<String> {
        // A member is changed by its last name.
        let byLast = Dictionary(grouping: names) { String($0.split(separator: ".").last ?? "") }
        let members = Set(byLast.filter { $0.value.contains { $0.contains(".") } }.keys)
        let changes = Set(changes(of: Set(byLast.keys), members: members, from: SwiftTokens(text), to: text.count))
        return Set(changes.flatMap { byLast[$0] ?? [] })
    }

    /// Returns the name at each place where one of the variables `names` may change, between `tokens` and `end`.
    ///
    /// - Parameter members: Those that may come after a dot.
    static func changes(
        of names: Set<String>,
        members: Set<String> = [],
        from tokens: SwiftTokens,
        to end: Int
    ) -> [String] {
        var tokens = tokens
        var changes: [String] = []
        var last: SwiftTokens.Token?
        while let token = tokens.next(), tokens.start < end {
            defer { last = token }
            guard case .word(let name) = token, names.contains(name), last != .word("var"),
                last != .mark(UInt8(ascii: ".")) || members.contains(name)
            else { continue }
            if last == .mark(UInt8(ascii: "&")) || mayChange(tokens) { changes.append(name) }
        }
        return changes
    }

    /// Whether what follows a name may change its value.
    private static func mayChange(_ tokens: SwiftTokens) -> Bool {
        var ahead = tokens
        switch ahead.next() {
        case .mark(UInt8(ascii: ".")):
            if case .word(let word)? = ahead.next() { return !readers.contains(word) }
            return true
        case .mark(UInt8(ascii: "=")), .mark(UInt8(ascii: "[")): return true
        // `+=` and other operators that assign.
        case .mark(let byte)? where "+-*/%&|^<>".utf8.contains(byte):
            while case .mark(let byte)? = ahead.next() {
                if byte == UInt8(ascii: "=") { return true }
                guard "+-*/%&|^<>".utf8.contains(byte) else { return false }
            }
            return false
        default: return false
        }
    }

    /// Members that don't change a value.
    private static let readers: Set<String> = [
        "allSatisfy", "compactMap", "contains", "count", "filter", "first", "flatMap", "hasPrefix", "hasSuffix",
        "isEmpty",
        "joined", "last", "lowercased", "map", "merging", "reduce", "reversed", "sorted", "uppercased",
    ]

    /// Skips the type of a constant. Returns it if it is only a name, maybe with a question mark.
    static func skipType(_ tokens: inout SwiftTokens) -> String? {
        var ahead = tokens
        guard ahead.next() == .mark(UInt8(ascii: ":")) else { return nil }
        var names: [String] = []
        var isName = true
        var isAfterName = false
        var isOptional = false
        // The type of a constant in a manifest never has many tokens.
        for _ in 0..<32 {
            tokens = ahead
            switch ahead.next() {
            // Another name begins the next declaration.
            case .word(let name) where !isAfterName:
                names.append(name)
                isAfterName = name != "any" && name != "some"
            case .mark(let byte)? where ".:[]<>?".utf8.contains(byte):
                isName = isName && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "?"))
                isOptional = byte == UInt8(ascii: "?")
                isAfterName = "]>?".utf8.contains(byte)
            default: return isName && names.count == 1 ? names[0] + (isOptional ? "?" : "") : nil
            }
        }
        return nil
    }
}

extension SwiftLiteral {
    /// The value of a constant of this type: `.init(…)` and `Type.init(…)` become `Type(…)`, and a member of `Project` gets its
    /// name, by which it is found. A text or a number of another type has another description.
    func typed(_ type: String?) -> SwiftLiteral {
        switch content {
        case .text where type?.hasSuffix("?") ?? false, .number where type != nil && type != "Int":
            return unread
        case .call(var path, let arguments):
            if let type, path.first == "", path.count == 2, path[1] == "init" || type == "Project" { path[0] = type }
            if path.count > 1, path.last == "init", path.first != "" { path.removeLast() }
            return SwiftLiteral(content: .call(path, arguments), range: range)
        default: return self
        }
    }
}
