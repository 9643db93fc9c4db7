package import SchemeModel

/// Reads JSON with the common extensions of JSON5: comments, trailing commas, single quotes, unquoted keys.
///
/// The parser for YAML doesn't work here, although JSON is almost a subset of YAML: it rejects surrogates in escapes,
/// long keys and comments. Quoted text isn't plain; numbers, `true`, `false` and `null` are.
package enum JSONReader {
    /// The cause of the error for a comma at the end of a list or an object of plain JSON.
    package static let trailingComma = "trailing comma after the last element"
    /// The cause of the error for a comment in plain JSON.
    package static let comment = "comments are not allowed"

    /// Parses the document in `bytes`.
    ///
    /// - Parameter file: The ``YAMLNode/file`` of every value.
    /// - Throws: ``YAMLError``.
    package static func read(
        _ bytes: [UInt8],
        limits: Limits = .standard,
        file: Int = 0
    ) throws(YAMLError) -> YAMLDocument {
        try read(bytes, limits: limits, file: file, isStrict: false)
    }

    /// Parses plain JSON (RFC 8259), in which the extensions are mistakes.
    ///
    /// - Throws: ``YAMLError``.
    package static func readStrictly(
        _ bytes: [UInt8],
        limits: Limits = .standard
    ) throws(YAMLError) -> YAMLDocument {
        try read(bytes, limits: limits, file: 0, isStrict: true)
    }

    private static func read(
        _ bytes: [UInt8],
        limits: Limits,
        file: Int,
        isStrict: Bool
    ) throws(YAMLError) -> YAMLDocument {
        guard bytes.count <= limits.generatorBytes else {
            throw .overLimit(what: "bytes", limit: limits.generatorBytes)
        }
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        let map = TextMap(text, storage: .utf8(mark: mark))
        guard String(validating: text, as: UTF8.self) != nil else {
            throw .malformed(cause: "the file is not valid UTF-8", range: map.range(0..<0))
        }
        var scan = JSONScan(text: text, map: map, limits: limits, file: file)
        scan.isStrict = isStrict
        do throws(JSONScan.SyntaxError) {
            return try scan.document()
        } catch {
            switch error {
            case .malformed(let cause, let offset):
                throw .malformed(cause: cause, range: map.range(offset..<offset))
            case .overLimit(let what, let limit):
                throw .overLimit(what: what, limit: limit)
            }
        }
    }
}

/// Parses a text in one pass, without recursion.
private struct JSONScan {
    let text: [UInt8]
    let map: TextMap
    let limits: Limits
    let file: Int
    /// Whether extensions of JSON are mistakes.
    var isStrict = false
    var offset = 0
    var visits = 0
    var duplicateKeys: [YAMLDocument.DuplicateKey] = []

    init(text: [UInt8], map: TextMap, limits: Limits, file: Int) {
        self.text = text
        self.map = map
        self.limits = limits
        self.file = file
    }

    enum SyntaxError: Error {
        case malformed(String, Int)
        case overLimit(String, Int)
    }

    /// A collection that isn't closed yet.
    private struct Frame {
        var isObject: Bool
        var start: Int
        var elements: [YAMLNode] = []
        var members: [YAMLMember] = []
        var positions: [ByteString: Int] = [:]
        var key: (text: String, range: SourceRange)?
    }

    mutating func document() throws(SyntaxError) -> YAMLDocument {
        var stack: [Frame] = []
        while true {
            try skipBlanks()
            if var frame = stack.popLast() {
                if current == (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    offset += 1
                    let content: YAMLNode.Content =
                        frame.isObject ? .mapping(frame.members) : .sequence(frame.elements)
                    let node = YAMLNode(content, range: map.range(frame.start..<offset), file: file)
                    if let document = try place(node, &stack) { return document }
                    continue
                }
                if frame.isObject {
                    let start = offset
                    let (key, _) = try keyOrText(isKey: true)
                    frame.key = (key, map.range(start..<offset))
                    try skipBlanks()
                    guard current == UInt8(ascii: ":") else { throw unexpected("':'") }
                    offset += 1
                    try skipBlanks()
                }
                stack.append(frame)
            }
            if let open = current, open == UInt8(ascii: "{") || open == UInt8(ascii: "[") {
                try count()
                guard stack.count < limits.depth else {
                    throw .overLimit("levels of nesting", limits.depth)
                }
                stack.append(Frame(isObject: open == UInt8(ascii: "{"), start: offset))
                offset += 1
                continue
            }
            if let document = try place(try scalar(), &stack) { return document }
        }
    }

