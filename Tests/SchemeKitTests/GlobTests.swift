import SchemeKit
import SchemeModel
import Testing

@Suite struct GlobTests {
    @Test(arguments: [
        ("Tests", "App/Tests/Info.plist"), ("Tests/", "Tests"), ("*.app", "a/Foo.app/Info.plist"),
        ("a/*/c", "a/b/c"), ("a/**/c", "a/c"), ("a/**/c", "a/x/y/c"), ("**/c", "c"), ("/a/b", "a/b"), ("a/**", "a/b/c"),
        ("[A-C]x", "Bx"), ("[!A-C]x", "Dx"), ("a\\*", "a*"), ("x[", "x["), ("?", "x/a"),
    ])
    func matches(pattern: String, path: String) {
        #expect(Glob(Path(pattern)).matches(Path(path)))
    }

    @Test(arguments: [
        ("Tests", "MyTests"), ("a/*/c", "a/b/x/c"), ("a/**/c", "a/xc"), ("a/b", "x/a/b"), ("[A-C]x", "Dx"),
        ("?", "ab"), ("a\\*", "ab"),
    ])
    func leavesAlone(pattern: String, path: String) {
        #expect(!Glob(Path(pattern)).matches(Path(path)))
    }

    @Test(arguments: [
        ("a/b", "a/b/c", true), ("a/*", "a/b/c/d", true), ("a/b/c", "a/b/c", true), ("b", "a/b/c", true),
        ("a/b", "a/bc/d", false), ("a/b/c", "a/b", false), ("a/**/d", "a/b/c", false),
    ])
    func holdsWhatIsInAFolder(pattern: String, path: String, holds: Bool) {
        #expect(Glob(Path(pattern)).holds(Path(path)) == holds)
    }

    @Test func isNotExponential() {
        let pattern = Path(String(repeating: "*a", count: 200) + "b")
        #expect(!Glob(pattern).matches(Path(String(repeating: "a", count: 2_000))))
    }
}
