import SchemeModel

/// What the constants of a program stand for that are in no function: those outside of types by their name, those in
/// types by the names of these in front (`Settings.App.base`).
struct SwiftConstants {
    private var constants: [String: SwiftLiteral] = [:]
    /// The names, in order.
    private(set) var names: [String] = []
    /// Names that stand for more than one value, or may.
    private var doubtful: Set<String> = []

    init(_ text: [UInt8]) {
        var tokens = SwiftTokens(text)
        // The types that are open, and `nil` for anything else between braces.
        var scopes: [String?] = []
        var type: String?
        var variables: Set<String> = []
        while let token = tokens.next() {
            switch token {
            case .mark(UInt8(ascii: "{")):
                scopes.append(type)
                type = nil
            case .mark(UInt8(ascii: "}")):
                _ = scopes.popLast()
            case .word(let word) where Self.typeWords.contains(word):
                type = Self.typeName(tokens)
            case .word("let"), .word("var"):
                let outer = scopes.compactMap { $0 }
                guard outer.count == scopes.count, case .word(let last)? = tokens.next(),
                    Self.skipToAssignment(&tokens)
                else { continue }
                let name = (outer + [last]).joined(separator: ".")
                let value = SwiftLiteral(&tokens)
                if token == .word("var") { variables.insert(name) }
                if constants[name] == nil {
                    constants[name] = value
                    names.append(name)
                } else {
                    doubtful.insert(name)
                }
            default: break
            }
        }
        if !variables.isEmpty { doubtful.formUnion(Self.changed(variables, in: text)) }
    }

    /// The first constant that is a call of `name`.
    func call(of name: String) -> SwiftLiteral? {
        names.lazy.compactMap { constants[$0] }.first { $0.call?.name == name }
    }

    /// What `literal` stands for where it is the name of a constant, and of one that this stands for.
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

    /// The text that `literal` stands for; `nil` for anything else.
    func text(_ literal: SwiftLiteral?) -> String? { literal.flatMap { value($0).text } }

    /// The texts in a list of nothing but texts; `nil` for anything else.
    func texts(_ literal: SwiftLiteral?) -> [String]? {
        guard let elements = literal.flatMap({ value($0).elements }) else { return nil }
        let texts = elements.compactMap(text)
        return texts.count == elements.count ? texts : nil
    }

    // MARK: Reading

    private static let typeWords: Set<String> = ["struct", "enum", "class", "actor", "extension"]

    /// The name of the type that is declared next; `nil` where none is.
    private static func typeName(_ tokens: SwiftTokens) -> String? {
        var tokens = tokens
        var path: [String] = []
        while case .word(let word)? = tokens.next() {
            // Members of a class: `class var`.
            if ["let", "var", "func"].contains(word) { return nil }
            path.append(word)
            guard tokens.next() == .mark(UInt8(ascii: ".")) else { break }
        }
        return path.isEmpty ? nil : path.joined(separator: ".")
    }

    /// Those of the variables `names` that something may be done with after they are declared.
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

    /// Steps over the type of a constant and the `=` behind it; not over anything else.
    private static func skipToAssignment(_ tokens: inout SwiftTokens) -> Bool {
        var ahead = tokens
        // No type of a constant in a manifest has many tokens.
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
