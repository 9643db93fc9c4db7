import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

/// Real projects against values that were established by hand. The repositories are no part of this one: each is
/// looked for as `<owner>+<name>` in the folder that the environment names.
@Suite("Real projects")
struct ResolvedGoldenTests {
    struct Row: Decodable, Sendable, CustomTestStringConvertible {
        struct Declared: Decodable, Hashable, Sendable {
            var role: String?
            var identifier: String?
            var schemes: [String?]
        }

        var repo: String
        var project: String
        var target: String
        var configuration: String
        var infoplist: String
        var bundle_id: String?
        var url_types: [Declared]?
        /// In place of the URL types, where the project is no Xcode project.
        var schemes: [String]?

        var testDescription: String { "\(repo) \(target) \(configuration)" }
    }

    static let folder = ProcessInfo.processInfo.environment["SCHEMEREG_REPOSITORIES"]
    static let absence: Comment = "SCHEMEREG_REPOSITORIES names no folder of repositories, or the corpus is absent"

    static let rows: [Row] = {
        guard folder != nil, ProjectFolder.hasCorpus else { return [] }
        return (try? Corpus.lines("resolved-golden.jsonl", as: Row.self)) ?? []
    }()

    private static func read(_ row: Row) throws -> ProjectReading {
        let root = Path(try #require(folder)).appending(Path(row.repo.replacing("/", with: "+")))
        let origin = ProjectOrigin(source: "golden", root: root)
        if row.project.hasSuffix(".xcodeproj") {
            return ProjectReader().read(projectAt: Path(row.project), of: origin, files: DiskFileSystem())
        }
        // Behind a manifest's path stand words about it.
        let path = Path(String(row.project.prefix { $0 != " " }))
        return PackageManifestReader().read(fileAt: path, of: origin, files: DiskFileSystem())
    }

    @Test(.enabled(if: folder != nil && ProjectFolder.hasCorpus, absence), arguments: rows)
    func row(_ row: Row) throws {
        let reading = try Self.read(row)
        #expect(reading.problems.isEmpty)
        let manifest = try #require(
            reading.manifests.first {
                $0.outcome.target == row.target && $0.outcome.configurations.contains(row.configuration)
            }
        )
        #expect(manifest.origin.path.display == row.infoplist)
        if let identifier = row.bundle_id {
            #expect(manifest.bundleIdentifier?.value ?? "" == identifier)
        } else {
            #expect(!manifest.app.isKnown)
        }
        let declared = manifest.urlTypes.map { type in
            Row.Declared(
                role: type.role?.value,
                identifier: type.identifier?.value,
                schemes: type.schemes.map(\.resolved)
            )
        }
        if let schemes = row.schemes, row.url_types == nil {
            #expect(declared.flatMap(\.schemes) == schemes)
        } else {
            #expect(declared == row.url_types)
        }
    }
}
