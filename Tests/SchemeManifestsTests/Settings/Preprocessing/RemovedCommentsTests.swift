import Testing

@testable import SchemeManifests

@Suite("Comments that are cut out of values")
struct RemovedCommentsTests {
    static let texts: [(text: String, values: [String])] = [
        ("<string>https://x</string>\n", ["https://x"]), ("<key>a//b</key>\n<string>c</string>\n", ["a//b"]),
        ("<string>image/*</string>\n<x/> */", ["image/*"]), ("<string>a /* b */ c</string>", ["a /* b */ c"]),
        ("// a note\n<string>a</string> // another\n/* and\nmore */<true/> // last\n", []),
        ("<!-- see https://x -->\n<true/>\n", [" see https://x "]), ("<!-- see\nhttps://x\n-->\n", []),
        ("<!-- a /* b */ c -->", []), ("<string>\"https://x\"</string>", []), ("<string>it's // x</string>", []),
        ("#if A < B\n#endif\n// <string>\n<string>a//b</string>\n", ["a//b"]),
        ("#if 0\n<string>a//b</string>\n#endif\n<string>c//d</string>\n", ["c//d"]),
        ("<string>a//b</string>\n<string>c//d</string>\n", ["a//b", "c//d"]), ("<dict> // x\n</dict>", []),
        ("<string>HOME</string>\n", ["HOME"]), ("<true/>HOME\n", []), ("<string", []), ("<!-- //", []),
    ]

    @Test(arguments: texts)
    func cut(_ text: String, _ values: [String]) {
        let output = InfoPlistPreprocessorTests.run(text, ["HOME=https://acme.com"])
        let cuts = RemovedComments.cuts(in: Array(text.utf8), removals: output.removals)
        let bytes = Array(text.utf8)
        #expect(cuts.map { String(decoding: bytes[$0.value], as: UTF8.self) } == values)
    }

    @Test func flagsKeepThem() {
        let kept = InfoPlistPreprocessorTests.run("<string>https://x</string>\n", flags: ["-C"])
        #expect(kept.removals.isEmpty)
        let undecided = InfoPlistPreprocessorTests.run(
            "#ifdef A\n<string>https://x</string>\n#endif\n",
            prefixHeader: "gone.h"
        )
        #expect(undecided.removals.isEmpty)
    }
}
