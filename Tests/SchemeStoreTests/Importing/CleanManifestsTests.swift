import SchemeModel
import Testing

@testable import SchemeStore

/// The manifests that a report doesn't read, because an import found that no rule reports anything about them.
@Suite struct CleanManifestsTests {
    /// Calls manifests clean that declare no scheme.
    private let screening = ManifestScreening(version: "1") { $0.urlTypes.isEmpty }

    /// A registry with a clean manifest and another one.
    private func folder() throws -> RegistryFolder {
        let folder = try RegistryFolder()
        try folder.write { try importAll(into: $0, with: screening) }
        return folder
    }

    private func importAll(into registry: Registry, with screening: ManifestScreening) throws {
        let readings = [
            InputReading("A.plist", [Manifest("com.acme.a", at: "A.plist")]),
            InputReading("B.plist", [Manifest("com.acme.b", schemes: ["acme"], at: "B.plist")]),
        ]
        _ = try registry.importSource(tree(), at: 1, knowledge: .sample, screening: screening, readerVersion: 1) {
            for reading in readings { try $0(reading) }
            return []
        }
    }

    private func paths(in folder: RegistryFolder, toReportWith version: String) throws -> [String] {
        try folder.read { registry in
            var paths: [String] = []
            try RegistryIndex(registry, knowledge: .sample).forEachManifest(toReportWith: version) {
                paths.append($0.origin.path.display)
            }
            return paths
        }
    }

    @Test func areNotRead() throws {
        #expect(try paths(in: folder(), toReportWith: "1") == ["B.plist"])
    }

    @Test(arguments: ["", "2"])
    func areReadForOtherRules(version: String) throws {
        #expect(try paths(in: folder(), toReportWith: version) == ["A.plist", "B.plist"])
    }

    @Test func areReadIfNothingWasDecided() throws {
        let folder = try RegistryFolder()
        try folder.write { try importAll(into: $0, with: .none) }
        #expect(try paths(in: folder, toReportWith: "1") == ["A.plist", "B.plist"])
    }

    @Test func areDecidedAgainByOtherRules() throws {
        let folder = try folder()
        try folder.write { try importAll(into: $0, with: ManifestScreening(version: "2") { !$0.urlTypes.isEmpty }) }
        #expect(try paths(in: folder, toReportWith: "2") == ["A.plist"])
        #expect(try paths(in: folder, toReportWith: "1") == ["A.plist", "B.plist"])
    }

    @Test func stayUnchangedIfAnImportDecidesNothing() throws {
        let folder = try folder()
        try folder.write { try importAll(into: $0, with: .none) }
        #expect(try paths(in: folder, toReportWith: "1") == ["B.plist"])
    }

    @Test(arguments: ["0", "1", "checksum + 1", "first_import"])
    func areReadIfTheirMarkIsDamaged(mark: String) throws {
        let folder = try folder()
        try folder.execute("UPDATE manifest SET clean_checksum = \(mark)")
        #expect(try paths(in: folder, toReportWith: "1") == ["A.plist", "B.plist"])
    }
}
