import SchemeModel
import Testing

@testable import SchemeRules

@Suite struct KnowledgeTests {
    let knowledge = Knowledge.builtIn

    @Test func everyRowIsRead() {
        var reader = KnowledgeReader()
        let known = reader.knownSchemes(KnowledgeTables.knownSchemes)
        let defaults = reader.defaultAppSchemes(KnowledgeTables.defaultAppSchemes)
        let shared = reader.sharedSchemes(KnowledgeTables.sharedSchemes)
        #expect(reader.badRows == [])
        #expect(known.count == 835)
        #expect(defaults.count == 26)
        #expect(shared == [SchemeKey("msauth.com.microsoft.intunemam"): "Microsoft Intune App SDK"])
    }

    @Test func rowsAreSortedAndOfferedOnce() {
        let known = knowledge.knownSchemes.map { [$0.scheme.text, ByteString($0.category.rawValue)] }
        for (left, right) in zip(known, known.dropFirst()) {
            #expect(left.lexicographicallyPrecedes(right), "\(left) before \(right)")
        }
        let defaults = knowledge.defaultAppSchemes.map {
            [$0.scheme.text, ByteString($0.platform.rawValue), ByteString($0.entitlement ?? "-")]
        }
        for (left, right) in zip(defaults, defaults.dropFirst()) {
            #expect(left.lexicographicallyPrecedes(right), "\(left) before \(right)")
        }
    }

    @Test func everyRowThatARuleQuotesNamesAnOwner() {
        for row in knowledge.knownSchemes where row.category.isReserved || row.category == .thirdParty {
            #expect(!row.owner.isEmpty, "\(row.scheme)")
        }
    }

    @Test func versionNamesTheTables() {
        let tables = [KnowledgeTables.knownSchemes, KnowledgeTables.defaultAppSchemes, KnowledgeTables.sharedSchemes]
        let bytes = tables.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
        #expect(knowledge.version == String(SHA256.hex(of: bytes).prefix(12)))
    }

    @Test(
        arguments: [
            ("tel", .appleDocumented, "Phone and FaceTime", [.iOS, .macOS], "high"),
            ("http", .appleDocumented, "Safari", [.iOS, .macOS], "high"),
            ("sms", .appleDocumented, "Messages", [.iOS, .macOS], "high"),
            ("facetime", .appleSystem, "FaceTime", [.iOS, .macOS, .watchOS], "high"),
            ("prefs", .appleSystem, "Settings", .iOS, "high"),
            ("blob", .browser, "the web platform", .all, "medium"),
        ] as [(String, KnownScheme.Category, String, PlatformSet, String)]
    )
    func knows(
        scheme: String,
        category: KnownScheme.Category,
        owner: String,
        platforms: PlatformSet,
        confidence: String
    ) throws {
        let row = try #require(knowledge.known(SchemeKey(scheme)).first { $0.category == category })
        #expect(row.owner == owner)
        #expect(row.platforms == platforms)
        #expect(row.confidence.rawValue == confidence)
        #expect(!row.source.isEmpty)
    }

    @Test func knowsWhatIsPublicSharedAndChosen() {
        #expect(knowledge.isPublic(SchemeKey("bitcoin")))
        #expect(!knowledge.isPublic(SchemeKey("prefs")))
        #expect(knowledge.isSharedByDesign(SchemeKey("MSAuth.com.microsoft.intunemam")))
        #expect(!knowledge.isSharedByDesign(SchemeKey("msauth.com.acme.notes")))
        let entitlements = knowledge.defaults(SchemeKey("tel")).map(\.entitlement)
        #expect(entitlements == ["com.apple.developer.calling-app", "com.apple.developer.dialing-app", nil])
    }

    @Test(arguments: [
        ("tel\tapple-system\tPhone\tios\thigh", "5 fields instead of 6"),
        ("tel\tapple-system\tPhone\tios\thigh\t", "an empty field"),
        ("Tel\tapple-system\tPhone\tios\thigh\tpage", "'Tel' is no scheme in lower case"),
        ("1tel\tapple-system\tPhone\tios\thigh\tpage", "'1tel' is no scheme in lower case"),
        ("tel\tapple\tPhone\tios\thigh\tpage", "unknown category 'apple'"),
        ("tel\tapple-system\tPhone\tios,phone\thigh\tpage", "unknown platform 'phone'"),
        ("tel\tapple-system\tPhone\tios\tsure\tpage", "unknown confidence 'sure'"),
    ])
    func namesTheLineOfABadRow(row: String, reason: String) {
        let header = "scheme\tcategory\towner\tplatforms\tconfidence\tsource"
        let good = "sms\tapple-system\t-\tany\tlow\tpage"
        var reader = KnowledgeReader()
        let rows = reader.knownSchemes("# comment\n\(header)\n\(row)\n\(good)\n")
        #expect(reader.badRows == [.init(table: "known-schemes.tsv", line: 3, reason: reason)])
        #expect(rows.map(\.scheme) == [SchemeKey("sms")])
        #expect(rows.first?.owner == "")
        #expect(rows.first?.platforms == .all)
    }

    @Test func refusesOtherColumns() {
        var reader = KnowledgeReader()
        #expect(reader.sharedSchemes("scheme\tsource\tsdk\n") == [:])
        #expect(reader.badRows == [.init(table: "shared-schemes.tsv", line: 1, reason: "wrong columns")])
    }
}
