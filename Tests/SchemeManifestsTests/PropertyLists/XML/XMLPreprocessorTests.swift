import SchemeManifests
import SchemeModel
import Testing

struct XMLPreprocessorTests {
    @Test func allBranchesAreReadAndMarked() throws {
        let text = """
            #include "settings.h"
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
            <key>CFBundleURLSchemes</key>
            <array>
            <string>always</string>
            #if defined(DEBUG) && \\
                !RELEASE
            <string>debug</string>
              # elif BETA
            <string>beta</string>
            #else
            <string>release</string>
            #endif
            <string>last</string>
            </array>
            </dict>
            </plist>
            """
        let reading = Reading(text)
        let node = try #require(reading.node("CFBundleURLSchemes"), "\(String(describing: reading.malformed))")
        guard case .array(let elements) = node.content else {
            Issue.record("no array")
            return
        }
        #expect(elements.map(\.plain) == ["always", "debug", "beta", "release", "last"].map(PropertyValue.string))
        #expect(elements.map(\.isConditional) == [false, true, true, true, false])
        #expect(!node.isConditional)
        let irregularities = try #require(reading.document?.irregularities)
        #expect(irregularities.map(\.kind) == [.conditional])
        #expect(irregularities.map { reading.slice($0.span.element) } == ["#include \"settings.h\""])
        #expect(elements.last?.element.columns == "16:1-16:22")
    }

    @Test func branchesThatEachGiveAValueAreNoDuplicates() {
        let text = """
            <dict>
            <key>name</key>
            #ifdef A
            <string>a</string>
            #else
            <string>b</string>
            #endif
            <key>other</key>
            <true/>
            </dict>
            """
        let reading = Reading(text)
        #expect(reading.document?.irregularities.map(\.kind) == [.conditional])
        let expected: PropertyValue = .dictionary([
            .init(key: "name", value: .string("b")), .init(key: "other", value: .boolean(true)),
        ])
        #expect(reading.document?.root.plain == expected)
    }

    @Test(arguments: ["CFBundleURLTypes", "CFBundleURLSchemes", "LSApplicationQueriesSchemes"])
    func schemesOfAllBranchesAreKept(_ key: String) {
        let text = """
            <dict>
            #if A
            <key>\(key)</key><array><string>a</string></array>
            #elif B
            <key>\(key)</key><array><string>b</string></array>
            #else
            <key>\(key)</key><array><string>c</string><string>d</string></array>
            #endif
            </dict>
            """
        let reading = Reading(text)
        #expect(reading.document?.irregularities.map(\.kind) == [.conditional])
        #expect(reading.document?.rootKeys == [ByteString(key)])
        #expect(reading.node(.key(key))?.plain == .array(["a", "b", "c", "d"].map(PropertyValue.string)))
    }

    /// Two groups may exclude each other by what they ask, which nothing here decides; a key outside them may not.
    @Test(arguments: [
        ("#if A\n<key>k</key><true/>\n#endif\n#if !A\n<key>k</key><true/>\n#endif", 0),
        ("#if A\n<key>k</key><true/>\n<key>k</key><true/>\n#endif", 1),
        ("<key>k</key><true/>\n#if A\n<key>k</key><true/>\n#endif", 1),
        ("#if A\n<key>k</key><true/>\n#if B\n<key>k</key><true/>\n#endif\n#endif", 1),
        ("#if A\n#if B\n<key>k</key><true/>\n#endif\n#else\n#if C\n<key>k</key><true/>\n#endif\n#endif", 0),
    ])
    func keysThatMeetAreDuplicates(_ text: String, count: Int) {
        let reading = Reading("<dict>\n\(text)\n</dict>")
        #expect(reading.document?.irregularities.filter { $0.kind == .duplicateKey }.count == count)
    }

    @Test func linesInsideTextAreText() {
        let reading = Reading("<string>\n#if A\nx\n#endif\n</string>")
        #expect(reading.document?.root.content == .scalar(.string("\n#if A\nx\n#endif\n")))
        #expect(reading.document?.irregularities == [])
    }
}
