import SchemeModel
import SchemeRules
import TestSupport
import Testing

/// What examples can't show: signatures, unclear files, and many apps.
@Suite("Rules about universal links")
struct UniversalLinkRuleTests {
    private static func manifest(
        _ identifier: String,
        _ domains: [String] = ["applinks:acme.com"],
        prefix: String? = nil,
        on platform: Platform = .iOS
    ) -> Manifest {
        let place = Place(source: "s", path: Path("\(identifier)/Info.plist"))
        let app = AppID(bundleIdentifier: identifier) ?? .unknown(ByteString(identifier))
        var manifest = Manifest(origin: place, format: .xml, digest: identifier, app: app)
        manifest.kind = .application
        manifest.deviceSupport = DeviceSupport(platforms: PlatformSet(platform))
        let name = Manifest.associatedDomainsEntitlement
        manifest.entitlements =
            ["\(name)"] + domains.map { "\(name)=\($0)" }
            + (prefix.map { ["application-identifier=\($0).\(identifier)"] } ?? [])
        return manifest
    }

    /// Returns a file of a host whose elements of `details` name these apps, with one entry each.
    private static func file(
        _ details: [String]...,
        of host: String = "acme.com",
        isWhole: Bool = true,
        path: Path = "a"
    ) -> AssociationFile {
        let range = SourceRange(byteOffset: 0, byteLength: 0)
        var contents = AssociationFile.Contents(hosts: [host])
        contents.isWhole = isWhole
        contents.details = details.map { apps in
            .init(
                apps: apps.map { .init(identifier: $0, range: range) },
                entries: [AssociationEntry(range: range)]
            )
        }
        return AssociationFile(origin: Place(source: "s", path: path), contents: contents)
    }

    private static func findings(
        of rule: String,
        _ manifests: [Manifest],
        _ files: [AssociationFile] = []
    ) throws -> [Finding] {
        let index = MemoryIndex(sources: [], manifests: manifests, associations: files, knowledge: .builtIn)
        let rules = allRules.filter { $0.description.id == rule }
        return try FindingChecker(rules: rules, knowledge: .builtIn).findings(in: index)
    }

    private static func lines(_ findings: [Finding]) -> [String] {
        findings.map { "\($0.severity.rawValue) \($0.app?.id.text.string ?? "-") \($0.certainty.rawValue)" }
    }

