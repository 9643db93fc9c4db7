import Foundation
package import SchemeModel

/// Reads the comments `// schemereg:allow RULE, RULE reason` in Swift and Objective-C code.
package struct CodeAcceptanceReader {
    /// The text without a byte order mark.
    private let text: [UInt8]
    private let map: TextMap
    private let file: Place

    /// The word at the start of a comment.
    package static let directive = "schemereg:allow"

    /// The maximum number of rules in one comment.
    private static let rules = 20
    /// The maximum length of a reason in bytes; the rest is cut off.
    private static let reasonBytes = 500
    /// The maximum number of comment lines between a comment and the line that it applies to.
    private static let linesBetween = 20

    /// Returns the comments in a file, ordered by place.
    ///
    /// Takes almost no time for a file without the directive.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - file: The place of the file.
    ///   - limit: The maximum number of comments to return.
    package static func acceptances(in bytes: [UInt8], of file: Place, limit: Int = .max) -> [CodeAcceptance] {
        containsDirective(bytes) ? Array(CodeAcceptanceReader(bytes, file).acceptances().prefix(limit)) : []
    }

    private init(_ bytes: [UInt8], _ file: Place) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        text = mark == 0 ? bytes : Array(bytes[mark...])
        map = TextMap(text, storage: .utf8(mark: mark))
        self.file = file
    }

    private func acceptances() -> some Sequence<CodeAcceptance> {
        var tokens = SwiftTokens(text, keepingLineComments: true)
        while tokens.next() != nil {}
        return tokens.lineComments.lazy.compactMap(acceptance)
    }

    /// Whether the directive occurs anywhere. Searches for its colon, which is rarer than letters.
    private static func containsDirective(_ bytes: [UInt8]) -> Bool {
        let needle = Array(directive.utf8)
        let colon = needle.firstIndex(of: UInt8(ascii: ":")) ?? 0
        return bytes.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress, text.count >= needle.count else { return false }
            var index = colon
            let end = text.count - (needle.count - colon - 1)
            while index < end, let hit = memchr(base + index, Int32(needle[colon]), end - index) {
                index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
                if memcmp(base + index - colon, needle, needle.count) == 0 { return true }
                index += 1
            }
            return false
        }
    }

    /// Returns the acceptance in a comment; `nil` for any other comment.
    private func acceptance(in comment: Range<Int>) -> CodeAcceptance? {
        var rest = text[comment].dropFirst(2).drop(while: Self.isBlank)
        guard rest.starts(with: Self.directive.utf8) else { return nil }
        rest = rest.dropFirst(Self.directive.utf8.count)
        guard rest.first.map(Self.isBlank) ?? true else { return nil }
        let rules = Self.takeRules(from: &rest)
        let range = map.range(comment)
        guard let line = range.lines?.start.line else { return nil }
        var place = file
        place.range = range
        return CodeAcceptance(
            place: place,
            line: isAlone(comment) ? line + linesAfter(comment) : line,
            rules: rules,
            reason: Self.reason(in: rest)
        )
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Takes the ids of rules, which commas separate.
    private static func takeRules(from rest: inout ArraySlice<UInt8>) -> [String] {
        var rules: [String] = []
        while true {
            rest = rest.drop(while: isBlank)
            let word = rest.prefix { !isBlank($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ":") }
            rest = rest.dropFirst(word.count)
            let rule = String(decoding: word.prefix(reasonBytes), as: UTF8.self)
            if !rule.isEmpty, rules.count < Self.rules, !rules.contains(rule) { rules.append(rule) }
            rest = rest.drop(while: isBlank)
            guard rest.first == UInt8(ascii: ",") else { return rules }
            rest = rest.dropFirst()
        }
    }

    /// Returns the reason, which may follow a colon or a dash; empty if there is no word in it.
    private static func reason(in rest: ArraySlice<UInt8>) -> String {
        let rest = rest.drop { isBlank($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") }
        guard rest.contains(where: { $0.continuesName || $0 >= 0x80 }) else { return "" }
        let isCut = rest.count > reasonBytes
        var text = String(decoding: rest.prefix(reasonBytes), as: UTF8.self)
        while text.unicodeScalars.last.map({ $0 == "\u{FFFD}" || $0.properties.isWhitespace }) ?? false {
            text.unicodeScalars.removeLast()
        }
        return isCut ? text + "…" : text
    }

    // MARK: Lines

    /// Whether only blanks precede the comment on its line.
    private func isAlone(_ comment: Range<Int>) -> Bool {
        let before = text[..<comment.lowerBound].reversed().first { !Self.isBlank($0) }
        return before.map { $0 == 0x0A || $0 == 0x0D } ?? true
    }

    /// Returns the number of lines from a comment to the line after it, skipping further lines with only a comment.
    private func linesAfter(_ comment: Range<Int>) -> Int {
        var end = comment.upperBound
        for lines in 1...Self.linesBetween {
            if end < text.count, text[end] == 0x0D, end + 1 < text.count, text[end + 1] == 0x0A { end += 1 }
            end = min(end + 1, text.count)
            let line = text[end...].drop(while: Self.isBlank)
            guard line.starts(with: "//".utf8) else { return lines }
            end = line.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
        }
        return 1
    }
}
