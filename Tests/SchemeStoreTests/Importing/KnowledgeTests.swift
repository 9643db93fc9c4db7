import SchemeModel
import SchemeStore
import Testing

@Suite("The knowledge in a registry")
struct KnowledgeTests {
    @Test("newer knowledge updates the data derived from it")
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
        #expect(try folder.rows(counts) == ["9|6|Dropbox"])
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

    @Test("every row is loaded with all that it says")
    func rows() throws {
        let folder = try RegistryFolder()
        try folder.write { try $0.take([], knowledge: .full) }
        #expect(
            try folder.rows("SELECT * FROM sdk_scheme")
                == [
                    "0|acme<digits>|own|Acme SDK|Acme|acme and a number|acmeauth acmeshare|1|0|acme{id}|NULL|high|a page|NULL"
                ]
        )
        #expect(
            try folder.rows("SELECT * FROM sdk_requirement")
                == [
                    "0|key|AcmeID|1|Acme SDK|acme{AcmeID}|nothing works|a page|NULL",
                    "1|query|acmeauth|0|Acme SDK|acme{AcmeID}|nothing works|a page|NULL",
                    "2|companion|ACME_ID|0|Acme SDK|acme{AcmeID}|nothing works|a page|NULL",
                ]
        )
        #expect(try folder.rows("SELECT * FROM scheme_owner") == ["schemereg|0|Acme|com.acme.|a page|NULL"])
        #expect(try folder.rows("SELECT * FROM placeholder") == ["0|myapp|name|a page|NULL"])
        #expect(
            try folder.rows("SELECT * FROM flagged_scheme")
                == ["generic|app|anyone may|a page|NULL", "private-query|prefs|Settings|a page|NULL"]
        )
    }

    @Test("a team's table is kept beside the tool's, replaced by its name, and removed by it")
    func team() throws {
        let folder = try RegistryFolder()
        let reading = InputReading("Info.plist", [Manifest("com.shop.app", schemes: ["acmepay", "whatsapp"])])
        try folder.write { registry in
            try registry.take([reading])
            #expect(try registry.teamTables() == [])
            #expect(try registry.replaceTeamTable(with: .partners, amid: .sample))
            #expect(try registry.replaceTeamTable(with: TeamTable("own", ["shop"]), amid: .sample))
        }
        #expect(try folder.read { try $0.teamTables() } == [TeamTable("own", ["shop"]), .partners])
        #expect(
            try folder.rows("SELECT scheme, app, owner, is_owner, origin FROM known_claim ORDER BY scheme")
                == ["acmepay|com.shop.app|Acme|0|partners", "whatsapp|com.shop.app|someone|NULL|schemereg"]
        )
        let dump = try folder.dump()
        let bytes = try folder.bytes()
        try folder.write { registry in
            #expect(try !registry.replaceTeamTable(with: .partners, amid: .sample))
            try registry.take([reading])
        }
        #expect(try folder.bytes() == bytes, "what is the same is not written")
        try folder.write { try $0.take([reading], knowledge: .full) }
        #expect(try folder.read { try $0.teamTables().count } == 2, "newer knowledge of the tool leaves a team's")
        try folder.write { try $0.take([reading]) }
        #expect(try folder.dump() == dump)
        try folder.write { (registry: Registry) throws in
            #expect(try registry.replaceTeamTable(with: TeamTable("partners", ["acmecard"]), amid: .sample))
            #expect(try registry.removeTeamTable(named: "own")?.schemes.count == 1)
            #expect(try registry.removeTeamTable(named: "own") == nil)
            #expect(try registry.removeTeamTable(named: "schemereg") == nil)
        }
        #expect(try folder.read { try $0.teamTables() } == [TeamTable("partners", ["acmecard"])])
        #expect(try folder.rows("SELECT count(*) FROM known_scheme WHERE origin = 'schemereg'") == ["9"])
    }

    @Test("a team's table makes a registry, with the tool's knowledge in it")
    func teamFirst() throws {
        let folder = try RegistryFolder()
        try folder.write { _ = try $0.replaceTeamTable(with: .partners, amid: .sample) }
        #expect(
            try folder.rows("SELECT origin, count(*) FROM known_scheme GROUP BY origin")
                == ["partners|1", "schemereg|9"]
        )
    }
}

extension TeamTable {
    static var partners: TeamTable {
        var team = TeamTable("partners", ["acmepay"])
        team.owners = [SchemeOwner(owner: "Acme", prefix: "com.acme.", source: "a mail")]
        return team
    }

    init(_ name: String, _ schemes: [String]) {
        let rows = schemes.map {
            KnownScheme(
                scheme: SchemeKey($0),
                category: .partner,
                owner: "Acme",
                platforms: .iOS,
                confidence: .medium,
                source: "a mail",
                origin: name
            )
        }
        self.init(name: name, schemes: rows, owners: [])
    }
}

extension Knowledge {
    /// The sample with a row in every table.
    static var full: Knowledge {
        Knowledge(
            version: "2",
            knownSchemes: sample.knownSchemeTables,
            defaultAppSchemes: sample.defaultAppSchemes,
            sharedSchemes: sample.sharedSchemes,
            sdkSchemes: SchemePattern("acme<digits>").map { pattern in
                [
                    SDKScheme(
                        pattern: pattern,
                        kind: .own,
                        sdk: "Acme SDK",
                        owner: "Acme",
                        meaning: "acme and a number",
                        queries: ["acmeauth", "acmeshare"],
                        isRetired: true,
                        keepsCase: false,
                        placeholders: ["acme{id}"],
                        sharing: nil,
                        confidence: .high,
                        source: "a page"
                    )
                ]
            } ?? [],
            sdkRequirements: [
                SDKRequirement.Evidence.key("AcmeID"), .query(SchemeKey("acmeauth")), .companion("ACME_ID"),
            ].map {
                evidence in
                SDKRequirement(
                    evidence: evidence,
                    isProof: evidence == .key("AcmeID"),
                    sdk: "Acme SDK",
                    scheme: SDKRequirement.Template("acme{AcmeID}"),
                    effect: "nothing works",
                    source: "a page"
                )
            },
            owners: [SchemeOwner(owner: "Acme", prefix: "com.acme.", source: "a page")],
            placeholders: [SchemePlaceholder(text: "myapp", kind: .name, source: "a page")],
            genericSchemes: [FlaggedScheme(scheme: SchemeKey("app"), meaning: "anyone may", source: "a page")],
            privateQueries: [FlaggedScheme(scheme: SchemeKey("prefs"), meaning: "Settings", source: "a page")]
        )
    }
}
