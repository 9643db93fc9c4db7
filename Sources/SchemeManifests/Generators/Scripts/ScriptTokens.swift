import SchemeModel

/// The names, texts and marks of a JavaScript or TypeScript file.
///
/// - Source: ECMA-262, Lexical Grammar (seen 2026-11-30).
struct ScriptTokens {
    enum Kind: Hashable {
        /// An identifier, a keyword or a number.
        case name(String)
        /// A text in quotes or backquotes; `nil` if it isn't a literal.
        case text(String?)
        /// `=>`, `...`, or any other character.
        case mark(String)
        case pattern
    }

    struct Token {
        var kind: Kind
        var range: Range<Int>
        /// Whether it is the first one on its line.
        var beginsLine: Bool
    }

    private(set) var all: [Token] = []
    /// For each token, the one that closes its brackets, or itself.
    private var ends: [Int] = []
    private let text: [UInt8]
    private var offset = 0

    /// The maximum number of tokens. Real configurations have about a thousand.
    private static let most = 100_000

    /// Reads all tokens; `nil` if there are too many, or a text, a comment, a template or a bracket isn't closed.
    init?(_ text: [UInt8]) {
        self.text = text
        var open: [Int] = []
        while let isComplete = skipBlanks() {
            guard isComplete, all.count < Self.most else { return nil }
            let (start, index) = (offset, all.count)
            guard let kind = kind() else { return nil }
            if [")", "]", "}"].contains(where: { kind == .mark($0) }) {
                guard let opening = open.popLast() else { return nil }
                ends[opening] = index
            }
            let before = text[(all.last?.range.upperBound ?? 0)..<start]
            let beginsLine = before.contains { $0 == 0x0A || $0 == 0x0D }
            all.append(Token(kind: kind, range: start..<offset, beginsLine: beginsLine))
            ends.append(index)
            if ["(", "[", "{"].contains(where: { kind == .mark($0) }) { open.append(index) }
        }
        guard open.isEmpty else { return nil }
    }

    /// The token at `index`; `nil` outside of the file.
    subscript(index: Int) -> Kind? { all.indices.contains(index) ? all[index].kind : nil }

    /// Returns the token that closes the brackets that the one at `index` opens, or `index`.
    func end(of index: Int) -> Int { ends.indices.contains(index) ? ends[index] : index }

    func has(_ kinds: Kind..., at index: Int) -> Bool {
        kinds.enumerated().allSatisfy { self[index + $0.offset] == $0.element }
    }

    /// Whether the token is an equals sign, and not part of a comparison.
    func assigns(_ index: Int) -> Bool {
        self[index] == .mark("=") && self[index + 1] != .mark("=")
            && !["=", "!", "<", ">"].contains { self[index - 1] == .mark($0) }
    }

    /// The names that the statement at `index` declares first: `const a`, `let { a, b }`.
    func declarations(at index: Int) -> [String] {
        let start = self[index] == .name("export") ? index + 1 : index
        guard ["const", "let", "var"].contains(where: { self[start] == .name($0) }) else { return [] }
        return (start + 1...max(start + 1, end(of: start + 1))).compactMap {
            if case .name(let name) = self[$0] { name } else { nil }
        }
    }

    /// Whether nothing is between the token at `index` and the one before.
    func isAdjacent(_ index: Int) -> Bool { all[index - 1].range.upperBound == all[index].range.lowerBound }

    /// A part of a template.
    enum Part {
        case text(String)
        case expression([UInt8])
    }

    /// Returns the parts of the template at `index`; `nil` for any other token, and for one with an escape sequence.
    func parts(ofTemplate index: Int) -> [Part]? {
        let range = all[index].range
        guard text[range.lowerBound] == UInt8(ascii: "`"), !text[range].contains(UInt8(ascii: "\\")) else { return nil }
        var parts: [Part] = []
        var scanner = self
        scanner.offset = range.lowerBound + 1
        var start = scanner.offset
        while scanner.offset < range.upperBound - 1 {
            guard text[scanner.offset...].starts(with: "${".utf8) else {
                scanner.offset += 1
                continue
            }
            parts.append(.text(String(decoding: text[start..<scanner.offset], as: UTF8.self)))
            scanner.offset += 2
            start = scanner.offset
            guard scanner.skipSubstitution(depth: 0) else { return nil }
            parts.append(.expression(Array(text[start..<scanner.offset - 1])))
            start = scanner.offset
        }
        return parts + [.text(String(decoding: text[start..<range.upperBound - 1], as: UTF8.self))]
    }

    private func byte(_ ahead: Int = 0) -> UInt8? { offset + ahead < text.count ? text[offset + ahead] : nil }

