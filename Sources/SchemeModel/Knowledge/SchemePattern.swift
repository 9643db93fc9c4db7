/// A pattern that is matched against whole schemes in lower case.
///
/// A pattern is text with gaps: `fb<digits>`, `kakao<alnum:32>`, `msauth.<bundle-id>`. A gap is `<digits>`, `<hex>`,
/// `<alnum>` (letters and digits), `<bundle-id>` (these, `-` and `.`) or `<any>` (any byte that is valid in a scheme),
/// with one or more bytes; `:8` means exactly 8 bytes, `:8+` at least 8, `:0+` any number.
///
/// All matching states are tracked at once, one bit each, so matching takes a few machine instructions per byte for any
/// pattern and scheme.
package struct SchemePattern: Hashable, Sendable, Codable {
    /// The text of the pattern.
    package let text: String
    /// The text before the first gap.
    package let head: String

    /// The bytes after the last gap; empty if there is no gap.
    let tail: [UInt8]
    /// For each byte below 128, the positions that accept it. Position `n` is bit `n`.
    private let takers: [UInt64]
    /// The positions that may accept more than one byte.
    private let loops: UInt64
    /// The positions that may be skipped.
    private let optional: UInt64
    /// The number of positions.
    private let count: Int

    /// Creates a pattern from its text; `nil` if it is invalid or has more than 63 positions.
    package init?(_ text: String) {
        var takers = [UInt64](repeating: 0, count: 128)
        var loops: UInt64 = 0
        var optional: UInt64 = 0
        var count = 0
        var head = ""
        var isInHead = true
        func add(_ bytes: [UInt8], repeats: Bool = false, isOptional: Bool = false) -> Bool {
            guard count < 63 else { return false }
            let bit: UInt64 = 1 << UInt64(count)
            for byte in bytes { takers[Int(byte)] |= bit }
            if repeats { loops |= bit }
            if isOptional { optional |= bit }
            count += 1
            return true
        }
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "<") else {
                guard Gap.any.contains(byte), add([byte]) else { return nil }
                if isInHead { head.unicodeScalars.append(Unicode.Scalar(byte)) }
                continue
            }
            isInHead = false
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")), let gap = Gap(rest[..<end]) else { return nil }
            rest = rest[rest.index(after: end)...]
            for index in 0..<max(gap.least, 1) {
                let isLast = index + 1 >= gap.least
                guard add(gap.bytes, repeats: isLast && gap.isOpen, isOptional: gap.least == 0) else { return nil }
            }
        }
        guard count > 0 else { return nil }
        self.text = text
        self.head = head
        tail = text.utf8.lastIndex(of: UInt8(ascii: ">")).map { Array(text.utf8[$0...].dropFirst()) } ?? []
        self.takers = takers
        self.loops = loops
        self.optional = optional
        self.count = count
    }

    /// Whether the pattern matches the whole of `scheme`.
    package func matches(_ scheme: SchemeKey) -> Bool {
        let bytes = scheme.text.string.utf8
        guard bytes.starts(with: head.utf8), bytes.suffix(tail.count).elementsEqual(tail) else { return false }
        // A set bit `n` means that all positions below `n` are satisfied and `n` may accept the next byte.
        var reached = closure(1)
        for byte in bytes {
            guard byte < 128 else { return false }
            let taken = reached & takers[Int(byte)]
            reached = closure(taken << 1 | taken & loops)
            if reached == 0 { return false }
        }
        return reached >> UInt64(count) & 1 == 1
    }

    /// Returns the positions in `reached` and those that can be reached from them without accepting a byte.
    private func closure(_ reached: UInt64) -> UInt64 {
        var all = reached
        // Few optional positions are adjacent, so this ends after a few steps.
        while true {
            let more = all | (all & optional) << 1
            if more == all { return all }
            all = more
        }
    }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let pattern = SchemePattern(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a pattern"))
        }
        self = pattern
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package static func == (left: SchemePattern, right: SchemePattern) -> Bool {
        ByteString(left.text) == ByteString(right.text)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ByteString(text)) }
}

extension SchemePattern {
    /// The bytes that a gap accepts, and how many.
    private struct Gap {
        /// The accepted bytes, all below 128.
        let bytes: [UInt8]
        /// The minimum number of bytes.
        let least: Int
        /// Whether more bytes may follow.
        let isOpen: Bool

        static let digits = Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
        static let alnum = digits + Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
        static let bundleID = alnum + Array("-.".utf8)
        static let any = alnum + Array("+-.".utf8)

        /// Creates a gap from the text between its brackets.
        init?(_ text: Substring.UTF8View) {
            let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard let name = parts.first.flatMap({ String($0) }), parts.count <= 2 else { return nil }
            switch name {
            case "digits": bytes = Self.digits
            case "hex": bytes = Self.digits + Array("abcdef".utf8)
            case "alnum": bytes = Self.alnum
            case "bundle-id": bytes = Self.bundleID
            case "any": bytes = Self.any
            default: return nil
            }
            guard let count = parts.dropFirst().first else {
                (least, isOpen) = (1, true)
                return
            }
            isOpen = count.last == UInt8(ascii: "+")
            guard let least = Int(String(isOpen ? count.dropLast() : count) ?? ""), (0...63).contains(least),
                isOpen || least > 0
            else { return nil }
            self.least = least
        }
    }
}
