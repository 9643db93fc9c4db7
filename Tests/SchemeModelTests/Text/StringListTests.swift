import SchemeModel
import Testing

@Suite struct StringListTests {
    @Test(arguments: [
        ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and d"), (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
    ])
    func listsStringsInWords(strings: [String], text: String) {
        #expect(strings.inWords(atMost: 3) == text)
    }

    @Test func separatesTheLastString() {
        #expect(["a", "b"].inWords(" or ") == "a or b")
        #expect(["a", "b", "c"].inWords(", ", atMost: 3) == "a, b, c")
        #expect(["a", "b", "c"].inWords(", ", atMost: 2) == "a, b, c")
        #expect(["a", "b", "c", "d"].inWords(", ", atMost: 2) == "a, b and 2 more")
    }

    @Test func countsTheOtherLines() {
        #expect(["a", "b"].lines(atMost: 2) == ["a", "b"])
        #expect(["a", "b", "c"].lines(atMost: 1, " (x)") == ["a", "... and 2 more (x)"])
    }
}
