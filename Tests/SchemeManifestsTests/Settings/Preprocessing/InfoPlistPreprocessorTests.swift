import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Preprocessing of Info.plist files")
struct InfoPlistPreprocessorTests {
    static func run(
        _ text: String,
        _ definitions: [String] = [],
        flags: [String] = [],
        files: [String: String] = [:]
    ) -> PreprocessedText {
        InfoPlistPreprocessor(definitions: definitions, flags: flags, files: SettingsFiles(files))
            .preprocess(Array(text.utf8), at: "/p/Info.plist")
    }

    static func text(_ result: PreprocessedText) -> String { String(decoding: result.bytes, as: UTF8.self) }

    /// The lines of the result that are not blank.
    static func lines(_ result: PreprocessedText) -> [String] {
        text(result).split(whereSeparator: \.isNewline).map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
    }

    static let branches: [(text: String, definitions: [String], kept: [String])] = [
        ("#ifdef A\na\n#else\nb\n#endif\nc", ["A"], ["a", "c"]),
        ("#ifdef A\na\n#else\nb\n#endif\nc", [], ["b", "c"]),
        ("#ifndef A\na\n#endif", [], ["a"]),
        ("#if A\na\n#elif B\nb\n#elif C\nc\n#else\nd\n#endif", ["B", "C"], ["b"]),
        ("#if A\na\n#elif B\nb\n#else\nd\n#endif", ["A=0", "B=0"], ["d"]),
        ("#if defined(A) && !defined B\na\n#endif", ["A"], ["a"]),
        ("  #  if A\n  a\n  #  endif", ["A"], ["  a"]),
        ("#ifdef A\n#ifdef B\nab\n#else\na\n#endif\n#else\n#if B\nb\n#else\nnone\n#endif\n#endif", ["A"], ["a"]),
        ("#ifdef A\n#ifdef B\nab\n#else\na\n#endif\n#else\n#if B\nb\n#else\nnone\n#endif\n#endif", ["B"], ["b"]),
        ("#if 0\n#elif bad (\n#define X\n#endif\n#ifdef X\nx\n#endif\ny", [], ["y"]),
        ("#define A\n#ifdef A\na\n#endif\n#undef A\n#ifdef A\nb\n#endif", [], ["a"]),
        ("#if A == 2 \\\n  && B\na\n#endif\nb", ["A=2", "B"], ["a", "b"]),
        ("#ifdef A\r\na\r\n#else\r\nb\r\n#endif\r\n", ["A"], ["a"]),
        ("#ifdef A // why\na\n#endif /* A */", ["A"], ["a"]),
        ("#elifdef A\n#ifdef A\nx\n#elifdef B\nb\n#endif", ["B"], ["b"]),
    ]

    @Test(arguments: branches)
    func branch(_ text: String, _ definitions: [String], _ kept: [String]) {
        #expect(Self.lines(Self.run(text, definitions)) == kept)
    }

    static let conditions: [(condition: String, value: Bool?)] = [
        ("1", true), ("0", false), ("NOPE", false), ("A", true), ("A == 3", true), ("A + 1 == 4", true),
        ("(A - 3) || B", true), ("!A", false), ("~0 == -1", true), ("2 + 3 * 4 == 14", true), ("10 - 3 - 2 == 5", true),
        ("1 << 3 == 8", true), ("0x1F == 31 && 017 == 15 && 1L", true), ("1 ? 0 : 1", false), ("0 ? 1/0 : 2", true),
        ("0 && 1/0", false), ("1 || 1/0", true), ("1/0", nil), ("9223372036854775807 + 1", nil), ("1 +", nil),
        ("(1", nil), ("\"a\"", nil), ("1 1", nil), ("", nil), ("F(1)", nil), ("defined", nil), ("defined(A", nil),
        ("defined(A) == 1", true), ("A > 2 && A <= 3 && A != 4", true), ("7 % 4 == 3 && (6 & 3) == 2", true),
        ("LOOP", false), ("CHAIN == 3", true), ("5 | 2 ^ 2", true), ("-(-9223372036854775807 - 1)", nil),
        (String(repeating: "(", count: 10_000) + "1", nil), (String(repeating: "!", count: 10_000) + "1", nil),
        ("1 << 64", nil), ("99999999999999999999", nil),
    ]

