/// A pattern over paths, as `--exclude` and configurations take it.
///
/// `*` is any run of bytes without `/`, `?` one of them, `[…]` one of a set, `**` any run at all. A pattern without `/`
/// is held against each name on the way, so `Tests` leaves out every folder and file of that name; one with `/` against
/// the path from the source's root. A `/` at the end is ignored.
///
/// All ways through the pattern are followed at once, one bit each, so that matching takes a few machine instructions
/// for each byte of the path and each 64 bytes of the pattern, whatever both are.
package struct Glob: Sendable {
    private enum Token: Sendable {
        case byte(UInt8)
        case anyByte
        case oneOf([ClosedRange<UInt8>], negated: Bool)
        case run
        case runOfEverything
        /// `**/`: no folder at all, or what ``insideFolders`` takes. Never stands behind another one or a run.
        case folders
        /// Any bytes, left only behind a `/`; always stands after ``folders``.
        case insideFolders
    }

    /// What 64 tokens do. Token `n` is bit `n % 64` of word `n / 64`, as is the way on which the tokens before it match.
    private struct Word: Sendable {
        /// Those that take any byte but `/`, and those that take `/`, and go on.
        var runs: UInt64 = 0
        var runsOverSeparators: UInt64 = 0
        /// Those that need not take any byte.
        var optional: UInt64 = 0
        /// Those that need not take any byte, and may be left out together with the next one.
        var folders: UInt64 = 0
    }

    private let isWholePath: Bool
    /// The number of tokens.
    private let count: Int
    private let words: [Word]
    /// For each byte, by words, the tokens that take it and are done.
    private let takers: [UInt64]

    /// A pattern from its text. Text that closes no bracket stands for itself.
    package init(_ pattern: Path) {
        var bytes = pattern.bytes[...]
        while bytes.count > 1, bytes.last == Path.separator { bytes.removeLast() }
        isWholePath = bytes.contains(Path.separator)
        if bytes.first == Path.separator { bytes.removeFirst() }
        let tokens = Glob.tokens(of: bytes)
        // One more than there are tokens, for the way on which all match.
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

    /// Whether the pattern leaves out `path`, which is relative to the source's root.
    package func matches(_ path: Path) -> Bool {
        if isWholePath { return matches(path.bytes[...]) }
        // One after the other, since an array of all takes longer to make than most patterns to be told from a name.
        var rest = path.bytes[...]
        while let end = rest.firstIndex(of: Path.separator) {
            if matchesName(rest[..<end]) { return true }
            rest = rest[(end + 1)...]
        }
        return matchesName(rest)
    }

    /// Whether the pattern matches `path` or a folder that holds it.
    package func holds(_ path: Path) -> Bool {
        isWholePath ? matches(path.bytes[...], orFolder: true) : matches(path)
    }

    /// Whether the pattern matches `name`, which is a component of a path, or nothing between two separators.
    private func matchesName(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, name.count > 1 || first != UInt8(ascii: ".") else { return false }
        return matches(name)
    }

    /// - Parameter orFolder: whether a beginning of `text` before a `/` will do.
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

    /// Whether all tokens match what was read, by the last word of the ways.
    private func isDone(_ ways: UInt64) -> Bool { ways >> UInt64(count % 64) & 1 == 1 }

    /// Follows all ways over one byte, or to their beginning without one.
    ///
    /// - Returns: whether any is left.
    private func advance(_ ways: inout [UInt64], over byte: UInt8?) -> Bool {
        var anyIsLeft = false
        var carry: UInt64 = byte == nil ? 1 : 0
        for word in words.indices where ways[word] != 0 || carry != 0 {
            ways[word] = follow(ways[word], in: word, over: byte, &carry)
            anyIsLeft = anyIsLeft || ways[word] != 0
        }
        return anyIsLeft
    }

    /// The ways of one word after a byte.
    ///
    /// - Parameter carry: what goes on from the word before into the lowest bits; after it, into those of the next word.
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
        // What may be left out comes in this order only, so that each is looked at once: folders, then a run.
        let folder = after & word.folders
        after |= folder << 1 | folder << 2
        let run = after & word.optional
        after |= run << 1
        carry |= folder >> 63 | folder >> 62 | run >> 63
        return after
    }

    /// A pattern that matches `path` and nothing else.
    package static func escaped(_ path: Path) -> Path {
        Path(bytes: path.bytes.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] })
    }

    /// The name that a component of a pattern stands for, `nil` when it stands for several.
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
                    // Behind another `**/` it says nothing new.
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
