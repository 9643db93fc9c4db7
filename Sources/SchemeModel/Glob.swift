/// A pattern over paths, as `--exclude` and configurations take it.
///
/// `*` is any run of bytes without `/`, `?` one of them, `[…]` one of a set, `**` any run at all. A pattern without `/`
/// is held against each name on the way, so `Tests` leaves out every folder and file of that name; one with `/` against
/// the path from the source's root. A `/` at the end is ignored. Time is the product of both lengths at most.
package struct Glob: Sendable {
    private enum Token: Sendable {
        case byte(UInt8)
        case anyByte
        case oneOf([ClosedRange<UInt8>], negated: Bool)
        case run
        case runOfEverything
        /// `**/`: no folder at all, or what ``insideFolders`` takes.
        case folders
        /// Any bytes, left only behind a `/`; always stands after ``folders``.
        case insideFolders
    }

    private let tokens: [Token]
    private let isWholePath: Bool

    /// A pattern from its text. Text that closes no bracket stands for itself.
    package init(_ pattern: Path) {
        var bytes = pattern.bytes[...]
        while bytes.count > 1, bytes.last == Path.separator { bytes.removeLast() }
        isWholePath = bytes.contains(Path.separator)
        if bytes.first == Path.separator { bytes.removeFirst() }
        tokens = Glob.tokens(of: bytes)
    }

    /// Whether the pattern leaves out `path`, which is relative to the source's root.
    package func matches(_ path: Path) -> Bool {
        isWholePath ? matches(path.bytes[...]) : path.components.contains { matches($0) }
    }

    /// Whether the pattern matches `path` or a folder that holds it.
    package func holds(_ path: Path) -> Bool {
        isWholePath ? matches(path.bytes[...], orFolder: true) : matches(path)
    }

    /// - Parameter orFolder: whether a beginning of `text` before a `/` will do.
    private func matches(_ text: ArraySlice<UInt8>, orFolder: Bool = false) -> Bool {
        // The states of a nondeterministic automaton: reached[i] says that the first i tokens match what was read.
        var reached = [Bool](repeating: false, count: tokens.count + 1)
        reached[0] = true
        func close(_ states: inout [Bool]) {
            for (index, token) in tokens.enumerated() where states[index] {
                switch token {
                case .run, .runOfEverything: states[index + 1] = true
                case .folders:
                    states[index + 1] = true
                    states[index + 2] = true
                default: break
                }
            }
        }
        close(&reached)
        for byte in text {
            if orFolder, byte == Path.separator, reached[tokens.count] { return true }
            var next = [Bool](repeating: false, count: tokens.count + 1)
            for (index, token) in tokens.enumerated() where reached[index] {
                switch token {
                case .byte(let wanted): if byte == wanted { next[index + 1] = true }
                case .anyByte: if byte != Path.separator { next[index + 1] = true }
                case .oneOf(let ranges, let negated):
                    if byte != Path.separator, ranges.contains(where: { $0.contains(byte) }) != negated {
                        next[index + 1] = true
                    }
                case .run: if byte != Path.separator { next[index] = true }
                case .runOfEverything: next[index] = true
                case .folders: break
                case .insideFolders:
                    next[index] = true
                    if byte == Path.separator { next[index + 1] = true }
                }
            }
            close(&next)
            reached = next
        }
        return reached[tokens.count]
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