    @Test(arguments: conditions)
    func condition(_ condition: String, _ value: Bool?) {
        let result = Self.run(
            "#define F(x) x\n#define LOOP LOOP\n#define CHAIN LINK\n#define LINK A\n#if \(condition)\nyes\n#endif",
            ["A=3", "B"]
        )
        #expect(Self.lines(result) == (value == true ? ["yes"] : []))
        #expect(result.diagnostics.contains { $0.kind == .invalidCondition } == (value == nil))
    }

    static let replacements: [(text: String, result: String)] = [
        ("<string>A</string>", "<string>alpha</string>"), ("A.AB.A_B A-B", "alpha.AB.A_B alpha-beta"),
        ("\"A\" 'A' A", "\"A\" 'A' alpha"), ("don't A", "don't A"), ("1A A1 $A", "1A A1 $A"), ("éA A", "éA alpha"),
        ("SELF", "x SELF"), ("CHAIN", "[beta]"), ("EMPTY!", "!"), ("QUOTED", "\"A\""), ("a /* A */ A", "a   alpha"),
        ("http://A", "http:"), ("A/*\n*/A", "alpha alpha"),
    ]

    @Test(arguments: replacements)
    func replacement(_ text: String, _ wanted: String) {
        let definitions = ["A=alpha", "B=beta", "SELF=x SELF", "CHAIN=[B]", "EMPTY=", "QUOTED=\"A\""]
        #expect(Self.text(Self.run(text, definitions)) == wanted)
    }

