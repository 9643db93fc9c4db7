/// The places where variables may change after their declaration.
enum SwiftChanges {
    /// Returns those of the variables with these qualified names that may change in a text.
    static func changed(_ names: Set<String>, in text: [UInt8]) -> Set<String> {
        guard !names.isEmpty else { return [] }
        // A member is changed by its last name.
        let byLast = Dictionary(grouping: names) { String($0.split(separator: ".").last ?? "") }
        let members = Set(byLast.filter { $0.value.contains { $0.contains(".") } }.keys)
        let changes = Set(changes(of: Set(byLast.keys), members: members, from: SwiftTokens(text), to: text.count))
        return Set(changes.flatMap { byLast[$0] ?? [] })
    }

    /// Returns the name at each place where one of the variables `names` may change, between `tokens` and `end`.
    ///
    /// - Parameter members: Those that may come after a dot.
    static func changes(
        of names: Set<String>,
        members: Set<String> = [],
        from tokens: SwiftTokens,
        to end: Int
    ) -> [String] {
        var tokens = tokens
        var changes: [String] = []
        var last: SwiftTokens.Token?
        // Whether a function may change what comes next: `change(&a.b)`.
        var isPassed = false
        // The variables in brackets, as in `(a, b) = …`.
        var inBrackets: [String] = []
        var open = 0
        while let token = tokens.next(), tokens.start < end {
            defer { last = token }
            switch token {
            case .mark(UInt8(ascii: "(")):
                open += 1
                // `&(a)`
                if isPassed { continue }
            case .mark(UInt8(ascii: ")")):
                open = max(0, open - 1)
                let isAssigned = isAssigned(tokens)
                if isAssigned { changes += inBrackets }
                if isAssigned || open == 0 { inBrackets = [] }
            case .word(let name) where names.contains(name) && last != .word("var"):
                guard last != .mark(UInt8(ascii: ".")) || members.contains(name) else { continue }
                if open > 0 { inBrackets.append(name) }
                if isPassed || mayChange(tokens) { changes.append(name) }
            case .word, .mark(UInt8(ascii: ".")): continue
            default: break
            }
            isPassed = token == .mark(UInt8(ascii: "&")) && last != token
        }
        return changes
    }

    /// Whether `=` follows.
    private static func isAssigned(_ tokens: SwiftTokens) -> Bool {
        var ahead = tokens
        return ahead.next() == .mark(UInt8(ascii: "=")) && ahead.next() != .mark(UInt8(ascii: "="))
    }

    /// Whether what follows a name may change its value.
    private static func mayChange(_ tokens: SwiftTokens) -> Bool {
        var ahead = tokens
        // No expression in a manifest has many members of members.
        for _ in 0..<16 {
            if isAssigned(ahead) { return true }
            let isAdjacent = !ahead.isBeforeBlank
            switch ahead.next() {
            case .mark(UInt8(ascii: ".")):
                guard case .word(let word)? = ahead.next() else { return true }
                // Other methods may change it.
                let isCalled = "({".utf8.contains { isFollowed(by: $0, ahead) }
                if isCalled, !readers.contains(word) { return true }
            case .mark(let byte)? where "?!".utf8.contains(byte) && isAdjacent && !ahead.isBeforeBlank: continue
            case .mark(UInt8(ascii: "[")): return true
            case .mark(let byte)? where operators.contains(byte): return assigns(&ahead)
            default: return false
            }
        }
        return true
    }

    private static func isFollowed(by byte: UInt8, _ tokens: SwiftTokens) -> Bool {
        var ahead = tokens
        return ahead.next() == .mark(byte)
    }

    /// Whether an operator assigns, such as `+=`.
    private static func assigns(_ tokens: inout SwiftTokens) -> Bool {
        while case .mark(let byte)? = tokens.next() {
            if byte == UInt8(ascii: "=") { return true }
            guard operators.contains(byte) else { return false }
        }
        return false
    }

    private static let operators = Set("+-*/%&|^<>".utf8)

    /// Members that don't change a value.
    private static let readers: Set<String> = [
        "allSatisfy", "compactMap", "contains", "count", "filter", "first", "flatMap", "hasPrefix", "hasSuffix",
        "isEmpty", "joined", "last", "lowercased", "map", "merging", "reduce", "reversed", "sorted", "uppercased",
    ]
}
