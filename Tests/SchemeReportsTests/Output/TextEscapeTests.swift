import SchemeReports
import Testing

@Suite struct TextEscapeTests {
    /// Characters that no text may show, written down without the code's help.
    static let hidden: [ClosedRange<UInt32>] = [
        0x00...0x1F, 0x7F...0x9F,
        0xAD...0xAD, 0x61C...0x61C, 0x180E...0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF...0xFEFF,
        0xE000...0xE00F, 0xF8F0...0xF8FF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xFE00...0xFE0F, 0x115F...0x1160,
        0x3164...0x3164, 0xFFA0...0xFFA0,
        // Blank without being marked as invisible (T41).
        0x2800...0x2800, 0x13441...0x13442, 0x16FE4...0x16FE4, 0x1D159...0x1D159,
        0x1D173...0x1D17A, 0xE0001...0xE0001, 0xE0020...0xE007F, 0xE0100...0xE01EF, 0xF0000...0xF000F,
        0x10FFFD...0x10FFFF,
    ]

    static let hiddenScalars: [Unicode.Scalar] = hidden.flatMap { $0.compactMap(Unicode.Scalar.init) }
    static let hiddenScalarSet = Set(hiddenScalars)

    @Test func hidesWhatSteersATerminalOrIsNotSeen() {
        for scalar in Self.hiddenScalars {
            let hex = String(scalar.value, radix: 16, uppercase: true)
            #expect(TextEscape.escaped("a\(scalar)b") == "a\\u{\(hex)}b")
        }
    }

    @Test(arguments: [
        ("wallet", "wallet"),
        ("", ""),
        ("caf\u{E9} 日本 עברית \u{1F600}", "caf\u{E9} 日本 עברית \u{1F600}"),
        ("e\u{301}", "e\u{301}"),
        ("a\r\nb\tc", "a\\u{D}\\u{A}b\\u{9}c"),
        ("\u{1B}[31mred", "\\u{1B}[31mred"),
        ("::error::x", "\\u{3A}:error::x"),
        (" \u{3000}::error::x", " \u{3000}\\u{3A}:error::x"),
        ("a::b", "a::b"),
        (":b", ":b"),
        ("##[group]x", "\\u{23}#[group]x"),
        ("x ##vso[task.x]", "x \\u{23}#vso[task.x]"),
        ("###[group]", "#\\u{23}#[group]"),
        ("## heading", "## heading"),
        ("#[x]", "#[x]"),
        ("%0A", "%0A"),
        ("\\u{1B}", "\\u{1B}"),
    ])
    func writesOneTameLine(text: String, expected: String) {
        #expect(Array(TextEscape.escaped(text).utf8) == Array(expected.utf8))
    }

    @Test(arguments: [("abcdef", "abc..."), ("abc", "abc"), ("\u{1}\u{2}\u{3}\u{4}", "\\u{1}\\u{2}\\u{3}...")])
    func cutsAfterTheLimit(text: String, expected: String) {
        #expect(TextEscape.escaped(text, limit: 3) == expected)
    }

    @Test(arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("\u{1F600}", 2), ("ｆ", 2), ("é", 1), ("", 0)])
    func measuresColumns(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }
}
