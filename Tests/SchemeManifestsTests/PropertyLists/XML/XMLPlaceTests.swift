import SchemeManifests
import SchemeModel
import Testing

struct XMLPlaceTests {
    /// The manifest with a value under `a` and others that move it about.
    private static func manifest(_ newline: String) -> String {
        [
            "<?xml version=\"1.0\"?>", "<plist version=\"1.0\">", "<!-- <key>a</key> é",
            "  more --><dict>", "\t<key>a</key>", "\t<string>wallet</string>", "</dict>", "</plist>", "",
        ].joined(separator: newline)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func lineEndsDoNotMoveLines(_ newline: String) throws {
        let reading = Reading(Self.manifest(newline))
        let node = try #require(reading.node("a"))
        #expect(node.content == .scalar(.string("wallet")))
        #expect(node.element.columns == "6:2-6:25")
        #expect(node.text?.columns == "6:10-6:16")
        #expect(reading.slice(node.element) == "<string>wallet</string>")
        #expect(reading.slice(node.text) == "wallet")
        #expect(reading.document?.root.element.columns == "4:11-7:8")
    }

    @Test func aByteOrderMarkIsNoColumn() throws {
        let reading = Reading("\u{FEFF}<dict><key>a</key><string>x</string></dict>")
        let node = try #require(reading.node("a"))
        #expect(node.element.columns == "1:19-1:37")
        #expect(node.element.byteOffset == 21)
        #expect(reading.slice(node.text) == "x")
    }

    @Test(arguments: [true, false], [true, false])
    func placesInUTF16AreThoseOfTheInput(isBigEndian: Bool, mark: Bool) throws {
        let text = "<dict>\n<key>é😀</key><string>wallet</string></dict>"
        let reading = Reading(utf16(text, isBigEndian: isBigEndian, mark: mark))
        let node = try #require(reading.node("é😀"))
        #expect(node.content == .scalar(.string("wallet")))
        #expect(node.text?.columns == "2:26-2:32")
        #expect(node.text?.columnsUTF16 == "2:23-2:29")
        let inner = try #require(node.text)
        #expect(inner.byteOffset == (mark ? 2 : 0) + 2 * (7 + 22))
        #expect(inner.byteLength == 12)
    }

    @Test func keysHaveTheirPlace() throws {
        let reading = Reading("<dict><!-- x --><key>CFBundle&#85;RLTypes</key> <array/></dict>")
        guard case .dictionary(let members)? = reading.document?.root.content else {
            Issue.record("no dictionary")
            return
        }
        #expect(members.map(\.key) == ["CFBundleURLTypes"])
        #expect(members.map { reading.slice($0.keyRange) } == ["<key>CFBundle&#85;RLTypes</key>"])
        #expect(reading.document?.rootKeys == ["CFBundleURLTypes"])
    }

    /// What is written and what it means, and where the text between the tags is.
    @Test(
        arguments: [
            ("<string>a&amp;b&#x1F600;&#233;</string>", PropertyValue.string("a&b😀é"), "a&amp;b&#x1F600;&#233;"),
            ("<string><![CDATA[<a> & ]] ]]>é</string>", .string("<a> & ]] é"), "<![CDATA[<a> & ]] ]]>é"),
            ("<string></string>", .string(""), ""), ("<string/>", .string(""), nil), ("<string />", .string(""), nil),
            ("<string\n\tx='y'>\t a\r\n </string\n>", .string("\t a\r\n "), "\t a\r\n "),
            ("<string>a>]]></string>", .string("a>]]>"), "a>]]>"),
            ("<string>&#0;&#27;&#10;</string>", .string("\0\u{1B}\n"), "&#0;&#27;&#10;"),
            ("<integer> -0x1F</integer>", .integer(-31), " -0x1F"), ("<integer>+ 007</integer>", .integer(7), "+ 007"),
            ("<integer>-9223372036854775808</integer>", .integer(.min), "-9223372036854775808"),
            ("<integer>18446744073709551615</integer>", .real(0x1p64), "18446744073709551615"),
            ("<real>1.5e3</real>", .real(1500), "1.5e3"), ("<real> .5</real>", .real(0.5), " .5"),
            ("<real>2</real>", .real(2), "2"),
            ("<real>&#49;<![CDATA[2]]></real>", .real(12), "&#49;<![CDATA[2]]>"),
            ("<real>-Infinity</real>", .real(-.infinity), "-Infinity"),
            ("<true/>", .boolean(true), nil), ("<false></false>", .boolean(false), ""),
            ("<true x=''/>", .boolean(true), nil),
            ("<data>\n AAEC\n</data>", .data(count: 3), "\n AAEC\n"), ("<data></data>", .data(count: 0), ""),
            ("<date>2026-11-21T04:05:06Z</date>", .date("2026-11-21T04:05:06Z"), "2026-11-21T04:05:06Z"),
        ] as [(String, PropertyValue, String?)]
    )
    func scalarsKeepTextAndValue(_ xml: String, value: PropertyValue, text: String?) throws {
        let reading = Reading("<plist><array><true/>\(xml)<string>after</string></array></plist>")
        let node = try #require(reading.node(1), "\(String(describing: reading.malformed))")
        #expect(node.content == .scalar(value))
        #expect(reading.slice(node.element) == xml)
        #expect(reading.slice(node.text) == text)
        #expect(reading.node(2)?.content == .scalar(.string("after")))
    }

    @Test(arguments: [
        "<dict/>", "<plist><plist><dict/></plist></plist>", "<plist><dict/></plist>trailing <junk",
        "<?a b?><!-- c --><dict/>",
        "<!DOCTYPE plist SYSTEM \"file://localhost/DTDs/PropertyList.dtd\"><plist version='1.0'><dict/></plist>",
        "<plist><?pi <dict> ?><!----><dict></dict ></plist >", "<dict></dict>\u{0}",
    ])
    func rootsThatFoundationReadsAreRead(_ text: String) {
        #expect(Reading(text).document?.root.content == .dictionary([]), "\(text)")
    }

    @Test func onlyWantedMembersAreKept() throws {
        let text = """
            <dict><key>a</key><array><string>1</string></array><key>b</key><dict><key>x</key><true/></dict>
            <key>CFBundleURLTypes~ipad</key><array/></dict>
            """
        let reading = Reading(text, wanted: WantedKeys(names: ["b"], prefixes: ["CFBundleURLTypes"]))
        let expected: PropertyValue = .dictionary([
            .init(key: "b", value: .dictionary([.init(key: "x", value: .boolean(true))])),
            .init(key: "CFBundleURLTypes~ipad", value: .array([])),
        ])
        #expect(reading.document?.root.plain == expected)
        #expect(reading.document?.rootKeys == ["a", "b", "CFBundleURLTypes~ipad"])
        let none = Reading(text, wanted: WantedKeys(names: []))
        #expect(none.document?.root.content == .dictionary([]))
    }
}
