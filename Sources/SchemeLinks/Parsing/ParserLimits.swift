import SchemeModel

/// Limits on the length and nesting of a Swift file that the parser can handle.
///
/// The parser recurses for each bracket, each prefix keyword of an expression (`try`, `await`), each `if` in the
/// condition of another, each `else`, and each arrow and generic argument of a type. It tries several parses of square
/// brackets, and for each of them all parses one level deeper: twenty nested ones take a quarter of a second, thirty
/// take minutes. Real code nests five. Each token also takes hundreds of bytes of memory.
enum ParserLimits {
    /// The part of a file that can be parsed.
    struct ParsablePrefix {
        /// The number of bytes from the beginning that can be parsed.
        let end: Int
        /// Whether it only ends there because of its length.
        let isTooLong: Bool
    }

    /// The maximum depth of nested brackets of all kinds, including string interpolations.
    private static let depth = 256
    /// The depth at which the parser itself stops, without a word: more than these limits allow together. By default, it
    /// stops at 20 in a debug build.
    static let parserDepth = 2 * depth
    /// The maximum cost of square brackets. The cost doubles with each level of nesting, starting at the fifth.
    private static let cost = 1 << 13

    /// The maximum depth of nested `#if`.
    private static let conditions = 64
    /// The maximum number of prefix keywords in a row or in nested conditions, and of arrows and `<` in one type.
    private static let words = 64
    /// The maximum number of consecutive `#`, and of `<` with spaces around and `?` without `:` in one expression.
    private static let signs = 128
    /// The maximum number of `else` in one pair of braces, consecutive or not.
    private static let alternatives = 10_000

    /// Returns the part of `bytes` that can be parsed.
    ///
    /// - Parameter tokens: The maximum number of tokens.
    static func parsablePrefix(_ bytes: [UInt8], tokens: Int) -> ParsablePrefix {
        bytes.withUnsafeBufferPointer { text in
            var reader = Reader(text: text, limit: tokens)
            return reader.read()
        }
    }

    /// Returns whether one of `offsets`, which are in order, is inside a number of brackets that meets `condition`.
    static func contains(_ offsets: [Int], in bytes: [UInt8], where condition: (Int) -> Bool) -> Bool {
        guard let last = offsets.last else { return false }
        return bytes.withUnsafeBufferPointer { text in
            var reader = Reader(text: UnsafeBufferPointer(rebasing: text[...last]), limit: .max)
            for offset in offsets {
                while reader.index < offset {
                    reader.advance()
                    // The parser doesn't get any further.
                    if reader.isTooDeep { return false }
                }
                if condition(reader.levels.count - 1) { return true }
            }
            return false
        }
    }

    private struct Level {
        var kind: Kind
        /// The number of consecutive prefix keywords.
        var prefixes = 0
        /// The number of `if` and similar keywords before their braces.
        var heads = 0
        var alternatives = 0
        /// The number of `->` in one type.
        var arrows = 0
        /// The number of open `<` in one type.
        var angles = 0
        /// The number of `<` that no `>` has closed, with or without spaces, in types and elsewhere.
        var unclosed = 0
        /// The number of `<` with a space before them. The parser tries to parse generic arguments for each.
        var comparisons = 0
        /// The number of `?` without `:` so far.
        var questions = 0
        /// Whether the last token is a word, so that a type can't continue with another word.
        var isAfterWord = false

        enum Kind {
            case bracket
            case square
            case literal(pounds: Int, isMultiline: Bool)
        }
    }

    /// What a keyword means for the limits.
    private struct Role: OptionSet {
        let rawValue: UInt8

        /// A keyword for which the parser recurses.
        static let prefix = Role(rawValue: 1)
        /// A keyword that begins a condition.
        static let head = Role(rawValue: 2)
        static let alternative = Role(rawValue: 4)
        /// A keyword that begins a statement or declaration, so that a type can't continue across it.
        static let beginning = Role(rawValue: 8)
    }

