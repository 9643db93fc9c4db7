import SchemeManifests
import SchemeModel
import Testing
import TestSupport

struct XMLLimitTests {
    private static func nested(_ tag: String, _ count: Int) -> String {
        String(repeating: "<\(tag)>", count: count) + String(repeating: "</\(tag)>", count: count)
    }

    @Test(arguments: ["array", "plist"])
    func nestingIsBoundedInEveryEncoding(_ tag: String) {
        let text = Self.nested(tag, TestScale.pick(20_000, torture: 200_000))
        #expect(Reading(text).overLimit == "levels of nesting")
        #expect(Reading(utf16(text, isBigEndian: true, mark: true)).overLimit == "levels of nesting")
        #expect(Reading(utf16(text, isBigEndian: false, mark: true)).overLimit == "levels of nesting")
        #expect(Reading(utf16(text, isBigEndian: false, mark: false)).overLimit == "levels of nesting")
    }

    @Test func unwantedAndUnclosedNestingIsBoundedToo() {
        let count = TestScale.pick(20_000, torture: 200_000)
        let text = "<dict><key>k</key>" + String(repeating: "<dict><key>k</key>", count: count)
        #expect(Reading(text, wanted: WantedKeys(names: [])).overLimit == "levels of nesting")
    }

    @Test func theDeepestAllowedListIsRead() {
        var limits = Limits()
        limits.depth = 5
        #expect(Reading(Self.nested("array", 5), limits: limits).document != nil)
        #expect(Reading(Self.nested("array", 6), limits: limits).overLimit == "levels of nesting")
        #expect(Reading("<plist>\(Self.nested("array", 4))</plist>", limits: limits).document != nil)
        #expect(Reading("<plist>\(Self.nested("array", 5))</plist>", limits: limits).overLimit == "levels of nesting")
        #expect(Reading(Self.nested("array", Limits.standard.depth)).document != nil)
    }

    @Test func conditionalLinesAreBoundedToo() {
        #expect(
            Reading(String(repeating: "#if A\n", count: 100_000) + "<dict/>").overLimit
                == "levels of preprocessor conditionals"
        )
    }

    @Test func objectsTextAndBytesAreBounded() {
        var limits = Limits()
        limits.objectVisits = 4
        #expect(Reading("<array><true/><true/><true/></array>", limits: limits).document != nil)
        #expect(Reading("<array><true/><true/><true/><true/></array>", limits: limits).overLimit == "objects")
        #expect(Reading("<dict><key>a</key><true/><key>b</key><true/></dict>", limits: limits).overLimit == "objects")
        limits.textBytes = 10
        #expect(Reading("<array><string>12345</string><string>67890</string></array>", limits: limits).document != nil)
        #expect(
            Reading("<array><string>12345</string><string>678901</string></array>", limits: limits).overLimit
                == "bytes of text"
        )
        limits.manifestBytes = 20
        #expect(Reading("<array><true/></array>", limits: limits).overLimit == "bytes")
    }

    /// A lot of each thing that is skipped over, told or collected: what is not linear does not end.
    @Test(arguments: [
        "<!---->", "<?a?>", " ", "#if A\n#endif\n", "#define A\n", "<true/>", "<string>&#65;</string>",
        "<dict><key>k</key>", "x", "<![CDATA[",
    ])
    func largeInputsEnd(_ part: String) {
        let count = TestScale.pick(256, torture: 1024) * 1024 / part.utf8.count - 1
        let bytes = Array("<array>\n".utf8) + Array(repeatElement(Array(part.utf8), count: count).joined())
        let reading = Reading(bytes, wanted: WantedKeys(names: []))
        #expect(reading.document == nil)
    }
}
