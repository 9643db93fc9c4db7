import SchemeKit
import SchemeModel
import Testing

@Suite struct InputEditsTests {
    private func applied(_ edits: [(Int, Int, String)], to text: String) -> String {
        var all = InputEdits()
        for (offset, length, replacement) in edits {
            let range = SourceRange(byteOffset: offset, byteLength: length)
            all.add(Finding.Edit(place: Place(path: "Info.plist", range: range), replacement: replacement))
        }
        return String(decoding: all.applied(to: Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("abcdef", [(1, 2, "X")], "aXdef"), ("abcdef", [(3, 1, "Y"), (1, 1, "XX")], "aXXcYef"),
            ("abcdef", [(0, 0, "X"), (6, 0, "Y")], "XabcdefY"), ("abcdef", [(2, 0, "X"), (2, 0, "Y")], "abXYcdef"),
            // A duplicate, and two that overlap.
            ("abcdef", [(1, 2, "X"), (1, 2, "X")], "aXdef"), ("abcdef", [(1, 3, "X"), (2, 3, "Y")], "aXef"),
            ("abcdef", [(1, 3, ""), (2, 0, "Y"), (4, 0, "Z")], "aZef"),
            // After the end, and numbers beyond any file size.
            ("abc", [(2, 2, "X")], "abc"), ("abc", [(4, 0, "X")], "abc"), ("abc", [(-1, 1, "X")], "abc"),
            ("abc", [(Int.max, Int.max, "X")], "abc"), ("", [(0, 0, "X")], "X"),
            // A removal deletes a line that contains nothing else.
            ("a\n\t<b/> \nc\n", [(3, 4, "")], "a\nc\n"), ("a\r\n <b/>\r\nc", [(4, 4, "")], "a\r\nc"),
            ("a\r<b/>\rc", [(2, 4, "")], "a\rc"), ("a\n<b/><c/>\n", [(2, 4, "")], "a\n<c/>\n"),
            ("a\n x<b/>\n", [(4, 4, "")], "a\n x\n"), ("<b/>\na", [(0, 4, "")], "\na"),
            ("a\n<b/>", [(2, 4, "")], "a\n"),
            ("a\n<b/>\n<c/>\nd", [(2, 4, ""), (7, 4, "")], "a\nd"),
            // Added lines end like the others.
            ("a\r\nb", [(1, 0, "\nx")], "a\r\nx\r\nb"), ("a\rb\n", [(1, 0, "\nx")], "a\rx\rb\n"),
            ("ab", [(1, 0, "\nx")], "a\nxb"),
        ] as [(String, [(Int, Int, String)], String)]
    )
    func changesOnlyReportedValues(text: String, edits: [(Int, Int, String)], result: String) {
        #expect(applied(edits, to: text) == result)
    }
}
