/// The width of text in terminal columns.
package enum DisplayWidth {
    /// Returns the number of columns of `text`, which is escaped and so contains no control characters.
    ///
    /// Wide East Asian characters and emoji take 2 columns, combining marks 0, all others 1.
    package static func columns(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the number of columns of escaped text with the colors of a ``Palette``, which take none.
    static func columns(ofPainted text: String) -> Int {
        text.utf8.contains(0x1B) ? columns(of: text.replacing(/\u{1B}\[[0-9;]*m/, with: "")) : columns(of: text)
    }

    /// Returns the number of columns of a character that is printed unescaped.
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        // All wide ranges are above U+1100; emoji below it take one column unless a selector follows.
        guard scalar.value >= 0x1100 else { return 1 }
        return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks whose characters are wide or full-width.
    ///
    /// - Source: Unicode Standard Annex #11, EastAsianWidth.txt, combined into blocks.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18D08, 0x1B000...0x1B2FB, 0x1F300...0x1F64F,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// Returns the text padded with trailing spaces to `width` columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: self)))
    }

    /// Returns the text padded with leading spaces to `width` columns.
    func paddedLeft(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: self))) + self
    }
}
