import SchemeModel

/// A reference implementation of path patterns that tries every match.
struct NaiveGlob {
    private let pattern: [UInt8]
    private let isWholePath: Bool

    init(_ pattern: [UInt8]) {
        var pattern = pattern
        while pattern.count > 1, pattern.last == Path.separator { pattern.removeLast() }
        isWholePath = pattern.contains(Path.separator)
        if pattern.first == Path.separator { pattern.removeFirst() }
        self.pattern = pattern
    }

    func matches(_ path: [UInt8]) -> Bool {
        if isWholePath {
            var known: [Way: Bool] = [:]
            return matches(Way(0, 0), path, &known)
        }
        return Path(bytes: path).components.contains { name in
            var known: [Way: Bool] = [:]
            return matches(Way(0, 0), Array(name), &known)
        }
    }

    /// The positions in the pattern and the text.
    private struct Way: Hashable {
        var (pattern, text): (Int, Int)

        init(_ pattern: Int, _ text: Int) { (self.pattern, self.text) = (pattern, text) }
    }

    private func matches(_ way: Way, _ text: [UInt8], _ known: inout [Way: Bool]) -> Bool {
        if let answer = known[way] { return answer }
        let answer = answer(way, text, &known)
        known[way] = answer
        return answer
    }

    private func answer(_ way: Way, _ text: [UInt8], _ known: inout [Way: Bool]) -> Bool {
        guard way.pattern < pattern.count else { return way.text == text.count }
        let byte = pattern[way.pattern]
        let next = way.text < text.count ? text[way.text] : nil
        func goOn(_ pattern: Int, _ count: Int, _ known: inout [Way: Bool]) -> Bool {
            matches(Way(pattern, way.text + count), text, &known)
        }
        switch byte {
        case UInt8(ascii: "*"):
            var end = way.pattern
            while end < pattern.count, pattern[end] == byte { end += 1 }
            if end - way.pattern == 1 {
                return goOn(end, 0, &known) || (next != nil && next != Path.separator && goOn(way.pattern, 1, &known))
            }
            guard end < pattern.count, pattern[end] == Path.separator else {
                return goOn(end, 0, &known) || (next != nil && goOn(way.pattern, 1, &known))
            }
            if goOn(end + 1, 0, &known) { return true }
            return (way.text..<text.count).contains { index in
                text[index] == Path.separator && matches(Way(end + 1, index + 1), text, &known)
            }
        case UInt8(ascii: "?"): return next != nil && next != Path.separator && goOn(way.pattern + 1, 1, &known)
        case UInt8(ascii: "["):
            guard let (takes, end) = set(from: way.pattern + 1) else { break }
            return next.map { $0 != Path.separator && takes($0) } == true && goOn(end, 1, &known)
        case UInt8(ascii: "\\") where way.pattern + 1 < pattern.count:
            return next == pattern[way.pattern + 1] && goOn(way.pattern + 2, 1, &known)
        default: break
        }
        return next == byte && goOn(way.pattern + 1, 1, &known)
    }

    /// Returns the set that begins at `start`, after its bracket, and its end; `nil` if it isn't closed.
    private func set(from start: Int) -> (takes: (UInt8) -> Bool, end: Int)? {
        var index = start
        let isNegated = index < pattern.count && [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(pattern[index])
        if isNegated { index += 1 }
        let first = index
        var ranges: [ClosedRange<UInt8>] = []
        while index < pattern.count, index == first || pattern[index] != UInt8(ascii: "]") {
            let low = pattern[index]
            if index + 2 < pattern.count, pattern[index + 1] == UInt8(ascii: "-"),
                pattern[index + 2] != UInt8(ascii: "]")
            {
                let high = pattern[index + 2]
                ranges.append(min(low, high)...max(low, high))
                index += 3
            } else {
                ranges.append(low...low)
                index += 1
            }
        }
        guard index < pattern.count else { return nil }
        return ({ byte in ranges.contains { $0.contains(byte) } != isNegated }, index + 1)
    }
}

/// A reference implementation of scheme patterns that tries every match.
struct NaiveSchemePattern {
    /// A character class with a repetition.
    private struct Part {
        var bytes: [UInt8]
        var least: Int
        var most: Int
    }

    private var parts: [Part] = []

    /// Parses `text`; `nil` if it isn't a valid pattern.
    init?(_ text: [UInt8]) {
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "<") else {
                parts.append(Part(bytes: [byte], least: 1, most: 1))
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let words = rest[..<end].split(separator: UInt8(ascii: ":")).map { String(decoding: $0, as: UTF8.self) }
            rest = rest[(end + 1)...]
            let letters = "abcdefghijklmnopqrstuvwxyz"
            let digits = "0123456789"
            guard let name = words.first,
                let bytes = [
                    "digits": digits, "hex": digits + "abcdef", "alnum": digits + letters,
                    "bundle-id": digits + letters + "-.", "any": digits + letters + "+-.",
                ][name]
            else { return nil }
            let count = words.count > 1 ? words[1] : "1+"
            guard let least = Int(count.hasSuffix("+") ? String(count.dropLast()) : count) else { return nil }
            parts.append(Part(bytes: Array(bytes.utf8), least: least, most: count.hasSuffix("+") ? .max : least))
        }
    }

    func matches(_ scheme: [UInt8]) -> Bool {
        // The positions in the scheme where the parts so far can end.
        var ends: Set<Int> = [0]
        for part in parts {
            var next: Set<Int> = []
            for start in ends {
                var end = start
                if part.least == 0 { next.insert(end) }
                while end < scheme.count, end - start < part.most, part.bytes.contains(scheme[end]) {
                    end += 1
                    if end - start >= part.least { next.insert(end) }
                }
            }
            ends = next
        }
        return ends.contains(scheme.count)
    }
}
