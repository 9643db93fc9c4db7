import SchemeModel
import Testing

@testable import SchemeRules

@Suite struct KnowledgeTests {
    let knowledge = Knowledge.builtIn

    @Test func everyRowIsRead() {
        var reader = KnowledgeReader()
        let known = reader.knownSchemes(EmbeddedKnowledge.knownSchemes)
        let defaults = reader.defaultAppSchemes(EmbeddedKnowledge.defaultAppSchemes)
        let shared = reader.sharedSchemes(EmbeddedKnowledge.sharedSchemes)
        let sdkSchemes = reader.sdkSchemes(EmbeddedKnowledge.sdkSchemes)
        let requirements = reader.sdkRequirements(EmbeddedKnowledge.sdkRequirements)
        let owners = reader.owners(EmbeddedKnowledge.schemeOwners)
        let placeholders = reader.placeholders(EmbeddedKnowledge.placeholders)
        let generic = reader.flaggedSchemes(EmbeddedKnowledge.genericSchemes, "generic-schemes.tsv")
        let queries = reader.flaggedSchemes(EmbeddedKnowledge.privateQuerySchemes, "private-query-schemes.tsv")
        #expect(reader.badRows == [])
        for count in [
            sdkSchemes.count, requirements.count, owners.count, placeholders.count, generic.count, queries.count,
        ] {
            #expect(count > 0)
        }
        let rows = EmbeddedKnowledge.knownSchemes.split(separator: "\n").filter { !$0.hasPrefix("#") }
        // The first is the header.
        #expect(known.count == rows.count - 1)
        #expect(defaults.count == 29)
        #expect(
            shared == [
                SchemeKey("msauth.com.microsoft.intunemam"): "Microsoft Intune App SDK",
                SchemeKey("org-appextension-feature-password-management"): "1Password extension protocol",
            ]
        )
    }

    @Test func findsTheSameRowsAsReadingAll() {
        let all = KnownSchemeList(knowledge.knownSchemes)
        let present = Set(all.rows.map(\.scheme))
        #expect(present.count > 500)
        let absent =
            ["", "a", "!", "aaaa", "zzzz", "http2", "htt", "-", "scheme", "~"].map { SchemeKey($0) }
            + present.map { SchemeKey($0.text.string + "x") }.filter { !present.contains($0) }
        for scheme in Array(present) + absent {
            #expect(knowledge.known(scheme) == all.rows(about: scheme), "\(scheme)")
        }
    }

    /// The number of columns that identify a row of a table.
    @Test(arguments: [
        (EmbeddedKnowledge.knownSchemes, 2), (EmbeddedKnowledge.defaultAppSchemes, 3),
        (EmbeddedKnowledge.sharedSchemes, 1),
        (EmbeddedKnowledge.sdkSchemes, 1), (EmbeddedKnowledge.sdkRequirements, 1), (EmbeddedKnowledge.schemeOwners, 2),
        (EmbeddedKnowledge.placeholders, 1), (EmbeddedKnowledge.genericSchemes, 1),
        (EmbeddedKnowledge.privateQuerySchemes, 1),
    ])
    func rowsAreSortedAndOfferedOnce(table: String, columns: Int) {
        let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
            .map { $0.split(separator: "\t").prefix(columns).map { ByteString(String($0)) } }
        for (left, right) in zip(rows, rows.dropFirst()) {
            #expect(left.lexicographicallyPrecedes(right), "\(left) before \(right)")
        }
    }

    @Test func ownersAgreeAcrossTables() {
        let named = Set(knowledge.owners.map { ByteString($0.owner) })
        for form in knowledge.sdkSchemes where form.kind != .own { #expect(named.contains(ByteString(form.owner))) }
        let owners = Set(knowledge.knownSchemes.map(\.owner))
        for owner in named.map(\.string) {
            let isUsed =
                owners.contains(owner) || owners.contains { $0.hasSuffix("(\(owner))") }
                || knowledge.sdkSchemes.contains { $0.owner == owner }
            #expect(isUsed, "\(owner) owns something")
        }
    }

    @Test func genericSchemesHaveNoOwner() {
        for row in knowledge.genericSchemes {
            #expect(!knowledge.known(row.scheme).contains { $0.category == .thirdParty }, "\(row.scheme)")
            #expect(knowledge.sdkScheme(row.scheme) == nil, "\(row.scheme)")
            #expect(knowledge.placeholder(row.scheme.text.string, .name) == nil, "\(row.scheme)")
        }
    }

    @Test func quotedRowsHaveAnOwner() {
        for row in knowledge.knownSchemes where row.category.isReserved || row.category == .thirdParty {
            #expect(!row.owner.isEmpty, "\(row.scheme)")
        }
    }

    @Test func versionDependsOnTheTables() {
        let bytes = EmbeddedKnowledge.all.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
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

    @Test func publicSharedAndDefaultSchemes() {
        #expect(knowledge.isPublic(SchemeKey("bitcoin")))
        #expect(!knowledge.isPublic(SchemeKey("prefs")))
        #expect(knowledge.isSharedByDesign(SchemeKey("MSAuth.com.microsoft.intunemam")))
        #expect(!knowledge.isSharedByDesign(SchemeKey("msauth.com.acme.notes")))
        let entitlements = knowledge.defaults(SchemeKey("tel")).map(\.entitlement)
        #expect(entitlements == ["com.apple.developer.calling-app", "com.apple.developer.dialing-app", nil])
    }

    @Test(arguments: [
        ("tel\tapple-system\tPhone\tios\thigh\tpage", "6 fields instead of 7"),
        ("tel\tapple-system\tPhone\tios\thigh\t\t-", "an empty field"),
        (
            "tel\tapple-system\tPhone\tios\thigh\tpage\t2026-02-30",
            "'2026-02-30' is not a valid day; use the form 2026-11-22"
        ),
        ("Tel\tapple-system\tPhone\tios\thigh\tpage\t-", "'Tel' is not a valid scheme in lowercase"),
        ("1tel\tapple-system\tPhone\tios\thigh\tpage\t-", "'1tel' is not a valid scheme in lowercase"),
        ("tel\tapple\tPhone\tios\thigh\tpage\t-", "unknown category 'apple'"),
        ("tel\tapple-system\tPhone\tios,phone\thigh\tpage\t-", "unknown platform 'phone'"),
        ("tel\tapple-system\tPhone\tios\tsure\tpage\t-", "unknown confidence 'sure'"),
    ])
    func namesTheLineOfABadRow(row: String, reason: String) {
        let header = "scheme\tcategory\towner\tplatforms\tconfidence\tsource\tseen"
        let good = "sms\tapple-system\t-\tany\tlow\tpage\t2026-11-22"
        var reader = KnowledgeReader()
        let rows = reader.knownSchemes("# comment\n\(header)\n\(row)\n\(good)\n")
        #expect(reader.badRows == [.init(table: "known-schemes.tsv", line: 3, reason: reason)])
        #expect(rows.map(\.scheme) == [SchemeKey("sms")])
        #expect(rows.first?.owner == "")
        #expect(rows.first?.platforms == .all)
        #expect(rows.first?.seen == "2026-11-22")
    }

    @Test func rejectsOtherColumns() {
        var reader = KnowledgeReader()
        #expect(reader.sharedSchemes("scheme\tsource\tsdk\n") == [:])
        #expect(reader.badRows == [.init(table: "shared-schemes.tsv", line: 1, reason: "wrong columns")])
    }
}
