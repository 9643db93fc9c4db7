/// Extracts string literals from Swift code. Sufficient for the project's own tests.
enum SwiftLiterals {
    /// Returns the contents of all literals in `code`, in order. Interpolations become the letter `x`.
    static func all(in code: [UInt8]) -> [[UInt8]] {
        var scan = Scan(rest: code[...])
        var literals: [[UInt8]] = []
        while let byte = scan.rest.first {
            switch byte {
            case UInt8(ascii: "/") where scan.rest.starts(with: "//".utf8):
                scan.rest = scan.rest.drop { $0 != 0x0A }
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if let literal = scan.literal() { literals.append(literal) } else { scan.rest.removeFirst() }
            default: scan.rest.removeFirst()
            }
        }
        return literals
    }

    private struct Scan {
        var rest: ArraySlice<UInt8>

        /// Returns the literal that begins here; `nil` if there is none.
        mutating func literal() -> [UInt8]? {
            let hashes = rest.prefix { $0 == UInt8(ascii: "#") }
            var inner = rest.dropFirst(hashes.count)
            guard inner.first == UInt8(ascii: "\"") else { return nil }
            let quotes = inner.starts(with: "\"\"\"".utf8) ? 3 : 1
            inner = inner.dropFirst(quotes)
            let end = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + hashes
            var text: [UInt8] = []
            while !inner.starts(with: end) {
                guard let byte = inner.popFirst(), quotes == 3 || byte != 0x0A else { return nil }
                if byte == UInt8(ascii: "\\"), inner.starts(with: hashes) {
                    inner = inner.dropFirst(hashes.count)
                    text += Self.escape(&inner)
                } else {
                    text.append(byte)
                }
            }
            rest = inner.dropFirst(end.count)
            return quotes == 3 ? Self.withoutIndentation(text) : text
        }

        private static func escape(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
            guard let byte = rest.popFirst() else { return [] }
            switch byte {
            case UInt8(ascii: "n"): return [0x0A]
            case UInt8(ascii: "r"): return [0x0D]
            case UInt8(ascii: "t"): return [0x09]
            case UInt8(ascii: "0"): return [0]
            case 0x0A:
                rest = rest.drop { $0 == 0x20 }
                return []
            case UInt8(ascii: "u"):
                let digits = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
                rest = rest.dropFirst(digits.count + 2)
                let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
                return Unicode.Scalar(number).map { Array(String(Character($0)).utf8) } ?? []
            case UInt8(ascii: "("):
                var depth = 1
                while depth > 0, let byte = rest.popFirst() {
                    if byte == UInt8(ascii: "(") { depth += 1 }
                    if byte == UInt8(ascii: ")") { depth -= 1 }
                }
                return [UInt8(ascii: "x")]
            default: return [byte]
            }
        }

        /// Returns the lines between the first and the last, without the indentation of the last.
        private static func withoutIndentation(_ text: [UInt8]) -> [UInt8] {
            let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
            let indentation = lines.last?.prefix(while: { $0 == 0x20 }).count ?? 0
            return Array(lines.dropFirst().dropLast().map { $0.dropFirst(indentation) }.joined(separator: [0x0A]))
        }
    }
}