    /// The keywords by hash, so that each word is looked up once.
    private static let roles: [UInt64: Role] = {
        let keywords: [(Role, [String])] = [
            (
                .prefix,
                [
                    "try", "await", "unsafe", "copy", "consume", "borrow", "each", "repeat", "some", "any", "inout",
                    "return", "throw", "yield", "do", "defer", "let", "var", "case", "is", "as", "in", "where",
                    "indirect",
                ]
            ),
            (.head, ["if", "switch", "while", "for", "guard", "catch"]),
            (.alternative, ["else"]),
            (
                .beginning,
                [
                    "func", "let", "var", "case", "typealias", "subscript", "init", "return", "in", "struct", "class",
                    "enum",
                ]
            ),
        ]
        var roles: [UInt64: Role] = [:]
        for (role, words) in keywords {
            for word in words { roles[FileScan.hash(word), default: []].insert(role) }
        }
        return roles
    }()
    /// The length of the longest keyword.
    private static let longest = "typealias".utf8.count

    /// Whether `byte` is a space, a tab or the end of a line.
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private struct Reader {
        let text: UnsafeBufferPointer<UInt8>
        /// The maximum number of tokens.
        let limit: Int
        var index = 0
        /// The open brackets, outermost first. The first level is the file.
        var levels = [Level(kind: .bracket)]
        var squares = 0
        var conditions = 0
        var spent = 0
        /// The number of tokens. Each literal is one.
        var tokens = 0

        init(text: UnsafeBufferPointer<UInt8>, limit: Int) {
            self.text = text
            self.limit = limit
        }

        mutating func read() -> ParsablePrefix {
            while index < text.count {
                let start = index
                advance()
                if isTooDeep { return ParsablePrefix(end: start, isTooLong: false) }
                if tokens > limit { return ParsablePrefix(end: start, isTooLong: true) }
            }
            return ParsablePrefix(end: text.count, isTooLong: false)
        }

        /// Scans a token, or part of one.
        mutating func advance() {
            if case .literal(let pounds, let isMultiline) = levels[levels.count - 1].kind {
                literal(pounds, isMultiline)
            } else {
                code()
            }
        }

        /// Whether the parser would recurse too deeply.
        var isTooDeep: Bool {
            levels.count > ParserLimits.depth || spent > ParserLimits.cost || conditions > ParserLimits.conditions
                || isWordy
        }

        private func at(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }

        private func pounds(at offset: Int) -> Int {
            var count = 0
            while at(offset + count) == UInt8(ascii: "#") { count += 1 }
            return count
        }

        private func isTriple(at offset: Int) -> Bool {
            at(offset) == UInt8(ascii: "\"") && at(offset + 1) == UInt8(ascii: "\"")
                && at(offset + 2) == UInt8(ascii: "\"")
        }

        private func isAt(_ word: StaticString) -> Bool {
            let count = word.utf8CodeUnitCount
            return (0..<count).allSatisfy { at($0) == word.utf8Start[$0] } && !at(count).isWord
        }

        private var isWordy: Bool {
            let level = levels[levels.count - 1]
            return max(level.prefixes, level.heads, level.arrows, level.angles) > ParserLimits.words
                || max(level.comparisons, level.questions) > ParserLimits.signs
                || level.alternatives > ParserLimits.alternatives
        }

        private mutating func open(_ kind: Level.Kind) { levels.append(Level(kind: kind)) }

        private mutating func close() {
            guard levels.count > 1, let level = levels.popLast() else { return }
            if case .square = level.kind { squares -= 1 }
            levels[levels.count - 1].prefixes = 0
        }

        private mutating func code() {
            if !ParserLimits.isBlank(text[index]) { tokens += 1 }
            switch text[index] {
            case UInt8(ascii: "("): open(.bracket)
            case UInt8(ascii: "{"):
                let heads = levels[levels.count - 1].heads
                levels[levels.count - 1].heads = max(0, heads - 1)
                (levels[levels.count - 1].arrows, levels[levels.count - 1].angles) = (0, 0)
                open(.bracket)
            case UInt8(ascii: "["):
                open(.square)
                squares += 1
                if squares > 4 { spent += 1 << min(squares - 4, 40) }
            case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): close()
            case UInt8(ascii: "#"), UInt8(ascii: "\""):
                let count = pounds(at: 0)
                if count > ParserLimits.signs { spent = ParserLimits.cost + 1 }
                guard at(count) == UInt8(ascii: "\"") else {
                    if isAt("#if") { conditions += 1 }
                    if isAt("#endif") { conditions = max(0, conditions - 1) }
                    index += max(1, count)
                    // The word after it is not a keyword.
                    while at(0).isWord { index += 1 }
                    return
                }
                let isMultiline = isTriple(at: count)
                open(.literal(pounds: count, isMultiline: isMultiline))
                index += count + (isMultiline ? 3 : 1)
                return
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"):
                while index < text.count, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
                return
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"): return comment()
            case let byte where byte.isWord: return word()
            case let byte: sign(byte)
            }
            index += 1
        }

