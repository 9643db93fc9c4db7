import SchemeModel

/// A pattern of an association file: text with the wildcards `*` and `?` and with variables such as `$(digit)`.
///
/// It is an automaton over Unicode scalars, so that matching takes at most as many steps as it has states for each
/// scalar of the text, whatever the pattern.
package struct AssociationPattern: Sendable {
    /// A step of the automaton.
    private enum State {
        /// Takes one scalar.
        case scalar(Unicode.Scalar)
        /// Takes any scalar.
        case any
        /// Takes one ASCII character of a class.
        case ascii(ASCIIClass)
        /// Continues at all of these states.
        case split([Int])
        case accept
    }

    /// A predefined class of ASCII characters.
    fileprivate enum ASCIIClass: String {
        case alpha, upper, lower, alnum, digit, xdigit
    }

    /// Which of two readings of the pattern to use where its meaning isn't completely documented.
    enum Reading {
        /// Accepts only what the pattern certainly matches.
        case certain
        /// Accepts everything that the pattern may match.
        case possible
    }

    private let states: [State]
    private let isCaseSensitive: Bool
    private let reading: Reading
    private let hasPercentSign: Bool

    /// Compiles `text`; `nil` if it contains an undefined variable or becomes too large.
    init?(
        _ text: String,
        variables: [ByteString: [String]],
        isCaseSensitive: Bool,
        reading: Reading,
        limits: Limits = .standard
    ) {
        self.isCaseSensitive = isCaseSensitive
        self.reading = reading
        hasPercentSign = text.utf8.contains(UInt8(ascii: "%"))
        var builder = Builder(reading: reading, limit: limits.associationPatternStates)
        guard builder.append(text, variables: variables) else { return nil }
        states = builder.states + [.accept]
    }

    /// The number of states.
    var size: Int { states.count }

    /// Returns whether the pattern accepts the text; `nil` if that takes more than `steps`, which is reduced.
    ///
    /// Text that goes on in an unknown way is accepted if it can go on so that the pattern accepts it.
    func accepts(_ part: WebAddress.Part, steps: inout Int) -> Bool? {
        var current = ReachedStates(count: states.count)
        var pending = [0]
        guard close(&current, &pending, &steps) else { return nil }
        for scalar in part.text.unicodeScalars {
            steps -= current.indices.count
            guard steps > 0 else { return nil }
            for index in current.indices where takes(scalar, at: index) { pending.append(index + 1) }
            current.removeAll()
            guard close(&current, &pending, &steps) else { return nil }
            if current.indices.isEmpty { return false }
        }
        // Every state leads to the end through some text.
        return part.isOpen ? !current.indices.isEmpty : current.indices.contains(states.count - 1)
    }

    /// Adds all states that are reached from `pending` without taking a scalar.
    private func close(_ current: inout ReachedStates, _ pending: inout [Int], _ steps: inout Int) -> Bool {
        while let index = pending.popLast() {
            steps -= 1
            guard steps > 0 else { return false }
            if current.insert(index), case .split(let next) = states[index] { pending += next }
        }
        return true
    }

    /// The states that are reached after some scalars.
    private struct ReachedStates {
        private(set) var indices: [Int] = []
        private var contains: [Bool]

        init(count: Int) { contains = Array(repeating: false, count: count) }

        /// Returns whether `index` is new.
        mutating func insert(_ index: Int) -> Bool {
            if contains[index] { return false }
            contains[index] = true
            indices.append(index)
            return true
        }

        mutating func removeAll() {
            for index in indices { contains[index] = false }
            indices.removeAll(keepingCapacity: true)
        }
    }

    private func takes(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
        switch states[index] {
        case .scalar(let wanted): isSame(wanted, scalar)
        case .any: true
        case .ascii(let kind): kind.contains(scalar, ignoringCase: !isCaseSensitive)
        case .split, .accept: false
        }
    }

    private func isSame(_ wanted: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Bool {
        if wanted == scalar { return true }
        guard wanted.isASCII, scalar.isASCII else {
            // How other letters are folded isn't documented.
            return reading == .possible && !isCaseSensitive && !wanted.isASCII && !scalar.isASCII
        }
        // The case of the digits after a percent sign has no meaning in a URL, but may have one for the system.
        let ignoresCase = !isCaseSensitive || hasPercentSign && reading == .possible
        return ignoresCase && wanted.lowercasedASCII == scalar.lowercasedASCII
    }

    /// Adds states for a pattern.
    private struct Builder {
        var states: [State] = []
        let reading: Reading
        let limit: Int

        init(reading: Reading, limit: Int) {
            self.reading = reading
            self.limit = limit
        }

        /// Adds the states of a pattern with variables; returns whether that was possible.
        mutating func append(_ text: String, variables: [ByteString: [String]]) -> Bool {
            let scalars = Array(text.unicodeScalars)
            var index = 0
            while index < scalars.count {
                if scalars[index] == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
                    guard let end = scalars[index...].firstIndex(of: ")") else { return false }
                    var name = ""
                    name.unicodeScalars.append(contentsOf: scalars[(index + 2)..<end])
                    guard appendVariable(name, variables: variables) else { return false }
                    index = end + 1
                } else {
                    guard append(scalars[index]) else { return false }
                    index += 1
                }
            }
            return true
        }

        private mutating func append(_ scalar: Unicode.Scalar) -> Bool {
            guard states.count + 3 <= limit else { return false }
            let start = states.count
            switch scalar {
            case "*":
                // A loop: takes any scalar and comes back, or goes on.
                states += [.split([start + 1, start + 3]), .any, .split([start])]
            case "?": states.append(.any)
            default: states.append(.scalar(scalar))
            }
            return true
        }

        private mutating func appendVariable(_ name: String, variables: [ByteString: [String]]) -> Bool {
            if let values = variables[ByteString(name)] { return append(values) }
            if let kind = ASCIIClass(rawValue: name) {
                guard states.count < limit else { return false }
                states.append(.ascii(kind))
                return true
            }
            switch (name, reading) {
            case ("lang", .certain): return append(ISOCodes.languages)
            case ("region", .certain): return append(ISOCodes.regions)
            // Which codes a system knows depends on its version. All have two or three characters.
            case ("lang", .possible), ("region", .possible): return append(["??", "???"])
            default: return false
            }
        }

        /// Adds alternatives, which can contain wildcards but no variables.
        private mutating func append(_ values: [String]) -> Bool {
            guard !values.isEmpty, states.count < limit else { return false }
            let split = states.count
            states.append(.split([]))
            var starts: [Int] = []
            var ends: [Int] = []
            for value in values {
                starts.append(states.count)
                for scalar in value.unicodeScalars { guard append(scalar) else { return false } }
                guard states.count < limit else { return false }
                ends.append(states.count)
                states.append(.split([]))
            }
            states[split] = .split(starts)
            for end in ends { states[end] = .split([states.count]) }
            return true
        }
    }
}

extension AssociationPattern.ASCIIClass {
    /// Whether the class contains the scalar.
    func contains(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
        let isUpper = ("A"..."Z").contains(scalar)
        let isLower = ("a"..."z").contains(scalar)
        let isDigit = ("0"..."9").contains(scalar)
        switch self {
        case .alpha: return isUpper || isLower
        case .upper: return isUpper || ignoringCase && isLower
        case .lower: return isLower || ignoringCase && isUpper
        case .alnum: return isUpper || isLower || isDigit
        case .digit: return isDigit
        case .xdigit: return isDigit || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var lowercasedASCII: UInt32 { ("A"..."Z").contains(self) ? value | 0x20 : value }
}