    /// Reads the next token; `nil` if it isn't closed.
    private mutating func kind() -> Kind? {
        let first = text[offset]
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return quoted(first).map { .text($0.isLiteral ? $0.text : nil) }
        case UInt8(ascii: "`"):
            return template(depth: 0).map { .text($0.isLiteral ? $0.text : nil) }
        case UInt8(ascii: "/") where beginsPattern: return pattern() ? .pattern : nil
        default: break
        }
        let start = offset
        if Self.continuesName(first) {
            while let byte = byte(), Self.continuesName(byte) { offset += 1 }
            return .name(String(decoding: text[start..<offset], as: UTF8.self))
        }
        for mark in ["=>", "..."] where text[offset...].starts(with: mark.utf8) {
            offset += mark.utf8.count
            return .mark(mark)
        }
        offset += 1
        return .mark(String(Unicode.Scalar(first)))
    }

    private static func continuesName(_ byte: UInt8) -> Bool {
        byte.continuesName || byte >= 0x80 || byte == UInt8(ascii: "$")
    }

    /// Skips blanks and comments. Returns `nil` at the end, and `false` in a comment that isn't closed.
    private mutating func skipBlanks() -> Bool? {
        while let byte = byte() {
            if byte <= 0x20 {
                offset += 1
            } else if byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "/") {
                while let byte = self.byte(), byte != 0x0A, byte != 0x0D { offset += 1 }
            } else if byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "*") {
                offset += 2
                while offset < text.count, !text[offset...].starts(with: "*/".utf8) { offset += 1 }
                guard offset < text.count else { return false }
                offset += 2
            } else {
                return true
            }
        }
        return nil
    }

    // MARK: Texts

    private typealias Text = (text: String, isLiteral: Bool)

    /// Reads a text in quotes. One with an escape sequence isn't a literal here, because no identifier or scheme needs any.
    private mutating func quoted(_ quote: UInt8) -> Text? {
        offset += 1
        let start = offset
        var isLiteral = true
        while let byte = byte(), byte != quote {
            if byte == 0x0A || byte == 0x0D { return nil }
            if byte == UInt8(ascii: "\\") {
                isLiteral = false
                offset += 1
            }
            offset += 1
        }
        guard byte() == quote else { return nil }
        offset += 1
        return (String(decoding: text[start..<offset - 1], as: UTF8.self), isLiteral)
    }

    /// Reads a template, which isn't a literal if it contains a substitution.
    private mutating func template(depth: Int) -> Text? {
        guard depth < Self.depth else { return nil }
        offset += 1
        let start = offset
        var isLiteral = true
        while let byte = byte(), byte != UInt8(ascii: "`") {
            if byte == UInt8(ascii: "\\") {
                isLiteral = false
                offset += 2
            } else if byte == UInt8(ascii: "$"), self.byte(1) == UInt8(ascii: "{") {
                isLiteral = false
                offset += 2
                guard skipSubstitution(depth: depth) else { return nil }
            } else {
                offset += 1
            }
        }
        guard byte() == UInt8(ascii: "`") else { return nil }
        offset += 1
        return (String(decoding: text[start..<offset - 1], as: UTF8.self), isLiteral)
    }

    /// The maximum nesting depth of templates.
    private static let depth = 16

    private mutating func skipSubstitution(depth: Int) -> Bool {
        var open = 1
        while open > 0 {
            guard skipBlanks() == true, let byte = byte() else { return false }
            switch byte {
            case UInt8(ascii: "`"): guard template(depth: depth + 1) != nil else { return false }
            case UInt8(ascii: "\""), UInt8(ascii: "'"): guard quoted(byte) != nil else { return false }
            // It may begin a regular expression.
            case UInt8(ascii: "/"): return false
            default:
                if byte == UInt8(ascii: "{") { open += 1 }
                if byte == UInt8(ascii: "}") { open -= 1 }
                offset += 1
            }
        }
        return true
    }

    // MARK: Patterns

    /// Whether a slash begins a regular expression: no value is before it.
    private var beginsPattern: Bool {
        switch all.last?.kind {
        case .name(let name): ["return", "typeof", "case", "in", "of"].contains(name)
        case .mark(let mark): ![")", "]", "}"].contains(mark)
        case .text, .pattern: false
        case nil: true
        }
    }

    /// Skips a regular expression; returns `false` if it isn't closed.
    private mutating func pattern() -> Bool {
        offset += 1
        var isInClass = false
        while let byte = byte(), byte != 0x0A, isInClass || byte != UInt8(ascii: "/") {
            if byte == UInt8(ascii: "[") { isInClass = true }
            if byte == UInt8(ascii: "]") { isInClass = false }
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard byte() == UInt8(ascii: "/") else { return false }
        offset += 1
        return true
    }
}
