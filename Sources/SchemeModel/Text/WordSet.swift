/// The words of a text that may be parts of file names.
///
/// A text is searched for many names, so it is split only once. Words with equal hashes count as the same word.
package struct WordSet: Sendable {
    private var hashes: Set<UInt64> = []

    package init(_ text: [UInt8]) {
        Self.forEachWord(in: text, of: Self.isNamePart) { hashes.insert($0.fnv1a) }
    }

    /// Returns whether the text contains all words of `name`, in any order: a script may write a blank as `\ `.
    package func containsAll(of name: [UInt8]) -> Bool {
        var containsAll = true
        Self.forEachWord(in: name, of: Self.isNamePart) { word in
            if !hashes.contains(word.fnv1a) { containsAll = false }
        }
        return containsAll
    }

    /// Passes the runs of bytes that satisfy `isPart` to `body`, in order.
    package static func forEachWord(in text: [UInt8], of isPart: (UInt8) -> Bool, _ body: (ArraySlice<UInt8>) -> Void) {
        var start = 0
        while start < text.count {
            guard isPart(text[start]) else {
                start += 1
                continue
            }
            var end = start
            while end < text.count, isPart(text[end]) { end += 1 }
            body(text[start..<end])
            start = end
        }
    }

    /// Whether the byte can be part of a file name and needs no quotes in a script.
    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte.isWord || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}
