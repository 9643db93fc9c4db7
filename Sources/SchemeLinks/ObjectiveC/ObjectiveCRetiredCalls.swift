import SchemeModel

/// Finds calls of `-[UIApplication openURL:]` in Objective-C code, which open nothing since the iOS 18 SDK.
///
/// Leaves out code that may be limited to earlier systems, or that is compiled conditionally.
enum ObjectiveCRetiredCalls {
    /// A call.
    struct Call {
        /// From the receiver to the last argument.
        var place: Place
        var traits: Set<Link.Trait>
    }

    /// Returns the calls in `file`, in order.
    static func calls(in file: SourceFile) -> [Call] {
        guard file.contains(word: "openURL"),
            ["sharedApplication", "nextResponder"].contains(where: file.contains(word:))
        else { return [] }
        let parsed = ObjectiveCFile(file)
        let conditions = conditionalRanges(of: file)
        return parsed.methods.flatMap { method -> [Call] in
            let words = Set(parsed.tokens[method.body].lazy.filter { $0.kind == .word }.map(\.text))
            guard words.contains("openURL"), !mayTestSystem(words) else { return [] }
            // A walk along the responder chain always asks each responder.
            let mayCall = !words.contains { $0.hasPrefix("respondsTo") }
            let isWalk = words.contains("nextResponder")
            return method.body.compactMap { index in
                guard parsed.tokens[index].text == "openURL", parsed.tokens[index].kind == .word,
                    !conditions.contains(where: { $0.contains(parsed.tokens[index].offset) })
                else { return nil }
                if mayCall, let message = message(with: index, in: parsed) {
                    return Call(place: parsed.place(of: message), traits: [.retiredCall])
                }
                guard isWalk, let message = performance(with: index, in: parsed) else { return nil }
                return Call(place: parsed.place(of: message), traits: [.retiredCall, .responderChain])
            }
        }
    }

    /// Returns the tokens from `performSelector:@selector(openURL:)` on, up to the end of the message, if the selector is at
    /// `index`; `nil` otherwise.
    private static func performance(with index: Int, in file: ObjectiveCFile) -> Range<Int>? {
        guard index >= 5, file.tokens[index - 5..<index].map(\.text) == ["performSelector", ":", "@", "selector", "("],
            file.isSign(":", at: index + 1), file.isSign(")", at: index + 2)
        else { return nil }
        return index - 5..<first(of: ["]"], in: index + 3..<file.tokens.count, of: file)
    }

    /// Returns the position of the first of `signs` outside of inner brackets; the end of `range` if there is none.
    private static func first(of signs: [String], in range: Range<Int>, of file: ObjectiveCFile) -> Int {
        var position = range.lowerBound
        while position < range.upperBound, !signs.contains(where: { file.isSign($0, at: position) }) {
            let isOpening = ["(", "[", "{"].contains { file.isSign($0, at: position) }
            position =
                isOpening ? max(position + 1, file.end(ofBracketAt: position, in: range.upperBound)) : position + 1
        }
        return position
    }

    /// Returns the tokens of the message `[[UIApplication sharedApplication] openURL:url]` whose label is at `index`; `nil`
    /// if there is none, or if it has other labels, too.
    private static func message(with index: Int, in file: ObjectiveCFile) -> Range<Int>? {
        guard file.isSign(":", at: index + 1) else { return nil }
        let words = file.tokens[max(0, index - 4)..<index].map(\.text)
        let isMessage = words.suffix(4) == ["[", "UIApplication", "sharedApplication", "]"]
        guard isMessage || words.suffix(3) == ["UIApplication", ".", "sharedApplication"] else { return nil }
        let start = index - (isMessage ? 5 : 4)
        guard file.isSign("[", at: start) else { return nil }
        let end = file.end(ofBracketAt: start, in: file.tokens.count)
        guard end > index + 2, file.isSign("]", at: end - 1),
            first(of: [":", "?"], in: index + 2..<end - 1, of: file) >= end - 1
        else { return nil }
        return start..<end
    }

    /// Whether words suggest that code checks the version of the system. A `version` beside one of the app is one of the app.
    private static func mayTestSystem(_ words: Set<String>) -> Bool {
        let words = words.map(\.asciiLowercased)
        let versions = words.filter { $0.contains("version") && $0 != "version" }
        let others = versions.filter { version in
            ["foundation", "kit", "os", "system"].contains(where: version.contains)
                || !["app", "bundle", "latest", "my", "new", "update"].contains(where: version.contains)
        }
        return words.contains { $0.contains("available") || $0.contains("ios") } || !others.isEmpty
            || versions.isEmpty && words.contains("version")
    }

    /// Returns the ranges of bytes between `#if` and `#endif`.
    private static func conditionalRanges(of file: SourceFile) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (depth, start) = (0, 0)
        var offset = 0
        for line in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let text = line.drop { $0 == 0x20 || $0 == 0x09 }
            if text.first == UInt8(ascii: "#") {
                let word = text.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
                if word.starts(with: "if".utf8) {
                    if depth == 0 { start = offset }
                    depth += 1
                } else if word.starts(with: "endif".utf8), depth > 0 {
                    depth -= 1
                    if depth == 0 { ranges.append(start..<offset) }
                }
            }
            offset += line.count + 1
        }
        if depth > 0 { ranges.append(start..<file.bytes.count) }
        return ranges
    }
}
