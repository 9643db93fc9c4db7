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

    /// Compares every pattern of three parts with the definition, on every short path. A prefix moves them across the
    /// end of a word of bits.
    @Test(arguments: [1, 60, 61, 62, 63])
    func followsItsDefinition(before: Int) {
        let parts = ["", "a", "/", "?", "*", "**", "**/", "[!a]", "\\*"].map { Array($0.utf8) }
        let paths = (0...4).flatMap { length in
            repeatElement(Array("ab/".utf8), count: length).reduce([[]]) { paths, bytes in
                paths.flatMap { path in bytes.map { path + [$0] } }
            }
        }
        let start = [UInt8](repeating: UInt8(ascii: "x"), count: before) + Array("/".utf8)
        var matches = 0
        for (first, second, third) in parts.flatMap({ one in parts.flatMap { two in parts.map { (one, two, $0) } } }) {
            // A letter at the end, because a '/' would be ignored there.
            let pattern = first + second + third + Array("z".utf8)
            let glob = Glob(Path(bytes: start + pattern))
            for path in before == 1 ? paths : paths.filter({ $0.count < 3 }) {
                let text = path + Array("z".utf8)
                let expected = Self.matches(pattern[...], text[...])
                matches += expected ? 1 : 0
                if glob.matches(Path(bytes: start + text)) != expected {
                    Issue.record("\(Path(bytes: pattern)) and \(Path(bytes: text))")
                }
            }
        }
        #expect(matches > 1_000)
    }

    /// A simple implementation of patterns that tries one alternative after the other.
    private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        guard let byte = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        let ends = text.startIndex...text.endIndex
        switch byte {
        case UInt8(ascii: "*"):
            guard rest.first == byte else {
                let end = text.firstIndex(of: Path.separator) ?? text.endIndex
                return (text.startIndex...end).contains { matches(rest, text[$0...]) }
            }
            let rest = rest.drop { $0 == byte }
            guard rest.first == Path.separator else { return ends.contains { matches(rest, text[$0...]) } }
            let below = rest.dropFirst()
            return matches(below, text)
                || text.indices.contains { text[$0] == Path.separator && matches(below, text[($0 + 1)...]) }
        case UInt8(ascii: "\\"): return rest.first == text.first && matches(rest.dropFirst(), text.dropFirst())
        case UInt8(ascii: "?"):
            return text.first.map { $0 != Path.separator } == true && matches(rest, text.dropFirst())
        case UInt8(ascii: "["):
            // [!a]
            return text.first.map { $0 != Path.separator && $0 != UInt8(ascii: "a") } == true
                && matches(rest.dropFirst(3), text.dropFirst())
        default: return byte == text.first && matches(rest, text.dropFirst())
        }
    }

    /// As many patterns as a configuration may have, each of which keeps all alternatives open on every path.
    @Test func takesTimeOfBothLengthsAlone() {
        let long = Path(String(repeating: "*a", count: 4_000) + "b")
        #expect(!Glob(long).matches(Path(String(repeating: "a", count: 20_000))))
        let patterns = (0..<700).map { Glob(Path("**a*a*b\($0)")) }
        let folder = Path(String(repeating: "aaa/", count: 12))
        for number in 0..<100 {
            let path = folder.appending(Path("aab\(number)"))
            #expect(patterns.indices.filter { patterns[$0].matches(path) } == [number])
        }
    }
}
