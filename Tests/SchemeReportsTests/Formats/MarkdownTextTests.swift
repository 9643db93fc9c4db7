import Testing

@testable import SchemeReports

@Suite struct MarkdownTextTests {
    @Test(arguments: [
        ("wallet", "`wallet`"), ("a|b", "`a\\|b`"), ("a`b", "``a`b``"), ("`a``b", "``` `a``b ```"),
        ("<script>", "`<script>`"),
        (" a ", "`  a  `"), ("  ", "`  `"), ("a\\|b|", "`a\\\\u{7C}b\\u{7C}`"), ("`|`", "`` `\\|` ``"), ("", ""),
    ])
    func writesCode(text: String, markdown: String) {
        #expect(MarkdownText.code(text) == markdown)
        guard !text.isEmpty else { return }
        let cells = MarkdownRow("| \(markdown) |").cells
        let shown = text.contains("\\|") ? text.replacing("|", with: "\\u{7C}") : text
        #expect(cells.count == 3 && cells[1].filter(\.isCode).map(\.text) == [shown], "\(cells)")
    }

    @Test func leavesBarsOutsideOfTablesAlone() {
        #expect(MarkdownText.code("a|b", isInTable: false) == "`a|b`")
    }

    @Test(arguments: [
        ("add the scheme, or remove it", "add the scheme, or remove it"), ("<b>", "`<b>`"),
        ("see www.x.org", "`see www.x.org`"),
        ("@name", "`@name`"),
    ])
    func writesProse(text: String, markdown: String) {
        #expect(MarkdownText.text(text) == markdown)
    }
}
