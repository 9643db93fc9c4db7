import SchemeManifests
import SchemeModel
import Testing

struct XMLEncodingTests {
    private func manifest(_ encoding: String, _ text: [UInt8]) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<dict><key>k</key><string>".utf8) + text
            + Array("</string></dict>".utf8)
    }

    @Test(
        arguments: [
            ("UTF-8", [0xC3, 0xA9], "é"), ("utf8", [0xC3, 0xA9], "é"), ("US-ASCII", [0x65], "e"),
            ("ascii", [0xE9], "é"),
            ("ISO-8859-1", [0xE9, 0x80], "é\u{80}"),
            ("latin1", [0xE9], "é"), ("Windows-1252", [0xE9, 0x80, 0x9F], "é€Ÿ"), ("cp1252", [0x93, 0x94], "“”"),
        ] as [(String, [UInt8], String)]
    )
    func allowedEncodingsAreRead(_ name: String, bytes: [UInt8], text: String) throws {
        let input = manifest(name, bytes)
        let reading = Reading(input)
        let node = try #require(reading.node("k"), "\(name)")
        #expect(node.content == .scalar(.string(text)))
        let inner = try #require(node.text)
        #expect(Array(input[inner.byteOffset..<inner.byteOffset + inner.byteLength]) == bytes)
        #expect(inner.columnsUTF16 == "2:27-2:\(27 + text.utf16.count)")
        #expect(reading.document?.irregularities == [])
    }

    /// As CoreFoundation does, also in keys. U+FEFF elsewhere is a character like others.
    @Test(arguments: [
        ("\u{FEFF}a", "a"), ("\u{FEFF}", ""), ("\u{FEFF}\u{FEFF}a", "\u{FEFF}a"), ("&#xFEFF;a", "a"),
        ("<![CDATA[\u{FEFF}a]]>", "a"), ("<![CDATA[]]>\u{FEFF}a", "a"), ("\u{FEFF}&amp;\u{FEFF}", "&\u{FEFF}"),
        ("a\u{FEFF}", "a\u{FEFF}"), (" \u{FEFF}", " \u{FEFF}"),
    ])
    func aByteOrderMarkAtTheStartOfTextIsRemoved(_ text: String, expected: String) throws {
        let reading = Reading("<dict><key>\(text)</key><string>\(text)</string></dict>")
        let entry = PropertyValue.Entry(key: ByteString(expected), value: .string(expected))
        #expect(reading.document?.root.plain == .dictionary([entry]))
        #expect(reading.document?.rootKeys == [ByteString(expected)])
        #expect(reading.slice(reading.document?.root.members?.first?.value.text) == text)
    }

    @Test func aByteOrderMarkBeforeANumberIsRemoved() {
        #expect(Reading("<real>\u{FEFF}1.5</real>").document?.root.plain == .real(1.5))
        #expect(Reading("<integer>\u{FEFF}1</integer>").malformed != nil)
    }

    @Test(arguments: [
        ("Shift_JIS", "the encoding `Shift_JIS` is not supported"),
        ("EBCDIC-CP-US", "the encoding `EBCDIC-CP-US` is not supported"),
        ("", "the encoding `` is not supported"),
        ("UTF-16", "the XML declaration names UTF-16, but the bytes are not UTF-16"),
    ])
    func otherEncodingsAreRefused(_ name: String, cause: String) {
        let reading = Reading(manifest(name, [0x65]))
        #expect(reading.malformed?.cause == cause)
        #expect(reading.malformed?.span.element.columns == "1:31-1:\(31 + name.utf8.count)")
    }

    /// As CoreFoundation looks for it: at the very beginning, before the first `?` or `>`, without blanks.
    @Test(arguments: [
        "<?xml version=\"1?0\" encoding=\"koi8-r\"?>", "<?xml version=\"1>0\" encoding=\"latin1\"?>",
        "<?xml encoding = \"latin1\"?>", "\n<?xml encoding=\"latin1\"?>", "<?xml encoding=latin1?>",
        "<?xml encoding=\"latin1?>", "<?xm encoding=\"latin1\"?>",
    ])
    func whatIsNoDeclarationOfAnEncoding(_ declaration: String) {
        #expect(Reading(declaration + "<string>é</string>").document?.root.content == .scalar(.string("é")))
    }

    /// Foundation refuses it as well.
    @Test func anEncodingThatIsNotClosedGoesOnToTheNextQuote() {
        let reading = Reading("<?xml encoding=\"UTF-8?>\n<!DOCTYPE plist PUBLIC \"x\"><string>a</string>")
        #expect(reading.malformed?.cause == "the encoding `UTF-8?>` is not supported")
    }

    /// What the preprocessor leaves out does not count.
    @Test func anEncodingBehindPreprocessorLinesIsRead() {
        let text =
            Array("#include \"a.h\"\n<?xml encoding=\"latin1\"?><string>".utf8) + [0xE9] + Array("</string>".utf8)
        #expect(Reading(text).document?.root.content == .scalar(.string("é")))
    }

    @Test func thirtyTwoBitsAreRefused() {
        let units = "<dict/>".utf8.flatMap { byte -> [UInt8] in [0, 0, 0, byte] }
        #expect(Reading(units).malformed?.cause == "the encoding UTF-32 is not supported")
        #expect(
            Reading([0, 0, 0xFE, 0xFF] + units).malformed?.cause == "the encoding UTF-32 is not supported"
        )
    }

    @Test func aByteOrderMarkOutweighsTheDeclaration() {
        let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><string>é</string>"
        #expect(Reading("\u{FEFF}" + text).document?.root.content == .scalar(.string("é")))
        #expect(Reading(utf16(text, isBigEndian: true, mark: true)).document?.root.content == .scalar(.string("é")))
    }

    /// Foundation and Python's plistlib refuse the first of these, too.
    @Test(arguments: [("UTF-8", false), ("UTF-16", true), ("utf-16le", true)], [true, false])
    func aByteOrderThatIsNotMarkedMustNotBeDenied(_ encoding: (name: String, isRead: Bool), isBigEndian: Bool) {
        let text = "<?xml version=\"1.0\" encoding=\"\(encoding.name)\"?><string>é</string>"
        let reading = Reading(utf16(text, isBigEndian: isBigEndian, mark: false))
        #expect(reading.document?.root.content == (encoding.isRead ? .scalar(.string("é")) : nil))
        guard !encoding.isRead else { return }
        let cause = "the XML declaration names `UTF-8`, but the bytes are UTF-16 without a byte order mark"
        #expect(reading.malformed?.cause == cause)
        #expect(reading.malformed?.span.element.columns == "1:31-1:36")
        #expect(reading.malformed?.span.element.byteOffset == 60)
    }

    /// Foundation and Python's plistlib refuse these as well, whether anybody wants the text or not.
    @Test(
        arguments: [
            ("UTF-8", [0x61, 0xE9, 0x62], 1, "the byte 0xE9 is not UTF-8; save the file as UTF-8"),
            ("UTF-8", [0xC3, 0xA9, 0xC3], 2, "the byte 0xC3 is not UTF-8; save the file as UTF-8"),
            ("UTF-8", [0x61, 0xED, 0xA0, 0x80], 1, "the byte 0xED is not UTF-8; save the file as UTF-8"),
            ("UTF-8", [0xC0, 0xAF], 0, "the byte 0xC0 is not UTF-8; save the file as UTF-8"),
            ("UTF-8", [0xF4, 0x90, 0x80, 0x80], 0, "the byte 0xF4 is not UTF-8; save the file as UTF-8"),
            ("utf8", Array("<![CDATA[".utf8) + [0xFF] + Array("]]>".utf8), 9, "the byte 0xFF is not UTF-8; "),
            ("utf8", Array("&amp;".utf8) + [0x80], 5, "the byte 0x80 is not UTF-8; save the file as UTF-8"),
            (
                "cp1252", [0xE9, 0x81], 1,
                "the byte 0x81 is not a character in the declared encoding"
            ),
        ] as [(String, [UInt8], Int, String)],
        [WantedKeys.all, WantedKeys(names: [])]
    )
    func bytesThatAreNoTextMakeItMalformed(
        _ input: (name: String, bytes: [UInt8], offset: Int, cause: String),
        wanted: WantedKeys
    ) throws {
        let head = manifest(input.name, []).count - "</string></dict>".utf8.count
        let malformed = try #require(Reading(manifest(input.name, input.bytes), wanted: wanted).malformed)
        #expect(malformed.cause?.hasPrefix(input.cause) == true, "\(malformed.cause ?? "")")
        #expect(malformed.span.element.byteOffset == head + input.offset)
        #expect(malformed.span.element.byteLength == 1)
        #expect(malformed.span.element.lines?.start.line == 2)
        // The one column before it that is not one byte of the input is the é of Windows-1252.
        let column = 27 + input.offset + (input.name == "cp1252" ? 1 : 0)
        #expect(malformed.span.element.lines?.start.column == column)
    }

    @Test func keysOfBytesThatAreNoTextMakeItMalformed() {
        let bytes = Array("<dict>\r\n<key>k".utf8) + [0xFF] + Array("</key><true/></dict>".utf8)
        #expect(Reading(bytes, wanted: WantedKeys(names: [])).malformed?.span.element.columns == "2:7-2:8")
    }

    /// Nobody's value is there; Foundation reads these files.
    @Test(arguments: ["<!-- é -->", "<?note é?>", "<!DOCTYPE é>"])
    func bytesOfCommentsAreNoBodysBusiness(_ text: String) {
        let bytes = Array(text.utf8).filter { $0 != 0xC3 } + Array("<string>a</string>".utf8)
        #expect(Reading(bytes).document?.root.content == .scalar(.string("a")))
    }

    /// As Foundation reads it: bytes beyond ASCII are taken for ISO-8859-1.
    @Test func bytesBeyondTheDeclaredASCIIAreLatin1() {
        #expect(Reading(manifest("us-ascii", [0xC3, 0xA9])).node("k")?.content == .scalar(.string("Ã©")))
    }

    @Test(
        arguments: [
            ("<string>\u{1}</string>", 0xD800, "1:9"), ("<string>é\u{1}x</string>", 0xDC00, "1:11"),
            ("<dict>\n<key>\u{1}</key><true/></dict>", 0xDBFF, "2:6"),
            ("<!-- \u{1} --><true/>", 0xDFFF, "1:6"),
        ],
        [true, false]
    )
    func loneSurrogatesMakeItMalformed(_ input: (text: String, unit: UInt16, place: String), isBigEndian: Bool) {
        let bytes = utf16(input.text, isBigEndian: isBigEndian, mark: true)
        let index = Array(input.text.utf16).firstIndex(of: 1).map { 2 + 2 * $0 } ?? 0
        var damaged = bytes
        damaged[index] = UInt8(isBigEndian ? input.unit >> 8 : input.unit & 0xFF)
        damaged[index + 1] = UInt8(isBigEndian ? input.unit & 0xFF : input.unit >> 8)
        let malformed = Reading(damaged).malformed
        let name = "0x" + String(input.unit, radix: 16, uppercase: true)
        #expect(malformed?.cause == "the UTF-16 code unit \(name) is an unpaired surrogate")
        #expect(malformed?.span.element.byteOffset == index && malformed?.span.element.byteLength == 2)
        #expect(malformed?.span.element.columns.hasPrefix(input.place + "-") == true)
    }

    @Test func surrogatesInPairsAreText() {
        let text = "<string>😀</string>"
        #expect(Reading(utf16(text, isBigEndian: true, mark: true)).document?.root.content == .scalar(.string("😀")))
    }
}
