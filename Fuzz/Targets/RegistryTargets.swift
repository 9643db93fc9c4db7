import SchemeModel
import SchemeStore

extension FuzzTarget {
    /// The readers of texts in a registry, which may have been manipulated.
    static let registry = [
        FuzzTarget(
            "stored-place",
            "the text of a place in a registry",
            dictionary: .line,
            longestInput: 256,
            seeds: Seeds(texts: [
                "12+5", "12+5@1:2-3:4", "12+5@1:2/1-3:4/3", "- 0+3 - CFBundleURLTypes[0]", "1+2 3+4 5+6 a.b", "- = -",
                "- 1+2 =",
            ])
        ) { bytes in
            try bytes.withUnsafeBufferPointer { text in
                if let range = PlaceText.range(text) {
                    var again: SourceRange?
                    PlaceText.withText(of: range) { again = PlaceText.range($0.bindMemory(to: UInt8.self)) }
                    try require(again == range, "\(range) is read again as \(again as Any)")
                }
                if let span = PlaceText.span(text) {
                    var again: ValueSpan?
                    PlaceText.withText(of: span) { again = PlaceText.span($0.bindMemory(to: UInt8.self)) }
                    try require(again == span, "\(span) is read again as \(again as Any)")
                }
                let focus = SourceRange(byteOffset: 1, byteLength: 2)
                if let span = PlaceText.span(text, keyPath: "a", focus: focus) {
                    try require(span.keyPath == "a", "the key path is '\(span.keyPath)'")
                }
            }
        },
        FuzzTarget(
            "stored-value",
            "the text of a value in a registry",
            dictionary: .line,
            longestInput: 1024,
            seeds: Seeds(texts: [
                "string\ntext", "integer\n-12", "real\n1.5", "boolean\ntrue", "data\n12", "date\n2026-01-31T12:00:00Z",
                "other\na set", "array\n[\"a\",1,true,{\"real\":\"nan\"},[]]",
                "dictionary\n{\"dictionary\":[[\"a\\u001b\\\"\",{\"data\":3}],[\"b\",{\"date\":\"x\"}]]}",
            ])
        ) { bytes in
            // The kind, then a line break and the text.
            let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            let kind = String(decoding: parts[0], as: UTF8.self)
            let text = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
            guard let value = PropertyText.value(kind: kind, text: text) else { return }
            let (newKind, newText) = PropertyText.kindAndText(of: value)
            guard let again = PropertyText.value(kind: newKind.rawValue, text: newText) else {
                throw Violation("what was written is not read: \(newKind) \(newText)")
            }
            let (lastKind, lastText) = PropertyText.kindAndText(of: again)
            // Compares texts, since NaN doesn't equal itself.
            try require(
                lastKind == newKind && ByteString(lastText) == ByteString(newText),
                "'\(newText)' is written again as '\(lastText)'"
            )
        },
    ]
}