    /// Adds a value to the innermost open collection.
    ///
    /// - Returns: The document, if the value is its root.
    private mutating func place(_ node: YAMLNode, _ stack: inout [Frame]) throws(SyntaxError) -> YAMLDocument? {
        guard var frame = stack.popLast() else {
            try skipBlanks()
            guard offset == text.count else { throw unexpected("the end of the file") }
            let sorted = duplicateKeys.sorted { $0.range.byteOffset < $1.range.byteOffset }
            return YAMLDocument(root: node, duplicateKeys: sorted)
        }
        if let key = frame.key {
            frame.key = nil
            let member = YAMLMember(key: key.text, keyRange: key.range, value: node)
            if let position = frame.positions[ByteString(key.text)] {
                if duplicateKeys.count < limits.irregularities {
                    duplicateKeys.append(.init(member, repeating: frame.members[position]))
                }
                frame.members[position] = member
            } else {
                frame.positions[ByteString(key.text)] = frame.members.count
                frame.members.append(member)
            }
        } else {
            frame.elements.append(node)
        }
        try skipBlanks()
        if current == UInt8(ascii: ",") {
            let comma = offset
            offset += 1
            try skipBlanks()
            if isStrict, current == UInt8(ascii: "}") || current == UInt8(ascii: "]") {
                throw .malformed(JSONReader.trailingComma, comma)
            }
        } else if current != (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            throw unexpected(frame.isObject ? "',' or '}'" : "',' or ']'")
        }
        stack.append(frame)
        return nil
    }

    // MARK: Scalars

    private mutating func scalar() throws(SyntaxError) -> YAMLNode {
        try count()
        let start = offset
        let (string, isQuoted) = try keyOrText(isKey: false)
        let inner = isQuoted && offset - start > 2 ? map.range(start + 1..<offset - 1) : nil
        let scalar = YAMLScalar(string, isPlain: !isQuoted)
        return YAMLNode(.scalar(scalar), range: map.range(start..<offset), inner: inner, file: file)
    }

