import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Reading association files")
struct AssociationFileReaderTests {
    private static func read(_ text: String, limits: Limits = .standard) -> AssociationFileReader.Reading {
        AssociationFileReader(limits: limits).read(
            Array(text.utf8),
            origin: Place(source: "s", path: "site/apple-app-site-association"),
            hosts: ["b.com", "a.com", "b.com"]
        )
    }

    /// Returns the irregularities as `line:column kind cause`.
    private static func lines(_ reading: AssociationFileReader.Reading) -> [String] {
        reading.irregularities.map { irregularity in
            let start = irregularity.place.range?.lines?.start
            let place = start.map { "\($0.line):\($0.column) " } ?? ""
            return place + "\(irregularity.irregularity.kind.rawValue) \(irregularity.irregularity.cause ?? "")"
        }
    }

    @Test(arguments: [
        "---\npermalink: /x\n---\n{\"applinks\": {}}", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
        "{\"applinks\": {\"details\": [{{#each apps}} {} {{/each}}]}}", "{\"applinks\": {\"details\": [${APPS}]}}",
        "<?php echo json_encode($a); ?>", "{% include links %}", "<%= links %>",
        "{{ applinks }}", #"{"applinks": {"details": [{"appID": "{{ "id" | quote }}"}]}}"#,
        #"{"applinks": {"details": [] {% if x %}, "defaults": {}{% endif %}}}"#, #"{"applinks": {}}<% end %>"#,
        "{# links of the app #}\n{\"applinks\": {}}", #"{{"links"|render}}"#,
    ])
    func takesTemplatesAndPointersForUnknown(text: String) {
        let reading = Self.read(text)
        #expect(reading.file == nil && reading.problems.isEmpty)
        #expect(reading.irregularities.map(\.irregularity.kind) == [.unreadAssociation])
    }

    @Test(
        "a file that only looks like a template is malformed",
        arguments: [
            ("<?xml version=\"1.0\"?>\n<html>404</html>", "1:1", "expected a value, found '<'"),
            (#"{{"applinks": {"details": []}}}"#, "1:2", "expected a key in double quotes, found '{'"),
            (#"{"applinks": {}, “comment”: "use ${x}"}"#, "1:18", "expected a key in double quotes, found '“'"),
            (#"{"appID": "{{TEAM}}.com.acme",}"#, "1:30", "trailing comma after the last element"),
        ]
    )
    func reportsMistakesBesidePlaceholders(text: String, place: String, cause: String) {
        #expect(
            Self.lines(Self.read(text)) == ["\(place) malformed-association the file is not valid JSON: \(cause)"]
        )
    }

    @Test func everything() throws {
        let reading = Self.read(
            """
            {
              "applinks": {
                "apps": [],
                "defaults": { "caseSensitive": false },
                "substitutionVariables": { "b": ["2"], "a": ["1", "*"] },
                "details": [
                  {
                    "appIDs": ["K9QX2M7RT4.com.acme.wallet"],
                    "components": [
                      { "/": "/help/*", "?": { "n": "????", "a": "\\"" }, "exclude": true, "comment": "x" },
                      { "#": "f", "percentEncoded": false, "caseSensitive": true }
                    ]
                  },
                  { "appID": "K9QX2M7RT4.com.acme.driver", "paths": ["NOT /a", "*"] }
                ]
              },
              "webcredentials": { "apps": ["K9QX2M7RT4.com.acme.wallet"] }
            }
            """
        )
        #expect(reading.irregularities.isEmpty && reading.problems.isEmpty)
        let contents = try #require(reading.file).contents
        #expect(contents.hosts == ["a.com", "b.com"])
        #expect(contents.isWhole)
        #expect(contents.variables == [.init(name: "a", values: ["1", "*"]), .init(name: "b", values: ["2"])])
        #expect(
            contents.details.map { $0.apps.map(\.identifier) } == [
                ["K9QX2M7RT4.com.acme.wallet"], ["K9QX2M7RT4.com.acme.driver"],
            ]
        )
        let entries = contents.details.flatMap { $0.entries ?? [] }
        #expect(
            entries.map(\.text) == [
                #"{"/": "/help/*", "?": {"a": "\"", "n": "????"}, "caseSensitive": false, "exclude": true}"#,
                ##"{"#": "f", "percentEncoded": false}"##, #""NOT /a""#, #""*""#,
            ]
        )
        #expect(entries.map { $0.range.lines?.start.line } == [10, 11, 14, 14])
        // Entries of paths aren't known, because of the defaults.
        #expect(entries.map(\.isKnown) == [true, true, false, false])
        #expect(contents.details[0].apps[0].range.lines?.start == TextPosition(line: 8, column: 20, columnUTF16: 20))
    }