    @Test func anotherPrefix() throws {
        let files = [Self.file(["K9QX2M7RT4.com.acme.wallet"])]
        let found = try Self.findings(
            of: "unlisted-link-app",
            [Self.manifest("com.acme.wallet", prefix: "FGHIJ67890")],
            files
        )
        #expect(Self.lines(found) == ["error com.acme.wallet certain"])
        #expect(
            found.first?.message.contains("with the prefix 'K9QX2M7RT4', but the app is signed with 'FGHIJ67890'")
                == true
        )
        #expect(found.first?.hint?.contains("'FGHIJ67890.com.acme.wallet'") == true)
        #expect(
            try Self.findings(of: "unlisted-link-app", [Self.manifest("com.acme.wallet", prefix: "K9QX2M7RT4")], files)
                .isEmpty
        )
        #expect(try Self.findings(of: "unlisted-link-app", [Self.manifest("com.acme.wallet")], files).isEmpty)
    }

    /// Returns a manifest of an app that a project signs with this team.
    private static func manifest(signedBy team: String?, _ path: Path = "Wallet/Info.plist") -> Manifest {
        var manifest = manifest("com.acme.wallet")
        manifest.origin.path = path
        let place = Place(source: "s", path: "a.xcodeproj/project.pbxproj")
        manifest.companions = team.map { [Manifest.Companion(.fact(.team), value: $0, place: place)] } ?? []
        return manifest
    }

    @Test(
        arguments: [
            (["K9QX2M7RT4"], "FGHIJ67890", ["note com.acme.wallet possible"]),
            (["K9QX2M7RT4", "FGHIJ67890"], "FGHIJ67890", []),
            (["K9QX2M7RT4"], "K9QX2M7RT4", []),
            (["K9QX2M7RT4"], nil, []),
            (["TEAMID"], "FGHIJ67890", []),
            (["TEAMID1234"], "FGHIJ67890", []),
            (["PUTITINHER"], "FGHIJ67890", []),
            (["TEAMIDHER3"], "FGHIJ67890", []),
            (["TEAM123456"], "FGHIJ67890", []),
            (["MYTEAM0001"], "FGHIJ67890", []),
            (["APPLETEAM1"], "FGHIJ67890", []),
            (["PREFIX1234"], "FGHIJ67890", []),
            (["{{ team }}"], "FGHIJ67890", []),
        ] as [([String], String?, [String])]
    )
    func teamOfProject(prefixes: [String], team: String?, lines: [String]) throws {
        let identifiers = prefixes.map { "\($0).com.acme.wallet" }
        let manifests = [Self.manifest(signedBy: team)]
        let known = try Self.findings(of: "unlisted-link-app", manifests, [Self.file(identifiers)])
        #expect(Self.lines(known) == lines)
        #expect(known.allSatisfy { $0.message.contains("but the project signs it with the team 'FGHIJ67890'") })
        #expect(known.allSatisfy { $0.message.hasSuffix("may open in the browser") })
        // Another project of the source signs the app with the other team.
        let both = manifests + [Self.manifest(signedBy: "K9QX2M7RT4", "Other/Info.plist")]
        #expect(try Self.findings(of: "unlisted-link-app", both, [Self.file(identifiers)]).isEmpty)
        // The same for a file of an unknown domain, at the prefix.
        var file = Self.file(identifiers)
        file.contents.hosts = []
        let unknown = try Self.findings(of: "unlisted-link-app", manifests, [file])
        #expect(Self.lines(unknown) == lines)
        #expect(unknown.allSatisfy { $0.place.path == "a" && $0.hint?.contains("FGHIJ67890.com.acme.wallet") == true })
    }

    @Test func filesOfUnknownDomainsAreComparedTogether() throws {
        func lines(_ manifests: [Manifest], _ files: [AssociationFile]) throws -> [String] {
            Self.lines(try Self.findings(of: "unlisted-link-app", manifests, files))
        }
        var other = Self.file(["K9QX2M7RT4.com.acme.wallet"])
        other.contents.hosts = []
        let wallet = Self.manifest(signedBy: "FGHIJ67890")
        #expect(try lines([wallet], [other]) == ["note com.acme.wallet possible"])
        // A wildcard beside the domain says nothing more.
        var wide = wallet
        wide.entitlements?.append("\(Manifest.associatedDomainsEntitlement)=applinks:*.acme.com")
        #expect(try lines([wide], [other]) == ["note com.acme.wallet possible"])
        var own = Self.file(["FGHIJ67890.com.acme.wallet"], path: "b")
        own.contents.hosts = []
        #expect(try lines([wallet], [other, own]).isEmpty)
        // Another project may sign the app with the other team.
        let ofOther = Self.manifest(signedBy: "K9QX2M7RT4", "Other/Info.plist")
        #expect(try lines([wallet, ofOther], [other]).isEmpty)
        let signed = Self.manifest("com.acme.wallet", prefix: "FGHIJ67890")
        #expect(try lines([signed], [other]) == ["note com.acme.wallet possible"])
        for change in [
            { $0.origin.source = "t" }, { $0.origin.path = "Tests/a" }, { $0.contents.isWhole = false },
            { $0.contents.details[0].apps[0].identifier = "K9QX2M7RT4.com.acme.driver" },
        ] as [(inout AssociationFile) -> Void] {
            var file = other
            change(&file)
            #expect(try lines([wallet], [file]).isEmpty)
        }
    }

    @Test("an unclear file, or another file of the host that lists the app, settles nothing")
    func unclearFiles() throws {
        let wallet = [Self.manifest("com.acme.wallet")]
        let other = Self.file(["K9QX2M7RT4.com.acme.driver"])
        #expect(try Self.findings(of: "unlisted-link-app", wallet, [other]).count == 1)
        let unclear = Self.file(["K9QX2M7RT4.com.acme.driver"], isWhole: false, path: "b")
        #expect(try Self.findings(of: "unlisted-link-app", wallet, [other, unclear]).isEmpty)
        let own = Self.file(["K9QX2M7RT4.com.acme.wallet"], path: "b")
        #expect(try Self.findings(of: "unlisted-link-app", wallet, [other, own]).isEmpty)
    }

    @Test("apps of testers and developers, wildcards, modes and unknown apps aren't compared")
    func others() throws {
        let files = [Self.file(["K9QX2M7RT4.com.acme.driver"])]
        var beta = Self.manifest("com.acme.wallet.beta")
        beta.outcome = .init(project: "a.xcodeproj", target: "Wallet", configurations: ["Beta"])
        let manifests = [
            beta, Self.manifest("com.example.wallet"), Self.manifest("com.acme.a", ["applinks:*.acme.org"]),
            Self.manifest("com.acme.b", ["applinks:acme.com?mode=developer"]), Self.manifest("$(ID)"),
            Self.manifest("com.acme.c", ["webcredentials:acme.com"]),
        ]
        #expect(try Self.findings(of: "unlisted-link-app", manifests, files).isEmpty)
        #expect(try Self.findings(of: "shared-link-domain", manifests + [Self.manifest("com.acme.driver")]).isEmpty)
    }

    @Test func sharedDomains() throws {
        func lines(_ manifests: [Manifest], _ files: [AssociationFile] = []) throws -> [String] {
            Self.lines(try Self.findings(of: "shared-link-domain", manifests, files))
        }
        let (wallet, driver) = (Self.manifest("com.acme.wallet"), Self.manifest("com.acme.driver"))
        #expect(try lines([wallet, driver]) == ["note com.acme.driver certain", "note com.acme.wallet certain"])
        let together = Self.file(["K9QX2M7RT4.com.acme.wallet", "K9QX2M7RT4.com.acme.driver"])
        #expect(
            try lines([wallet, driver], [together])
                == ["warning com.acme.driver certain", "warning com.acme.wallet certain"]
        )
        #expect(
            try lines([wallet, driver], [Self.file(["K9QX2M7RT4.com.acme.wallet"], ["K9QX2M7RT4.com.acme.driver"])])
                .isEmpty
        )
        var excluded = together
        excluded.contents.details[0].entries?[0].isExcluded = true
        #expect(try lines([wallet, driver], [excluded]).isEmpty)
        // An earlier entry, or an earlier element, keeps some or all links out.
        var shadowed = together
        var everything = AssociationEntry(range: SourceRange(byteOffset: 0, byteLength: 0))
        everything.isExcluded = true
        shadowed.contents.details[0].entries?.insert(everything, at: 0)
        #expect(try lines([wallet, driver], [shadowed]).isEmpty)
        let names = ["K9QX2M7RT4.com.acme.wallet", "K9QX2M7RT4.com.acme.driver"]
        #expect(try lines([wallet, driver], [Self.file([names[0]], names)]).isEmpty)
        // Apps of two teams can't both be this one.
        let signed = Self.manifest("com.acme.driver", prefix: "FGHIJ67890")
        #expect(try lines([wallet, signed], [together]).isEmpty)
        // A Mac app meets an iOS app only where that runs.
        let mac = Self.manifest("com.acme.desk", on: .macOS)
        #expect(try lines([wallet, mac]) == ["note com.acme.desk possible", "note com.acme.wallet possible"])
        #expect(try lines([wallet, Self.manifest("com.acme.tv", on: .tvOS)]).isEmpty)
        // Configurations of one target are variants.
        var (one, two) = (Self.manifest("com.acme.one"), Self.manifest("com.acme.two"))
        for (name, id) in [("A", 0), ("B", 1)] {
            let outcome = Manifest.Outcome(project: "a.xcodeproj", target: "App", configurations: [name])
            if id == 0 { one.outcome = outcome } else { two.outcome = outcome }
        }
        #expect(try lines([one, two]).isEmpty)
    }

    /// Returns what opens a link: on each device the outcome, the certainty, and what the files say about the apps.
    private static func answers(
        _ manifests: [Manifest],
        _ files: AssociationFile...,
        url: String = "https://acme.com/pay"
    ) throws -> [String] {
        let index = MemoryIndex(sources: [], manifests: manifests, associations: files, knowledge: .builtIn)
        var steps = LinkSteps()
        let address = try #require(WebAddress(url))
        return try UniversalLinkResolver.resolution(of: address, in: index, steps: &steps).answers.map { answer in
            let order = answer.order.map(\.id.text.string).joined(separator: ", ")
            let verdicts = answer.apps.map(\.verdict.rawValue).joined(separator: " ")
            return "\(answer.outcome) \(answer.certainty): \(verdicts)" + (order.isEmpty ? "" : "; \(order)")
        }
    }

    @Test("a domain with a path may be ignored, unless the domain itself is beside it")
    func domainsWithPaths() throws {
        func outcome(_ domains: [String], _ app: String = "com.acme.wallet") throws -> String? {
            try Self.answers([Self.manifest("com.acme.wallet", domains)], Self.file(["A.\(app)"])).first
        }
        let (plain, path) = ("applinks:acme.com", "applinks:acme.com/pay/*")
        #expect(try outcome([path]) == "website possible: unknown")
        #expect(try outcome([path, plain]) == "one certain: matched")
        #expect(try outcome([plain, path]) == "one certain: matched")
        let www = Self.manifest("com.acme.wallet", ["applinks:*.acme.com/pay", "applinks:www.acme.com"])
        let file = Self.file(["A.com.acme.wallet"], of: "www.acme.com")
        #expect(try Self.answers([www], file, url: "https://www.acme.com/pay").first == "one certain: matched")
        #expect(try outcome([path], "com.acme.driver") == "browser certain: unlisted")
        // One cause, one finding: `invalid-link-domain` reports the path.
        let wallet = Self.manifest("com.acme.wallet", [path])
        for rule in ["unlisted-link-app", "shared-link-domain"] {
            let both = [wallet, Self.manifest("com.acme.driver", [plain])]
            #expect(try Self.findings(of: rule, both, [Self.file(["A.com.acme.driver"])]).isEmpty)
        }
        #expect(wallet.associatedDomains == nil)
    }

    /// Returns the answers about iOS apps: one for iOS, and one for the devices that may run them.
    private func onAll(_ answer: String) -> [String] {
        ["certain", "possible"].map { answer.replacing("%", with: $0) }
    }

    @Test("a domain for everyone counts, whatever domains for testing are beside it")
    func testingModes() throws {
        func outcome(_ domains: [String]) throws -> String? {
            try Self.answers([Self.manifest("com.acme.wallet", domains)], Self.file(["A.com.acme.wallet"])).first
        }
        let (tested, released) = ("applinks:acme.com?mode=developer", "applinks:acme.com")
        #expect(try outcome([tested, released]) == "one certain: matched")
        #expect(try outcome([released, tested]) == "one certain: matched")
        #expect(try outcome([tested]) == "browser certain: matched")
    }

    @Test("of apps with elements of their own, the first installed one opens the link")
    func orderOfElements() throws {
        let driver = Self.manifest("com.acme.driver")
        let wallet = Self.manifest("com.acme.wallet")
        let tested = Self.manifest("com.acme.driver", ["applinks:acme.com?mode=developer"])
        let desk = Self.manifest("com.acme.desk", on: .tvOS)
        let separate = Self.file(["A.com.acme.wallet"], ["A.com.acme.driver"])
        let together = Self.file(["A.com.acme.wallet", "A.com.acme.driver"])
        let reversed = Self.file(["A.com.acme.driver"], ["A.com.acme.wallet"], path: "b")
        #expect(
            try Self.answers([driver, wallet], separate)
                == onAll("ordered %: preceded matched; com.acme.wallet, com.acme.driver")
        )
        #expect(try Self.answers([driver, wallet], together) == onAll("undefined %: matched matched"))
        #expect(try Self.answers([driver, wallet], separate, reversed) == onAll("undefined %: matched matched"))
        #expect(try Self.answers([tested, wallet], reversed) == onAll("one %: matched matched"))
        // An app that can't be on the device comes before none.
        let other = Self.file(["A.com.acme.desk"], ["A.com.acme.wallet"])
        #expect(try Self.answers([desk, wallet], other) == onAll("one %: matched") + ["one certain: matched"])
    }

    @Test("an iOS app may run on a Mac, but nobody knows")
    func otherDevices() throws {
        var wallet = Self.manifest("com.acme.wallet")
        wallet.deviceSupport = DeviceSupport(platforms: [.iOS], devices: [.iOS, .macOS])
        let desk = Self.manifest("com.acme.desk", on: .macOS)
        let file = Self.file(["A.com.acme.wallet"], ["A.com.acme.desk"])
        #expect(try Self.answers([wallet], file) == ["one certain: matched", "one possible: matched"])
        #expect(
            try Self.answers([wallet, desk], file) == [
                "one certain: matched", "ordered possible: preceded matched; com.acme.wallet, com.acme.desk",
            ]
        )
    }

    @Test("an exclusion for one app makes the answer of a later one uncertain")
    func excludedBefore() throws {
        let apps = [Self.manifest("com.acme.driver"), Self.manifest("com.acme.wallet")]
        var file = Self.file(["A.com.acme.driver"], ["A.com.acme.wallet"])
        file.contents.details[0].entries?[0].isExcluded = true
        #expect(try Self.answers(apps, file) == ["website possible: excluded doubtful"])
        file.contents.details.reverse()
        #expect(try Self.answers(apps, file) == onAll("one %: excluded matched"))
    }

    @Test func anAppWithAnUnknownIdentifierMayBeListed() throws {
        let app = Self.manifest("$(APP_ID)")
        #expect(app.app.isKnown == false)
        #expect(try Self.answers([app], Self.file(["A.com.acme.wallet"])) == ["website possible: unknown"])
    }

    @Test("a wildcard needs the file of its own domain, unless the file of the host disagrees")
    func filesOfWildcards() throws {
        let wallet = Self.manifest("com.acme.wallet", ["applinks:*.acme.com"])
        let (listed, other) = (["A.com.acme.wallet"], ["A.com.acme.driver"])
        func answers(_ files: AssociationFile...) throws -> [String] {
            let index = MemoryIndex(sources: [], manifests: [wallet], associations: files, knowledge: .builtIn)
            var steps = LinkSteps()
            let address = try #require(WebAddress("https://www.acme.com/pay"))
            let resolution = try UniversalLinkResolver.resolution(of: address, in: index, steps: &steps)
            return resolution.answers.map { "\($0.outcome) \($0.certainty): \($0.apps[0].verdict)" }
        }
        let unknown = ["website possible: unknown"]
        let (ofHost, otherOfHost) = (
            Self.file(listed, of: "www.acme.com", path: "b"), Self.file(other, of: "www.acme.com", path: "b")
        )
        #expect(try answers() == unknown)
        #expect(try answers(Self.file(listed)) == onAll("one %: matched"))
        #expect(try answers(Self.file(other)) == ["browser certain: unlisted"])
        #expect(try answers(ofHost) == unknown)
        #expect(try answers(Self.file(listed), otherOfHost) == unknown)
        #expect(try answers(Self.file(other), ofHost) == unknown)
        #expect(try answers(Self.file(listed), ofHost) == onAll("one %: matched"))
        let found = try Self.findings(of: "unlisted-link-app", [wallet], [Self.file(other)])
        #expect(Self.lines(found) == ["warning com.acme.wallet possible"])
        // With the domain itself, there is one cause.
        let both = Self.manifest("com.acme.wallet", ["applinks:*.acme.com", "applinks:acme.com"])
        let merged = try Self.findings(of: "unlisted-link-app", [both], [Self.file(other)])
        #expect(Self.lines(merged) == ["warning com.acme.wallet certain"])
        #expect(merged.map(\.relatedCount) == [2])
    }

    @Test("a wildcard meets the hosts below it, and is reported once")
    func wildcards() throws {
        let manifests = [
            Self.manifest("com.acme.a", ["applinks:*.acme.com"]),
            Self.manifest("com.acme.b", ["applinks:pay.acme.com"]),
            Self.manifest("com.acme.c", ["applinks:*.acme.com"]), Self.manifest("com.acme.d", ["applinks:acme.com"]),
        ]
        let found = try Self.findings(of: "shared-link-domain", manifests)
        let lines = found.map { "\($0.app?.id.text.string ?? "-") \($0.fingerprint.subject) \($0.relatedCount)" }
        #expect(
            lines.sorted() == [
                "com.acme.a *.acme.com 2", "com.acme.b pay.acme.com 2", "com.acme.c *.acme.com 2",
            ]
        )
    }

    @Test("of a wildcard's findings, the worst is reported")
    func worstOfAWildcard() throws {
        let manifests = [
            Self.manifest("com.acme.a", ["applinks:*.acme.com"]), Self.manifest("com.acme.b", ["applinks:*.acme.com"]),
            Self.manifest("com.acme.c", ["applinks:a.acme.com"]),
        ]
        let file = Self.file(["K9QX2M7RT4.com.acme.a", "K9QX2M7RT4.com.acme.b"])
        let found = try Self.findings(of: "shared-link-domain", manifests, [file])
        let lines = found.map { "\($0.severity.rawValue) \($0.fingerprint.subject) \($0.relatedCount)" }
        #expect(lines.sorted() == ["note a.acme.com 2", "warning *.acme.com 3", "warning *.acme.com 3"], "\(lines)")
    }

    @Test("each domain that apps share is reported, even if its place in the entitlements is unknown")
    func domainsAtOnePlace() throws {
        let domains = ["applinks:acme.com", "applinks:acme.org"]
        let manifests = [Self.manifest("com.acme.a", domains), Self.manifest("org.acme.b", domains)]
        let found = try Self.findings(of: "shared-link-domain", manifests)
        let subjects = found.map { "\($0.app?.id.text.string ?? "-") \($0.fingerprint.subject)" }
        #expect(
            subjects.sorted() == [
                "com.acme.a acme.com", "com.acme.a acme.org", "org.acme.b acme.com", "org.acme.b acme.org",
            ]
        )
    }

    @Test("each of thousands of apps with one domain gets one finding, which names a few of the others")
    func manyApps() throws {
        let manifests = (0..<3_000).map { Self.manifest("com.acme.app\($0)") }
        let found = try Self.findings(of: "shared-link-domain", manifests)
        #expect(found.count == 3_000)
        #expect(found.allSatisfy { $0.relatedCount == 2_999 && $0.related.count == Finding.relatedLimit })
    }

    @Test("of an app's wildcards around a host, only the nearest counts")
    func manyWildcards() throws {
        let labels = (1...50).map { String(repeating: "a.", count: $0) }
        let domains = labels.map { "applinks:*.\($0)acme.com" } + ["applinks:h.\(labels[49])acme.com"]
        let manifests = (0..<4).map { Self.manifest("com.acme\($0).a", domains) }
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: .builtIn)
        var counts: [Int] = []
        try index.forEachDomain { counts.append($0.claims.count) }
        #expect(counts.count == 51)
        #expect(counts.max() == 8)
        // Each wildcard is reported once for each app, whatever hosts it includes.
        let found = try Self.findings(of: "shared-link-domain", manifests)
        // The three longest wildcards look the same when shortened, so their findings are one.
        #expect(found.count == 4 * 49)
    }

    @Test("the steps of a run are limited over all domains, and then it has a problem")
    func spentSteps() throws {
        let domains = (0..<100).map { "applinks:a\($0).acme.com" }
        let manifests = (0..<20).map { Self.manifest("com.acme\($0).a", domains) }
        let index = MemoryIndex(sources: [], manifests: manifests, knowledge: .builtIn)
        let rules = allRules.filter { $0.description.id == "shared-link-domain" }
        var limits = Limits()
        let checker = FindingChecker(rules: rules, knowledge: .builtIn)
        #expect(try checker.check(index).problems.isEmpty)
        limits.universalLinkSteps = 20_000
        let checked = try FindingChecker(rules: rules, knowledge: .builtIn, limits: limits).check(index)
        #expect(checked.problems.map(\.code) == [.overLimit])
        #expect((1..<2_000).contains(checked.findings.count))
    }

    @Test("an element is matched once, however many apps it lists")
    func sharedElements() throws {
        let names = (0..<100).map { "A.com.acme.app\($0)" }
        let file = Self.file(names)
        var matcher = AssociationMatcher(try #require(WebAddress("https://acme.com/pay")))
        var entry = AssociationEntry(range: SourceRange(byteOffset: 0, byteLength: 0))
        entry.path = "/*y"
        var contents = file
        contents.contents.details[0].entries = [entry]
        func use(_ number: Int) throws -> Int {
            let before = matcher.steps.left
            let app = try #require(AppID(bundleIdentifier: "com.acme.app\(number)"))
            #expect(matcher.result(of: contents, for: app, prefix: nil) == .matched(entry, element: 0))
            return before - matcher.steps.left
        }
        #expect(try use(0) > 0)
        for number in 1..<100 { #expect(try use(number) == 0) }
    }
}