    private mutating func keyOrText(isKey: Bool) throws(SyntaxError) -> (text: String, isQuoted: Bool) {
        if let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") && !isStrict {
            return (try quoted(quote), true)
        }
        let start = offset
        while let byte = current, Self.isWord(byte) { offset += 1 }
        let word = String(decoding: text[start..<offset], as: UTF8.self)
        let isNumber = isStrict ? Self.isStrictNumber(word) : Self.isNumber(word)
        let isValue = ["true", "false", "null"].contains(word) || isNumber
        guard !word.isEmpty, isKey ? !isStrict : isValue else {
            offset = start
            throw unexpected(isKey ? (isStrict ? "a key in double quotes" : "a key") : "a value")
        }
        return (word, false)
    }

    private mutating func quoted(_ quote: UInt8) throws(SyntaxError) -> String {
        let start = offset
        offset += 1
        var result: [UInt8] = []
        while let byte = current, byte != quote {
            offset += 1
            switch byte {
            case UInt8(ascii: "\\"): result += Array(try escape().utf8)
            case 0x00..<0x20:
                let isLineEnd = byte == 0x0A || byte == 0x0D
                let cause = "a control character in a string must be escaped"
                throw .malformed(isLineEnd ? "the string is not closed on this line" : cause, offset - 1)
            default: result.append(byte)
            }
        }
        guard current == quote else { throw .malformed("the string is never closed", start) }
        offset += 1
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func escape() throws(SyntaxError) -> String {
        guard let byte = current else { throw unexpected("a character") }
        if isStrict, !"\"\\/bfnrtu".utf8.contains(byte) { throw .malformed("invalid escape sequence", offset - 1) }
        offset += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "v"): return "\u{B}"
        case UInt8(ascii: "0"): return "\0"
        case 0x0A: return ""
        case 0x0D:
            if current == 0x0A { offset += 1 }
            return ""
        case UInt8(ascii: "u"):
            let high = try hexadecimal(4)
            guard (0xD800..<0xDC00).contains(high), text[offset...].starts(with: "\\u".utf8) else {
                return String(Unicode.Scalar(high) ?? "\u{FFFD}")
            }
            let after = offset
            offset += 2
            let low = try hexadecimal(4)
            guard (0xDC00..<0xE000).contains(low) else {
                offset = after
                return "\u{FFFD}"
            }
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            return String(scalar ?? "\u{FFFD}")
        case UInt8(ascii: "x"): return String(Unicode.Scalar(try hexadecimal(2)) ?? "\u{FFFD}")
        default:
            // Any other escaped character is literal. Keep the remaining bytes of a multibyte character.
            guard byte >= 0x80 else { return String(Unicode.Scalar(byte)) }
            var end = offset
            while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
            defer { offset = end }
            return String(decoding: text[offset - 1..<end], as: UTF8.self)
        }
    }

    private mutating func hexadecimal(_ digits: Int) throws(SyntaxError) -> UInt32 {
        let end = offset + digits
        let isWhole = end <= text.count && text[offset..<end].allSatisfy { Self.isHexadecimal($0) }
        guard isWhole, let value = UInt32(String(decoding: text[offset..<end], as: UTF8.self), radix: 16) else {
            throw unexpected("\(digits) hexadecimal digits")
        }
        offset = end
        return value
    }

    // MARK: Between values

    private var current: UInt8? { offset < text.count ? text[offset] : nil }

    private mutating func skipBlanks() throws(SyntaxError) {
        while let byte = current {
            if byte == 0x20 || (0x09...0x0D).contains(byte) && !(isStrict && (0x0B...0x0C).contains(byte)) {
                offset += 1
            } else if isStrict {
                if byte == UInt8(ascii: "/") { throw .malformed(JSONReader.comment, offset) }
                return
            } else if text[offset...].starts(with: [0xC2, 0xA0]) {
                offset += 2
            } else if text[offset...].starts(with: [0xEF, 0xBB, 0xBF]) {
                offset += 3
            } else if text[offset...].starts(with: "//".utf8) {
                offset = text[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
            } else if text[offset...].starts(with: "/*".utf8) {
                let start = offset
                offset += 2
                while offset + 1 < text.count,
                    text[offset] != UInt8(ascii: "*") || text[offset + 1] != UInt8(ascii: "/")
                {
                    offset += 1
                }
                guard offset + 1 < text.count else {
                    throw .malformed("the comment is never closed", start)
                }
                offset += 2
            } else {
                return
            }
        }
    }

    private mutating func count() throws(SyntaxError) {
        visits += 1
        guard visits <= limits.objectVisits else { throw .overLimit("values", limits.objectVisits) }
    }

    private func unexpected(_ wanted: String) -> SyntaxError {
        guard current != nil else { return .malformed("expected \(wanted), found the end of the file", offset) }
        var end = offset + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        let found = String(decoding: text[offset..<end], as: UTF8.self)
        return .malformed("expected \(wanted), found '\(found)'", offset)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    private static func isNumber(_ word: String) -> Bool {
        if word.utf8.count <= 64 ? Double(word) != nil : isStrictNumber(word) { return true }
        return ["Infinity", "+Infinity", "-Infinity", "NaN"].contains(word)
    }

    /// Whether the word is a number of RFC 8259: no leading plus or zero, and digits around a point.
    private static func isStrictNumber(_ word: String) -> Bool {
        var rest = Array(word.utf8)[...]
        func digits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == 0x30
        let whole = digits()
        guard whole > 0, whole == 1 || !startsWithZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
}