    @Test(arguments: [
        ("", "1:1 malformed-association the file is not valid JSON: expected a value, found the end of the file"),
        ("<!DOCTYPE html>", "1:1 malformed-association the file is not valid JSON: expected a value, found '<'"),
        (
            "{\n  \"applinks\": {},\n}",
            "2:17 malformed-association the file is not valid JSON: trailing comma after the last element"
        ),
        ("{ // x\n}", "1:3 malformed-association the file is not valid JSON: comments are not allowed"),
        (
            "{'applinks': {}}",
            "1:2 malformed-association the file is not valid JSON: expected a key in double quotes, found '''"
        ),
        ("[]", "1:1 malformed-association the file must contain an object, not a list"),
        ("-----BEGIN PKCS7-----\n", "unread-association the file is signed in PEM format, and was not read"),
    ])
    func unreadable(text: String, expected: String) {
        let reading = Self.read(text)
        #expect(reading.file == nil)
        #expect(Self.lines(reading) == [expected])
        #expect(reading.irregularities.allSatisfy { $0.irregularity.expected?.isEmpty == false })
    }

    @Test(
        "misspelled keys are reported, and make the file unclear",
        arguments: [
            (#"{"appLinks": {}}"#, "'appLinks' is not a key of the file", "write 'applinks'"),
            (#"{"applinks": {"detail": []}}"#, "'detail' is not a key of 'applinks'", "write 'details'"),
            (
                #"{"applinks": {"details": [{"appIds": [], "components": []}]}}"#,
                "'appIds' is not a key of 'details'", "write 'appIDs'"
            ),
            (
                #"{"applinks": {"details": [{"componets": []}]}}"#, "'componets' is not a key of 'details'",
                "write 'components'"
            ),
            (#"{"applinks": {"details": [{"path": []}]}}"#, "'path' is not a key of 'details'", "write 'paths'"),
            (
                #"{"applinks": {"details": [{"components": [{"exlude": true}]}]}}"#,
                "'exlude' is not a key of 'components'", "write 'exclude'"
            ),
            (
                #"{"applinks": {"details": [{"components": [{"path": "/a"}]}]}}"#,
                "'path' is not a key of 'components'", "write '/'"
            ),
            (
                #"{"applinks": {"defaults": {"casesensitive": true}}}"#, "'casesensitive' is not a key of 'defaults'",
                "write 'caseSensitive'"
            ),
        ]
    )
    func misspelledKeys(text: String, cause: String, hint: String) throws {
        let reading = Self.read(text)
        #expect(reading.irregularities.map(\.irregularity.cause) == [cause])
        #expect(reading.irregularities.map(\.irregularity.expected) == [hint])
        #expect(reading.irregularities[0].irregularity.subject != nil)
        #expect(try #require(reading.file).contents.isWhole == false)
    }

    @Test(
        "other keys may mean anything",
        arguments: [
            #"{"webcredentials": {"apps": []}, "appclips": {"apps": []}, "activitycontinuation": {"apps": []}, "x": 1}"#,
            #"{"applinks": {"apps": [], "comment": "x", "comments": "x", "_details": []}}"#,
            #"{"applinks": {"details": [{"appID": "K9QX2M7RT4.a.b", "appIDs": ["K9QX2M7RT4.a.b"], "appIds": []}]}}"#,
            #"{"applinks": {"details": [{"paths": [], "path": [], "comments": [], "description": "x"}]}}"#,
            #"{"applinks": {"details": [{"components": [{"/": "/a", "path": "x", "include": true, "_exclude": 1}]}]}}"#,
        ]
    )
    func otherKeys(text: String) { #expect(Self.read(text).irregularities.isEmpty) }

    @Test(
        "placeholders for a prefix are reported, and make the file unclear",
        arguments: [
            "TEAMID", "TeamID", "TEAM_ID", "<TeamID>", "<YOUR TEAM ID>", "[TEAM-ID]", "XXXXXXXXXX", "0000000000",
            "ABCDE12345", "YOUR_TEAM_ID", "REPLACE_WITH_DEVELOPMENT_TEAM_ID", "DEVELOPMENT_TEAM", "TEAMID1234",
            "TEAMIDHERE", "appid_placeholder", "your-team-id-here", "MYTEAMID_HERE", "TEAM123456", "MYTEAM0001",
            "APPLETEAM1", "PREFIX1234",
        ]
    )
    func placeholders(prefix: String) throws {
        let reading = Self.read(#"{"applinks": {"details": [{"appIDs": ["\#(prefix).com.acme"], "components": []}]}}"#)
        let line = "1:39 placeholder-app-id '\(prefix)' is a placeholder for the Application Identifier Prefix"
        #expect(Self.lines(reading) == [line])
        #expect(try #require(reading.file).contents.isWhole == false)
        let bare = Self.read(#"{"applinks": {"details": [{"appID": "\#(prefix)"}]}}"#)
        #expect(bare.irregularities.map(\.irregularity.kind) == [.placeholderAppID])
    }

    @Test(
        arguments: [
            "K9QX2M7RT4.com.acme", "A1B2C3D4E5.com.acme", "bmc5rd847n.com.acme", "{{TEAM}}.com.acme",
            "steamidle.com.acme", "steam-idle.com.acme.wallet", "steam-team.acme", "wallet", "",
            "kqxmrtbnvz.acme.wallet", "cloud", "a.b",
        ]
    )
    func namesThatAreNotPlaceholders(identifier: String) {
        let reading = Self.read(#"{"applinks": {"details": [{"appID": "\#(identifier)"}]}}"#)
        #expect(Self.lines(reading).isEmpty)
    }

    @Test func reportsUnderscoresInBundleIdentifiers() {
        func causes(_ identifier: String) -> [String] {
            let reading = Self.read(#"{"applinks": {"details": [{"appID": "\#(identifier)"}]}}"#)
            return reading.irregularities.compactMap(\.irregularity.cause)
        }
        let cause = "'com.acme.my_app' contains an underscore, which is not allowed in bundle identifiers"
        #expect(causes("K9QX2M7RT4.com.acme.my_app") == [cause])
        // Templates contain these instead of the app's own.
        #expect(causes("K9QX2M7RT4.com.your_company.app").isEmpty && causes("K9QX2M7RT4.com.my_example").isEmpty)
        // A program may still replace these.
        #expect(causes("K9QX2M7RT4.APP_ID").isEmpty && causes("__TEAM.com.acme.my_app").isEmpty)
    }

    @Test func tooLarge() {
        let reading = Self.read("{\"applinks\": {}}" + String(repeating: " ", count: 128 * 1024))
        #expect(reading.file == nil)
        #expect(
            Self.lines(reading) == [
                "malformed-association the file has 131,088 bytes; Apple's systems read at most 128 KiB"
            ]
        )
    }

    @Test(
        "parts of another type are reported, and make the file unclear",
        arguments: [
            (#"{"applinks": []}"#, "'applinks' must be an object, not a list"),
            (#"{"applinks": {"details": 1}}"#, "'details' must be a list of objects, not a number"),
            (#"{"applinks": {"details": [null]}}"#, "each element of 'details' must be an object, not null"),
            (
                #"{"applinks": {"details": [{"appIDs": "A.b.c"}]}}"#,
                "'appIDs' must be a list of strings, not a string"
            ),
            (#"{"applinks": {"details": [{"appID": ["A.b.c"]}]}}"#, "'appID' must be a string, not a list"),
            (
                #"{"applinks": {"details": [{"components": {}}]}}"#,
                "'components' must be a list of objects, not an object"
            ),
            (
                #"{"applinks": {"details": [{"components": ["/a"]}]}}"#,
                "each element of 'components' must be an object, not a string"
            ),
            (
                #"{"applinks": {"details": [{"paths": [1]}]}}"#,
                "each element of 'paths' must be a string, not a number"
            ),
            (#"{"applinks": {"details": [{"components": [{"/": true}]}]}}"#, "'/' must be a string, not a boolean"),
            (
                #"{"applinks": {"details": [{"components": [{"?": []}]}]}}"#,
                "'?' must be a string or an object, not a list"
            ),
            (
                #"{"applinks": {"details": [{"components": [{"exclude": "true"}]}]}}"#,
                "'exclude' must be true or false, not a string"
            ),
            (#"{"applinks": {"defaults": 1, "details": []}}"#, "'defaults' must be an object, not a number"),
            (#"{"applinks": {"substitutionVariables": {"a": "b"}}}"#, "'a' must be a list of strings, not a string"),
            (
                #"{"applinks": {}, "applinks": {}}"#,
                "'applinks' appears twice in the same object; the first is on line 1, column 2"
            ),
            (
                "{\"applinks\": {},\n\"applinks\": {}}",
                "'applinks' appears twice in the same object; the first is on line 1"
            ),
        ]
    )
    func misfits(text: String, cause: String) throws {
        let reading = Self.read(text)
        #expect(reading.irregularities.map(\.irregularity.cause) == [cause])
        #expect(reading.irregularities.first?.irregularity.subject != nil)
        #expect(try #require(reading.file).contents.isWhole == false)
    }

    @Test(
        "which links open an app is unknown if the file is ambiguous",
        arguments: [
            #"{"applinks": {"details": []}, "applinks": {"details": [{"appID": "K9QX2M7RT4.a.b", "paths": ["*"]}]}}"#,
            #"{"applinks": {"details": [{"appID": "K9QX2M7RT4.a.b", "components": [], "components": [{"/": "*"}]}]}}"#,
            #"{"applinks": {"details": [{"appID": "K9QX2M7RT4.a.b", "components": [{"/": "/a", "/": "/b"}]}]}}"#,
            #"{"applinks": {"details": [3, {"appID": "K9QX2M7RT4.a.b", "paths": ["*"]}]}}"#,
            #"{"applinks": {"details": [{"appID": "K9QX2M7RT4.a.b", "paths": ["*"]}, null]}}"#,
        ]
    )
    func forgetsEntriesOfAnAmbiguousFile(text: String) throws {
        let contents = try #require(Self.read(text).file).contents
        #expect(!contents.isWhole)
        #expect(contents.details.map(\.apps.first?.identifier) == ["K9QX2M7RT4.a.b"])
        #expect(contents.details.allSatisfy { $0.entries == nil })
    }

    @Test(
        "an identifier that a template still has to fill in makes the list of apps unclear",
        arguments: [
            "{{TEAM}}.com.acme", "$(TEAM).com.acme", "<%= team %>.com.acme", "*", "wallet", "K9QX2M7RT4.com.acme.$(X)",
            ".com.acme", "myteam.acme.wallet", "bundleid.acme.wallet",
        ]
    )
    func templates(identifier: String) throws {
        let reading = Self.read(#"{"applinks": {"details": [{"appIDs": ["\#(identifier)"], "components": []}]}}"#)
        #expect(reading.irregularities.isEmpty)
        #expect(try #require(reading.file).contents.isWhole == false)
    }

    @Test(arguments: ["com.acme.wallet", "io.acme.wallet", "app.acme", "cloud.acme.wallet", "codes.acme.x", "me.de.x"])
    func reportsAnAppWithoutPrefix(identifier: String) throws {
        let reading = Self.read(#"{"applinks": {"details": [{"appIDs": ["\#(identifier)"], "components": []}]}}"#)
        let cause = "'\(identifier)' has no Application Identifier Prefix, so it names no app"
        #expect(Self.lines(reading) == ["1:39 unprefixed-app-id \(cause)"])
        #expect(try #require(reading.file).contents.isWhole == false)
    }

    @Test func reportsAByteOrderMarkAndReadsOn() throws {
        let reading = Self.read("\u{FEFF}{\"applinks\": {\"details\": []}}")
        #expect(reading.irregularities.map(\.irregularity.kind) == [.byteOrderMark])
        #expect(try #require(reading.file).contents.isWhole)
    }

    @Test func olderForm() throws {
        let reading = Self.read(#"{"applinks": {"details": {"K9QX2M7RT4.com.acme.wallet": {"paths": ["*"]}}}}"#)
        let contents = try #require(reading.file).contents
        #expect(contents.details.map(\.apps.first?.identifier) == ["K9QX2M7RT4.com.acme.wallet"])
        #expect(!contents.isWhole && reading.irregularities.isEmpty)
    }

    @Test func withoutUniversalLinks() throws {
        let contents = try #require(Self.read(#"{"webcredentials": {"apps": []}}"#).file).contents
        #expect(contents.details.isEmpty && contents.isWhole)
    }

    @Test func limits() {
        var limits = Limits.standard
        limits.associationValues = 10
        let paths = (0..<11).map { "\"/\($0)\"" }.joined(separator: ",")
        let reading = Self.read("{\"applinks\": {\"details\": [{\"paths\": [\(paths)]}]}}", limits: limits)
        #expect(reading.file == nil)
        #expect(reading.problems.map(\.message) == ["the association file has more than 10 values and was not read"])
        limits.depth = 2
        #expect(Self.read("{\"applinks\": {\"details\": [{}]}}", limits: limits).problems.count == 1)
    }

    @Test(arguments: [
        ("sites/acme.com/.well-known/apple-app-site-association", "acme.com"),
        ("ACME.com/apple-app-site-association", "acme.com"), ("acme.com/www.acme.com/a", "www.acme.com"),
        ("sites/acme.com/public/.well-known/a", "acme.com"), ("acme.com/static/public/a", "acme.com"),
        ("acme.com/dist/a", "acme.com"), ("acme.com/htdocs/a", "acme.com"), ("acme.com/api/public/a", nil),
        ("public/.well-known/a", nil), ("/public/a", nil),
        ("acme.com/www/a", nil),
        ("acme.com/Acme.Web/wwwroot/.well-known/a", nil), ("WalletTests/Fixtures/acme.com/a", nil),
        ("site/a", nil), ("a", nil), ("acme.com", nil), ("v1.2/a", nil),
    ])
    func hostOfPath(path: String, host: String?) {
        #expect(AssociationFileReader.host(ofPath: Path(path)) == host)
    }

    @Test func names() {
        #expect(AssociationFileReader.isAssociationFile("apple-app-site-association"))
        #expect(AssociationFileReader.isAssociationFile("apple-app-site-association.json"))
        #expect(!AssociationFileReader.isAssociationFile("assetlinks.json"))
        #expect(AssociationFileReader.describesAssociation(Array(#"{"applinks": {}}"#.utf8)))
        #expect(!AssociationFileReader.describesAssociation(Array(#"{"name": "x"}"#.utf8)))
    }
}
