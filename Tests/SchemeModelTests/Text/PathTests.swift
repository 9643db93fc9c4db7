import Foundation
import SchemeModel
import Testing

@Suite struct PathTests {
    @Test(
        arguments: [
            ([0x63, 0x61, 0x66, 0xE9], "caf\\xE9"),
            ([0x63, 0x61, 0x66, 0xC3, 0xA9], "café"),
            ([0xC3], "\\xC3"),
            ([0xF0, 0x9F, 0x98, 0x80, 0xFF], "😀\\xFF"),
            ([0xED, 0xA0, 0x80, 0x61], "\\xED\\xA0\\x80a"),
            (Array("caf\\xE9".utf8), "caf\\x5CxE9"),
            (Array("a\\x5CxE9".utf8), "a\\x5Cx5CxE9"),
            (Array("C:\\xe9\\xE\\x".utf8), "C:\\xe9\\xE\\x"),
            (Array("\\".utf8) + [0xE9], "\\\\xE9"),
            (Array("\\xE".utf8) + [0xE9], "\\xE\\xE9"),
        ] as [([UInt8], String)]
    )
    func displaysBytesThatAreNoText(bytes: [UInt8], display: String) {
        #expect(Path(bytes: bytes).display == display)
    }

    /// All names of up to six of the bytes that escapes are made of.
    @Test func displaysDifferentBytesAsDifferentTexts() {
        let signs: [UInt8] = [UInt8(ascii: "\\"), UInt8(ascii: "x"), UInt8(ascii: "5"), UInt8(ascii: "C"), 0xC5]
        var names: [[UInt8]] = [[]]
        for length in 1...6 {
            names += names.filter { $0.count == length - 1 }.flatMap { name in signs.map { name + [$0] } }
        }
        #expect(Set(names.map { ByteString(Path(bytes: $0).display) }).count == names.count)
    }

    @Test func isComparedByBytes() {
        let composed: Path = "é"
        let decomposed: Path = "e\u{301}"
        #expect(composed != decomposed)
        #expect(decomposed < composed)
        #expect(Set([composed, decomposed]).count == 2)
    }

    @Test(arguments: [
        ("a/b", "a"), ("/a", "/"), ("a", "."), ("a/b/", "a"), ("/a/b", "/a"),
    ])
    func knowsItsDirectory(path: String, directory: String) {
        #expect(Path(path).directory == Path(directory))
    }

    @Test(
        arguments: [
            ("a/b/c", ["a/b", "a", ""]), ("a", [""]), ("", []), ("./a/", [""]), ("/a/b", ["/a", "/"]), ("/", []),
        ] as [(String, [Path])]
    )
    func knowsTheFoldersAroundIt(path: String, folders: [Path]) {
        #expect(Array(Path(path).foldersAround) == folders)
    }

    @Test(
        arguments: [
            ("/a/b", "/a", "b"), ("/a", "/a", ""), ("/ab", "/a", nil), ("/a/b", "/", "a/b"), ("/a", "/a/b", nil),
            ("/a/", "/a", ""), ("/a", "/a/", nil), ("/a/b", "/a/", "b"), ("/a", "", "a"), ("a", "", nil), ("", "", ""),
            ("", "/a", nil), ("/", "/", ""),
        ] as [(String, String, String?)]
    )
    func isRelativeByComponents(path: String, root: String, expected: String?) {
        #expect(Path(path).relative(to: Path(root)) == expected.map { Path($0) })
    }

    @Test(arguments: [
        ("/a//b/", ["a", "b"]), ("./a/.", ["a"]), ("../a", ["..", "a"]), (".b/c.", [".b", "c."]), ("/", []), ("", []),
    ])
    func hasComponents(path: String, components: [String]) {
        #expect(Path(path).components.map { String(decoding: $0, as: UTF8.self) } == components)
    }

    @Test(arguments: [
        ("/a/./b/../c", "/a/c"), ("../a", "../a"), ("a/..", "."), ("/..", "/"), ("a//b/", "a/b"),
        ("../../a/..", "../.."),
    ])
    func isNormalizedByText(path: String, expected: String) {
        #expect(Path(path).normalized == Path(expected))
    }

    @Test func appendsAbsolutePathsUnchanged() {
        #expect(Path("/a").appending("b") == "/a/b")
        #expect(Path("/a/").appending("b") == "/a/b")
        #expect(Path("/a").appending("/b") == "/b")
        #expect(Path("").appending("b") == "b")
        #expect(Path("/a").appending("") == "/a")
    }

    @Test(arguments: [
        ("a/b", "b"), ("a/b/", "b"), ("a//b/./", "b"), ("b", "b"), ("..", ".."), ("a/..", ".."), ("/", "/"), (".", "."),
        ("./", "./"), ("", ""), (".b", ".b"), ("a/b.", "b."),
    ])
    func knowsItsLastComponent(path: String, last: String) {
        #expect(Path(path).lastComponent == Path(last))
    }

    @Test func comparesExtensionsWithoutCase() {
        #expect(Path("x/Info.PLIST").hasExtension("plist"))
        #expect(Path("a/.plist").hasExtension("plist"))
        #expect(!Path("plist.").hasExtension("plist"))
        #expect(!Path("plist").hasExtension("plist"))
        #expect(!Path("a.plist/b").hasExtension("plist"))
        #expect(Path("a.plist/").hasExtension("PList"))
        #expect(!Path("aplist").hasExtension("plist"))
    }

    @Test(arguments: [([0x61, 0x2F, 0xC3, 0xA9], #""a\/é""#), ([0x63, 0x61, 0x66, 0xE9], "[99,97,102,233]")])
    func isStoredAsTextOrBytes(bytes: [UInt8], json: String) throws {
        #expect(String(decoding: try JSONEncoder().encode(Path(bytes: bytes)), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(Path.self, from: Data(json.utf8)).bytes == bytes)
    }

    /// Older versions stored the bytes of each path.
    @Test func isReadFromBytes() throws {
        #expect(try JSONDecoder().decode(Path.self, from: Data("[97,47,98]".utf8)) == Path("a/b"))
    }
}
