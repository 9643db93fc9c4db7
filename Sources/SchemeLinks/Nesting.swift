/// How far into a Swift file its brackets are nested no deeper than the parser bears.
///
/// The parser tries several readings of what stands in square brackets, and each of them tries all of them one bracket
/// further in: twenty open ones cost a quarter of a second, thirty of them minutes. People nest five.
enum Nesting {
    /// Brackets of all kinds, and literals that they stand in, inside each other.
    private static let depth = 256
    /// What square brackets may cost: each doubles for every one around it.
    private static let cost = 1 << 20

    /// `#if` inside each other.
    private static let conditions = 64

    /// The number of bytes from the beginning of `bytes` that can be parsed.
    static func bearable(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { text in
            var reader = Reader(text: text)
            return reader.read()
        }
    }

    private enum Level {
        case bracket
        case square
        case literal(pounds: Int, isMultiline: Bool)
    }

    private struct Reader {
        let text: UnsafeBufferPointer<UInt8>
        var index = 0
        var levels: [Level] = []
        var squares = 0
        var conditions = 0
        var spent = 0

        init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

        mutating func read() -> Int {
            while index < text.count {
                let start = index
                if case .literal(let pounds, let isMultiline) = levels.last {
                    literal(pounds, isMultiline)
                } else {
                    code()
                }
                if levels.count > Nesting.depth || spent > Nesting.cost || conditions > Nesting.conditions {
                    return start
                }
            }
            return text.count
        }

        private func at(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }

        private func pounds(at offset: Int) -> Int {
            var count = 0
            while at(offset + count) == UInt8(ascii: "#") { count += 1 }
            return count
        }

        private func isTriple(at offset: Int) -> Bool {
            at(offset) == UInt8(ascii: "\"") && at(offset + 1) == UInt8(ascii: "\"") && at(offset + 2) == UInt8(ascii: "\"")
        }

        private func stands(_ word: StaticString) -> Bool {
            let count = word.utf8CodeUnitCount
            return (0..<count).allSatisfy { at($0) == word.utf8Start[$0] } && !FileScan.isWord(at(count))
        }

        private mutating func code() {
            switch text[index] {
            case UInt8(ascii: "("), UInt8(ascii: "{"):
                levels.append(.bracket)
                index += 1
            case UInt8(ascii: "["):
                levels.append(.square)
                squares += 1
                spent += 1 << min(squares, 40)
                index += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"):
                if case .square = levels.popLast() { squares -= 1 }
                index += 1
            case UInt8(ascii: "#"), UInt8(ascii: "\""):
                let count = pounds(at: 0)
                guard at(count) == UInt8(ascii: "\"") else {
                    if stands("#if") { conditions += 1 }
                    if stands("#endif") { conditions = max(0, conditions - 1) }
                    index += max(1, count)
                    return
                }
                let isMultiline = isTriple(at: count)
                levels.append(.literal(pounds: count, isMultiline: isMultiline))
                index += count + (isMultiline ? 3 : 1)
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"):
                while index < text.count, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"): comment()
            default: index += 1
            }
        }

        /// Passes over a comment and those inside it.
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
                if at(1 + count) == UInt8(ascii: "(") { levels.append(.bracket) }
                index += 2 + count
            } else if byte == UInt8(ascii: "\""), isMultiline ? isTriple(at: 0) : true {
                let quotes = isMultiline ? 3 : 1
                if pounds(at: quotes) >= count {
                    levels.removeLast()
                    index += quotes + count
                } else {
                    index += 1
                }
            } else {
                // A literal on one line ends with the line, closed or not.
                if !isMultiline, byte == 0x0A || byte == 0x0D { levels.removeLast() }
                index += 1
            }
        }
    }
}
