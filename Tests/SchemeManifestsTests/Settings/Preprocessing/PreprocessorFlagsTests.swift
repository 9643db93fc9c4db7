import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("The flags of the preprocessor")
struct PreprocessorFlagsTests {
    /// What `https://A` and `a /* A */ b` become with flags.
    static let comments: [(flags: [String], line: String, block: String)] = [
        ([], "https:", "a b"), (["-P", "-w", "-Wno-comment"], "https:", "a b"), (["-C"], "https://A", "a /* A */ b"),
        (["-CC"], "https://A", "a /* A */ b"), (["-traditional"], "https://x", "a  b"),
        (["-traditional-cpp"], "https://x", "a  b"), (["-traditional", "-C"], "https://x", "a /* A */ b"),
    ]

    @Test(arguments: comments)
    func comment(_ flags: [String], _ line: String, _ block: String) {
        let text = { (input: String) in
            InfoPlistPreprocessorTests.text(InfoPlistPreprocessorTests.run(input, ["A=x"], flags: flags))
                .prefix { $0 != "\n" }
        }
        #expect(text("https://A") == line)
        #expect(text("a /* A */ b") == block)
    }

    static let orders: [(definitions: [String], flags: [String], result: String)] = [
        (["A"], [], "1"), (["A=x"], ["-UA"], "A"), (["A=x"], ["-U", "A", "-D", "A=y"], "y"),
        ([], ["-DA=y", "-UA"], "A"), ([], ["-UA", "-DA=y"], "y"), ([], ["-DA=x", "-DA=y"], "y"), (["A="], [], ""),
        ([], ["-DA=a b"], "a b"), (["A=https://x"], [], "https:"), (["A=https://x"], ["-traditional"], "https://x"),
    ]

    @Test(arguments: orders)
    func order(_ definitions: [String], _ flags: [String], _ result: String) {
        let output = InfoPlistPreprocessorTests.run("<x>A</x>", definitions, flags: flags)
        #expect(InfoPlistPreprocessorTests.lines(output) == ["<x>\(result)</x>"])
    }

    @Test func stopsAtContinuedLinesThatAreKept() {
        let stop = { InfoPlistPreprocessorTests.run($0, flags: [$1]).stop?.cause }
        #expect(stop("<x>a \\\n b</x>", "-traditional") == .unsupported("\\"))
        #expect(stop("// a \\\n b", "-C") == .unsupported("//"))
        #expect(stop("// a \\\n b", "-P") == nil)
    }

    /// A comment is then part of the macro.
    @Test func stopsAtAMacroWithAComment() {
        let run = { InfoPlistPreprocessorTests.run("#define A x /* y */\n<x>A</x>", flags: [$0]) }
        #expect(InfoPlistPreprocessorTests.lines(run("-C")) == ["<x>x</x>"])
        #expect(run("-CC").stop?.cause == .unsupported("A"))
    }

    /// It depends on a flag whose effect isn't known.
    @Test func stopsAtATrigraphThatAFlagMayEnable() {
        let run = { InfoPlistPreprocessorTests.run("??=if 0\n<x>a</x>\n??=endif\n", flags: $0) }
        #expect(run([]).stop == nil)
        #expect(run(["-ansi"]).stop?.cause == .unsupported("??="))
    }

    static let unknown: [(flags: [String], unknown: [String])] = [
        (["-C", "-traditional", "-P", "-DX", "-D", "Y", "-UX", "-Iinc", "-I", "inc", "-w", "-Wall"], []),
        (["-include", "x.h", ""], []), (["-ansi", "-trigraphs", "-undef"], ["-ansi", "-trigraphs", "-undef"]),
        (["-fmodules"], ["-fmodules"]), (["@args"], ["@args"]), (["Other.plist"], ["Other.plist"]),
        (["-include"], ["-include"]), (["-std=c++20"], ["-std=c++20"]), (["-Wp,-DX"], ["-Wp,-DX"]),
        (["-D$(NAME)=1"], ["-D$(NAME)=1"]), (["-dM", "-C"], ["-dM"]),
    ]

    @Test(arguments: unknown)
    func unknownFlag(_ flags: [String], _ unknown: [String]) {
        let options = PreprocessorOptions(
            definitions: .init(setting: "DEFINITIONS"),
            flags: .init(setting: "FLAGS", texts: flags)
        )
        #expect(options.gaps.map(\.cause) == unknown.map { .unknownFlag($0) })
        // What such a flag does to a comment is not known either.
        #expect(options.knowsComments == unknown.isEmpty)
    }

    @Test func anUnknownValueDefinesItsName() {
        let output = InfoPlistPreprocessorTests.run("#ifdef A\n<x>A</x>\n#endif", flags: ["-DA=$(SECRET)"])
        #expect(InfoPlistPreprocessorTests.undecided(output) == ["A"])
        #expect(output.gaps.isEmpty)
    }
}
