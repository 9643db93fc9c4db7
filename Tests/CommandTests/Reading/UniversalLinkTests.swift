import Foundation
import Testing
import TestSupport

/// Universal links from entitlements and association files, through whole commands.
@Suite struct UniversalLinkTests {
    private let folder: TemporaryFolder

    /// Writes two apps with the domain `contoso.com`, and its association file without a known domain.
    init() throws {
        folder = try TemporaryFolder()
        try write("Driver", domains: ["applinks:contoso.com"])
        try write("Wallet", domains: ["applinks:contoso.com", "applinks:*.contoso.com", "webcredentials:contoso.com"])
        try folder.write("site/.well-known/apple-app-site-association", Self.file)
    }

    private static let file = """
        {
          "applinks": {
            "details": [
              {
                "appIDs": ["K9QX2M7RT4.com.contoso.driver", "K9QX2M7RT4.com.contoso.wallet"],
                "components": [{ "/": "/help/*", "exclude": true }, { "/": "/rides/*" }]
              },
              { "appID": "K9QX2M7RT4.com.contoso.wallet", "paths": ["/pay"] }
            ]
          }
        }

        """

    private func write(_ name: String, domains: [String], settings: [String] = []) throws {
        try folder.write(
            "\(name)/project.yml",
            """
            name: \(name)
            targets:
              \(name):
                type: application
                platform: iOS
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: com.contoso.\(name.lowercased())
                  GENERATE_INFOPLIST_FILE: YES\(settings.map { "\n      \($0)" }.joined())
                entitlements:
                  path: \(name).entitlements
                  properties:
                    com.apple.developer.associated-domains:
            \(domains.map { "          - \"\($0)\"" }.joined(separator: "\n"))

            """
        )
    }

    private func run(_ arguments: [String]) -> CommandRun {
        CommandRun.run(arguments, in: folder.path, environment: ["SCHEMEREG_REGISTRY": "r.sqlite"])
    }

    private static let aasa = ["--aasa", "contoso.com=site/.well-known/apple-app-site-association"]

    // MARK: check

    @Test func aFileOfAnUnknownDomainSettlesNothing() {
        let run = run(["check", "--rule", "shared-link-domain", "."])
        #expect(run.code == 0)
        #expect(run.output.components(separatedBy: "[shared-link-domain]").count == 2, "\(run.output)")
        #expect(run.output.contains("Driver/project.yml:13:14: note: "), "\(run.output)")
    }

