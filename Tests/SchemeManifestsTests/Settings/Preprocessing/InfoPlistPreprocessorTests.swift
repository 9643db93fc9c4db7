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
        prefixHeader: String? = nil,
        files: [String: String] = [:],
        steps: Int? = nil
    ) -> PreprocessedText {
        let options = PreprocessorOptions(
            definitions: .init(setting: "DEFINITIONS", texts: definitions),
            prefixHeader: prefixHeader.map {
                PreprocessorOptions.Header(path: Path($0), setting: "INFOPLIST_PREFIX_HEADER")
            },
            flags: .init(setting: "FLAGS", texts: flags),
            directory: "/p",
            platform: .iphoneos
        )
        return InfoPlistPreprocessor(options, files: SettingsFileSystem(files))
            .preprocess(Array(text.utf8), at: "/p/App/Info.plist", steps: steps)
    }

    static func text(_ result: PreprocessedText) -> String { String(decoding: result.bytes, as: UTF8.self) }

    /// The lines of the result that are not blank.
    static func lines(_ result: PreprocessedText) -> [String] {
        text(result).split(whereSeparator: \.isNewline).map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// The words of the result that may be macros.
    static func undecided(_ result: PreprocessedText) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        for offset in 0...result.bytes.count {
            if offset < result.bytes.count, result.isUndecided(offset..<offset + 1) {
                word.append(result.bytes[offset])
            } else if !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
            }
        }
        return words
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
        ("#if TARGET_OS_IOS && !TARGET_OS_OSX && defined(__APPLE__)\na\n#endif", [], ["a"]),
    ]

    @Test(arguments: branches)
    func branch(_ text: String, _ definitions: [String], _ kept: [String]) {
        #expect(Self.lines(Self.run(text, definitions)) == kept)
    }

    private static let names = "#define F(x) x\n#define LOOP LOOP\n#define CHAIN LINK\n#define LINK A\n"

    static let conditions: [(condition: String, value: Bool?)] = [
        ("1", true), ("0", false), ("NOPE", false), ("A", true), ("A == 3", true), ("A + 1 == 4", true),
        ("(A - 3) || B", true), ("!A", false), ("10 - 3 - 2 == 5", true), ("1 == 1 == 1", true), ("!!A", true),
        ("0x1F == 31 && 017 == 15 && 1L", true), ("1 +", nil), ("(1", nil), ("1 1", nil), ("", nil), ("F", false),
        ("defined", nil), ("defined(A", nil), ("defined(A) == 1", true), ("A > 2 && A <= 3 && A != 4", true),
        ("LOOP", false), ("CHAIN == 3", true), ("-A + 4 > 0", true), ("0 || 0 && 1", false), ("1 - 2 < 0", true),
        (String(repeating: "(", count: 20) + "1" + String(repeating: ")", count: 20), true),
    ]

    @Test(arguments: conditions)
    func condition(_ condition: String, _ value: Bool?) {
        let result = Self.run(Self.names + "#if \(condition)\nyes\n#endif", ["A=3", "B"])
        #expect(Self.lines(result) == (value == true ? ["yes"] : []))
        #expect(result.diagnostics.isEmpty == (value != nil))
        #expect(result.gaps.isEmpty)
    }

    /// Both branches may be in the app.
    @Test(arguments: [
        ("~0 == -1", "~"), ("2 * 4 == 8", "*"), ("1 << 3 == 8", "<<"), ("1 ? 0 : 1", "?"), ("0 && 1/0", "/"),
        ("7 % 4", "%"), ("6 & 3", "&"), ("5 | 2", "|"), ("1, 0", ","), ("-1 > 0u", "0u"), ("'a' == 97", "'a'"),
        ("\"a\"", "\"a\""), ("08", "08"), ("1.0", "1.0"), ("99999999999999999999", "99999999999999999999"),
        ("F(1)", "F"), ("0b1", "0b1"),
    ])
    func leavesAConditionUnknown(condition: String, part: String) {
        let result = Self.run(Self.names + "#if \(condition)\nyes\n#else\nno\n#endif", ["A=3", "B"])
        #expect(Self.lines(result) == ["#if", "yes", "#else", "no", "#endif"])
        #expect(result.gaps.map(\.cause) == [.unsupported(part)] && result.stop == nil)
    }

    @Test func leavesAnOverflowUnknown() {
        let result = Self.run("#if 9223372036854775807 + 1 < 0\na\n#endif")
        #expect(Self.lines(result) == ["#if", "a", "#endif"])
    }

    static let unsupported: [(text: String, construct: String, line: Int, column: Int)] = [
        ("#define F(x) x\n<x>F(a)</x>", "F", 2, 4), ("#define A x##y\n<x>A</x>", "A", 2, 4),
        ("a\n  #import \"x.h\"", "#import", 2, 3), ("#include_next <x.h>", "#include_next", 1, 1),
        ("#embed \"x\"", "#embed", 1, 1), ("#if 0\n#elifdef A\n#endif", "#elifdef", 2, 1),
        ("#if 1\n#elifndef A\n#endif", "#elifndef", 2, 1), ("#ident \"x\"", "#ident", 1, 1),
        ("#include HEADER", "#include HEADER", 1, 1), ("#pragma push_macro(\"A\")", "#pragma push_macro(\"A\")", 1, 1),
        ("#pragma acme", "#pragma acme", 1, 1), ("_Pragma(\"once\")", "_Pragma", 1, 1), ("%:define A x\n", "%:", 1, 1),
        ("#if 0\n%:endif", "%:", 2, 1),
        ("<x>u8R\"(a)\"</x>", "u8R\"", 1, 4), ("#define A R\"(a)\"\n", "R\"", 1, 11),
        ("<x>wal\\\nlet</x>", "\\", 1, 7), ("\"a \\\n b\"", "\\", 1, 4),
        ("#ifdef A \"a \\\n b\"\n#endif", "\\", 1, 13), ("#if 0\n#elif R\"(a)\"\n#endif", "R\"", 2, 7),
    ]

    @Test(arguments: unsupported)
    func stopsAtWhatIsNotSupported(_ text: String, _ construct: String, _ line: Int, _ column: Int) throws {
        let stop = try #require(Self.run(text).stop)
        #expect(stop.cause == .unsupported(construct))
        let start = try #require(stop.place?.range?.lines?.start)
        #expect(start == TextPosition(line: line, column: column, columnUTF16: column))
    }

    @Test(arguments: [
        "#if 0\nR\"(a)\"\n#endif\nx", "#if 0\n#if 1\n#elifdef A\n#endif\n#endif\nx",
        "#if 0\nR\"(a)\"\n#elif 1\nx\n#endif",
    ])
    func ignoresWhatIsNotSupportedInOmittedLines(text: String) {
        let result = Self.run(text)
        #expect(Self.lines(result) == ["x"] && result.stop == nil, "\(result)")
    }

    /// Headers that a target shares with its code define such macros.
    @Test func ignoresUnsupportedMacrosWithoutAUse() {
        let header = "#define F(x) #x\n#define G(a, ...) a##__VA_ARGS__\n#define H x ## y\n#define A alpha\n"
        let result = Self.run("<x>A F G-H_</x>", prefixHeader: "p.h", files: ["/p/p.h": header])
        #expect(Self.lines(result) == ["<x>alpha F G-H_</x>"] && result.gaps.isEmpty)
    }

    /// Which characters are letters depends on the version of clang.
    @Test func leavesMacrosBesideOtherLettersUnknown() {
        let result = Self.run("<x>—A é微B ©C 2é</x> <y>A</y>", ["A=a", "B"])
        #expect(Self.undecided(result) == ["—A", "é微B"])
        #expect(result.gaps.map(\.cause) == [.unsupported("—A"), .unsupported("é微B")])
    }

    static let replacements: [(text: String, result: String)] = [
        ("<string>A</string>", "<string>alpha</string>"), ("A.AB.A_B A-B", "alpha.AB.A_B alpha-beta"),
        ("\"A\" 'A' A", "\"A\" 'A' alpha"), ("don't A", "don't A"), ("1A A1 $A", "1A A1 $A"),
        ("SELF", "x SELF"), ("CHAIN", "[beta]"), ("x EMPTY!", "x !"), ("QUOTED", "\"A\""), ("a /* A */ A", "a alpha"),
        ("http://A", "http:"), ("A/*\n*/A", "alpha alpha"), ("<string>a   b</string>", "<string>a b</string>"),
        // What would become another token is kept apart, so that a scheme can gain a blank.
        ("x-DASH", "x- -y"), ("v.NUMBER", "v. 1"), ("NUMBER.x", "1 .x"), ("TWICE", "TWICE"),
    ]

    @Test(arguments: replacements)
    func replacement(_ text: String, _ wanted: String) {
        let definitions = [
            "A=alpha", "B=beta", "SELF=x SELF", "CHAIN=[B]", "EMPTY=", "QUOTED=\"A\"", "DASH=-y", "NUMBER=1",
            "TWICE(x)=x.x",
        ]
        #expect(Self.text(Self.run(text, definitions)) == wanted + "\n")
    }

    @Test func headersAreReadBeforeTheManifestAndAfterTheDefinitions() {
        let files = [
            "/p/Prefix.h":
                "#include \"Names.h\"\n#ifdef BETA\n#define SCHEME NAME-beta\n#else\n#define SCHEME NAME\n#endif\n",
            "/p/Names.h": "#pragma once\n#define NAME shop\n", "/p/Headers/Late.h": "#define GIFT SCHEME-gift\n",
        ]
        let flags = ["-I", "Headers", "-include", "Late.h", "-UBETA"]
        let result = Self.run("<x>GIFT</x>", ["BETA"], flags: flags, prefixHeader: "Prefix.h", files: files)
        #expect(Self.lines(result) == ["<x>shop-gift</x>"])
        #expect(result.files.map(\.path.display) == ["/p/Prefix.h", "/p/Names.h", "/p/Headers/Late.h"])
        #expect(result.gaps.isEmpty && result.diagnostics.isEmpty)
        let beta = Self.run(
            "<x>GIFT</x>",
            ["BETA"],
            flags: ["-IHeaders", "-include", "Late.h"],
            prefixHeader: "Prefix.h",
            files: files
        )
        #expect(Self.lines(beta) == ["<x>shop-beta-gift</x>"])
    }

    @Test func includesAreLookedForBesideTheFileThenInTheFolders() {
        let files = [
            "/p/App/a.h": "#include \"sub/b.h\"\n", "/p/App/sub/b.h": "#include \"c.h\"\n",
            "/p/App/c.h": "#define X app\n",
            "/p/inc/c.h": "#define X inc\n", "/p/quote/c.h": "#define X quote\n",
        ]
        let include = { (line: String, flags: [String]) in
            Self.lines(Self.run("\(line)\nX", flags: flags, files: files)).last
        }
        #expect(include("#include \"c.h\"", ["-Iinc"]) == "app")
        // Only the folder of the file itself counts, not those of the files around it.
        #expect(include("#include \"a.h\"", ["-Iinc"]) == "inc")
        #expect(include("#include <c.h>", ["-I", "quote", "-I", "inc"]) == "quote")
    }

    @Test func placesLeadBackToTheInput() throws {
        let text = "<a>SCHEME</a>\n#include \"x.h\"\n<b>SCHEME-x</b>"
        let result = Self.run(text, ["SCHEME=longer"], files: ["/p/App/x.h": "<i>SCHEME</i>\n"])
        #expect(Self.text(result) == "<a>longer</a>\n<i>longer</i>\n<b>longer-x</b>\n")
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
    }

    // MARK: What isn't known

    @Test func namesMayBeMacrosOfAMissingHeader() {
        let text = """
            <key>CFBundleURLSchemes</key>
            <string>AUTH_SCHEME app_scheme</string> <string>acme-wallet myApp 1.0</string> <string>$(SCHEME)x</string>
            <string>"quoted"</string> <string>${A} &amp; &#32;</string> <string>$NAME</string> <true/>
            """
        let header = Self.run(text, prefixHeader: "DerivedSources/InfoPlist.h")
        #expect(
            Self.undecided(header) == ["AUTH_SCHEME", "app_scheme"],
            "a word with small letters is hardly a macro, unless it can't be a scheme"
        )
        #expect(
            header.gaps.map(\.cause) == [
                .missingHeader("DerivedSources/InfoPlist.h", setting: "INFOPLIST_PREFIX_HEADER")
            ]
        )
        let flag = Self.run("<x>a A</x>", flags: ["-C", "-fplugin=x.so"])
        #expect(Self.undecided(flag) == ["A"] && flag.gaps.map(\.cause) == [.unknownFlag("-fplugin=x.so")])
        // Words in front of the line that includes it are known.
        let include = Self.run("<x>A</x>\n#include \"gone.h\"\n<x>b B</x>")
        #expect(Self.undecided(include) == ["B"] && include.gaps.map(\.cause) == [.missingInclude("gone.h")])
        #expect(include.gaps.first?.place?.range?.lines?.start.line == 2)
        #expect(Self.run(text).gaps.isEmpty && Self.undecided(Self.run(text)).isEmpty)
    }

    @Test func whatIsDefinedOrTakenAwayIsKnownAllTheSame() {
        let result = Self.run(
            "#define B b1\n#undef C\n<x>A B C D</x>",
            ["A=1.0"],
            flags: ["-UD"],
            prefixHeader: "gone.h"
        )
        #expect(Self.lines(result) == ["<x>1.0 b1 C D</x>"])
        // The header comes after the flags, and may define D.
        #expect(Self.undecided(result) == ["D"])
    }

    @Test func undecidedLinesStay() {
        let result = Self.run(
            "#ifdef A\na\n#elif 1\nb\n#else\nc\n#endif\n#if 0 && A\nd\n#endif\ne",
            prefixHeader: "gone.h"
        )
        #expect(Self.lines(result) == ["#if", "a", "#else", "b", "#endif", "e"])
        #expect(result.hasUndecidedLines)
        // A definition under an unknown condition is not known itself.
        let guarded = Self.run("#ifndef A\n#define A x\n#endif\n<x>A</x>", prefixHeader: "gone.h")
        #expect(Self.lines(guarded) == ["<x>A</x>"] && Self.undecided(guarded) == ["A"])
        #expect(!guarded.hasUndecidedLines)
    }

    @Test func theCompilerDecidesAboutSomeNames() {
        let result = Self.run("<x>__clang_major__ __DATE__ __arm64__ __ACME__ TARGET_OS_IOS</x>")
        #expect(Self.undecided(result) == ["__clang_major__", "__DATE__", "__arm64__"])
        #expect(Self.lines(result) == ["<x>__clang_major__ __DATE__ __arm64__ __ACME__ 1</x>"])
        let version = Self.run("#if __clang_major__ > 15\na\n#endif")
        #expect(Self.lines(version) == ["#if", "a", "#endif"] && version.gaps.isEmpty)
        #expect(Self.run("#ifdef __apple_build_version__\na\n#endif").hasUndecidedLines)
        #expect(Self.lines(Self.run("#ifndef __ACME_H__\n#define __ACME_H__\na\n#endif")) == ["a"])
        #expect(Self.run("#if __has_include(<x.h>)\na\n#endif").hasUndecidedLines)
        let target = Self.run("#include <TargetConditionals.h>\n#if TARGET_OS_WATCH\na\n#endif\n<x>TARGET_RT_X y</x>")
        #expect(Self.lines(target) == ["<x>TARGET_RT_X y</x>"] && target.gaps.isEmpty)
        #expect(Self.undecided(target) == ["TARGET_RT_X"])
    }

    // MARK: Faults

    @Test func whatStopsABuildIsSaid() {
        let kinds = { (text: String) in Self.run(text).diagnostics.map(\.kind) }
        #expect(
            kinds("#nonsense\n#pragma mark x\n#warning w\n#\n# 12 \"x\"\n#line 4\n#!x") == [
                .invalidDirective, .invalidDirective,
            ]
        )
        #expect(kinds("#error no scheme") == [.errorDirective])
        #expect(kinds("#if 0\n#error no\n#nonsense\n#endif") == [])
        #expect(kinds("#if 1\n#if 1\n#endif") == [.unbalancedDirective])
        #expect(kinds("#endif\n#else") == [.unbalancedDirective, .unbalancedDirective])
        #expect(kinds("#if 1\n#else\n#else\n#endif") == [.unbalancedDirective])
        #expect(
            kinds("#include\n#define\n#ifdef\n#endif") == [
                .invalidDirective, .invalidDirective, .invalidCondition,
            ]
        )
        #expect(kinds("/* open") == [.unbalancedDirective])
        let place = Self.run("\n  #error no").diagnostics.first?.place
        #expect(place?.range?.lines?.start == TextPosition(line: 2, column: 3, columnUTF16: 3))
    }

    @Test func workIsBounded() {
        // Texts whose result grows have fewer steps, except in long runs. The last one needs a million and more.
        let fewer = TestScale.pick(20_000, torture: 1_000_000)
        let gaveUp = { (text: String, files: [String: String], steps: Int?) in
            Self.run(text, files: files, steps: steps).gaps.map(\.cause) == [.tooMuchWork]
        }
        // Each macro is twice the one before.
        let doubling = (1...64).map { "#define M\($0) M\($0 - 1) M\($0 - 1)" }.joined(separator: "\n")
        #expect(gaveUp("#define M0 x\n\(doubling)\nM64", [:], fewer))
        #expect(gaveUp("#include \"x.h\"", ["/p/App/x.h": "#include \"x.h\"\n#include \"x.h\"\n"], fewer))
        #expect(gaveUp(String(repeating: "#if 1\n", count: 100_000), [:], nil))
        #expect(gaveUp("#if 0\n" + String(repeating: "#if 1\n", count: 100_000), [:], nil))
        #expect(gaveUp("#if " + String(repeating: "(", count: 10_000) + "1\na\n#endif", [:], nil))
        #expect(gaveUp("#if " + String(repeating: "!", count: 128) + "1\na\n#endif", [:], nil))
        #expect(gaveUp(String(repeating: "x ", count: 1 << 20), [:], nil))
    }

    @Test(arguments: 0..<TestScale.pick(UInt64(60), torture: 300))
    func anyTextIsTaken(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "#if ", "#ifdef ", "#else", "#elif ", "#endif", "#define ", "#undef ", "#include ", "\n", "\r\n", "A", "B",
            "(", ")", "\"", "'", "/*", "*/", "//", "\\\n", "é", "1", "0x", " ", "&&", "||", "?", ":", "<a>", "</a>",
            "#", "defined", "<", "-", "/", "%", "\"x.h\"", "F(", "##", ",", "...", "%:", "R\"(", "\0",
        ]
        let text = (0..<Int.random(in: 0...80, using: &random)).map { _ in random.pick(pieces) }.joined()
        let flags = random.pick([[], ["-C"], ["-traditional"], ["-CC"], ["-include", "gone.h"]])
        let files = ["/p/App/x.h": String(text.prefix(40))]
        let result = Self.run(text, ["A=B 1", "B=A", "F(x,y)=x##y #x"], flags: flags, files: files)
        #expect(result.bytes == Self.run(text, ["A=B 1", "B=A", "F(x,y)=x##y #x"], flags: flags, files: files).bytes)
        // Every stretch of the result leads to a stretch of the input.
        for start in 0..<result.bytes.count {
            let input = result.inputRange(start..<start + 1)
            #expect(input.lowerBound >= 0 && input.upperBound <= text.utf8.count)
        }
    }
}
