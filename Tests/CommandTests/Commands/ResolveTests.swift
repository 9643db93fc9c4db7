import Foundation
import Testing
import TestSupport

@Suite struct ResolveTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "Driver/Info.plist",
            Sample.app("com.contoso.driver", ("Editor", ["contoso-pay", "contoso-go"]))
        )
        try folder.write("Wallet/Info.plist", Sample.app("com.contoso.wallet", ("Editor", ["contoso-pay", "sms"])))
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "."], in: folder.path).code == 0)
    }

    private func resolve(_ arguments: String...) -> CommandRun {
        CommandRun.run(["resolve", "--registry", "r.sqlite"] + arguments, in: folder.path)
    }

    @Test(arguments: ["contoso-go://x", "CONTOSO-GO:", "contoso-go"])
    func one(url: String) {
        let run = resolve(url)
        #expect(run.code == 0)
        #expect(
            run.output == """
                '\(url)'
                  iOS: one app opens it
                    Driver/Info.plist:21:25: com.contoso.driver (iOS)
                  macOS and visionOS: one app opens it, if that app runs there
                    Driver/Info.plist:21:25: com.contoso.driver (iOS)

                """
        )
    }

    @Test func undefined() {
        let run = resolve("contoso-pay://x")
        #expect(run.code == 1)
        #expect(
            run.output.contains("\n  iOS: undefined; either of 2 apps may open it\n    Driver/Info.plist:")
        )
        #expect(
            run.output.contains("macOS and visionOS: undefined; either of 2 apps may open it if they are")
        )
    }

    @Test func anAppWithAnUnknownIdentifierMayBeOnAWebsite() throws {
        let name = "com.apple.developer.associated-domains"
        try folder.write(
            "Web/project.yml",
            """
            name: Web
            targets:
              Web:
                type: application
                platform: iOS
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: $(APP_ID)
                  GENERATE_INFOPLIST_FILE: YES
                entitlements:
                  path: Web.entitlements
                  properties:
                    \(name): ["applinks:contoso.com"]

            """
        )
        try folder.write(
            "contoso.com/apple-app-site-association",
            #"{ "applinks": { "details": [{ "appIDs": ["K9QX2M7RT4.com.contoso.web"], "paths": ["*"] }] } }"#
        )
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "."], in: folder.path).code == 0)
        let run = resolve("https://contoso.com/x")
        #expect(run.output.contains("it is not certain whether the app opens it as a universal link"), "\(run.output)")
        let reason = "the bundle identifier is unknown, so the association file of contoso.com may list the app"
        #expect(run.output.contains(reason), "\(run.output)")
    }

    @Test func nobodyAndTheSystem() {
        let nobody = resolve("whatsapp://send")
        #expect(nobody.code == 1)
        #expect(nobody.output.hasPrefix("'whatsapp://send'\n  no app in the registry claims it\n  known: WhatsApp"))
        let system = resolve("sms:+1")
        #expect(system.code == 0)
        #expect(
            system.output.contains(
                ": opened by the system (Messages); 1 app claims it without effect\n    Wallet/"
            )
        )
        #expect(resolve("https").output.contains("note: specify a full URL to see which apps open it"))
        let web = resolve("https://contoso.com")
        #expect(web.code == 1)
        #expect(web.output.contains("  no app in the registry opens links to contoso.com\n"), "\(web.output)")
    }

    private struct Answer: Decodable {
        struct Part: Decodable {
            struct Claim: Decodable { var scheme: String }
            var platforms: [String]
            var outcome: String
            var certainty: String
            var variants: Bool
            var owner: String?
            var unsettled: [String]
            var claims: [Claim]
        }
        struct Known: Decodable { var owner: String }
        var schemaVersion: Int
        var url: String
        var scheme: String
        var answers: [Part]
        var known: [Known]
        var sharedBy: String?
    }

    @Test func json() throws {
        let output = resolve("contoso-pay://x", "--format", "json").output
        let answer = try JSONDecoder().decode(Answer.self, from: Data(output.utf8))
        #expect(answer.url == "contoso-pay://x" && answer.scheme == "contoso-pay")
        #expect(answer.answers.map(\.platforms) == [["ios"], ["macos", "visionos"]])
        #expect(answer.answers.map(\.outcome) == ["undefined", "undefined"])
        #expect(answer.answers.map(\.certainty) == ["certain", "possible"])
        #expect(answer.answers.map(\.claims.count) == [2, 2])
    }

    @Test func whetherAnAppCanBeChosenMayNotBeKnown() throws {
        try folder.write("Phone/Info.plist", Sample.app("com.contoso.phone", ("Editor", ["tel"])))
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "."], in: folder.path).code == 0)
        let one = resolve("tel:+1").output
        #expect(one.contains("; 1 app can be chosen if it has the entitlement, which is unknown\n    Phone/"))
        let parts = try JSONDecoder().decode(
            Answer.self,
            from: Data(resolve("tel:+1", "--format", "json").output.utf8)
        ).answers
        #expect(parts.first { $0.outcome == "chosen" }?.unsettled == ["com.contoso.phone"])

        try folder.write("Dialer/Info.plist", Sample.app("com.contoso.dialer", ("Editor", ["tel"])))
        #expect(CommandRun.run(["import", "--registry", "r.sqlite", "."], in: folder.path).code == 0)
        #expect(
            resolve("tel:").output.contains("; 2 apps can be chosen if they have the entitlement, which is unknown")
        )
    }

    @Test(arguments: ["", "1x://", "//host", "a_b:c"])
    func rejectsInvalidURLs(url: String) {
        let run = resolve(url)
        #expect(run.code == 2)
        #expect(run.errors.contains("is not a URL; it has no valid scheme"))
    }
}
