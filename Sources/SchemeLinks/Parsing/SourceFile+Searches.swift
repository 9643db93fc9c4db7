import Foundation
import SchemeModel

/// Searches in the text, to choose the files that are parsed. They may have false positives in comments and strings.
extension SourceFile {
    /// Whether `word` occurs in the file as a whole word.
    func contains(word: String) -> Bool { find(word) != nil }

    /// Whether `name` is used other than as a declaration, a call or a label.
    func usesAsValue(_ name: String) -> Bool {
        find(name) { range in
            let next = bytes[range.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
            return next.map { !Array("(:{<".utf8).contains($0) } ?? true
        } != nil
    }

    /// Whether `name` is used as a member.
    func mentionsMember(_ name: String) -> Bool {
        find(name) { $0.lowerBound > 0 && bytes[$0.lowerBound - 1] == UInt8(ascii: ".") } != nil
    }

    /// Whether a value of the type `name` may be created: `Name(…)`, `Name<Int>(…)`, `Name { … }`, `Name.init(…)`.
    package func creates(_ name: String) -> Bool {
        find(name) { range in
            var rest = bytes[range.upperBound...].drop { " \t\r\n?!`".utf8.contains($0) }
            if rest.first == UInt8(ascii: "<") {
                guard let end = endOfGenericArguments(rest.startIndex) else { return true }
                rest = bytes[end...].drop { " \t\r\n?!".utf8.contains($0) }
            }
            return rest.first.map { "({/".utf8.contains($0) } ?? false || rest.starts(with: ".init".utf8)
        } != nil
    }

    /// Returns the offset after the `>` that belongs to the `<` at `start`; `nil` if that is far away.
    private func endOfGenericArguments(_ start: Int) -> Int? {
        var depth = 0
        for index in start..<min(start + Self.reach, bytes.count) {
            switch bytes[index] {
            case UInt8(ascii: "<"): depth += 1
            // Not an arrow.
            case UInt8(ascii: ">") where bytes[index - 1] != UInt8(ascii: "-"): depth -= 1
            default: continue
            }
            if depth == 0 { return index + 1 }
        }
        return nil
    }

    /// Whether a value of a type that isn't named may be created: `.init(…)`.
    var callsImplicitInitializer: Bool {
        find("init") { range in
            guard range.lowerBound > 1, bytes[range.lowerBound - 1] == UInt8(ascii: ".") else { return false }
            return !bytes[range.lowerBound - 2].isWord
        } != nil
    }

    /// Whether something called `name` may be called, judging by what follows it.
    func calls(_ name: String) -> Bool {
        find(name) { range in
            let next = bytes[range.upperBound...].first { !" \t\r\n?!`".utf8.contains($0) }
            return next.map { "({</".utf8.contains($0) } ?? false
        } != nil
    }

    /// Whether a function `name` may be called with a first argument labeled `label`; `nil` for an unlabeled one.
    func calls(_ name: String, label: String?) -> Bool {
        let label = label.map { Array($0.utf8) }
        return find(name) { range in
            guard range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: "(") else { return false }
            let rest = bytes[(range.upperBound + 1)...].drop { " \t\r\n".utf8.contains($0) }
            guard let label else { return rest.first != UInt8(ascii: ")") }
            return rest.starts(with: label)
                && rest.dropFirst(label.count).drop { $0 == 0x20 }.first == UInt8(ascii: ":")
        } != nil
    }

    /// Whether a type or an extension may be declared to inherit from `name` or to conform to it: in the text between the last
    /// brace and `name`, a keyword for types comes before a colon.
    package func mayInherit(from name: String) -> Bool {
        find(name) { range in
            guard let before = statement(before: range.lowerBound) else { return true }
            guard let colon = before.lastIndex(of: UInt8(ascii: ":")) else { return false }
            return before[..<colon].split { !$0.isWord }.contains { word in
                Self.inheritingKeywords.contains { word.elementsEqual($0.utf8) }
            }
        } != nil
    }

    /// Whether an enumeration may have a case `name`: in the text between the last brace and `name`, there is a `case`.
    package func mayHaveCase(_ name: String) -> Bool {
        find(name) { range in
            guard range.lowerBound > 0, bytes[range.lowerBound - 1] != UInt8(ascii: ".") else { return false }
            guard let before = statement(before: range.lowerBound) else { return true }
            return before.split { !$0.isWord }.contains { $0.elementsEqual("case".utf8) }
        } != nil
    }

