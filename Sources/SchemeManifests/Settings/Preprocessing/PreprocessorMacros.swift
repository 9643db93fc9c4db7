/// The macros of a preprocessor and the replacing of them, with bounded work.
///
/// What clang takes for one token is one here: `$` and letters outside ASCII belong to identifiers, `1A` is a number,
/// and nothing is replaced inside quotes that are closed on their line. Blanks are kept as they are written, where
/// clang would write a single one.
struct PreprocessorMacros {
    enum Macro: Hashable {
        /// The text that takes the place of the name.
        case text([UInt8])
        /// It takes arguments, which is not supported: the name stays.
        case function
    }

    private(set) var macros: [[UInt8]: Macro]
    /// Steps that are left.
    var remaining: Int

    /// The macros that compilers for Apple's platforms define themselves and that a manifest may ask for.
    private static let predefined: [String: String] = [
        "__APPLE__": "1", "__MACH__": "1", "__clang__": "1", "__GNUC__": "4", "__LP64__": "1", "__STDC__": "1",
        "__LITTLE_ENDIAN__": "1",
    ]

    /// - Parameter definitions: `NAME` and `NAME=value`, as in `INFOPLIST_PREPROCESSOR_DEFINITIONS`.
    init(definitions: [String], steps: Int) {
        remaining = steps
        macros = [:]
        for (name, value) in Self.predefined { macros[Array(name.utf8)] = .text(Array(value.utf8)) }
        for definition in definitions {
            let bytes = Array(definition.utf8)
            let end = bytes.firstIndex(of: .equals) ?? bytes.count
            let value = end < bytes.count ? Array(bytes[(end + 1)...]) : [UInt8(ascii: "1")]
            macros[Array(bytes[..<end])] = bytes[..<end].contains(.openParenthesis) ? .function : .text(value)
        }
    }

    mutating func define(_ name: [UInt8], _ macro: Macro) { macros[name] = macro }

    mutating func undefine(_ name: [UInt8]) { macros[name] = nil }

    func isDefined(_ name: [UInt8]) -> Bool { macros[name] != nil }

    /// A piece of a line.
    enum Token: Hashable {
        case identifier, number, blank, quotation, comment, other
    }

    /// The token that begins at `index`, before `end`, which is the end of a line. A block comment may be cut off by
    /// `end`.
    static func token(_ bytes: [UInt8], at index: Int, end: Int) -> (kind: Token, end: Int) {
        var next = index + 1
        let byte = bytes[index]
        if byte.isBlank {
            while next < end, bytes[next].isBlank { next += 1 }
            return (.blank, next)
        }
        if byte.beginsIdentifier {
            while next < end, bytes[next].continuesIdentifier { next += 1 }
            return (.identifier, next)
        }
        if (0x30...0x39).contains(byte) {
            while next < end, bytes[next].continuesIdentifier || bytes[next] == UInt8(ascii: ".") { next += 1 }
            return (.number, next)
        }
        if byte == .doubleQuote || byte == .singleQuote {
            while next < end, bytes[next] != byte { next += bytes[next] == .backslash ? 2 : 1 }
            // Without a partner it takes the rest of the line.
            return (.quotation, min(next + 1, end))
        }
        if byte == UInt8(ascii: "/"), next < end {
            if bytes[next] == UInt8(ascii: "/") { return (.comment, end) }
            if bytes[next] == UInt8(ascii: "*") {
                return (.comment, Self.endOfComment(bytes, from: next + 1, end: end) ?? end)
            }
        }
        return (.other, next)
    }

    /// The offset behind the next `*/`, `nil` when there is none before `end`.
    static func endOfComment(_ bytes: [UInt8], from start: Int, end: Int) -> Int? {
        var index = start
        while index + 1 < end {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
            index += 1
        }
        return nil
    }

    /// What `name` becomes, macros inside it replaced as well; `nil` when it is no macro with a text, or there is too
    /// much work in it.
    ///
    /// A macro is not replaced inside its own text.
    mutating func expansion(of name: [UInt8]) -> [UInt8]? {
        guard case .text(let text) = macros[name] else { return nil }
        var output: [UInt8] = []
        var open: [(name: [UInt8], text: [UInt8], index: Int)] = [(name, text, 0)]
        var names: Set<[UInt8]> = [name]
        while let top = open.last {
            guard top.index < top.text.count else {
                names.remove(top.name)
                open.removeLast()
                continue
            }
            let (kind, end) = Self.token(top.text, at: top.index, end: top.text.count)
            let token = Array(top.text[top.index..<end])
            open[open.count - 1].index = end
            remaining -= 1 + token.count / 64
            guard remaining > 0 else { return nil }
            if kind == .identifier, !names.contains(token), case .text(let inner) = macros[token] {
                names.insert(token)
                open.append((token, inner, 0))
            } else {
                output += token
            }
        }
        return output
    }
}

extension UInt8 {
    var beginsIdentifier: Bool { beginsName || self == .dollar || self >= 0x80 }

    var continuesIdentifier: Bool { continuesName || self == .dollar || self >= 0x80 }
}
