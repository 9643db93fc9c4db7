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

    @Test(arguments: [
        ("Shift_JIS", "the encoding `Shift_JIS` is not one that can be read"),
        ("EBCDIC-CP-US", "the encoding `EBCDIC-CP-US` is not one that can be read"),
        ("", "the encoding `` is not one that can be read"),
        ("UTF-16", "the XML declaration says UTF-16, and the bytes are not UTF-16"),
    ])
    func otherEncodingsAreRefused(_ name: String, cause: String) {
        let reading = Reading(manifest(name, [0x65]))
        #expect(reading.malformed?.cause == cause)
        #expect(reading.malformed?.span.element.columns == "1:31-1:\(31 + name.utf8.count)")
    }

    @Test func thirtyTwoBitsAreRefused() {
        let units = "<dict/>".utf8.flatMap { byte -> [UInt8] in [0, 0, 0, byte] }
        #expect(Reading(units).malformed?.cause == "the encoding UTF-32 is not one that can be read")
        #expect(
            Reading([0, 0, 0xFE, 0xFF] + units).malformed?.cause == "the encoding UTF-32 is not one that can be read"
        )
    }

    @Test func aByteOrderMarkOutweighsTheDeclaration() {
        let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><string>é</string>"
        #expect(Reading("\u{FEFF}" + text).document?.root.content == .scalar(.string("é")))
        #expect(Reading(utf16(text, isBigEndian: true, mark: true)).document?.root.content == .scalar(.string("é")))
    }

    @Test(
        arguments: [("UTF-8", [0x61, 0xE9, 0x62]), ("UTF-8", [0x61, 0xED, 0xA0, 0x80, 0x62])] as [(String, [UInt8])]
    )
    func bytesThatAreNoTextAreReplacedAndTold(_ name: String, bytes: [UInt8]) throws {
        let reading = Reading(manifest(name, bytes))
        guard case .scalar(.string(let text))? = reading.node("k")?.content else {
            Issue.record("no text: \(String(describing: reading.malformed))")
            return
        }
        #expect(text.hasPrefix("a\u{FFFD}") && text.hasSuffix("\u{FFFD}b"))
        #expect(reading.document?.irregularities.map(\.kind) == [.undecodableText])
        #expect(reading.document?.irregularities.map(\.span.keyPath) == ["k"])
        #expect(reading.document?.irregularities.first?.span.text?.byteLength == bytes.count)
    }

    @Test func undecodableKeysAndUnwantedTextAreTold() {
        let bytes =
            Array("<dict><key>".utf8) + [0xFF] + Array("</key><string>".utf8) + [0xFF] + Array("</string></dict>".utf8)
        let reading = Reading(bytes, wanted: WantedKeys(names: []))
        #expect(reading.document?.irregularities.map(\.kind) == [.undecodableText, .undecodableText])
        #expect(reading.document?.rootKeys == ["\u{FFFD}"])
    }

    @Test func loneSurrogatesAreReplacedAndTold() throws {
        let units: [UInt16] =
            Array("<array><string>".utf16) + [0xD800] + Array("x".utf16) + [0xDC00, 0xD83D, 0xDE00]
            + Array("</string></array>".utf16)
        let reading = Reading([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(reading.node(0)?.content == .scalar(.string("\u{FFFD}x\u{FFFD}😀")))
        #expect(reading.document?.irregularities.map(\.kind) == [.undecodableText, .undecodableText])
        #expect(reading.document?.irregularities.map(\.span.element.byteOffset) == [32, 36])
        #expect(reading.document?.irregularities.map(\.span.element.byteLength) == [2, 2])
    }
}
