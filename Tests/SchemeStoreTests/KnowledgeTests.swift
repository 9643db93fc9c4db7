import SchemeModel
import SchemeStore
import Testing

@Suite("The knowledge in a registry")
struct KnowledgeTests {
    @Test("newer knowledge derives anew what claims carry of it")
    func upgrade() throws {
        let folder = try RegistryFolder()
        let reading = InputReading(
            "Info.plist",
            [Manifest("com.acme.wallet", schemes: ["http", "db-share", "bitcoin"])]
        )
        let query = "SELECT is_public, shared_by_design, chosen_bits FROM claim ORDER BY position"
        let empty = Knowledge(version: "0", knownSchemes: [], defaultAppSchemes: [], sharedSchemes: [:])
        try folder.write { try $0.take([reading], knowledge: empty) }
        #expect(try folder.rows(query) == ["0|0|0", "0|0|0", "0|0|0"])
        let upgrade = try folder.write { try $0.take([reading], knowledge: .sample) }
        #expect(try folder.rows(query) == ["1|0|19", "0|1|0", "1|0|0"])
        #expect(upgrade.importID == nil)
        #expect(upgrade.unchanged == 1)
        #expect(try folder.rows("SELECT value FROM meta WHERE name = 'knowledge'") == ["1"])
        let counts =
            "SELECT (SELECT count(*) FROM known_scheme), (SELECT count(*) FROM default_app_scheme), "
            + "(SELECT sdk FROM shared_scheme)"
        #expect(try folder.rows(counts) == ["9|4|Dropbox"])
        let dump = try folder.dump()
        try folder.write { _ = try $0.take([reading], knowledge: .sample) }
        #expect(try folder.dump() == dump)
    }

    @Test("an index judges old imports by the knowledge that it is given")
    func index() throws {
        let folder = try RegistryFolder()
        let reading = InputReading("Info.plist", [Manifest("com.acme.wallet", schemes: ["bitcoin"])])
        let empty = Knowledge(version: "0", knownSchemes: [], defaultAppSchemes: [], sharedSchemes: [:])
        try folder.write { try $0.take([reading], knowledge: empty) }
        let claims = try folder.read { try RegistryIndex($0, knowledge: .sample).claims(on: SchemeKey("bitcoin")) }
        #expect(claims.map(\.profile.isPublic) == [true])
    }
}
