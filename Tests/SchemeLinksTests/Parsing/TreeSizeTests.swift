#if Links
import SchemeModel
import TestSupport
import Testing
import Threading

@testable import SchemeLinks

/// What a syntax tree takes, and what it can take at most, which decides which files are read.
struct TreeSizeTests {
    /// Code with as many nodes for each word and sign as possible, mostly because the parser adds what is missing.
    @Test(arguments: [
        "var a\n", "func\n", "struct\n", "case a\n", "case ", "subscript ", "init ", "import ", "default ", "if\n",
        "while< ",
        "\\ ", "# ", "@", "'\n", "inout '\n", "@_originallyDefinedIn;", "a×", "{}", "a{}\n", "\"\"\n", "\"\\(b)\"",
        "(do ",
        "struct break publicfinal<\nunsafe\n", "class ,if < get", "fileprivate while ",
    ])
    func estimatesAtLeastWhatATreeTakes(_ part: String) { expectEnough(String(repeating: part, count: 40)) }

    @Test func estimatesAtLeastWhatRandomCodeTakes() {
        let words = """
            associatedtype class enum extension func import init inout let operator precedencegroup protocol public struct
            subscript typealias var break case catch continue default defer do else for guard if in repeat return throw switch
            where while Any as await is self try any some macro actor get _ a 1 #if #endif #available @available @objc @a
            @backDeployed × ) } ] < > . , : ; = @ # & -> ? ! \\ + - ~ " '
            """.split { $0 == " " || $0 == "\n" }
        var random = SeededGenerator(seed: 29)
        for _ in 0..<TestScale.pick(100, torture: 5_000) {
            let part = (0..<Int.random(in: 2...6, using: &random)).map { _ in
                words[Int.random(in: words.indices, using: &random)] + (Bool.random(using: &random) ? " " : "\n")
            }.joined()
            expectEnough(String(repeating: part, count: 12))
        }
    }

    /// The parser nests such nodes in each other, far deeper than code is searched.
    @Test func countsDeepNodes() {
        let counts = [4_000, 8_000].map { sizes("x" + String(repeating: ".a", count: $0)).actual }
        #expect(counts[1] > counts[0] * 19 / 10)
    }

    @Test func countsWhatIsFoundInATree() {
        let lines = String(repeating: "a = 1\n", count: 1_000)
        #expect(sizes("func f() {\n\(lines)}\n").actual < 1_000_000)
        #expect(sizes(String(repeating: "var a = 1\n", count: 1_000)).actual > 1_500_000)
    }

    private func expectEnough(_ text: String) {
        let (actual, most) = sizes(text)
        #expect(actual <= most, "\(text.prefix(80))")
    }

    private func sizes(_ text: String) -> (actual: Int, most: Int) {
        let bytes = Array(text.utf8)
        let file = SourceFile(place: Place(path: "A.swift"), bytes: bytes)
        let actual = Threads.run { ParsedFile(file, index: 0, limits: .standard).treeBytes }
        return (actual ?? .max, FileScan(bytes).treeBytes)
    }
}
#endif
