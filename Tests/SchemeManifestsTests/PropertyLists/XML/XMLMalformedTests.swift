import SchemeManifests
import SchemeModel
import Testing

struct XMLMalformedTests {
    /// Each text with the place and the cause that are told of it.
    @Test(arguments: [
        (
            "<plist>\n<dict>\n<key>a</key>\n<array>\n</dict>\n</plist>", "5:1-5:8",
            "`</dict>` closes `<array>` opened at line 4"
        ),
        ("<array>\n<stirng>x</stirng></array>", "2:1-2:9", "`<stirng>` is no property list element"),
        ("<array><\u{0}true/></array>", "1:8-1:16", "`<\u{0}true>` is no property list element"),
        ("<array></\u{0}array>", "1:8-1:17", "`</\u{0}array>` closes `<array>` opened at line 1"),
        ("<html><body/></html>", "1:1-1:7", "`<html>` is no property list element"),
        ("<dict><string>x</string></dict>", "1:7-1:15", "`<string>` stands where a key should be"),
        ("<dict>\n<key>a</key>\n</dict>", "2:1-2:13", "the key `a` has no value"),
        ("<dict><key>a</key>\n<key>b</key><true/></dict>", "1:7-1:19", "the key `a` has no value"),
        (
            "<array>\n<key>a</key></array>", "2:1-2:6",
            "`<key>` stands inside `<array>` opened at line 1, where only values may"
        ),
        ("<key>a</key>", "1:1-1:6", "`<key>` stands outside any dictionary, where only values may"),
        ("<array>\n  loose text \n</array>", "2:3-2:13", "the text `loose text` stands where an element should be"),
        ("<array>#pragmatic\n</array>", "1:8-1:18", "the text `#pragmatic` stands where an element should be"),
        ("<dict><key>a</key> #if X\n<true/></dict>", "1:20-1:25", "the text `#if X` stands where an element should be"),
        ("hello", "1:1-1:6", "the text `hello` stands where an element should be"),
        ("<array>", "1:1-1:8", "`<array>` is never closed"),
        ("<plist>\n<dict>\n</dict>\n", "1:1-1:8", "`<plist>` is never closed"),
        ("<plist><dict/><true/></plist>", "1:15-1:22", "`<true>` is a second value in `<plist>`, which holds one"),
        ("<plist></plist>", "1:1-1:16", "`<plist>` holds no value"),
        ("<plist/>", "1:1-1:9", "`<plist>` holds no value"),
        ("<array><plist><true/></plist></array>", "1:8-1:15", "`<plist>` stands inside `<array>` opened at line 1"),
        ("</dict>", "1:1-1:8", "`</dict>` closes nothing"),
        ("<!-- nothing -->", "1:17-1:17", "the file holds no element"),
        ("<array>\n<!-- a -- ", "2:1-2:5", "the comment is never closed with `-->`"),
        ("<?xml version='1.0'", "1:1-1:3", "the processing instruction is never closed with `?>`"),
        ("<!DOCTYPE plist", "1:1-1:10", "the DOCTYPE is never closed with `>`"),
        (
            "<!DOCTYPE plist [<!ENTITY a \"&b;&b;\">]>\n<string>&a;</string>", "1:1-1:18",
            "the DOCTYPE makes declarations of its own, which property list readers refuse"
        ),
        ("<array><!DOCTYPE plist></array>", "1:8-1:17", "`<!DOCTYPE plist></array>` stands where an element should be"),
        ("<array><![CDATA[x]]></array>", "1:8-1:17", "a CDATA section stands where an element should be"),
        ("<string><![CDATA[x]]</string>", "1:9-1:18", "the CDATA section is never closed with `]]>`"),
        (
            "<string>a<!-- b --></string>", "1:10-1:14",
            "a comment stands inside text, which property list readers refuse"
        ),
        ("<string>a<b/></string>", "1:10-1:14", "`<b/>` stands inside `<string>`, which is not closed before it"),
        (
            "<array><string>a<string>\n</array>", "1:17-1:25",
            "`<string>` stands inside `<string>`, which is not closed before it"
        ),
        ("<string>\na</strin>", "2:2-2:10", "`</strin>` closes `<string>` opened at line 1"),
        ("<string>a</strin>", "1:10-1:18", "`</strin>` closes `<string>`"),
        ("<string>a", "1:1-1:9", "`<string>` is never closed"),
        ("<dict", "1:1-1:6", "the tag `<dict` is never closed with `>`"),
        ("<dict\n<key>a</key></dict>", "1:1-2:1", "the tag `<dict…` is never closed with `>`"),
        ("<array></array", "1:8-1:15", "the tag `</array` is never closed with `>`"),
        ("<array>< true/></array>", "1:8-1:16", "`< true/>` names no element"),
        ("<array></></array>", "1:8-1:11", "`</>` closes `<array>` opened at line 1"),
        ("<string>a & b</string>", "1:11-1:12", "`&` begins no character reference; a literal one is written `&amp;`"),
        ("<string>&nbsp;</string>", "1:9-1:15", "`&nbsp;` is no entity that property lists know"),
        ("<string>&#xD800;</string>", "1:9-1:17", "`&#xD800;` is no character"),
        ("<string>&#1114112;</string>", "1:9-1:19", "`&#1114112;` is no character"),
        ("<string>&#000000085;</string>", "1:9-1:21", "`&#000000085;` is no character"),
        ("<string>&#x;</string>", "1:9-1:13", "`&#x;` is no character"),
        ("<string>&#XA;</string>", "1:9-1:14", "`&#XA;` is no character"),
        ("<dict><key>&a;</key><true/></dict>", "1:12-1:15", "`&a;` is no entity that property lists know"),
        ("<integer>12x</integer>", "1:1-1:23", "`<integer>` holds `12x`, which is not an integer of 64 bits"),
        (
            "<integer>18446744073709551616</integer>", "1:1-1:40",
            "`<integer>` holds `18446744073709551616`, which is not an integer of 64 bits"
        ),
        ("<integer></integer>", "1:1-1:20", "`<integer>` is empty"), ("<integer/>", "1:1-1:11", "`<integer>` is empty"),
        ("<real>1,5</real>", "1:1-1:17", "`<real>` holds `1,5`, which is not a number"),
        (
            "<date>yesterday</date>", "1:1-1:23",
            "`<date>` holds `yesterday`, which is not a date like 2026-01-31T12:00:00Z"
        ),
        ("<data>é</data>", "1:1-1:16", "`<data>` holds `é`, which is not base64"),
        ("<true>yes</true>", "1:1-1:17", "`<true>` is not empty"),
        ("<array><false></array>", "1:15-1:23", "`</array>` closes `<false>`"),
        ("#endif\n<dict/>", "1:1-1:7", "`#endif` stands without `#if`"),
        ("<array>\n#else\n</array>", "2:1-2:6", "`#else` stands without `#if`"),
        (
            "<array>\n#if A\n<dict>\n#else\n</dict>\n#endif\n</array>", "4:1-4:6",
            "the branch before `#else` opens or closes elements of its own, so that the branches cannot be "
                + "read together"
        ),
        (
            "<array>" + String(repeating: "x", count: 90) + "</array>", "1:8-1:98",
            "the text `" + String(repeating: "x", count: 40) + "…` stands where an element should be"
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
                == "`<integer>` holds `x`, which is not an integer of 64 bits"
        )
    }
}
