import SchemeModel
import TestSupport
import Testing

@testable import SchemeRules

/// The advice about collisions on schemes that belong to a known app agrees with that of `known-scheme`.
@Suite struct CollisionOwnerTests {
    private static let generic = "use universal links, or a scheme that contains the bundle identifier"
    private static let ids = [UndefinedTargetRule().description.id, VariantCollisionRule().description.id]

    private func findings(_ manifests: [Manifest], knowledge: Knowledge = .builtIn) throws -> [Finding] {
        let rules: [any Rule] = [
            UndefinedTargetRule(), VariantCollisionRule(), KnownSchemeRule(), RegisteredSchemeRule(),
        ]
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: knowledge)
        return try FindingChecker(rules: rules, knowledge: knowledge).findings(in: index)
    }

    /// Returns the distinct hints about collisions.
    private func hints(_ manifests: [Manifest], knowledge: Knowledge = .builtIn) throws -> Set<String?> {
        Set(try findings(manifests, knowledge: knowledge).filter { Self.ids.contains($0.rule) }.map(\.hint))
    }

    private func apps(_ identifiers: [String], claiming scheme: String, role: String? = "Editor") -> [Manifest] {
        identifiers.enumerated().map { index, identifier in
            .app(identifier, path: "\(index)/Info.plist", role: role, schemes: [scheme])
        }
    }

    @Test(
        arguments: [
            // Neither app is the owner's. IANA also lists spotify.
            (["com.contoso.a", "org.fabrikam.b"], "spotify", KnownSchemeRule.hint),
            (["com.contoso.a", "org.fabrikam.b"], "whatsapp", KnownSchemeRule.hint),
            (["com.contoso.a", "org.fabrikam.b"], "fbauth2", KnownSchemeRule.hint),
            // One is.
            (
                ["com.spotify.client", "org.fabrikam.b"], "spotify",
                "remove it from org.fabrikam.b, since it belongs to Spotify"
            ),
            (
                ["com.spotify.client", "org.fabrikam.b", "com.contoso.a"], "spotify",
                "remove it from com.contoso.a and org.fabrikam.b, since it belongs to Spotify"
            ),
            (
                ["com.spotify.client", "org.fabrikam.b", "com.contoso.a", "com.contoso.b"], "spotify",
                "remove it from the apps of other makers, since it belongs to Spotify"
            ),
            // Both are, or may be.
            (["com.spotify.client", "com.spotify.lite"], "spotify", generic),
            (["com.spotify.client", "com.example.app"], "spotify", generic),
            (["com.example.app", "com.example.other"], "spotify", generic),
            (["com.fabrikam.spotify", "com.contoso.spotify"], "spotify", generic),
            (["com.contoso.a", "org.fabrikam.b"], "textastic", generic),
            (
                ["com.example.app", "org.fabrikam.b"], "spotify",
                "remove it from org.fabrikam.b, since it belongs to Spotify"
            ),
        ] as [([String], String, String)]
    )
    func dependsOnTheOwner(identifiers: [String], scheme: String, hint: String) throws {
        #expect(try hints(apps(identifiers, claiming: scheme)) == [hint])
    }

    @Test func viewersOfAForeignSchemeRemoveIt() throws {
        let viewers = apps(["com.contoso.a", "org.fabrikam.b"], claiming: "spotify", role: "Viewer")
        #expect(try hints(viewers) == [KnownSchemeRule.hint])
    }

    @Test func sampleCodeStandsInForTheOwner() throws {
        let sample = Manifest.app("com.contoso.a", path: "Examples/App/Info.plist", schemes: ["spotify"])
        let app = Manifest.app("com.spotify.client", path: "App/Info.plist", schemes: ["spotify"])
        #expect(try hints([sample, app]) == [Self.generic])
    }

    /// A row for another platform doesn't concern the apps.
    @Test func schemesOfMacAppsAreFreeOnPhones() throws {
        #expect(try hints(apps(["com.contoso.a", "org.fabrikam.b"], claiming: "kitty")) == [Self.generic])
    }

    @Test(arguments: [true, false])
    func appsOfATeamsTableKeepTheirSchemes(namesIdentifiers: Bool) throws {
        let row = KnownScheme(
            scheme: SchemeKey("bitcoin"),
            category: .internal,
            owner: "Contoso Pay",
            platforms: .all,
            confidence: .high,
            source: "contoso.csv",
            origin: "contoso.csv"
        )
        let owner = SchemeOwner(owner: "Contoso Pay", prefix: "com.contoso.", source: "contoso.csv")
        let team = TeamTable(name: "contoso.csv", schemes: [row], owners: namesIdentifiers ? [owner] : [])
        let manifests = apps(["com.contoso.a", "com.contoso.b"], claiming: "bitcoin")
        #expect(try hints(manifests, knowledge: Knowledge.builtIn.adding([team])) == [Self.generic])
    }

    @Test func variantsRemoveAForeignScheme() throws {
        let variants = ["com.fabrikam.ride", "com.fabrikam.ride.dev"].map { identifier in
            Manifest.app(identifier, schemes: ["waze"]).with {
                $0.outcome = Manifest.Outcome(project: "Ride.xcodeproj", target: "Ride", configurations: [identifier])
            }
        }
        let found = try findings(variants)
        #expect(found.contains { $0.rule == VariantCollisionRule().description.id })
        #expect(Set(found.map(\.hint)) == [KnownSchemeRule.hint])
    }

    /// If an app has to remove a scheme, no hint says how to keep it.
    @Test(
        arguments: [
            ["com.contoso.a", "org.fabrikam.b"], ["com.contoso.a", "com.spotify.client"],
            ["com.contoso.a", "com.example.app"], ["com.example.app", "com.example.other"],
        ],
        ["Editor", "Viewer"]
    )
    func neverContradictsKnownScheme(identifiers: [String], role: String) throws {
        let schemes = Set(Knowledge.builtIn.knownSchemes.filter(\.category.isPrivate).map(\.scheme.text.string))
        let found = try findings(
            identifiers.enumerated().map { index, identifier in
                .app(identifier, path: "\(index)/Info.plist", role: role, schemes: schemes.sorted())
            }
        )
        let collisions = found.filter { $0.rule == UndefinedTargetRule().description.id }
        #expect(collisions.count > 300)
        let foreign = Dictionary(grouping: found.filter { $0.rule == KnownSchemeRule().description.id }, by: \.scheme)
        for collision in collisions {
            let hint = collision.hint ?? ""
            #expect(!hint.contains("to Viewer"), "\(collision.message): \(hint)")
            let removing = (foreign[collision.scheme] ?? []).filter { $0.certainty == .certain }
            if removing.isEmpty { continue }
            #expect(
                removing.count == 2 ? hint == KnownSchemeRule.hint : hint.hasPrefix("remove it from "),
                "\(collision.message): \(hint)"
            )
        }
    }
}