    /// Returns the text between the last brace and `offset`; `nil` if that is far away.
    private func statement(before offset: Int) -> ArraySlice<UInt8>? {
        let near = bytes[max(0, offset - Self.reach)..<offset]
        if let brace = near.lastIndex(where: { "{}".utf8.contains($0) }) { return bytes[brace..<offset] }
        return near.startIndex == 0 ? near : nil
    }

    /// The maximum number of bytes to look through on each side of a name. Otherwise, a file of nothing but names would take
    /// minutes.
    private static let reach = 256

    /// Whether one of `keywords` declares something called `name`. With `isOutermost`, only outside of types and functions.
    package func declares(_ name: String, as keywords: [String], isOutermost: Bool = false) -> Bool {
        var indented: [Int] = []
        let found = find(name) { range in
            guard isWord(before: range.lowerBound, in: keywords) else { return false }
            guard isOutermost, isIndented(range.lowerBound) else { return true }
            indented.append(range.lowerBound)
            return false
        }
        return found != nil || ParserLimits.contains(indented, in: bytes) { $0 == 0 }
    }

    /// Whether a type or an extension may declare a member called `name`.
    package func mayDeclareMember(_ name: String) -> Bool {
        if name == "init" { return contains(word: name) }
        return find(name) { range in
            let before = bytes[..<range.lowerBound].last { !" \t\r\n`".utf8.contains($0) }
            // `case first, second`, `let (first, second)`
            return before.map { ",(".utf8.contains($0) } == true
                || isWord(before: range.lowerBound, in: ["func", "var", "let", "case", "typealias"])
        } != nil
    }

    /// Whether the file may declare the type `name` in another one, or extend it there: `extension Outer.Name`.
    package func declaresNestedType(_ name: String) -> Bool {
        var unindented: [Int] = []
        let found = find(name) { range in
            let before = bytes[max(0, range.lowerBound - Self.reach)..<range.lowerBound].reversed()
            let outer = before.prefix { $0.isWord || $0 == UInt8(ascii: ".") }.count
            if outer > 0 { return isWord(before: range.lowerBound - outer, in: ["extension"]) }
            guard isWord(before: range.lowerBound, in: Self.typeKeywords) else { return false }
            guard !isIndented(range.lowerBound) else { return true }
            unindented.append(range.lowerBound)
            return false
        }
        return found != nil || ParserLimits.contains(unindented, in: bytes) { $0 > 0 }
    }

    /// Whether the file may declare the outermost type `name`, or declare in an extension what it inherits from.
    package func declaresType(_ name: String) -> Bool {
        declares(name, as: Self.typeKeywords, isOutermost: true)
            || find(name) { range in
                guard isWord(before: range.lowerBound, in: ["extension"]) else { return false }
                let rest = bytes[range.upperBound...].prefix(Self.reach)
                guard let brace = rest.firstIndex(of: UInt8(ascii: "{")) else { return true }
                return rest[..<brace].contains(UInt8(ascii: ":"))
            } != nil
    }

    /// The keywords that declare types.
    private static let typeKeywords = ["struct", "class", "enum", "actor", "protocol"]
    /// The keywords that declare or extend types that aren't protocols.
    private static let inheritingKeywords = ["struct", "class", "enum", "actor", "extension"]

    /// Whether the word before `offset` is one of `words`.
    private func isWord(before offset: Int, in words: [String]) -> Bool {
        let before = bytes[max(0, offset - Self.reach)..<offset].reversed().drop { " \t\r\n`".utf8.contains($0) }
        let word = before.prefix { $0.isWord }
        return words.contains { word.elementsEqual($0.utf8.reversed()) }
    }

    /// Whether the line with `offset` begins with a space.
    private func isIndented(_ offset: Int) -> Bool {
        let before = bytes[max(0, offset - Self.reach)..<offset].reversed().prefix { $0 != 0x0A && $0 != 0x0D }
        return before.last.map { $0 == 0x20 || $0 == 0x09 } ?? false
    }

