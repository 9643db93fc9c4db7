import SchemeManifests
import SchemeModel
import Testing

/// Each way in which an OpenStep property list can be broken, with the cause and the place that the reader names.
@Suite struct OpenStepMalformedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let cause: String
        let line: Int
        let column: Int
        /// The stretch that is named.
        let named: String
        var keyPath = ""

        init(_ text: String, _ cause: String, _ line: Int, _ column: Int, _ named: String, keyPath: String = "") {
            self.text = text
            self.cause = cause
            self.line = line
            self.column = column
            self.named = named
            self.keyPath = keyPath
        }

        var testDescription: String { text }
    }

    private static let noList = "the file is not a property list: it starts with neither `{` nor `(`"
    private static let nothing = "the file is not a property list: it has no contents"
    private static let quotes = "which must be quoted"

    static let roots: [Case] = [
        // Any text file is a word or a few, or comments: Foundation reads some of them as a string or a dictionary.
        Case("", nothing, 1, 1, ""),
        Case(" \n// x\n", nothing, 1, 1, ""),
        Case("hello", noList, 1, 1, "hello"),
        Case("\nhello world\n", noList, 2, 1, "hello"),
        Case("\"hello\" world", noList, 1, 1, "\"hello\""),
        Case("#include <x>", noList, 1, 1, "#"),
        Case("ü = x;", noList, 1, 1, "ü"),
        Case(") x", noList, 1, 1, ")"),
        Case("() x", "unexpected text after the end of the property list", 1, 4, "x"),
        Case("{ a = b; }\n}", "unexpected text after the end of the property list", 2, 1, "}"),
        Case("/* a\n", "the comment is not closed", 1, 1, "/*"),
        Case("<0g>", "expected pairs of hexadecimal digits between `<` and `>`, found `g`", 1, 3, "g"),
    ]

    static let containers: [Case] = [
        Case("{\n a = {\n  b = c;\n", "`{` opened on line 2 is not closed", 2, 6, "{", keyPath: "a"),
        Case("{\n", "`{` opened on line 1 is not closed", 1, 1, "{"),
        Case("{ a", "`{` opened on line 1 is not closed", 1, 1, "{", keyPath: "a"),
        Case("{ a =", "`{` opened on line 1 is not closed", 1, 1, "{", keyPath: "a"),
        Case("{ a = b", "`{` opened on line 1 is not closed", 1, 1, "{"),
        Case("(a,\n(b", "`(` opened on line 2 is not closed", 2, 1, "(", keyPath: "[1][1]"),
        Case("(a,", "`(` opened on line 1 is not closed", 1, 1, "(", keyPath: "[1]"),
        Case("{ a = b; /* }", "the comment is not closed", 1, 10, "/*"),
        Case("{\n isa = PBXFoo\n name = x;\n}", "expected `;` after the value of `isa`, found `name`", 2, 14, ""),
        Case("{ a = { b = c; } }", "expected `;` after the value of `a`, found `}`", 1, 17, ""),
        Case("{ a = b, c = d; }", "expected `;` after the value of `a`, found `,`", 1, 8, ""),
        Case("{ a = b+c; }", "expected `;` after the value of `a`, found `+`, \(quotes)", 1, 8, ""),
        Case("{ a = b/*c*/; }", "expected `;` after the value of `a`, found `*`, \(quotes)", 1, 9, ""),
        Case("{ a b; }", "expected `=` after the key `a`, found `b`", 1, 5, "b", keyPath: "a"),
        Case("{ a : b; }", "expected `=` after the key `a`, found `:`", 1, 5, ":", keyPath: "a"),
        Case("{ = b; }", "expected a key or `}`, found `=`", 1, 3, "="),
        Case("{ a = b; )", "expected a key or `}`, found `)`", 1, 10, ")"),
        Case("{ a = b;; }", "expected a key or `}`, found `;`", 1, 9, ";"),
        Case("{ (a) = b; }", "expected a key or `}`, found `(`", 1, 3, "("),
        Case("{ a = ; }", "expected a value after `a` `=`, found `;`", 1, 7, ";", keyPath: "a"),
        Case("{ a = }", "expected a value after `a` `=`, found `}`", 1, 7, "}", keyPath: "a"),
        Case("{ a = ü; }", "expected a value after `a` `=`, found U+00FC, \(quotes)", 1, 7, "ü", keyPath: "a"),
        Case(
            "{ a = \u{1}; }",
            "expected a value after `a` `=`, found a control character (U+0001)",
            1,
            7,
            "\u{1}",
            keyPath: "a"
        ),
        Case("(a b)", "expected `,` or `)` after element 1, found `b`", 1, 3, "", keyPath: "[1]"),
        Case("(a; b)", "expected `,` or `)` after element 1, found `;`", 1, 3, "", keyPath: "[1]"),
        Case("(a, b }", "expected `,` or `)` after element 2, found `}`", 1, 6, "", keyPath: "[2]"),
        Case("(a,, b)", "expected a value or `)`, found `,`", 1, 4, ",", keyPath: "[1]"),
        Case("(,)", "expected a value or `)`, found `,`", 1, 2, ",", keyPath: "[0]"),
        Case("({ a = b )", "expected `;` after the value of `a`, found `)`", 1, 9, "", keyPath: "[0]"),
        Case("a = b; }", "expected a key, found `}`", 1, 8, "}"),
        Case("a = b", "expected `;` after the value of `a`, found the end of the file", 1, 6, ""),
        Case("a =", "expected a value after `a` `=`, found the end of the file", 1, 4, "", keyPath: "a"),
        Case("a = b; c", "expected `=` after the key `c`, found the end of the file", 1, 9, "", keyPath: "c"),
    ]

    static let scalars: [Case] = [
        Case("{ a = \"b;\n}", "the quoted string is not closed", 1, 7, "\"", keyPath: "a"),
        Case("{ a = 'b\\'", "the quoted string is not closed", 1, 7, "'", keyPath: "a"),
        Case("(\"b\\", "the quoted string is not closed", 1, 2, "\"", keyPath: "[0]"),
        Case("\"", "the quoted string is not closed", 1, 1, "\""),
        Case("(<0A0>)", "the data has an odd number of digits", 1, 2, "<0A0>", keyPath: "[0]"),
        Case(
            "(<0 A>)",
            "expected pairs of hexadecimal digits between `<` and `>`, found a space",
            1,
            4,
            " ",
            keyPath: "[0]"
        ),
        Case("(<0A", "the data is not closed", 1, 2, "<", keyPath: "[0]"),
        Case("(<*I5>)", "`<*` starts a value that only GNUstep supports", 1, 2, "<*", keyPath: "[0]"),
        Case(
            "(<0A /* x */>)",
            "expected pairs of hexadecimal digits between `<` and `>`, found `/`",
            1,
            6,
            "/",
            keyPath: "[0]"
        ),
    ]

    private static func conflict(_ marker: String) -> String {
        "it contains the merge conflict marker '\(marker)'"
    }

    static let conflicts: [Case] = [
        Case("{\n<<<<<<< HEAD\n a = b;\n=======\n a = c;\n>>>>>>> x\n}", conflict("<<<<<<<"), 2, 1, "<<<<<<<"),
        Case("(\n<<<<<<< HEAD\n a,\n=======\n", conflict("<<<<<<<"), 2, 1, "<<<<<<<", keyPath: "[0]"),
        Case("{\n a = b;\n=======\n a = c;\n}", conflict("======="), 3, 1, "======="),
        Case("{\n a\n=======\n = c;\n}", conflict("======="), 3, 1, "=======", keyPath: "a"),
        Case("{\n a = b;\r\n>>>>>>> topic\r\n}", conflict(">>>>>>>"), 3, 1, ">>>>>>>"),
        Case("{\n a = b;\n||||||| base\n}", conflict("|||||||"), 3, 1, "|||||||"),
        Case("{ a = b;\n}\n>>>>>>> topic", conflict(">>>>>>>"), 3, 1, ">>>>>>>"),
        Case("<<<<<<< HEAD\n{ a = b; }", conflict("<<<<<<<"), 1, 1, "<<<<<<<"),
        Case(
            "{\n a = (\n <<<<<<< HEAD\n);\n}",
            "expected pairs of hexadecimal digits between `<` and `>`, found `<`",
            3,
            3,
            "<",
            keyPath: "a[0]"
        ),
    ]

    @Test(arguments: roots + containers + scalars + conflicts)
    func namesTheCauseAndThePlace(example: Case) throws {
        let failure = #expect(throws: PropertyListError.self) {
            try OpenStepPropertyReader.read(Array(example.text.utf8), wanted: .all, limits: .standard)
        }
        let irregularity = try #require(failure?.irregularity)
        #expect(irregularity.kind == .malformed)
        #expect(irregularity.cause == example.cause)
        #expect(irregularity.span.keyPath == example.keyPath)
        let element = irregularity.span.element
        #expect(element.lines?.start.line == example.line)
        #expect(element.lines?.start.column == example.column)
        let bytes = Array(example.text.utf8)[element.byteOffset..<(element.byteOffset + element.byteLength)]
        #expect(String(decoding: bytes, as: UTF8.self) == example.named)
    }

    static let encodings: [(bytes: [UInt8], cause: String, offset: Int)] = [
        ([0xFF, 0xFE, 0, 0, 0x28, 0, 0, 0], "the text is in UTF-32; only UTF-8 and UTF-16 are supported", 0),
        ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x28], "the text is in UTF-32; only UTF-8 and UTF-16 are supported", 0),
        ([0xFF, 0xFE, 0x28, 0, 0x29], "the UTF-16 text ends in the middle of a character", 4),
        ([0x28, 0xE9, 0x29], "expected a value or `)`, found bytes that are not text", 1),
    ]

    @Test(arguments: encodings)
    func refusesOtherEncodings(bytes: [UInt8], cause: String, offset: Int) {
        let failure = #expect(throws: PropertyListError.self) {
            try OpenStepPropertyReader.read(bytes, wanted: .all, limits: .standard)
        }
        #expect(failure?.irregularity?.cause == cause)
        #expect(failure?.irregularity?.span.element.byteOffset == offset)
    }

    /// A key of megabytes must not make a message of megabytes.
    @Test func shortensWhatItQuotes() {
        let text = "{ \(String(repeating: "k", count: 100_000)) x"
        let failure = #expect(throws: PropertyListError.self) {
            try OpenStepPropertyReader.read(Array(text.utf8), wanted: .all, limits: .standard)
        }
        let quoted = String(repeating: "k", count: 60)
        #expect(failure?.irregularity?.cause == "expected `=` after the key `\(quoted)…`, found `x`")
        #expect((failure?.irregularity?.span.keyPath.utf8.count ?? 0) < 300)
    }
}
