import SchemeModel

/// The values of constants outside functions.
///
/// Global constants are identified by name, members by their qualified name (`Settings.App.base`).
struct SwiftConstants {
    private var constants: [String: SwiftLiteral] = [:]
    /// The names in order.
    private(set) var names: [String] = []
    /// Names with several possible values.
    private var doubtful: Set<String> = []
    /// Names of constants under a condition that isn't evaluated.
    private var conditional: Set<String> = []
    /// The functions outside types; `nil` for names with several.
    private var functions: [String: SwiftFunction?] = [:]

    /// - Parameter trustsConditions: Whether code between `#if` and `#endif` counts. If not, constants there have no value.
    init(_ text: [UInt8], trustsConditions: Bool = true) {
        var tokens = SwiftTokens(text)
        func isInCondition() -> Bool { !trustsConditions && tokens.openConditions > 0 }
        // The open types; `nil` for other braces.
        var scopes: [String?] = []
        var type: String?
        var variables: Set<String> = []
        // A function that has no end is read up to the end of the file.
        var functionBytes = Self.mostFunctionBytes + 2 * text.count
        while let token = tokens.next() {
            switch token {
            case .mark(UInt8(ascii: "{")):
                scopes.append(type)
                type = nil
            case .mark(UInt8(ascii: "}")):
                _ = scopes.popLast()
            case .word(let word) where Self.typeWords.contains(word):
                type = Self.typeName(tokens)
            case .word("func") where scopes.isEmpty:
                guard functionBytes > 0 else { continue }
                var ahead = tokens
                let function = SwiftFunction(&ahead)
                functionBytes -= ahead.offset - tokens.offset
                guard let function else { continue }
                let isOnly = functions[function.name] == nil && !isInCondition()
                functions[function.name] = isOnly ? .some(function) : .some(nil)
            case .word("let"), .word("var"):
                let outer = scopes.compactMap { $0 }
                guard outer.count == scopes.count, outer.count <= Self.mostOuterTypes,
                    case .word(let last)? = tokens.next(), Self.skipToAssignment(&tokens)
                else { continue }
                let isConditional = isInCondition()
                let name = (outer + [last]).joined(separator: ".")
                let value = SwiftLiteral(&tokens)
                if token == .word("var") { variables.insert(name) }
                if isConditional { conditional.insert(name) }
                if constants[name] == nil {
                    constants[name] = value
                    names.append(name)
                } else {
                    doubtful.insert(name)
                }
            default: break
            }
        }
        doubtful.formUnion(conditional)
        if !variables.isEmpty { doubtful.formUnion(Self.changed(variables, in: text)) }
    }

    /// Returns the value of the first constant whose value is a call of `name`; `nil` if a condition decides about it.
    func call(of name: String) -> SwiftLiteral? {
        names.first { constants[$0]?.call?.name == name }.flatMap { conditional.contains($0) ? nil : constants[$0] }
    }

    /// Returns the value of `literal`, following the names of constants.
    func value(_ literal: SwiftLiteral) -> SwiftLiteral {
        var value = literal
        for _ in 0..<8 {
            guard case .name(let path) = value.content else { break }
            let name = path.joined(separator: ".")
            guard !doubtful.contains(name), let next = constants[name] else { break }
            value = next
        }
        return value
    }

    /// Returns the function with this name, or `nil` if there is none that is only an expression, or several.
    func function(named name: String) -> SwiftFunction? { functions[name] ?? nil }

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
    /// The types around a constant. Manifests have one or two.
    private static let mostOuterTypes = 16

    private static let typeWords: Set<String> = ["struct", "enum", "class", "actor", "extension"]

    /// Returns the name of the type declared next, or `nil`.
    private static func typeName(_ tokens: SwiftTokens) -> String? {
        var tokens = tokens
        var path: [String] = []
        while case .word(let word)? = tokens.next() {
            // Members of a class: `class var`.
            if ["let", "var", "func"].contains(word) { return nil }
            path.append(word)
            guard tokens.next() == .mark(UInt8(ascii: ".")) else { break }
            guard path.count <= mostOuterTypes else { return nil }
        }
        return path.isEmpty ? nil : path.joined(separator: ".")
    }

    /// Returns those of the variables `names` that may change after their declaration.
    private static func changed(_ names: Set<String>, in text: [UInt8]) -> Set<String> {
        var tokens = SwiftTokens(text)
        var changed: Set<String> = []
        var last: SwiftTokens.Token?
        while let token = tokens.next() {
            defer { last = token }
            guard case .word(let name) = token, names.contains(name), last != .word("var"),
                last != .mark(UInt8(ascii: "."))
            else { continue }
            var ahead = tokens
            if case .mark(let byte)? = ahead.next(), ".=[+".utf8.contains(byte) { changed.insert(name) }
            if last == .mark(UInt8(ascii: "&")) { changed.insert(name) }
        }
        return changed
    }

    /// Skips the type of a constant and the `=` after it. Stops at anything else.
    private static func skipToAssignment(_ tokens: inout SwiftTokens) -> Bool {
        var ahead = tokens
        // The type of a constant in a manifest never has many tokens.
        for _ in 0..<32 {
            switch ahead.next() {
            case .mark(UInt8(ascii: "=")):
                tokens = ahead
                return true
            case .mark(UInt8(ascii: ":")), .mark(UInt8(ascii: "[")), .mark(UInt8(ascii: "]")),
                .mark(UInt8(ascii: "?")), .mark(UInt8(ascii: ".")), .word:
                continue
            default: return false
            }
        }
        return false
    }
}
