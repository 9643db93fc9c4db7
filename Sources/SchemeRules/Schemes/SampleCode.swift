import SchemeModel

extension Path {
    /// Whether one of its folders has a name for sample code: `Examples`, `FacebookLoginSample`, `demo-app`.
    ///
    /// Whole words are compared. They end before a non-letter, and before a capital next to a lower-case letter:
    /// `Demographics` is not sample code, `XMLTemplates` is.
    var isSampleCode: Bool {
        components.dropLast().contains { component in
            Self.words(of: component).contains { Self.sampleWords.contains($0) }
        }
    }

    private static let sampleWords: Set<String> = [
        "demo", "demos", "example", "examples", "sample", "samples", "template", "templates", "tutorial", "tutorials",
    ]

    /// Returns the words of a name in lower case.
    private static func words(of name: ArraySlice<UInt8>) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        func isLower(_ index: Int) -> Bool { name.indices.contains(index) && (0x61...0x7A).contains(name[index]) }
        for (index, byte) in zip(name.indices, name) {
            let isUpper = (0x41...0x5A).contains(byte)
            let isLetter = isUpper || isLower(index)
            let isHump = isUpper && (isLower(index - 1) || isLower(index + 1))
            if (!isLetter || isHump), !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
            }
            if isLetter { word.append(byte | 0x20) }
        }
        return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
    }
}
