import Foundation
import SchemeManifests
import SchemeModel
import Testing

@Suite struct OpenStepPropertyReaderTests {
    private static func read(
        _ text: String,
        wanted: WantedKeys = .all,
        limits: Limits = .standard
    ) throws(PropertyListError) -> PropertyDocument {
        try OpenStepPropertyReader.read(Array(text.utf8), wanted: wanted, limits: limits)
    }

    private static func entry(_ key: ByteString, _ value: PropertyValue) -> PropertyValue.Entry {
        PropertyValue.Entry(key: key, value: value)
    }

    // MARK: Values

    static let values: [(text: String, value: PropertyValue)] = [
        ("{}", .dictionary([])),
        ("()", .array([])),
        ("{ a = b; }", .dictionary([entry("a", .string("b"))])),
        ("{a=b;c=d;}", .dictionary([entry("a", .string("b")), entry("c", .string("d"))])),
        ("(a, b)", .array([.string("a"), .string("b")])),
        ("(a, b, )", .array([.string("a"), .string("b")])),
        (
            "{ a = (b, {c = (); }); }",
            .dictionary([entry("a", .array([.string("b"), .dictionary([entry("c", .array([]))])]))])
        ),
        ("(-1.5:$/_)", .array([.string("-1.5:$/_")])),
        ("(http://x/y)", .array([.string("http://x/y")])),
        (
            "(\"a b\", 'it is \"so\"', \"it's\", \"\", '')",
            .array([.string("a b"), .string("it is \"so\""), .string("it's"), .string(""), .string("")])
        ),
        ("(\"two\nlines\")", .array([.string("two\nlines")])),
        ("(\"é😀\")", .array([.string("é😀")])),
        ("(\"x\u{0}y\")", .array([.string("x\u{0}y")])),
        ("<>", .data(count: 0)),
        ("(<0fbd77 1C2735ae\n>)", .array([.data(count: 7)])),
        ("{ a /* x */ = // y\n b /* {{{ */ ; }", .dictionary([entry("a", .string("b"))])),
        ("// !$*UTF8*$!\n{ a = b; }", .dictionary([entry("a", .string("b"))])),
        ("/**/()/*/*/", .array([])),
        ("() // the end", .array([])),
        ("() /* Foundation asks for no end here", .array([])),
        ("\u{2028}(\u{2029}a\u{B}\u{C}) // x\u{2028}", .array([.string("a")])),
        ("\"quoted\"", .string("quoted")),
        ("a = b; \"c\" = (d);", .dictionary([entry("a", .string("b")), entry("c", .array([.string("d")]))])),
        ("\"short\";", .dictionary([entry("short", .string("short"))])),
        ("{ short; a = b; }", .dictionary([entry("a", .string("b")), entry("short", .string("short"))])),
        ("{ \"\" = x; }", .dictionary([entry("", .string("x"))])),
    ]

    @Test(arguments: values)
    func readsValues(text: String, value: PropertyValue) throws {
        let document = try Self.read(text)
        #expect(Plain.value(document.root) == value)
        #expect(document.irregularities.isEmpty)
        #expect(document.format == .openStep)
        #expect(Self.foundation(Array(text.utf8)) == value)
    }

    /// What Foundation reads; `nil` where it reads nothing.
    private static func foundation(_ bytes: [UInt8]) -> PropertyValue? {
        let value = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        return value.flatMap { Plain.value(foundation: $0) }
    }