    @Test func anOptionNamesTheDomain() {
        let run = run(["check", "--rule", "shared-link-domain", "."] + Self.aasa)
        #expect(
            run.output.contains("warning: universal links to contoso.com that match {\"/\": \"/rides/*\"}"),
            "\(run.output)"
        )
        #expect(run.output.contains("site/.well-known/apple-app-site-association:6:61"), "\(run.output)")
    }

    @Test func aDomainCanHaveAPort() throws {
        try write("Driver", domains: ["applinks:contoso.com:8443"])
        try folder.write("port.json", "{\"applinks\": {\"details\": []}}\n")
        let run = run(["check", "--rule", "unlisted-link-app", "Driver", "--aasa", "contoso.com:8443=port.json"])
        #expect(run.code == 0)
        #expect(run.output.contains("the association file of contoso.com:8443 does not list"), "\(run.output)")
    }

    @Test func tooManyDomainsAreAProblem() throws {
        let message = "problem: the app has more than 1000 associated domains, so none was checked"
        let domains = (0..<1_000).map { "applinks:a\($0).contoso.com" }
        try write("Driver", domains: domains)
        let most = run(["check", "Driver"])
        #expect(most.code == 0 && !most.errors.contains("1000"), "\(most.output)\(most.errors)")
        try write("Driver", domains: domains + ["applinks:contoso.com"])
        let more = run(["check", "Driver"])
        #expect(more.code == 3)
        #expect((more.output + more.errors).contains(message), "\(more.output)\(more.errors)")
        // A registry doesn't forget it.
        #expect(run(["import", "Driver"]).code == 3)
        #expect(run(["import", "Driver"]).code == 3)
    }

    @Test func aConfigurationNamesTheDomain() throws {
        try folder.write(
            "elsewhere.json",
            Self.file.replacingOccurrences(of: "com.contoso.driver", with: "com.contoso.x")
        )
        try folder.write(".schemereg.yml", "association-files:\n  contoso.com: elsewhere.json\n")
        let checked = run(["check", "."])
        #expect(checked.code == 0)
        #expect(
            checked.output.contains(
                "Driver/project.yml:13:14: warning: the association file of contoso.com does not list com.contoso.driver"
            ),
            "\(checked.output)"
        )
        // A registry gives the same report.
        #expect(run(["import", "."]).code == 0)
        let stored = run(["conflicts", "--all"])
        #expect(stored.code == 0)
        #expect(stored.output.contains("[unlisted-link-app]"), "\(stored.output)")
        // Without the entry, the domain is unknown again, although the file didn't change.
        try folder.write(".schemereg.yml", "{}\n")
        #expect(run(["import", "."]).code == 0)
        #expect(!run(["conflicts", "--all"]).output.contains("[unlisted-link-app]"))
    }

    @Test func aFolderNamesTheDomain() throws {
        try folder.write("contoso.com/apple-app-site-association", "{\"applinks\": {\"details\": []}}\n")
        let run = run(["check", "--rule", "unlisted-link-app", "."])
        #expect(run.code == 0)
        #expect(run.output.components(separatedBy: "[unlisted-link-app]").count == 3, "\(run.output)")
        // The wildcard beside the domain has the same cause.
        #expect(run.output.contains("Wallet/project.yml:14:14: "), "\(run.output)")
    }

    @Test func aFileOfAnUnknownDomainListsTheAppOfAnotherTeam() throws {
        try write("Driver", domains: ["applinks:contoso.com"], settings: ["DEVELOPMENT_TEAM: FGHIJ67890"])
        let note = """
            site/.well-known/apple-app-site-association:5:20: note: the file lists this app with the prefix 'K9QX2M7RT4', \
            but the project signs it with the team 'FGHIJ67890' [unlisted-link-app]
            """
        let checked = run(["check", "."])
        #expect(checked.code == 0)
        #expect(checked.output.contains(note), "\(checked.output)")
        #expect(checked.output.contains("add 'FGHIJ67890.com.contoso.driver' to 'appIDs', unless releases are signed"))
        // A registry gives the same report.
        #expect(run(["import", "."]).code == 0)
        let stored = run(["conflicts", "--all"])
        #expect(stored.output.contains("'K9QX2M7RT4', but the project signs it"), "\(stored.output)")
        try write("Driver", domains: ["applinks:contoso.com"], settings: ["DEVELOPMENT_TEAM: K9QX2M7RT4"])
        #expect(!run(["check", "."]).output.contains("[unlisted-link-app]"))
    }

    @Test func aMissingFileOfTheConfigurationIsAProblem() throws {
        try folder.write(".schemereg.yml", "association-files:\n  contoso.com: nowhere\n")
        let run = run(["check", "."])
        #expect(run.code == 3)
        #expect(
            run.output.contains("the association file does not exist")
                || run.errors.contains("the association file does not exist"),
            "\(run.output)\(run.errors)"
        )
    }

    @Test func aNamedFileIsReadWithoutOption() {
        let run = run(["check", "--allow-empty", "site/.well-known/apple-app-site-association"])
        #expect(run.code == 0, "\(run.output)\(run.errors)")
    }

    @Test func aFileOfAnUnknownDomainIsMentionedOnce() throws {
        let path = "site/.well-known/apple-app-site-association"
        let checked = run(["check", "."])
        #expect(checked.errors.components(separatedBy: "is unknown").count == 2, "\(checked.errors)")
        #expect(
            checked.errors.contains(
                """
                note: the domain of '\(path)' is unknown, so its links are not compared with any app
                  help: pass --aasa contoso.com=\(path)
                """
            ),
            "\(checked.errors)"
        )
        #expect(!run(["check", "."] + Self.aasa).errors.contains("is unknown"))
        // A fixture is no website's file, and without domains, no app is concerned.
        try folder.write("Tests/apple-app-site-association", Self.file)
        #expect(!run(["check", "."] + Self.aasa).errors.contains("unknown"))
        #expect(!run(["check", "--allow-empty", "site"]).errors.contains("unknown"))
    }

    @Test func theNoteNamesAppsThatNoFileLists() throws {
        func errors() -> String { run(["check", "."]).errors }
        #expect(!errors().contains("file lists"))
        try write("Rider", domains: ["applinks:contoso.com"])
        try write("Office", domains: ["applinks:*.contoso.com"])
        try write("Passwords", domains: ["webcredentials:contoso.com"])
        let clause = "not compared with any app; no association file lists com.contoso.office and 1 other app\n"
        #expect(errors().contains(clause), "\(errors())")
        // A file that isn't understood may list them.
        for file in ["{{#each apps}}", #"{"applinks": {"details": [{"appID": "{{TEAM}}.{{ID}}"}]}}"#, "{"] {
            try folder.write("other/apple-app-site-association", file)
            #expect(errors().contains("not compared with any app\n"), "\(errors())")
        }
    }

    @Test func verboseOutputNamesAssociationFiles() {
        let path = "site/.well-known/apple-app-site-association"
        #expect(run(["check", "-v", "."]).errors.contains("\(path): read: association file of an unknown domain\n"))
        #expect(
            run(["check", "-v", "."] + Self.aasa).errors.contains("\(path): read: association file of contoso.com\n")
        )
    }

    @Test func aWebsiteNeedsNoApp() throws {
        let site = run(["check", "site"])
        #expect(site.code == 0 && !site.output.contains("--allow-empty"), "\(site.output)")
        #expect(site.output.contains("no findings in 1 association file; no manifests found\n"), "\(site.output)")
        try folder.write("broken/apple-app-site-association", "{")
        let broken = run(["check", "broken"])
        #expect(broken.code == 1 && broken.output.contains("[malformed-association-file]"), "\(broken.output)")
        try folder.write("both/apple-app-site-association", Self.file)
        try folder.write("both/app.config.js", "export default make()\n")
        try folder.write("both/package.json", #"{"dependencies": {"expo": "54"}}"#)
        let both = run(["check", "both"])
        #expect(both.code == 3 && both.output.contains("npx expo prebuild"), "\(both.output)\(both.errors)")
        // The code of an app whose project isn't there.
        try folder.write("code/apple-app-site-association", Self.file)
        try folder.write("code/ios/AppDelegate.swift", "class AppDelegate {}\n")
        #expect(run(["check", "code"]).code == 3)
    }

    /// The project of such an app is often generated, and so it isn't in the repository.
    @Test(arguments: ["pubspec.yaml", "capacitor.config.ts"])
    func aRepositoryOfAnAppIsNotThatOfAWebsite(file: String) throws {
        try folder.write("mobile/apple-app-site-association", Self.file)
        try folder.write("mobile/\(file)", "name: tram\n")
        #expect(run(["check", "mobile"]).code == 3)
        #expect(run(["check", "--exclude", file, "mobile"]).code == 0)
    }

    @Test(arguments: [
        ("contoso.com", "--aasa takes DOMAIN=FILE"), ("=x", "--aasa takes DOMAIN=FILE"),
        ("localhost=site", "'localhost', given by --aasa, is not a domain"),
        ("m\u{FC}nchen.de=site", "write DOMAIN=FILE with a domain in ASCII"),
        ("contoso.com=nowhere", "'nowhere' (--aasa) does not exist"),
        ("contoso.com=site", "'site' (--aasa) is not a file"),
    ])
    func invalidOptions(option: String, message: String) {
        let run = run(["check", ".", "--aasa", option])
        #expect(run.code == 2)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test(arguments: [
        ("association-files:\n  localhost: x\n", "'localhost' is not a domain"),
        ("association-files:\n  contoso.com: ../x\n", "leads outside the folder"),
        ("association-files:\n  contoso.com: [x]\n", "the path of an association file is a list, not text"),
        (
            "examples:\n  https://m\u{FC}nchen.de/x: com.contoso.driver\n",
            "the host 'm\u{FC}nchen.de' is not in plain ASCII"
        ),
        ("association-files: [x]\n", "'association-files' must contain domains with paths, found a list"),
    ])
    func invalidConfigurations(text: String, message: String) throws {
        try folder.write(".schemereg.yml", text)
        let run = run(["check", "."])
        #expect(run.code == 2)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func aFileOutsideTheFolder() throws {
        let other = try TemporaryFolder()
        try other.write("aasa.json", "{\"applinks\": {\"details\": []}}\n")
        let run = run(["check", "--rule", "unlisted-link-app", ".", "--aasa", "contoso.com=\(other.path)/aasa.json"])
        #expect(run.code == 0)
        #expect(run.output.components(separatedBy: "[unlisted-link-app]").count == 3, "\(run.output)")
    }

    @Test func examplesCanBeWebAddresses() throws {
        try folder.write(
            ".schemereg.yml",
            """
            association-files:
              contoso.com: site/.well-known/apple-app-site-association
            examples:
              https://contoso.com/pay: com.contoso.wallet
              https://contoso.com/help/1: com.contoso.wallet
              https://contoso.com/pay#2: com.contoso.driver
              https://contoso.com/rides/1: com.contoso.driver
              https://fabrikam.com/: com.contoso.driver

            """
        )
        let run = run(["check", "--rule", "unexpected-target", "."])
        let lines = run.output.components(separatedBy: "\n").filter { $0.contains("[unexpected-target]") }
        #expect(lines.count == 4, "\(run.output)")
        #expect(lines.allSatisfy { !$0.contains("'https://contoso.com/pay'") }, "\(run.output)")
        #expect(run.output.contains("excludes it with {\"/\": \"/help/*\", \"exclude\": true}"), "\(run.output)")
        #expect(run.output.contains("com.contoso.driver does not have the domain 'fabrikam.com'"), "\(run.output)")
    }

    // MARK: The registry

    @Test func againstAnotherRegistry() throws {
        #expect(run(["import", "Wallet"]).code == 0)
        let run = run(["check", "Driver", "--against", "r.sqlite", "--rule", "shared-link-domain"])
        #expect(run.output.components(separatedBy: "[shared-link-domain]").count == 2, "\(run.output)")
        #expect(run.output.contains("com.contoso.wallet"), "\(run.output)")
    }

    @Test func listsHostsOutsideASCIIAndPortsAsUncertain() throws {
        try write("Driver", domains: ["applinks:m\u{FC}nchen.de", "applinks:fabrikam.com:8443", "applinks:__HOST__"])
        try write("Wallet", domains: ["applinks:m\u{FC}nchen.de", "applinks:localhost"])
        let checked = run(["check", "."])
        #expect(!checked.output.contains("nchen") && !checked.output.contains("localhost"), "\(checked.output)")
        #expect(run(["import", "."]).code == 0)
        let listed = run(["list", "domains"]).output
        #expect(listed.contains("m\u{FC}nchen.de (may be ignored)"), "\(listed)")
        #expect(listed.contains("fabrikam.com:8443 (may be ignored)"), "\(listed)")
        #expect(!listed.contains("HOST") && !listed.contains("localhost"), "\(listed)")
        let shown = run(["show", "m\u{FC}nchen.de"])
        #expect(shown.code == 0)
        #expect(shown.output.contains("may be ignored because the host is not in its ASCII form"), "\(shown.output)")
        let ported = run(["show", "fabrikam.com:8443"]).output
        #expect(ported.contains("applinks:fabrikam.com:8443, which may be ignored because of the port"), "\(ported)")
    }

    @Test(arguments: ["https://m\u{FC}nchen.de/x", "https://m%C3%BCnchen.de/x"])
    func refusesToResolveAHostOutsideASCII(url: String) {
        let run = run(["resolve", url])
        #expect(run.code == 2 && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.contains("is not in plain ASCII"), "\(run.errors)")
        #expect(run.errors.contains("xn--mnchen-3ya.de"), "\(run.errors)")
    }

    @Test func resolvesTheASCIIFormOfAHost() throws {
        try write("Driver", domains: ["applinks:xn--mnchen-3ya.de"])
        #expect(run(["import", "."]).code == 0)
        let resolved = run(["resolve", "https://\u{FC}:\u{FC}@xn--mnchen-3ya.de/m\u{FC}sli"])
        #expect(resolved.output.contains("com.contoso.driver"), "\(resolved.output)")
    }

    @Test func aDomainWithAPortMayBeIgnored() throws {
        try write("Driver", domains: ["applinks:fabrikam.com:8443"])
        try folder.write("port.json", Self.file)
        #expect(run(["import", ".", "--aasa", "fabrikam.com:8443=port.json"]).code == 0)
        let resolved = run(["resolve", "https://fabrikam.com:8443/rides/1"])
        #expect(resolved.code == 1)
        let reason = "the system may ignore the domain, because it has a port"
        #expect(resolved.output.contains(reason), "\(resolved.output)")
    }

    @Test func aDomainWithAPathMayBeIgnored() throws {
        try write("Driver", domains: ["applinks:fabrikam.com/e/*"])
        #expect(run(["check", "Driver"]).output.contains("has a path, so the system may ignore it"))
        #expect(run(["import", "."]).code == 0)
        #expect(run(["list", "domains"]).output.contains("fabrikam.com/e/* (may be ignored)"))
        let shown = run(["show", "fabrikam.com"]).output
        #expect(shown.contains("applinks:fabrikam.com/e/*, which may be ignored because of the path"), "\(shown)")
        let resolved = run(["resolve", "https://fabrikam.com/e/abc"])
        #expect(resolved.code == 1)
        #expect(resolved.output.contains("it is not certain whether the app opens it"), "\(resolved.output)")
        #expect(resolved.output.contains("may ignore the domain, because it has the path '/e/*'"), "\(resolved.output)")
        #expect(run(["list", "domains", "--format", "json"]).output.contains("\"path\": \"/e/*\""))
    }

    @Test func importingTwiceChangesNothing() throws {
        #expect(run(["import", "."] + Self.aasa).code == 0)
        let dump = { try ChildProcess.shell("sqlite3 r.sqlite .dump", folder: folder.path).text }
        let before = try dump()
        #expect(before.contains("INSERT INTO association_entry"))
        #expect(run(["import", "."] + Self.aasa).code == 0)
        #expect(try dump() == before)
        #expect(run(["import", "."]).code == 0)
        #expect(try dump() != before)
    }

    @Test func plainSQL() throws {
        #expect(run(["import", "."] + Self.aasa).code == 0)
        let query = """
            SELECT app, domain, line, association_file, is_listed FROM declared_domain WHERE service = 'applinks' ORDER BY 1, 2
            """
        let rows = try ChildProcess.shell("sqlite3 r.sqlite \"$1\"", [query], folder: folder.path).text
        #expect(
            rows == """
                com.contoso.driver|contoso.com|13|site/.well-known/apple-app-site-association|1
                com.contoso.wallet|*.contoso.com|14|site/.well-known/apple-app-site-association|1
                com.contoso.wallet|contoso.com|13|site/.well-known/apple-app-site-association|1

                """
        )
    }

    @Test func lists() {
        #expect(run(["import", "."]).code == 0)
        let text = run(["list", "domains"])
        #expect(text.code == 0)
        #expect(
            text.output.contains(
                "*.contoso.com  applinks        -     com.contoso.wallet  iOS        Wallet/project.yml:14:14 (Wallet"
            ),
            "\(text.output)"
        )
        let csv = run(["list", "domains", "--format", "csv", "--app", "com.contoso.driver"]).output
        #expect(
            csv.hasPrefix(
                "domain,service,mode,app,name,prefix,state,platforms,project,target,configurations,source,path,line,column\r\ncontoso.com,applinks,,com.contoso.driver,"
            ),
            "\(csv)"
        )
        let json = run(["list", "domains", "--format", "json"]).output
        #expect(json.contains("\"domain\": \"*.contoso.com\""), "\(json)")
    }

    // MARK: show

    @Test func showsWhoClaimsADomain() {
        #expect(run(["import", "."] + Self.aasa).code == 0)
        let one = run(["show", "contoso.com"])
        #expect(one.output.hasPrefix("domain 'contoso.com' is claimed by 2 apps\n  association file site/"))
        let elements = """
             lists 2 apps: K9QX2M7RT4.com.contoso.driver, K9QX2M7RT4.com.contoso.wallet
                K9QX2M7RT4.com.contoso.driver, K9QX2M7RT4.com.contoso.wallet:
                  {"/": "/help/*", "exclude": true}
                  {"/": "/rides/*"}
                K9QX2M7RT4.com.contoso.wallet:
                  "/pay"

            """
        #expect(one.output.contains(elements), "\(one.output)")
        #expect(one.output.contains("\napp com.contoso.driver (Driver, iOS)\n  Driver/project.yml:13:14 "))
        let wildcard = run(["show", "pay.contoso.com", "--format", "json"])
        #expect(wildcard.code == 0 && wildcard.output.contains("\"domain\": \"pay.contoso.com\""))
        #expect(wildcard.output.contains("\"domain\": \"*.contoso.com\""))
        #expect(run(["show", "fabrikam.example"]).code == 2)
    }

    @Test func showsWhichPathBelongsToWhichApp() throws {
        #expect(run(["import", "."] + Self.aasa).code == 0)
        let json = run(["show", "contoso.com", "--format", "json"]).output
        let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let file = try #require((document?["files"] as? [[String: Any]])?.first)
        let details = try #require(file["details"] as? [[String: Any]])
        #expect(details.map { ($0["apps"] as? [String])?.count } == [2, 1])
        let entries = details.flatMap { $0["entries"] as? [[String: Any]] ?? [] }
        #expect(
            entries.compactMap { $0["text"] as? String }
                == [#"{"/": "/help/*", "exclude": true}"#, #"{"/": "/rides/*"}"#, #""/pay""#]
        )
        #expect(entries.compactMap { $0["excluded"] as? Bool } == [true, false, false])
        #expect(entries.compactMap { ($0["place"] as? [String: Any])?["line"] as? Int } == [6, 6, 8])
    }

    @Test func showsTheFirstOfManyEntries() throws {
        let paths = (10..<40).map { "\"/p\($0)\"" }.joined(separator: ", ")
        let name = "site/.well-known/apple-app-site-association"
        let detail = "{\"appID\": \"K9QX2M7RT4.com.contoso.wallet\""
        try folder.write(name, "{\"applinks\": {\"details\": [\(detail), \"paths\": [\(paths)]}, \(detail)}]}}\n")
        #expect(run(["import", "."] + Self.aasa).code == 0)
        let shown = run(["show", "contoso.com"]).output
        let end = """
                  "/p29"
                  ... and 10 more entries (--format json lists all)
                K9QX2M7RT4.com.contoso.wallet: no entries that are understood

            """
        #expect(shown.contains(end), "\(shown)")
        #expect(!shown.contains("/p30"))
    }

    // MARK: resolve

    @Test func theMatchingEntry() {
        #expect(run(["import", "."] + Self.aasa).code == 0)
        let one = run(["resolve", "https://contoso.com/pay"])
        // On a Mac, an iOS app may not run, but no other app opens it.
        #expect(one.code == 0)
        #expect(
            one.output.hasPrefix(
                """
                'https://contoso.com/pay'
                  iOS: com.contoso.wallet opens it as a universal link
                    Driver/project.yml:13:14: com.contoso.driver (Driver, iOS)
                      no entry of the app in the association file of contoso.com matches
                    Wallet/project.yml:13:14: com.contoso.wallet (Wallet, iOS)
                      site/.well-known/apple-app-site-association:8:61: matched by "/pay"

                """
            ),
            "\(one.output)"
        )
        let excluded = run(["resolve", "https://contoso.com/help/1"])
        #expect(excluded.code == 1)
        #expect(excluded.output.contains("no app opens it as a universal link"), "\(excluded.output)")
        #expect(
            excluded.output.contains(
                "apple-app-site-association:6:24: excluded by {\"/\": \"/help/*\", \"exclude\": true}"
            ),
            "\(excluded.output)"
        )
        let both = run(["resolve", "https://contoso.com/rides/1"])
        #expect(both.code == 1)
        #expect(both.output.contains("undefined; either of 2 apps may open it as a universal link"), "\(both.output)")
    }

    @Test func namesTheIdentifierThatTheWebsiteDoesNotList() throws {
        try folder.write(
            "Driver/project.yml",
            """
            name: Driver
            targets:
              Driver:
                type: application
                platform: iOS
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: com.contoso.driver
                  GENERATE_INFOPLIST_FILE: YES
                  CODE_SIGN_ENTITLEMENTS: Driver.entitlements

            """
        )
        try folder.write(
            "Driver/Driver.entitlements",
            """
            {
                "application-identifier" = "FGHIJ67890.com.contoso.driver";
                "com.apple.developer.associated-domains" = ("applinks:contoso.com");
            }
            """
        )
        try folder.write(
            ".schemereg.yml",
            """
            association-files:
              contoso.com: site/.well-known/apple-app-site-association
            examples:
              https://contoso.com/rides/1: com.contoso.driver

            """
        )
        let sentence = "the association file of contoso.com does not list FGHIJ67890.com.contoso.driver"
        let checked = run(["check", "--rule", "unexpected-target", "."])
        #expect(checked.output.contains(sentence), "\(checked.output)\(checked.errors)")
        #expect(run(["import", "."]).code == 0)
        let resolved = run(["resolve", "https://contoso.com/rides/1"]).output
        #expect(resolved.contains(sentence + "\n"), "\(resolved)")
    }

    @Test func resolvesNoURLBeyondTheLimit() {
        #expect(run(["import", "."] + Self.aasa).code == 0)
        func resolve(_ bytes: Int) -> CommandRun {
            let start = "https://contoso.com/help/"
            return run(["resolve", start + String(repeating: "a", count: bytes - start.utf8.count)])
        }
        let longest = resolve(8 * 1024)
        #expect(longest.code == 1 && longest.output.contains("excluded by"), "\(longest.output)\(longest.errors)")
        let beyond = resolve(8 * 1024 + 1)
        #expect(beyond.code == 3 && !beyond.output.contains("specify a full URL"), "\(beyond.output)")
        #expect(beyond.errors.contains("the URL has more than 8192 bytes"), "\(beyond.errors)")
    }

    @Test func withoutAssociationFile() {
        #expect(run(["import", "."]).code == 0)
        let run = run(["resolve", "https://pay.contoso.com/x"])
        #expect(run.code == 1)
        #expect(
            run.output.contains("the website decides whether the app opens it as a universal link"),
            "\(run.output)"
        )
        #expect(run.output.contains("otherwise it opens in the browser"), "\(run.output)")
    }

    @Test func json() throws {
        #expect(run(["import", "."] + Self.aasa).code == 0)
        let output = run(["resolve", "--format", "json", "https://contoso.com/pay"]).output
        let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let link = try #require(json["universalLink"] as? [String: Any])
        #expect(link["host"] as? String == "contoso.com")
        let answer = try #require((link["answers"] as? [[String: Any]])?.first)
        #expect(answer["outcome"] as? String == "one")
        #expect(answer["certainty"] as? String == "certain")
        #expect(answer["order"] as? [String] == [])
        let apps = try #require(answer["apps"] as? [[String: Any]])
        #expect(apps.map { $0["result"] as? String } == ["unmatched", "matched"])
        #expect((apps[1]["entry"] as? [String: Any])?["text"] as? String == "\"/pay\"")
        let scheme = run(["resolve", "--format", "json", "tel:1"]).output
        #expect(scheme.contains("\"universalLink\": null"), "\(scheme)")
    }
}
