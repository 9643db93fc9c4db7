import Foundation
import SchemeModel
import SchemeReports
import Testing
import TestSupport

@Suite struct HTMLPageTests {
    @Test func writesEverything() throws {
        try expect(content(PageSample.everything().page()), equalsFile: "everything.html")
    }

    @Test func writesAnEmptyPage() throws {
        try expect(content(PageSample().page()), equalsFile: "empty.html")
    }

    /// The policy allows exactly the style sheet and the script of the page, by digests that Foundation's base64 and our
    /// SHA-256 give.
    @Test func allowsOnlyItsOwnStyleAndScript() throws {
        let tokens = try HTMLTokens(PageSample.everything().page())
        func digest(_ name: String) throws -> String {
            let contents = try #require(tokens.raw[name])
            try #require(contents.count == 1)
            return "'sha256-" + Data(SHA256.digest(of: Array(contents[0].utf8))).base64EncodedString() + "'"
        }
        let policy = tokens.tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        #expect(
            policy?.attributes["content"] == "default-src 'none'; style-src \(try digest("style")); "
                + "script-src \(try digest("script")); base-uri 'none'; form-action 'none'"
        )
        // The policy applies only to what follows.
        let names = tokens.tags.map(\.name)
        #expect(names.firstIndex(of: "meta").map { $0 + 1 } == tokens.tags.firstIndex { $0 == policy })
    }

    /// Nothing in a page leads out of it.
    @Test func hasOnlyLinksToItself() throws {
        let tokens = try HTMLTokens(PageSample.everything().page())
        let ids = tokens.tags.compactMap { $0.attributes["id"] }
        #expect(ids.count == Set(ids).count)
        for tag in tokens.tags {
            for (name, value) in tag.attributes {
                #expect(!["src", "style", "action", "srcset"].contains(name) && !name.hasPrefix("on"))
                if name == "href" { #expect(value.first == "#" && ids.contains(String(value.dropFirst())), "\(value)") }
                if name.hasPrefix("aria-labelledby") || name == "aria-controls" { #expect(ids.contains(value)) }
            }
        }
        let style = try #require(tokens.raw["style"]?.first)
        #expect(!style.contains("url(") && !style.contains("@import"))
        let script = try #require(tokens.raw["script"]?.first)
        for call in ["fetch", "XMLHttpRequest", "import(", "innerHTML", "eval", "document.write", "http"] {
            #expect(!script.contains(call), "\(call)")
        }
    }

    @Test func countsWhatItDoesNotList() throws {
        let sample = PageSample.large(apps: 40)
        let all = sample.inventory()
        let some = sample.inventory(limit: 10)
        #expect(some.appCount == 40 && some.schemeCount == all.schemeCount)
        let involved = Set(sample.report.findings.flatMap(\.apps).map(\.id))
        #expect(some.apps.count < 40 && involved.isSubset(of: some.apps.map(\.app.id)))
    }

    /// 1,000 apps with 5,000 schemes are a page of less than 5 MB, and 250 one of a quarter of that.
    @Test func staysSmall() throws {
        let count = TestScale.pick(250, torture: 1000)
        let page = try PageSample.large(apps: count).page()
        #expect(page.utf8.count < 5_000 * count)
        let tokens = try HTMLTokens(page)
        #expect(tokens.tags.count { $0.attributes["id"]?.hasPrefix("scheme-fabrikam") == true } > count * 9 / 2)
    }
}

/// Pages with names that try to be more than names (T03).
@Suite struct HostilePageTests {
    static let texts =
        // A valid scheme is one more claim than a text that isn't one.
        HostileFormatTests.texts.filter { $0 != "wallet" && !$0.isEmpty } + [
            HostileFormatTests.hidden, "</script><script>hacked = 1</script>", "</style>", "</title><h1>", "<!-- ",
            "-->", "]]>",
            "javascript:alert(1)", "\" onmouseover=\"hacked = 1", "' autofocus onfocus='hacked = 1", "&lt;b&gt;",
            "{{hacked}}",
            "\u{202E}gnp.exe", "\u{2066}a\u{2069}", "1" + String(repeating: "W", count: 5000), "\u{0}\u{1B}[2J",
        ]

    @Test func writesHostileNames() throws {
        let text = "<script>hacked = 1</script>\"'&\u{202E}\u{1B}\u{0}\n" + String(repeating: "x", count: 2100)
        try expect(content(PageSample.hostile(text).page()), equalsFile: "hostile.html")
    }

    private static let harmless = Result { try HTMLTokens(PageSample.hostile("1").page()) }

    /// Every element and attribute is the same as with a harmless name; only lines of the picture depend on the width of
    /// names.
    @Test(arguments: texts)
    func hasTheElementsOfHarmlessNames(text: String) throws {
        let page = try PageSample.hostile(text).page()
        let raw = page.unicodeScalars.first { TextEscape.isUnsafe($0) && $0 != "\n" }
        #expect(raw == nil)
        let hostile = try HTMLTokens(page)
        let harmless = try Self.harmless.get()
        func outline(_ tokens: HTMLTokens) -> [String] {
            tokens.tags.filter { !["text", "rect", "wbr"].contains($0.name) }
                .map { "\($0.name) \($0.attributes.keys.sorted().joined(separator: " "))" }
        }
        let differences = outline(hostile).difference(from: outline(harmless))
        #expect(differences.isEmpty, "\(differences)")
        #expect(hostile.raw == harmless.raw)
        #expect(hostile.tags.allSatisfy { $0.attributes["href"]?.hasPrefix("#") ?? true })
        let ids = hostile.tags.compactMap { $0.attributes["id"] }
        #expect(ids.count == Set(ids).count)
        let shown = TextEscape.escaped(text, limit: 2000)
        #expect(hostile.texts.contains { $0.utf8.elementsEqual(shown.utf8) })
    }
}

/// Returns the page with its style sheet, its script and their digests left out, because they are the same on every page.
private func content(_ page: String) -> String {
    page.replacing(/<style>[^<]*<\/style>/, with: "<style></style>")
        .replacing(/<script>.*<\/script>/.dotMatchesNewlines(), with: "<script></script>")
        .replacing(/sha256-[^&]*/, with: "sha256-")
}
