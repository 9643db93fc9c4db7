import SchemeManifests
import SchemeModel
import Testing

@Suite struct KeyPathTests {
    @Test(arguments: [
        ("", "CFBundleURLTypes", "CFBundleURLTypes"),
        ("CFBundleURLTypes[0]", "CFBundleURLName", "CFBundleURLTypes[0].CFBundleURLName"),
        ("", "CFBundleURLTypes~ipad", "CFBundleURLTypes~ipad"),
        ("", "two words", #"["two words"]"#),
        ("a", "b.c", #"a["b.c"]"#),
        ("a", "", #"a[""]"#),
        ("", #"q"b\"#, #"["q\"b\\"]"#),
        ("", "größe", #"["größe"]"#),
    ])
    func appendsKeys(path: String, key: String, expected: String) {
        #expect(KeyPath.appending(key: ByteString(key), to: path) == expected)
    }

    @Test func appendsIndices() {
        #expect(KeyPath.appending(index: 1, to: "CFBundleURLTypes") == "CFBundleURLTypes[1]")
        #expect(KeyPath.appending(index: 0, to: "") == "[0]")
    }
}
