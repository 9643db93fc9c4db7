import SchemeModel

/// The parts of values that a preprocessor removes as C comments.
///
/// A comment between elements is intended. In `<string>https://acme.com</string>`, it removes the end of the element;
/// in `<!-- see https://acme.com -->`, the end of the XML comment; and in `#define HOME https://acme.com`, the rest of
/// the definition.
struct RemovedComments {
    /// A removed range, or the name of a macro with a truncated definition.
    struct Removal: Hashable {
        enum Kind: Hashable { case line, block, definition }

        var kind: Kind
        var range: Range<Int>
    }

    /// An unintended removal.
    struct Truncation: Hashable {
        var removal: Removal
        /// The intended text of the value, or of the XML comment.
        var value: Range<Int>
        var isInXMLComment: Bool
    }

    private let text: [UInt8]
    private let removals: [Removal]
    private var next = 0

    /// Returns the cuts in `text` among `removals`, in order.
    static func cuts(in text: [UInt8], removals: [Removal]) -> [Truncation] {
        guard !removals.isEmpty else { return [] }
        var scan = RemovedComments(
            text: text,
            removals: removals.sorted { $0.range.lowerBound < $1.range.lowerBound }
        )
        return scan.run()
    }

    private init(text: [UInt8], removals: [Removal]) {
        self.text = text
        self.removals = removals
    }

    private mutating func run() -> [Truncation] {
        var cuts: [Truncation] = []
        var index = 0
        while index < text.count, next < removals.count {
            if index >= removals[next].range.lowerBound {
                // Between elements.
                index = max(index, removals[next].range.upperBound)
                next += 1
            } else if text[index] == UInt8(ascii: "#"), isFirstOnLine(index) {
                // A directive, which may contain brackets.
                index = text[index...].firstIndex { $0.endsLine } ?? text.count
            } else if text[index] != UInt8(ascii: "<") {
                index += 1
            } else if matches("<!--", at: index) {
                let end = find("-->", from: index + 4)
                cuts += take(in: index + 4..<end, isInXMLComment: true)
                index = end + 3
            } else {
                let isOpening = index + 1 < text.count && text[index + 1].beginsName
                let end = find(">", from: index)
                // Nobody puts a comment inside a tag.
                _ = take(in: index..<end, isInXMLComment: true)
                let isEmpty = end > index && text[end - 1] == UInt8(ascii: "/")
                let name = text[(index + 1)..<min(end, text.count)].prefix { $0.beginsName }
                index = min(end + 1, text.count)
                guard isOpening, !isEmpty, Self.holdText.contains(where: { name.isText($0) }) else { continue }
                let close = find("</", from: index)
                cuts += take(in: index..<close, isInXMLComment: false)
                index = close
            }
        }
        return cuts
    }

    private static let holdText: [StaticString] = ["string", "key", "data", "integer", "real", "date"]

    /// Returns the removals that start in `value`.
    private mutating func take(in value: Range<Int>, isInXMLComment: Bool) -> [Truncation] {
        var cuts: [Truncation] = []
        while next < removals.count, removals[next].range.lowerBound < value.upperBound {
            let removal = removals[next]
            next += 1
            guard removal.range.lowerBound >= value.lowerBound else { continue }
            // A removal inside an XML comment has no effect.
            if isInXMLComment, removal.range.upperBound <= value.upperBound { continue }
            cuts.append(Truncation(removal: removal, value: value, isInXMLComment: isInXMLComment))
        }
        return cuts
    }

    private func matches(_ mark: StaticString, at index: Int) -> Bool {
        index < text.count && text[index...].prefix(mark.utf8CodeUnitCount).isText(mark)
    }

    private func isFirstOnLine(_ index: Int) -> Bool {
        let before = text[..<index].reversed().first { !$0.isHorizontalSpace }
        return before.map(\.endsLine) ?? true
    }

    /// Returns the first position of `mark` from `start` on, or the end of the text.
    private func find(_ mark: StaticString, from start: Int) -> Int {
        var index = start
        while index < text.count, !matches(mark, at: index) { index += 1 }
        return min(index, text.count)
    }
}
