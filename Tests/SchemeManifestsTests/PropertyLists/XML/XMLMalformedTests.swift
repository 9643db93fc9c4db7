import SchemeManifests
import SchemeModel
import Testing

struct XMLMalformedTests {
    /// Each text with the place and the cause that are told of it.
    @Test(arguments: [
        (
            "<plist>\n<dict>\n<key>a</key>\n<array>\n</dict>\n</plist>", "5:1-5:8",
            "`</dict>` does not match `<array>` opened on line 4"
        ),
        ("<array>\n<stirng>x</stirng></array>", "2:1-2:9", "`<stirng>` is not a property list element"),
        ("<array><\u{0}true/></array>", "1:8-1:16", "`<\u{0}true>` is not a property list element"),
        ("<array></\u{0}array>", "1:8-1:17", "`</\u{0}array>` does not match `<array>` opened on line 1"),
        ("<html><body/></html>", "1:1-1:7", "`<html>` is not a property list element"),
        ("<dict><string>x</string></dict>", "1:7-1:15", "expected `<key>`, found `<string>`"),
        ("<dict>\n<key>a</key>\n</dict>", "2:1-2:13", "the key `a` has no value"),
        ("<dict><key>a</key>\n<key>b</key><true/></dict>", "1:7-1:19", "the key `a` has no value"),
        (
            "<array>\n<key>a</key></array>", "2:1-2:6",
            "found `<key>` inside `<array>` opened on line 1; keys are only allowed in `<dict>`"
        ),
        ("<key>a</key>", "1:1-1:6", "found `<key>` outside any dictionary; keys are only allowed in `<dict>`"),
        ("<array>\n  loose text \n</array>", "2:3-2:13", "expected an element, found the text `loose text`"),
        ("<array>#pragmatic\n</array>", "1:8-1:18", "expected an element, found the text `#pragmatic`"),
        ("<dict><key>a</key> #if X\n<true/></dict>", "1:20-1:25", "expected an element, found the text `#if X`"),
        ("hello", "1:1-1:6", "expected an element, found the text `hello`"),
        ("<array>", "1:1-1:8", "`<array>` is not closed"),
        ("<plist>\n<dict>\n</dict>\n", "1:1-1:8", "`<plist>` is not closed"),
        ("<plist><dict/><true/></plist>", "1:15-1:22", "`<plist>` has a second value, `<true>`; only one is allowed"),
        ("<plist></plist>", "1:1-1:16", "`<plist>` has no value"),
        ("<plist/>", "1:1-1:9", "`<plist>` has no value"),
        ("<array><plist><true/></plist></array>", "1:8-1:15", "`<plist>` is nested inside `<array>` opened on line 1"),
        ("</dict>", "1:1-1:8", "`</dict>` has no start tag"),
        ("<!-- nothing -->", "1:17-1:17", "the file has no elements"),
        ("<array>\n<!-- a -- ", "2:1-2:5", "the comment is not closed with `-->`"),
        ("<?xml version='1.0'", "1:1-1:3", "the processing instruction is not closed with `?>`"),
        ("<!DOCTYPE plist", "1:1-1:10", "the DOCTYPE is not closed with `>`"),
        (
            "<!DOCTYPE plist [<!ENTITY a \"&b;&b;\">]>\n<string>&a;</string>", "1:1-1:18",
            "the DOCTYPE contains declarations, which property list readers reject"
        ),
        ("<array><!DOCTYPE plist></array>", "1:8-1:17", "expected an element, found `<!DOCTYPE plist></array>`"),
        ("<array><![CDATA[x]]></array>", "1:8-1:17", "expected an element, found a CDATA section"),
        ("<string><![CDATA[x]]</string>", "1:9-1:18", "the CDATA section is not closed with `]]>`"),
        (
            "<string>a<!-- b --></string>", "1:10-1:14",
            "text contains a comment, which property list readers reject"
        ),
        ("<string>a<b/></string>", "1:10-1:14", "found `<b/>` before `<string>` is closed"),
        (
            "<array><string>a<string>\n</array>", "1:17-1:25",
            "found `<string>` before `<string>` is closed"
        ),
        ("<string>\na</strin>", "2:2-2:10", "`</strin>` does not match `<string>` opened on line 1"),
        ("<string>a</strin>", "1:10-1:18", "`</strin>` does not match `<string>`"),
        ("<string>a", "1:1-1:9", "`<string>` is not closed"),
        ("<dict", "1:1-1:6", "the tag `<dict` is not closed with `>`"),
        ("<dict\n<key>a</key></dict>", "1:1-2:1", "the tag `<dict…` is not closed with `>`"),
        ("<array></array", "1:8-1:15", "the tag `</array` is not closed with `>`"),
        ("<array>< true/></array>", "1:8-1:16", "`< true/>` has no element name"),
        ("<array></></array>", "1:8-1:11", "`</>` does not match `<array>` opened on line 1"),
        (
            "<string>a & b</string>", "1:11-1:12",
            "`&` does not start a character reference; write `&amp;` for a literal `&`"
        ),
        ("<string>&nbsp;</string>", "1:9-1:15", "`&nbsp;` is not a known entity"),
        ("<string>&#xD800;</string>", "1:9-1:17", "`&#xD800;` is not a character"),
        ("<string>&#1114112;</string>", "1:9-1:19", "`&#1114112;` is not a character"),
        ("<string>&#000000085;</string>", "1:9-1:21", "`&#000000085;` is not a character"),
        ("<string>&#x;</string>", "1:9-1:13", "`&#x;` is not a character"),
        ("<string>&#XA;</string>", "1:9-1:14", "`&#XA;` is not a character"),
        ("<dict><key>&a;</key><true/></dict>", "1:12-1:15", "`&a;` is not a known entity"),
        ("<integer>12x</integer>", "1:1-1:23", "`<integer>` contains `12x`, which is not a 64-bit integer"),
        (
            "<integer>18446744073709551616</integer>", "1:1-1:40",
            "`<integer>` contains `18446744073709551616`, which is not a 64-bit integer"
        ),
        ("<integer></integer>", "1:1-1:20", "`<integer>` is empty"), ("<integer/>", "1:1-1:11", "`<integer>` is empty"),
        ("<real>1,5</real>", "1:1-1:17", "`<real>` contains `1,5`, which is not a number"),
        (
            "<date>yesterday</date>", "1:1-1:23",
            "`<date>` contains `yesterday`, which is not a date like 2026-01-31T12:00:00Z"
        ),
        ("<data>é</data>", "1:1-1:16", "`<data>` contains `é`, which is not base64"),
        ("<true>yes</true>", "1:1-1:17", "`<true>` is not empty"),
        ("<array><false></array>", "1:15-1:23", "`</array>` does not match `<false>`"),
        ("#endif\n<dict/>", "1:1-1:7", "`#endif` has no matching `#if`"),
        ("<array>\n#else\n</array>", "2:1-2:6", "`#else` has no matching `#if`"),
        (
            "<array>\n#if A\n<dict>\n#else\n</dict>\n#endif\n</array>", "4:1-4:6",
            "the branch before `#else` has unbalanced elements, so the branches cannot be read together"
        ),
        (
            "<array>" + String(repeating: "x", count: 90) + "</array>", "1:8-1:98",
            "expected an element, found the text `" + String(repeating: "x", count: 40) + "…`"
        ),
    ])
    func causesAreNearAndPlain(_ text: String, columns: String, cause: String) throws {
        let irregularity = try #require(Reading(text).malformed, "\(text)")
        #expect(irregularity.cause == cause)
        #expect(irregularity.span.element.columns == columns)
    }

    @Test func theOtherPlaceIsNamed() {
        let reading = Reading("<array>\n</dict>")
        #expect(reading.malformed?.related?.columns == "1:1-1:8")
    }

    @Test func whatNobodyWantsIsCheckedToo() {
        let text = "<dict><key>a</key><array><integer>x</integer></array></dict>"
        #expect(
            Reading(text, wanted: WantedKeys(names: [])).malformed?.cause
                == "`<integer>` contains `x`, which is not a 64-bit integer"
        )
    }
}
