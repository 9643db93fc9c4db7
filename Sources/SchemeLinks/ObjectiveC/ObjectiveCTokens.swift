import SchemeModel

/// The words, strings and punctuation of an Objective-C file, in order.
struct ObjectiveCTokens: Sendable {
    /// A word, a string or a punctuation mark, with its bytes in the file.
    struct Token: Sendable, Equatable {
        var kind: Kind
        /// The word or punctuation as spelled, or the content of a string.
        var text: String
        /// The offset in bytes from the beginning of the file.
        var offset: Int
        /// The length in bytes.
        var length: Int
    }

    /// What a token is, which determines how its text is read.
    enum Kind: Sendable, Equatable {
        case word
        /// `@"…"` or `"…"` without escapes.
        case text
        case number
        case sign
        /// A string with escape sequences, or a character literal.
        case other
    }

    private(set) var all: [Token] = []

    /// The maximum number of tokens in one file. Real code has fewer.
    private static let limit = 200_000

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { text in
            var reader = Reader(text: text)
            while all.count < Self.limit, let token = reader.next() { all.append(token) }
        }
    }

    private struct Reader {
        let text: UnsafeBufferPointer<UInt8>
        var index = 0
        /// Whether only whitespace precedes on this line.
        var isAtMargin = true

        init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

        private func at(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }

        private static let pairs: Set<String> = ["==", "!=", "&&", "||", "->", "<=", ">=", "+=", "-=", "++", "--"]

        mutating func next() -> Token? {
            skip()
            guard index < text.count else { return nil }
            let start = index
            isAtMargin = false
            if at(0).isWord {
                while at(0).isWord { index += 1 }
                let isNumber = text[start].isDigit
                return token(isNumber ? .number : .word, from: start, string(start, index))
            }
            let isObject = at(0) == UInt8(ascii: "@") && at(1) == UInt8(ascii: "\"")
            if isObject || at(0) == UInt8(ascii: "\"") { return quoted(from: start, opening: isObject ? 2 : 1) }
            if at(0) == UInt8(ascii: "'") { return quoted(from: start, opening: 1, mark: UInt8(ascii: "'")) }
            let pair = string(start, min(start + 2, text.count))
            index += Self.pairs.contains(pair) ? 2 : 1
            return token(.sign, from: start, string(start, index))
        }

        private mutating func quoted(from start: Int, opening: Int, mark: UInt8 = UInt8(ascii: "\"")) -> Token {
            index += opening
            let first = index
            var isPlain = mark == UInt8(ascii: "\"")
            while index < text.count, text[index] != mark, text[index] != 0x0A {
                if text[index] == UInt8(ascii: "\\") {
                    isPlain = false
                    index += 1
                }
                index += 1
            }
            index = min(index, text.count)
            let content = string(first, index)
            if index < text.count, text[index] == mark { index += 1 }
            return token(isPlain ? .text : .other, from: start, content)
        }

        private func token(_ kind: Kind, from start: Int, _ text: String) -> Token {
            Token(kind: kind, text: text, offset: start, length: index - start)
        }

        private func string(_ start: Int, _ end: Int) -> String { String(decoding: text[start..<end], as: UTF8.self) }

        /// Skips whitespace, comments and preprocessor lines.
        private mutating func skip() {
            while index < text.count {
                switch text[index] {
                case 0x0A, 0x0D:
                    isAtMargin = true
                    index += 1
                case 0x09, 0x20, 0x0C: index += 1
                case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"): line()
                case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"):
                    index += 2
                    while index < text.count, !(text[index] == UInt8(ascii: "*") && at(1) == UInt8(ascii: "/")) {
                        index += 1
                    }
                    index = min(index + 2, text.count)
                case UInt8(ascii: "#") where isAtMargin: line()
                default: return
                }
            }
        }

        /// Skips to the end of the line, including continuation lines.
        private mutating func line() {
            while index < text.count, text[index] != 0x0A, text[index] != 0x0D {
                index += text[index] == UInt8(ascii: "\\") && (at(1) == 0x0A || at(1) == 0x0D) ? 2 : 1
            }
            index = min(index, text.count)
        }
    }
}
