import Testing

@testable import SchemeManifests

@Suite struct PropertyPathTests {
    @Test(arguments: [
        (["CFBundleURLTypes"], "CFBundleURLTypes"),
        (["a", "CFBundleURLName"], "a.CFBundleURLName"),
        (["CFBundleURLTypes~ipad"], "CFBundleURLTypes~ipad"),
        (["two words"], #"["two words"]"#),
        (["a", "b.c"], #"a["b.c"]"#),
        (["a", ""], #"a[""]"#),
        ([#"q"b\"#], #"["q\"b\\"]"#),
        (["größe"], #"["größe"]"#),
    ])
    func quotesOddKeys(keys: [String], expected: String) {
        #expect(keys.reduce(PropertyPath()) { $0.key($1) }.text == expected)
    }

    @Test func numbersElements() {
        #expect(PropertyPath().key("CFBundleURLTypes").index(1).text == "CFBundleURLTypes[1]")
        #expect(PropertyPath().index(0).text == "[0]")
    }

    @Test func staysShort() {
        let long = String(repeating: "k", count: 1_000_000)
        let combining = "e" + String(repeating: "\u{301}", count: 1_000_000)
        var path = PropertyPath()
        for _ in 0..<1_000 { path = path.key(long).index(3).key(combining) }
        #expect(path.text.utf8.count < 1_500)
    }
}