    @Test func traditionalKeepsAddresses() {
        let result = Self.run("<string>https://A/x</string>", ["A=host"], flags: ["-traditional"])
        #expect(Self.text(result) == "<string>https://host/x</string>")
        #expect(
            Self.lines(Self.run("#ifdef A\na\n#endif\n#ifdef B\nb\n#endif", ["A"], flags: ["-UA", "-DB"])) == ["b"]
        )
    }

    @Test func offsetsAreKeptWhereNothingIsReplaced() {
        let text = "<dict>\n#ifdef A\n<a/>\n#else\n<é/>\n#endif\n<z/>\n"
        let result = Self.run(text)
        #expect(result.keepsOffsets)
        #expect(result.bytes.count == text.utf8.count)
        let start = Array(text.utf8).firstIndex(of: UInt8(ascii: "z")) ?? 0
        #expect(result.bytes[start] == UInt8(ascii: "z"))
    }

    @Test func placesLeadBackToTheInput() throws {
        let text = "<a>SCHEME</a>\n#include \"x.h\"\n<b>SCHEME-x</b>"
        let result = Self.run(text, ["SCHEME=longer"], files: ["/p/x.h": "<i>SCHEME</i>\n"])
        #expect(Self.text(result) == "<a>longer</a>\n<i>longer</i>\n\n<b>longer-x</b>")
        #expect(!result.keepsOffsets)
        let output = Self.text(result)
        let found = { (part: String) throws -> String in
            let range = try #require(output.firstRange(of: part))
            let start = output.utf8.distance(from: output.startIndex, to: range.lowerBound)
            let offsets = start..<(start + part.utf8.count)
            return String(decoding: Array(text.utf8)[result.inputRange(offsets)], as: UTF8.self)
        }
        #expect(try found("<a>longer</a>") == "<a>SCHEME</a>")
        #expect(try found("ong") == "SCHEME")
        #expect(try found("<i>longer</i>") == "#include \"x.h\"\n")
        #expect(try found("<b>longer-x</b>") == "<b>SCHEME-x</b>")
        #expect(try found("-x") == "-x")
        let map = TextMap(Array(text.utf8), storage: .utf8(mark: 0))
        let last = SourceRange(byteOffset: result.bytes.count - 6, byteLength: 2)
        #expect(result.inputRange(last, map: map).lines?.start.line == 3)
    }

    @Test func includesDefineAndAreFollowed() {
        let files = [
            "/p/a.h": "#ifndef GUARD\n#define GUARD\n#include \"sub/b.h\"\n#include \"a.h\"\n#endif\n",
            "/p/sub/b.h": "#define SCHEME shop\n#if 1\n",
        ]
        let result = Self.run("#include \"a.h\"\n<x>SCHEME</x>\n#include <TargetConditionals.h>", files: files)
        #expect(Self.lines(result) == ["<x>shop</x>"])
        #expect(result.files.map(\.path.display) == ["/p/a.h", "/p/sub/b.h"])
        #expect(result.missing.map(\.path.display) == ["TargetConditionals.h"])
        // The #if of b.h ends with its file.
        #expect(result.diagnostics.map(\.kind) == [.unbalancedDirective, .missingInclude])
    }

    @Test func whatIsNotSupportedIsSaid() {
        let kinds = { (text: String) in Self.run(text).diagnostics.map(\.kind) }
        #expect(kinds("#define F(x) x\nF(1)") == [.unsupportedMacro, .unsupportedMacro])
        #expect(kinds("#nonsense\n#pragma mark\n#warning w\n#") == [.invalidDirective])
        #expect(kinds("#error no scheme") == [.errorDirective])
        #expect(kinds("#if 0\n#error no\n#nonsense\n#endif") == [])
        #expect(kinds("#if 1\n#if 1\n#endif") == [.unbalancedDirective])
        #expect(kinds("#endif\n#else") == [.unbalancedDirective, .unbalancedDirective])
        #expect(kinds("#if 1\n#else\n#else\n#endif") == [.unbalancedDirective, .unbalancedDirective])
        #expect(
            kinds("#include nothing\n#define\n#ifdef\n#endif") == [
                .invalidDirective, .invalidDirective, .invalidCondition,
            ]
        )
        #expect(kinds("/* open") == [.unbalancedDirective])
        let place = Self.run("\n  #error no").diagnostics.first?.place
        #expect(place?.range?.lines?.start == TextPosition(line: 2, column: 3, columnUTF16: 3))
    }

    @Test func workIsBounded() {
        // Each macro is twice the one before.
        let doubling = (1...64).map { "#define M\($0) M\($0 - 1) M\($0 - 1)" }.joined(separator: "\n")
        #expect(Self.run("#define M0 x\n\(doubling)\nM64").diagnostics.map(\.kind) == [.overLimit])
        let selfInclude = Self.run("#include \"x.h\"", files: ["/p/x.h": "#include \"x.h\"\n#include \"x.h\"\n"])
        #expect(selfInclude.diagnostics.map(\.kind) == [.overLimit])
        let nested = String(repeating: "#if 1\n", count: 100_000)
        #expect(Self.run(nested).diagnostics.first?.kind == .overLimit)
    }

    @Test(arguments: 0..<300)
    func anyTextIsTaken(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "#if ", "#ifdef ", "#else", "#elif ", "#endif", "#define ", "#undef ", "#include ", "\n", "\r\n", "A", "B",
            "(", ")", "\"", "'", "/*", "*/", "//", "\\\n", "é", "1", "0x", " ", "&&", "||", "?", ":", "<a>", "</a>",
            "#",
            "defined", "<", "-", "/", "%", "\"x.h\"",
        ]
        let text = (0..<Int.random(in: 0...80, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        let result = Self.run(text, ["A=B 1", "B=A"], files: ["/p/x.h": String(text.prefix(40))])
        #expect(result.bytes == Self.run(text, ["A=B 1", "B=A"], files: ["/p/x.h": String(text.prefix(40))]).bytes)
        // Every stretch of the result leads to a stretch of the input.
        for start in 0..<result.bytes.count {
            let input = result.inputRange(start..<start + 1)
            #expect(input.lowerBound >= 0 && input.upperBound <= text.utf8.count && !input.isEmpty)
        }
    }
}
