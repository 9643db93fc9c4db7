import SchemeManifests
import SchemeModel
import SchemeRules

extension FuzzTarget {
    /// Association files and their patterns.
    static let associations = [
        FuzzTarget(
            "association",
            "an association file and, after the first NUL byte, a URL",
            dictionary: .association,
            seeds: Seeds(["json", ""], in: ["AssociationFileReaderTests", "AssociationMatchingTests"])
                .changed { $0 + Array("\0https://acme.com/help/7?a=1&b#c".utf8) }
        ) { bytes in
            let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            try AssociationCheck(Array(parts[0])).run(
                url: String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
            )
        },
        FuzzTarget(
            "association-pattern",
            "a pattern of an association file and, on the next line, a path",
            dictionary: .association,
            longestInput: 48,
            seeds: Seeds(texts: [
                "/a*\n/abc", "/*?*b\n/ab", "$(digit)$(alpha)\n7a", "/$(v)x\n/abx", "$(xdigit)*$(upper)\nfZ", "***?\n",
                "$(v)$(v)\nabab", "?\nab", "$(lower\nx", "$()\n",
            ])
        ) { bytes in
            let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            guard lines.count == 2, bytes.allSatisfy({ $0 < 0x80 }) else { return }
            let (pattern, path) = (String(decoding: lines[0], as: UTF8.self), String(decoding: lines[1], as: UTF8.self))
            // The naive matcher doesn't know the codes of languages and regions.
            guard !pattern.contains("$(lang)"), !pattern.contains("$(region)") else { return }
            // What these mean isn't certain.
            guard !pattern.contains("%"), !path.contains("%"), !path.contains("?"), !path.contains("#"),
                let address = WebAddress("https://acme.com/" + path)
            else { return }
            var entry = AssociationEntry(range: SourceRange(byteOffset: 0, byteLength: 0))
            entry.path = "/" + pattern
            var matcher = AssociationMatcher(address)
            let match = matcher.match(entry, variables: ["v": ["a?", "b*", ""]])
            guard let expected = NaiveAssociationPattern(pattern).matches(Array(path.utf8)) else {
                return try require(match == .unknown, "a pattern with an unknown variable gives \(match)")
            }
            try require(match == (expected ? .yes : .no), "the pattern gives \(match)")
        },
    ]
}

/// The invariants of reading an association file.
private struct AssociationCheck {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func read() -> AssociationFileReader.Reading {
        AssociationFileReader(limits: .small).read(bytes, origin: Place(source: "fuzz", path: "a"), hosts: ["acme.com"])
    }

    /// - Throws: ``Violation``.
    func run(url: String) throws {
        let reading = read()
        let places = Places(in: bytes)
        for irregularity in reading.irregularities {
            let facts = irregularity.irregularity
            try require(
                facts.cause?.isEmpty == false && facts.expected?.isEmpty == false,
                "an irregularity without words"
            )
            if let range = irregularity.place.range, range.lines != nil { try places.check(range, facts.cause ?? "") }
        }
        for problem in reading.problems { try require(problem.code == .overLimit, "a problem \(problem.code)") }
        guard let file = reading.file else {
            return try require(!reading.irregularities.isEmpty || !reading.problems.isEmpty, "a silent failure")
        }
        var count = 0
        for detail in file.contents.details {
            for app in detail.apps { try places.check(app.range, app.identifier) }
            for entry in detail.entries ?? [] {
                count += 1
                try places.check(entry.range, entry.text)
            }
        }
        try require(count <= Limits.small.associationValues, "\(count) entries")
        guard let address = WebAddress(url) else { return }
        try checkMatches(file, address)
        if bytes.dice % 4 == 0 { try require(read() == reading, "two readings differ") }
    }

    /// Checks that the result for each app is the first entry that matches by itself.
    private func checkMatches(_ file: AssociationFile, _ address: WebAddress) throws {
        for app in Set(file.contents.details.flatMap { $0.apps.compactMap(\.app) }).sorted().prefix(4) {
            var matcher = AssociationMatcher(address, limits: .small)
            let result = matcher.result(of: file, for: app, prefix: nil)
            guard case .matched(let entry, _) = result else { continue }
            var alone = AssociationMatcher(address, limits: .small)
            let match = alone.match(entry, variables: file.contents.valuesByVariable)
            try require(match == .yes && !entry.isExcluded, "an entry that gives \(match) decides")
        }
    }
}

/// A matcher of patterns in association files that keeps positions in the text instead of states.
struct NaiveAssociationPattern {
    private enum Part {
        case byte(UInt8)
        case any
        case star
        case set(Set<UInt8>)
        case alternatives([[Part]])
    }

    /// The parts; `nil` if a variable is undefined.
    private let parts: [Part]?

    init(_ text: String) { parts = Self.parts(of: Array(text.utf8), hasVariables: true) }

    private static func parts(of bytes: [UInt8], hasVariables: Bool) -> [Part]? {
        var parts: [Part] = []
        var index = 0
        while index < bytes.count {
            if hasVariables, bytes[index...].starts(with: "$(".utf8) {
                guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
                guard let part = variable(String(decoding: bytes[(index + 2)..<end], as: UTF8.self)) else { return nil }
                parts.append(part)
                index = end + 1
                continue
            }
            parts.append(
                bytes[index] == UInt8(ascii: "*")
                    ? .star : bytes[index] == UInt8(ascii: "?") ? .any : .byte(bytes[index])
            )
            index += 1
        }
        return parts
    }

    private static func variable(_ name: String) -> Part? {
        let (digits, lower, upper) = (
            Set("0123456789".utf8), Set("abcdefghijklmnopqrstuvwxyz".utf8), Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        )
        switch name {
        case "alpha": return .set(lower.union(upper))
        case "upper": return .set(upper)
        case "lower": return .set(lower)
        case "alnum": return .set(lower.union(upper).union(digits))
        case "digit": return .set(digits)
        case "xdigit": return .set(digits.union("abcdefABCDEF".utf8))
        case "v": return .alternatives(["a?", "b*", ""].map { parts(of: Array($0.utf8), hasVariables: false) ?? [] })
        default: return nil
        }
    }

    /// Whether the pattern matches the whole text; `nil` if a variable is undefined.
    func matches(_ text: [UInt8]) -> Bool? { parts.map { Self.ends(of: $0, in: text, from: [0]).contains(text.count) } }

    /// Returns the positions at which a match that starts at one of `starts` can end.
    private static func ends(of parts: [Part], in text: [UInt8], from starts: Set<Int>) -> Set<Int> {
        parts.reduce(starts) { starts, part in
            switch part {
            case .byte(let byte): Set(starts.filter { $0 < text.count && text[$0] == byte }.map { $0 + 1 })
            case .any: Set(starts.filter { $0 < text.count }.map { $0 + 1 })
            case .set(let set): Set(starts.filter { $0 < text.count && set.contains(text[$0]) }.map { $0 + 1 })
            case .star: Set(starts.flatMap { $0...text.count })
            case .alternatives(let all): Set(all.flatMap { ends(of: $0, in: text, from: starts) })
            }
        }
    }
}
