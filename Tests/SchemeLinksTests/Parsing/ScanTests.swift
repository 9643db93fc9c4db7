import SchemeLinks
import SchemeModel
import Testing

/// Selects the files to parse, and reports if Swift can't be parsed.
@Suite struct ScanTests {
    #if Links
    @Test func onlyRelevantFilesAreParsed() {
        var texts = ["W.swift": "struct V: View { var body: some View { Text(\"\").widgetURL(Links.home) } }"]
        for index in 0..<50 { texts["Other\(index).swift"] = "struct Other\(index) { let x = \(index) }" }
        // The word `main` only marks an entry point as an attribute.
        texts["Main.swift"] = "enum Main { func main() { App.start(DispatchQueue.main) } }"
        texts["Links.swift"] = "enum Links { static let home = URL(string: \"a://b\") }"
        let found = facts(texts)
        #expect(found.links.map(\.url) == ["a://b"])
        #expect(found.parsedFiles == 2)
    }

    @Test func otherModulesContributeDeclarationsOnly() {
        let found = facts(
            ["W.swift": "struct V: View { var body: some View { Text(\"\").widgetURL(Links.home) } }"],
            visible: [
                "Links.swift":
                    "public enum Links { static let home = URL(string: \"a://b\") }\nfunc f() { UIApplication.shared.open(u) }"
            ]
        )
        #expect(found.links.map(\.url) == ["a://b"])
    }

    @Test func resultIsIndependentOfThreads() {
        var texts: [String: String] = [:]
        for index in 0..<30 {
            texts["V\(index).swift"] =
                "struct V\(index): View { var body: some View { Text(\"\").widgetURL(URL(string: \"a://\(index)\")) } }"
        }
        let first = facts(texts)
        #expect(first.links.count == 30)
        for _ in 0..<3 { #expect(facts(texts).links == first.links) }
    }
    #else
    @Test func withoutTheTraitSwiftIsReportedAsSkipped() {
        let files = [SourceFile(place: Place(path: "A.swift"), bytes: Array("import UIKit".utf8))]
        #expect(!CodeIndex.readsSwift)
        #expect(CodeIndex(files: files).facts(of: LinkTarget(name: nil, files: [0])).isLeftOut)
        #expect(!CodeIndex(files: []).facts(of: LinkTarget(name: nil, files: [])).isLeftOut)
    }
    #endif
}
