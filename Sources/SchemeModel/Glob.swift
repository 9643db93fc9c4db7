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
        // A nondeterministic automaton: state i says that the first i tokens match what was read. Most patterns differ from
        // most paths at once, and few states are ever alive.
        var alive: [Int] = []
        var next: [Int] = []
        // For each state, how many bytes were read when it was entered last.
        var entered = [Int](repeating: -1, count: tokens.count + 1)
        var count = 0
        func enter(_ state: Int, _ states: inout [Int]) {
            var pending = [state]
            while let state = pending.popLast() {
                guard entered[state] < count else { continue }
                entered[state] = count
                states.append(state)
                guard state < tokens.count else { continue }
                switch tokens[state] {
                case .run, .runOfEverything: pending.append(state + 1)
                case .folders: pending += [state + 1, state + 2]
                default: break
                }
            }
        }
        enter(0, &alive)
        for byte in text {
            if orFolder, byte == Path.separator, entered[tokens.count] == count { return true }
            count += 1
            next.removeAll(keepingCapacity: true)
            for state in alive where state < tokens.count {
                switch tokens[state] {
                case .byte(let wanted): if byte == wanted { enter(state + 1, &next) }
                case .anyByte: if byte != Path.separator { enter(state + 1, &next) }
                case .oneOf(let ranges, let negated):
                    if byte != Path.separator, ranges.contains(where: { $0.contains(byte) }) != negated {
                        enter(state + 1, &next)
                    }
                case .run: if byte != Path.separator { enter(state, &next) }
                case .runOfEverything: enter(state, &next)
                case .folders: break
                case .insideFolders:
                    enter(state, &next)
                    if byte == Path.separator { enter(state + 1, &next) }
                }
            }
            if next.isEmpty { return false }
            swap(&alive, &next)
        }
        return entered[tokens.count] == count
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