        /// Scans a character of an operator or punctuation.
        private mutating func sign(_ byte: UInt8) {
            let last = levels.count - 1
            if !ParserLimits.isBlank(byte) { levels[last].isAfterWord = false }
            switch byte {
            case UInt8(ascii: "-") where at(1) == UInt8(ascii: ">"):
                levels[last].arrows += 1
                index += 1
            // With a space on one side, or doubled, it is an operator.
            case UInt8(ascii: "<")
            where index > 0 && text[index - 1].isWord && !ParserLimits.isBlank(at(1)) && at(1) != byte
                && at(1) != UInt8(ascii: "="):
                levels[last].angles += 1
                levels[last].unclosed += 1
            case UInt8(ascii: "<"):
                levels[last].comparisons += 1
                levels[last].unclosed += 1
            case UInt8(ascii: ">"):
                levels[last].angles = max(0, levels[last].angles - 1)
                levels[last].unclosed = max(0, levels[last].unclosed - 1)
            // Outside of generic arguments, the type ends, such as that of a parameter.
            case UInt8(ascii: ",") where levels[last].unclosed == 0: levels[last].arrows = 0
            case UInt8(ascii: "?") where index > 0 && ParserLimits.isBlank(text[index - 1]) && at(1) != byte:
                levels[last].questions += 1
            case UInt8(ascii: ":") where levels[last].questions > 0: levels[last].questions -= 1
            // Characters that can be part of a type.
            case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "?"), UInt8(ascii: "!"),
                UInt8(ascii: "&"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "~"):
                break
            default: (levels[last].arrows, levels[last].angles, levels[last].comparisons) = (0, 0, 0)
            }
        }

        private mutating func word() {
            let start = index
            while at(0).isWord { index += 1 }
            let isShort = index - start <= ParserLimits.longest
            let role = isShort ? ParserLimits.roles[FileScan.hash(text[start..<index])] ?? [] : []
            let last = levels.count - 1
            if role.contains(.beginning) {
                (levels[last].arrows, levels[last].angles) = (0, 0)
                (levels[last].comparisons, levels[last].questions) = (0, 0)
            }
            if levels[last].isAfterWord { levels[last].comparisons = 0 }
            levels[last].isAfterWord = !role.contains(.prefix)
            if role.contains(.head) {
                levels[last].heads += 1
            } else if role.contains(.alternative) {
                levels[last].alternatives += 1
            } else {
                levels[last].prefixes = role.contains(.prefix) ? levels[last].prefixes + 1 : 0
            }
        }

        /// Skips a comment and nested comments.
        private mutating func comment() {
            var open = 0
            while index < text.count {
                if text[index] == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
                    open += 1
                    index += 2
                } else if text[index] == UInt8(ascii: "*"), at(1) == UInt8(ascii: "/") {
                    open -= 1
                    index += 2
                    if open == 0 { return }
                } else {
                    index += 1
                }
            }
        }

        private mutating func literal(_ count: Int, _ isMultiline: Bool) {
            let byte = text[index]
            if byte == UInt8(ascii: "\\"), pounds(at: 1) >= count {
                if at(1 + count) == UInt8(ascii: "(") { open(.bracket) }
                index += 2 + count
            } else if byte == UInt8(ascii: "\""), isMultiline ? isTriple(at: 0) : true {
                let quotes = isMultiline ? 3 : 1
                if pounds(at: quotes) >= count {
                    close()
                    index += quotes + count
                } else {
                    index += 1
                }
            } else {
                // A single-line literal ends with the line, even if unterminated.
                if !isMultiline, byte == 0x0A || byte == 0x0D { close() }
                index += 1
            }
        }
    }
}
