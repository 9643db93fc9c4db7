#if Links
import Foundation
import SchemeLinks
import SchemeModel
import Testing
import TestSupport

/// Compares results for whole repositories with manual findings.
///
/// The repositories are not part of the project. `LINK_REPOSITORIES` is a folder with all of them, named `owner+name`,
/// at the commits in the golden file.
@Suite struct RepositoryTests {
    private static let folder = ProcessInfo.processInfo.environment["LINK_REPOSITORIES"]
    private static let golden = ProjectFolder.corpus.appending(path: "deeplinks-golden.jsonl")
    private static let isPresent = folder != nil && FileManager.default.fileExists(atPath: golden.path)

    private struct Row: Decodable {
        var repo: String
        var path: String
        var line: Int
        var kind: String
        var statically_resolvable: String
        var url_if_known: String?
        var scheme_if_known: String?
        var notes: String
    }

    @Test(.enabled(if: isPresent, "LINK_REPOSITORIES is not set"))
    func everyRowIsFound() throws {
        let text = try String(contentsOf: Self.golden, encoding: .utf8)
        let rows = try text.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
        for (repo, rows) in Dictionary(grouping: rows, by: \.repo).sorted(by: { $0.key < $1.key }) {
            let facts = try facts(of: repo)
            #expect(facts.problems.isEmpty)
            // None of these repositories has two that certainly apply together. Each would be an error.
            #expect(facts.widgetURLConflicts.isEmpty)
            for row in rows { check(row, facts) }
        }
    }

    private func facts(of repo: String) throws -> LinkFacts {
        let root = URL(filePath: try #require(Self.folder))
            .appending(path: repo.replacing("/", with: "+")).resolvingSymlinksInPath()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
        let files = try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".m") }.compactMap { path in
            let file = root.appending(path: path)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else {
                return nil as SourceFile?
            }
            return SourceFile(place: Place(source: repo, path: Path(path)), bytes: Array(try Data(contentsOf: file)))
        }
        return CodeIndex(files: files).facts(of: LinkTarget(name: nil, files: Array(files.indices)))
    }

    private func check(_ row: Row, _ facts: LinkFacts) {
        let links = facts.links.filter {
            $0.place.path.display == row.path && $0.place.range?.lines?.start.line == row.line
        }
        let handlers = facts.handlers.filter {
            $0.place.path.display == row.path && $0.place.range?.lines?.start.line == row.line
        }
        let name = Comment(rawValue: "\(row.repo) \(row.path):\(row.line) \(row.kind): \(row.notes)")
        if row.notes.contains("FALSE-POSITIVE") || row.notes.contains("NEGATIVE") {
            #expect(links.isEmpty && handlers.isEmpty, name)
            return
        }
        if row.kind.hasSuffix("handler") || row.kind == "onOpenURL" {
            #expect(!handlers.isEmpty, name)
            return
        }
        guard let link = links.first(where: { $0.kind.rawValue == row.kind }) else {
            Issue.record(Comment(rawValue: "missing: " + name.rawValue))
            return
        }
        switch row.statically_resolvable {
        case "yes": #expect(link.url == row.url_if_known, name)
        case "partly":
            #expect(link.known != .unknown, name)
            if let scheme = row.scheme_if_known { #expect(link.scheme == SchemeKey(scheme), name) }
        default: #expect(link.known == .unknown, name)
        }
    }
}
#endif