    static let escapes: [(text: String, expected: String)] = [
        (#"\a\b\f\n\r\t\v"#, "\u{7}\u{8}\u{C}\n\r\t\u{B}"),
        (#"\"\'\\"#, "\"'\\"),
        (#"\q\x41\é\😀"#, "qx41é😀"),
        ("a\\\nb", "a\nb"),
        (#"\0\7\07\012\1234"#, "\u{0}\u{7}\u{7}\nS4"),
        (#"\777\400"#, "\u{0}\u{0}"),
        (#"\8"#, "8"),
        (#"\200\241\341\375"#, "\u{A0}¡Æÿ"),
        (#"\376\377"#, "\u{0}\u{0}"),
        (#"\U00e9\U2014\U1F60"#, "é—ὠ"),
        (#"\U41\U4\Ug\U"#, "A\u{4}\u{0}g\u{0}"),
        (#"\U00e9e"#, "ée"),
        (#"\UD83D\UDE00\ud83d"#, "😀ud83d"),
        (#"\u0041"#, "u0041"),
    ]

    @Test(arguments: escapes)
    func readsEscapes(text: String, expected: String) throws {
        let file = "{ key = \"\(text)\"; }"
        let document = try Self.read(file)
        #expect(Plain.value(document.root)["key"]?.string.map { Array($0.utf16) } == Array(expected.utf16))
        #expect(document.irregularities.isEmpty)
        #expect(Plain.value(document.root) == Self.foundation(Array(file.utf8)))
    }

    /// CoreFoundation's table of NeXT's encoding is the one that counts.
    @Test func readsEveryOctalEscapeAsFoundationDoes() throws {
        let file = "(" + (0...255).map { "\"\\\(String($0, radix: 8))\"," }.joined() + ")"
        #expect(Plain.value(try Self.read(file).root) == Self.foundation(Array(file.utf8)))
    }

    static let encodings: [(name: String, mark: [UInt8], isBigEndian: Bool)] = [
        ("UTF-16BE with a mark", [0xFE, 0xFF], true),
        ("UTF-16LE with a mark", [0xFF, 0xFE], false),
        ("UTF-16BE", [], true),
        ("UTF-16LE", [], false),
    ]

    private static func utf16(_ units: [UInt16], isBigEndian: Bool) -> [UInt8] {
        units.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }

    @Test(arguments: encodings)
    func readsUTF16(name: String, mark: [UInt8], isBigEndian: Bool) throws {
        let text = "{ \"é\" = \"a😀\";\n u; }"
        let bytes = mark + Self.utf16(Array(text.utf16), isBigEndian: isBigEndian)
        let document = try OpenStepPropertyReader.read(bytes, wanted: .all, limits: .standard)
        #expect(
            Plain.value(document.root)
                == .dictionary([Self.entry("u", .string("u")), Self.entry("é", .string("a😀"))])
        )
        guard case .dictionary(let members) = document.root.content, let first = members.first else {
            Issue.record("the root is no dictionary")
            return
        }
        #expect(first.value.text?.byteOffset == mark.count + 2 * 9)
        #expect(first.value.text?.byteLength == 6)
        #expect(first.value.text?.lines?.start == TextPosition(line: 1, column: 11, columnUTF16: 10))
        #expect(first.value.text?.lines?.end == TextPosition(line: 1, column: 16, columnUTF16: 13))
    }

    @Test func skipsTheMarkOfUTF8() throws {
        let document = try Self.read("\u{FEFF}(a)")
        #expect(document.root.element.byteOffset == 3)
        #expect(document.root.element.lines?.start.column == 1)
    }

    // MARK: Places

    @Test func showsThePlacesOfValues() throws {
        let text = "{\r\n  key = \"é v\"; /* c */\n\t'k 2' = (word, <0A>);\n}"
        let document = try Self.read(text)
        func range(_ piece: String, _ line: Int, _ column: Int, utf16: Int, length: Int? = nil) throws -> SourceRange {
            let lower = try #require(text.range(of: piece)).lowerBound
            let bytes = piece.utf8.count
            return SourceRange(
                byteOffset: text.utf8.distance(from: text.startIndex, to: lower),
                byteLength: bytes,
                lines: .init(
                    start: TextPosition(line: line, column: column, columnUTF16: column),
                    end: TextPosition(line: line, column: column + bytes, columnUTF16: utf16)
                )
            )
        }
        let first = PropertyNode(
            .scalar(.string("é v")),
            element: try range("\"é v\"", 2, 9, utf16: 14),
            text: try range("é v", 2, 10, utf16: 13)
        )
        let word = PropertyNode(
            .scalar(.string("word")),
            element: try range("word", 3, 11, utf16: 15),
            text: try range("word", 3, 11, utf16: 15)
        )
        let data = PropertyNode(
            .scalar(.data(count: 1)),
            element: try range("<0A>", 3, 17, utf16: 21),
            text: try range("0A", 3, 18, utf16: 20)
        )
        let array = PropertyNode(.array([word, data]), element: try range("(word, <0A>)", 3, 10, utf16: 22))
        var whole = try range(text, 1, 1, utf16: 0)
        whole.lines?.end = TextPosition(line: 4, column: 2, columnUTF16: 2)
        let expected = PropertyNode(
            .dictionary([
                .init(key: "key", keyRange: try range("key", 2, 3, utf16: 6), value: first),
                .init(key: "k 2", keyRange: try range("'k 2'", 3, 2, utf16: 7), value: array),
            ]),
            element: whole
        )
        #expect(document.root == expected)
    }

    @Test func rootOfAStringsFileGoesFromItsFirstKeyToItsLastSemicolon() throws {
        let document = try Self.read("/* c */ a = b ;\n// d\n")
        #expect(document.root.element.byteOffset == 8)
        #expect(document.root.element.byteLength == 7)
        #expect(document.rootKeys == ["a"])
    }

    @Test func keepsOnlyWhatIsWanted() throws {
        let text = "{ a = (1); CFBundleURLTypes = (2); \"CFBundleURLTypes~ipad\" = 3; z = { a = 4; a = 5; }; }"
        let wanted = WantedKeys(names: [], prefixes: ["CFBundleURLTypes"])
        let document = try Self.read(text, wanted: wanted)
        #expect(document.rootKeys == ["a", "CFBundleURLTypes", "CFBundleURLTypes~ipad", "z"])
        #expect(
            Plain.value(document.root)
                == .dictionary([
                    Self.entry("CFBundleURLTypes", .array([.string("2")])),
                    Self.entry("CFBundleURLTypes~ipad", .string("3")),
                ])
        )
        #expect(document.irregularities.map(\.span.keyPath) == ["z.a"])
    }

    // MARK: Irregularities

    @Test func lastOfEqualKeysCounts() throws {
        let text = "{ x = ({ a = first; b = 1; a = last; }); x = 2; }"
        let document = try Self.read("(\(text))")
        #expect(Plain.value(document.root) == .array([.dictionary([Self.entry("x", .string("2"))])]))
        #expect(document.irregularities.map(\.kind) == [.duplicateKey, .duplicateKey])
        #expect(document.irregularities.map(\.subject) == ["a", "x"])
        #expect(document.irregularities.map(\.span.keyPath) == ["[0].x[0].a", "[0].x"])
        #expect(document.irregularities.map(\.span.key?.byteOffset) == [28, 42])
        #expect(document.irregularities.map(\.span.element.byteOffset) == [32, 46])
        #expect(document.irregularities.map(\.related?.byteOffset) == [10, 3])
    }

    /// Swift takes these two for equal; they are different bytes.
    @Test func comparesKeysByTheirBytes() throws {
        let document = try Self.read("{ \"\u{E9}\" = 1; \"e\u{301}\" = 2; }")
        #expect(document.rootKeys.count == 2)
        #expect(document.irregularities.isEmpty)
    }

    static let undecodable: [(bytes: [UInt8], place: Range<Int>, cause: String)] = [
        ([0x22, 0x61, 0xE9, 0x22], 2..<3, "the byte 0xE9 is not UTF-8; save the file as UTF-8"),
        ([0x22, 0xC3, 0x28, 0x22], 1..<2, "the byte 0xC3 is not UTF-8; save the file as UTF-8"),
        (
            Array(#""\UD83Dx""#.utf8), 1..<8,
            "an escape is an unpaired UTF-16 surrogate"
        ),
        (Array(#""\UDE00\UD83D""#.utf8), 1..<13, "an escape is an unpaired UTF-16 surrogate"),
    ]

    @Test(arguments: undecodable)
    func rejectsInvalidText(bytes: [UInt8], place: Range<Int>, cause: String) throws {
        let failure = #expect(throws: PropertyListError.self) {
            try OpenStepPropertyReader.read(
                Array("{ key = (".utf8) + bytes + Array("); }".utf8),
                wanted: .all,
                limits: .standard
            )
        }
        let irregularity = try #require(failure?.irregularity)
        #expect(irregularity.cause?.hasPrefix(cause) == true, "\(irregularity.cause ?? "")")
        #expect(irregularity.span.keyPath == "key[0]")
        #expect(irregularity.span.element.byteOffset == 9 + place.lowerBound)
        #expect(irregularity.span.element.byteLength == place.count)
    }

    /// U+FFFD that was written is text; a surrogate that stands alone is not.
    @Test(arguments: [0xD800 as UInt16, 0xDC00])
    func refusesLoneSurrogatesOfUTF16(unit: UInt16) throws {
        func read(_ unit: UInt16, isBigEndian: Bool) throws(PropertyListError) -> PropertyDocument {
            let units = [0xFEFF] + Array("(\"é\u{FFFD}".utf16) + [unit] + Array("\", ok)".utf16)
            let bytes = Self.utf16(units, isBigEndian: isBigEndian)
            return try OpenStepPropertyReader.read(bytes, wanted: .all, limits: .standard)
        }
        for isBigEndian in [true, false] {
            let failure = #expect(throws: PropertyListError.self) { try read(unit, isBigEndian: isBigEndian) }
            let irregularity = try #require(failure?.irregularity)
            let name = "0x" + String(unit, radix: 16, uppercase: true)
            #expect(irregularity.cause?.hasPrefix("the UTF-16 code unit \(name) is an unpaired surrogate") == true)
            #expect(irregularity.span.element.byteOffset == 10 && irregularity.span.element.byteLength == 2)
            let document = try read(0xFFFD, isBigEndian: isBigEndian)
            #expect(Plain.value(document.root) == .array([.string("é\u{FFFD}\u{FFFD}"), .string("ok")]))
        }
    }

    /// Comments of old tools hold bytes of old encodings.
    @Test func ignoresBytesOfComments() throws {
        let bytes = Array("/* ".utf8) + [0x8E, 0xFF] + Array(" */ (a)".utf8)
        let document = try OpenStepPropertyReader.read(bytes, wanted: .all, limits: .standard)
        #expect(document.irregularities.isEmpty)
    }

    // MARK: Limits

    @Test(arguments: [
        ("((((a))))", "levels of nesting", 4),
        ("{a={a={a={a=1;};};};}", "levels of nesting", 4),
        ("(a,(b),{c=d;})", "objects", 7),
        ("{abc=defg;}", "bytes of text", 7),
    ])
    func staysWithinLimits(text: String, what: String, needed: Int) {
        func failure(_ limit: Int) -> PropertyListError? {
            var limits = Limits.standard
            switch what {
            case "objects": limits.objectVisits = limit
            case "bytes of text": limits.textBytes = limit
            default: limits.depth = limit
            }
            do {
                _ = try Self.read(text, limits: limits)
                return nil
            } catch {
                return error
            }
        }
        #expect(failure(needed) == nil)
        #expect(failure(needed - 1) == .overLimit(what: what, limit: needed - 1))
    }

    @Test(arguments: ["(", "{a=", "({a=("])
    func survivesDepth(opening: String) {
        var limits = Limits.standard
        limits.depth = 100_000
        let text = String(repeating: opening, count: 20_000)
        let failure = #expect(throws: PropertyListError.self) { try Self.read(text, limits: limits) }
        #expect(failure?.irregularity?.cause?.hasSuffix("opened on line 1 is not closed") == true)
    }
}
