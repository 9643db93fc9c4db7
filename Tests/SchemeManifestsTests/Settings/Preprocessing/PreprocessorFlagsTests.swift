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
        (["-ansi"], "https://x", "a b"), (["-std=c89"], "https://x", "a b"), (["-std=gnu89"], "https:", "a b"),
        (["-std=c99"], "https:", "a b"), (["-ansi", "-std=gnu17"], "https:", "a b"),
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

    @Test func trigraphsComeWithTheStandard() {
        let text = { (flags: [String]) in
            InfoPlistPreprocessorTests.lines(InfoPlistPreprocessorTests.run("<x>????</x>", flags: flags)).first
        }
        #expect(text([]) == "<x>????</x>")
        // `??<` is `{`: the build of such a manifest fails.
        #expect(text(["-ansi"]) == "<x>??{/x>")
        #expect(text(["-ansi", "-fno-trigraphs"]) == "<x>????</x>")
    }

    static let unknown: [(flags: [String], unknown: [String])] = [
        (["-C", "-traditional", "-P", "-DX", "-D", "Y", "-UX", "-Iinc", "-I", "inc", "-w", "-Wall", "-undef"], []),
        (["-include", "x.h", "-imacros", "y.h", "-isysroot", "/sdk", "-F.", "-nostdinc"], []),
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