    /// Whether code may compare the member `name` of a value with something, or with its beginning.
    func compares(member name: String) -> Bool {
        let signs = ["==", "!=", ".hasPrefix(", ".starts(", ".lowercased("].map { Array($0.utf8) }
        return find(name) { range in
            guard range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ".") else { return false }
            // `!=` begins like an unwrapped value.
            var rest = bytes[range.upperBound...]
            if let first = rest.first, "?!".utf8.contains(first) { rest = rest.dropFirst() }
            rest = rest.drop { " \t\r\n".utf8.contains($0) }
            return signs.contains { rest.starts(with: $0) }
        } != nil
    }

    /// Whether code may change something called `name`. Unless `isBare`, only as a member of a value.
    func changes(_ name: String, isBare: Bool) -> Bool {
        find(name) { range in
            // The whole of `&a.b.name`, from after its ampersand.
            let before = bytes[..<range.lowerBound].reversed().prefix(256)
            let way = before.prefix { $0.isWord || $0 == UInt8(ascii: ".") }
            if let mark = before.dropFirst(way.count).first, "&$".utf8.contains(mark) { return true }
            guard isBare || way.first == UInt8(ascii: ".") else { return false }
            let rest = bytes[range.upperBound...].drop { " \t\r\n?!".utf8.contains($0) }
            switch rest.first {
            case UInt8(ascii: "."):
                let word = rest.dropFirst().prefix { $0.isWord }
                return FileScan.mutating.contains { word.elementsEqual($0.utf8) }
            case UInt8(ascii: "+"): return rest.dropFirst().first == UInt8(ascii: "=")
            case UInt8(ascii: "="):
                guard way.isEmpty else { return rest.dropFirst().first != UInt8(ascii: "=") }
                // A declaration initializes its own variable.
                let word = before.drop { " \t".utf8.contains($0) }.prefix { $0.isWord }
                let isDeclared = ["let", "var", "case"].contains { word.elementsEqual($0.utf8.reversed()) }
                return !isDeclared && rest.dropFirst().first != UInt8(ascii: "=")
            default: return false
            }
        } != nil
    }

    /// The schemes of the URLs that the file makes from a literal with nothing after the scheme: `URL(string: "wallet://")`.
    var bareURLSchemes: Set<String> {
        let start = Array("(string: \"".utf8)
        var found: Set<String> = []
        _ = find("URL") { range in
            let rest = bytes[range.upperBound...]
            guard rest.starts(with: start), found.count < Self.names else { return false }
            let scheme = rest.dropFirst(start.count).prefix { $0.isWord || "+-.".utf8.contains($0) }
            let end = bytes[scheme.endIndex...]
            if end.starts(with: ":\"".utf8) || end.starts(with: "://\"".utf8) {
                found.insert(String(decoding: scheme, as: UTF8.self))
            }
            return false
        }
        return found
    }

    /// Returns the names that directly follow `mark`, which begins with `@`, without duplicates or order.
    func names(after mark: String) -> Set<String> {
        let mark = Array(mark.utf8)
        var found: Set<String> = []
        bytes.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            var index = 0
            while index + mark.count < text.count,
                let hit = memchr(base + index, Int32(UInt8(ascii: "@")), text.count - mark.count - index)
            {
                index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
                if memcmp(base + index, mark, mark.count) == 0 {
                    let name = text[(index + mark.count)...].prefix { $0.isWord }
                    if found.count < Self.names { found.insert(String(decoding: name, as: UTF8.self)) }
                }
                index += 1
            }
        }
        return found
    }

    /// The maximum number of names to find in one file.
    private static let names = 10_000

    /// Returns the offset of the first occurrence of `word` as a whole word for which `condition` holds.
    func find(_ word: String, where condition: (Range<Int>) -> Bool = { _ in true }) -> Int? {
        let needle = Array(word.utf8)
        guard let first = needle.first, bytes.count >= needle.count else { return nil }
        return bytes.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return nil }
            var index = 0
            // The system's search for one byte is far faster than a loop.
            while index <= text.count - needle.count,
                let hit = memchr(base + index, Int32(first), text.count - needle.count - index + 1)
            {
                index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
                let range = index..<index + needle.count
                if memcmp(base + index, needle, needle.count) == 0,
                    index == 0 || !text[index - 1].isWord,
                    range.upperBound == text.count || !text[range.upperBound].isWord,
                    condition(range)
                {
                    return index
                }
                index += 1
            }
            return nil
        }
    }
}
