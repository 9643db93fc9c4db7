/// A path pattern for `--exclude` and configurations.
///
/// `*` matches any bytes except `/`, `?` any one of them, `[…]` one of a set, and `**` any bytes. A pattern without `/`
/// is matched against each component, so `Tests` excludes every folder and file with that name; one with `/` is matched
/// against the path from the source's root. A trailing `/` is ignored.
///
/// All matching states are tracked at once, one bit each, so matching takes a few machine instructions per byte of the
/// path and 64 bytes of the pattern, for any input.
package struct Glob: Sendable {
    private enum Token: Sendable {
        case byte(UInt8)
        case anyByte
        case oneOf([ClosedRange<UInt8>], negated: Bool)
        case run
        case runOfEverything
        /// `**/`: no folder, or whatever ``insideFolders`` accepts. Never follows another one or a run.
        case folders
        /// Any bytes up to and including a `/`; always follows ``folders``.
        case insideFolders
    }

    /// The behavior of 64 tokens.
    ///
    /// Bit `n % 64` of word `n / 64` is token `n`, or the state in which all tokens before it have matched.
    private struct Word: Sendable {
        /// The tokens that accept any byte but `/` and stay active, and those that also accept `/`.
        var runs: UInt64 = 0
        var runsOverSeparators: UInt64 = 0
        /// The tokens that may be skipped.
        var optional: UInt64 = 0
        /// The tokens that may be skipped, also together with the next one.
        var folders: UInt64 = 0
    }

    private let isWholePath: Bool
    /// The number of tokens.
    private let count: Int
    private let words: [Word]
    /// For each byte, by word, the tokens that accept it and are then complete.
    private let takers: [UInt64]

    /// Creates a pattern from its text. An unclosed bracket is literal text.
    package init(_ pattern: Path) {
        var bytes = pattern.bytes[...]
        while bytes.count > 1, bytes.last == Path.separator { bytes.removeLast() }
        isWholePath = bytes.contains(Path.separator)
        if bytes.first == Path.separator { bytes.removeFirst() }
        let tokens = Glob.tokens(of: bytes)
        // One more bit than there are tokens, for the state in which all have matched.
        var words = [Word](repeating: Word(), count: tokens.count / 64 + 1)
        var takers = [UInt64](repeating: 0, count: 256 * words.count)
        for (number, token) in tokens.enumerated() {
            let (word, bit) = (number / 64, UInt64(1) << UInt64(number % 64))
            func take(_ byte: UInt8) { takers[Int(byte) * words.count + word] |= bit }
            switch token {
            case .byte(let byte): take(byte)
            case .anyByte: for byte in UInt8.min...UInt8.max where byte != Path.separator { take(byte) }
            case .oneOf(let ranges, let negated):
                for byte in UInt8.min...UInt8.max
                where byte != Path.separator && ranges.contains(where: { $0.contains(byte) }) != negated {
                    take(byte)
                }
            case .run:
                words[word].runs |= bit
                words[word].optional |= bit
            case .runOfEverything:
                words[word].runs |= bit
                words[word].runsOverSeparators |= bit
                words[word].optional |= bit
            case .folders: words[word].folders |= bit
            case .insideFolders:
                words[word].runs |= bit
                words[word].runsOverSeparators |= bit
                take(Path.separator)
            }
        }
        count = tokens.count
        self.words = words
        self.takers = takers
    }

    /// Whether the pattern matches `path`, which is relative to the source's root.
    package func matches(_ path: Path) -> Bool {
        if isWholePath { return matches(path.bytes[...]) }
        // One component after another, because creating an array of all takes longer than most comparisons.
        var rest = path.bytes[...]
        while let end = rest.firstIndex(of: Path.separator) {
            if matchesName(rest[..<end]) { return true }
            rest = rest[(end + 1)...]
        }
        return matchesName(rest)
    }

    /// Whether the pattern matches `path` or a folder that contains it.
    package func holds(_ path: Path) -> Bool {
        isWholePath ? matches(path.bytes[...], orFolder: true) : matches(path)
    }

    /// Whether the pattern matches `name`, a path component, which may be empty.
    private func matchesName(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, name.count > 1 || first != UInt8(ascii: ".") else { return false }
        return matches(name)
    }

    /// - Parameter orFolder: Whether matching a prefix of `text` before a `/` is enough.
    private func matches(_ text: ArraySlice<UInt8>, orFolder: Bool = false) -> Bool {
        guard words.count > 1 else { return matchesInOneWord(text, orFolder: orFolder) }
        var ways = [UInt64](repeating: 0, count: words.count)
        _ = advance(&ways, over: nil)
        for byte in text {
            if orFolder, byte == Path.separator, isDone(ways[count / 64]) { return true }
            guard advance(&ways, over: byte) else { return false }
        }
        return isDone(ways[count / 64])
    }

    private func matchesInOneWord(_ text: ArraySlice<UInt8>, orFolder: Bool) -> Bool {
        var carry: UInt64 = 1
        var ways = follow(0, in: 0, over: nil, &carry)
        for byte in text {
            if orFolder, byte == Path.separator, isDone(ways) { return true }
            carry = 0
            ways = follow(ways, in: 0, over: byte, &carry)
            if ways == 0 { return false }
        }
        return isDone(ways)
    }

    /// Whether all tokens have matched, given the last word of the states.
    private func isDone(_ ways: UInt64) -> Bool { ways >> UInt64(count % 64) & 1 == 1 }

    /// Advances all states over one byte, or to the initial states without one.
    ///
    /// - Returns: Whether any state is left.
    private func advance(_ ways: inout [UInt64], over byte: UInt8?) -> Bool {
        var anyIsLeft = false
        var carry: UInt64 = byte == nil ? 1 : 0
        for word in words.indices where ways[word] != 0 || carry != 0 {
            ways[word] = follow(ways[word], in: word, over: byte, &carry)
            anyIsLeft = anyIsLeft || ways[word] != 0
        }
        return anyIsLeft
    }

    /// Returns the states of one word after a byte.
    ///
    /// - Parameter carry: On entry, the bits carried over from the previous word; on return, those for the next word.
    @inline(__always)
    private func follow(_ before: UInt64, in index: Int, over byte: UInt8?, _ carry: inout UInt64) -> UInt64 {
        let word = words[index]
        var after = carry
        carry = 0
        if let byte {
            let done = before & takers[Int(byte) * words.count + index]
            after |= done << 1 | before & (byte == Path.separator ? word.runsOverSeparators : word.runs)
            carry = done >> 63
        }
        // Tokens that may be skipped occur only in this order, so each is handled once: folders, then a run.
        let folder = after & word.folders
        after |= folder << 1 | folder << 2
        let run = after & word.optional
        after |= run << 1
        carry |= folder >> 63 | folder >> 62 | run >> 63
        return after
    }

    /// Returns a pattern that matches only `path`.
    package static func escaped(_ path: Path) -> Path {
        Path(bytes: path.bytes.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] })
    }

    /// Returns the name that a component of a pattern matches; `nil` if it can match several.
    package static func literal(_ component: ArraySlice<UInt8>) -> Path? {
        var name: [UInt8] = []
        var rest = component
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") {
                name.append(rest.popFirst() ?? byte)
            } else if special.contains(byte) {
                return nil
            } else {
                name.append(byte)
            }
        }
        return Path(bytes: name)
    }

    private static let special: Set<UInt8> = Set("*?[\\".utf8)

    private static func tokens(of pattern: ArraySlice<UInt8>) -> [Token] {
        var tokens: [Token] = []
        var rest = pattern
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"):
                guard rest.first == UInt8(ascii: "*") else {
                    tokens.append(.run)
                    continue
                }
                rest = rest.drop { $0 == UInt8(ascii: "*") }
                if rest.first == Path.separator {
                    rest.removeFirst()
                    // After another `**/` it adds nothing.
                    if case .insideFolders = tokens.last { continue }
                    tokens += [.folders, .insideFolders]
                } else {
                    tokens.append(.runOfEverything)
                }
            case UInt8(ascii: "?"): tokens.append(.anyByte)
            case UInt8(ascii: "["):
                if let (set, end) = set(in: rest) {
                    tokens.append(set)
                    rest = rest[end...]
                } else {
                    tokens.append(.byte(byte))
                }
            case UInt8(ascii: "\\"): tokens.append(.byte(rest.popFirst() ?? byte))
            default: tokens.append(.byte(byte))
            }
        }
        return tokens
    }

    private static func set(in text: ArraySlice<UInt8>) -> (Token, ArraySlice<UInt8>.Index)? {
        var rest = text
        let negated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
        if negated { rest.removeFirst() }
        var ranges: [ClosedRange<UInt8>] = []
        while let low = rest.popFirst() {
            if low == UInt8(ascii: "]"), !ranges.isEmpty { return (.oneOf(ranges, negated: negated), rest.startIndex) }
            if rest.first == UInt8(ascii: "-"), let high = rest.dropFirst().first, high != UInt8(ascii: "]") {
                rest = rest.dropFirst(2)
                ranges.append(min(low, high)...max(low, high))
            } else {
                ranges.append(low...low)
            }
        }
        return nil
    }
}
