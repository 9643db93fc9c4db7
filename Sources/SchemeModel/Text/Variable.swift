/// The variables that a build or a generator would have replaced: `$(NAME)`, `${NAME}`, `$[NAME]`, `{{ name }}`.
public enum Variable {
    /// The first variable left in `text`, with its brackets; `nil` when there is none. An opening bracket that is never
    /// closed counts to the end of the text. A bare `$NAME` is not counted: it is legal text where nothing defines it.
    public static func first(in text: String) -> Substring? {
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
