import Foundation
import Testing
import TestSupport

@Suite struct SamplePlistsTests {
    private static let folder = ProjectFolder.samples

    /// The page names each case once, in the section of its folder, and nothing else.
    @Test(arguments: ["ok", "err"])
    func areAllExplained(kind: String) throws {
        let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("`\(kind)`") })
        let named = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            String(line.dropFirst(3).prefix { $0 != "`" })
        }
        let cases = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: kind).path)
        #expect(named.sorted() == cases.filter { !$0.hasPrefix(".") }.sorted())
    }
}
