/// Finds references to variables that a build or a generator replaces: `$(NAME)`, `${NAME}`, `$[NAME]`, `{{ name }}`.
package enum VariableReference {
    /// Returns the first variable in `text` with its brackets; `nil` if there is none.
    ///
    /// An unclosed bracket extends to the end of the text. A bare `$NAME` doesn't count, because it is valid text
    /// unless it is defined.
    package static func first(in text: String) -> Substring? {
        let bytes = text.utf8
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let next = bytes.index(after: index)
            guard next != bytes.endIndex else { return nil }
            if let closing = closing(bytes[index], bytes[next]) {
                var end = bytes.index(after: next)
                var closed = 0
                while end != bytes.endIndex, closed < closing.count {
                    closed = bytes[end] == closing[closed] ? closed + 1 : 0
                    end = bytes.index(after: end)
                }
                return text[index..<end]
            }
            index = next
        }
        return nil
    }

    private static func closing(_ first: UInt8, _ second: UInt8) -> [UInt8]? {
        switch (first, second) {
        case (UInt8(ascii: "$"), UInt8(ascii: "(")): [UInt8(ascii: ")")]
        case (UInt8(ascii: "$"), UInt8(ascii: "{")): [UInt8(ascii: "}")]
        case (UInt8(ascii: "$"), UInt8(ascii: "[")): [UInt8(ascii: "]")]
        case (UInt8(ascii: "{"), UInt8(ascii: "{")): [UInt8(ascii: "}"), UInt8(ascii: "}")]
        default: nil
        }
    }
}
