import Foundation
import SchemeModel
import SchemeReports
import Testing

/// What a page says, so that nothing in it is said twice, ambiguous or wrong.
@Suite struct PageTextTests {
    /// Returns the part of a page between the section with this id and the next one.
    private func section(_ id: String, of page: String) throws -> Substring {
        let start = try #require(page.range(of: "<section id=\"\(id)\""), "no section \(id)")
        let rest = page[start.lowerBound...]
        return rest[..<(rest.range(of: "</section>")?.lowerBound ?? rest.endIndex)]
    }

    private func count(_ text: String, in page: some StringProtocol) -> Int {
        page.components(separatedBy: text).count - 1
    }

    /// Two apps of one name declare two schemes, and a link opens either.
    private func twins(_ urls: [String] = ["home://x", "home-dev://x"]) -> PageSample {
        var sample = PageSample()
        let apps = ["com.fabrikam.home", "com.fabrikam.home.dev"].map { app($0, "Home") }
        sample.manifests = apps.map { PageSample.manifest($0, ["home", "home-dev"], path: "\($0.id.text)/Info.plist") }
        var target = PageSample.target("Widget", in: Inputs.source.name, manifests: [sample.manifests[0]])
        target.code.links = [PageSample.link(.link, urls.map { URLPattern($0) }, line: 1, target: "Widget")]
        var bare = target.code.handlers[0]
        (bare.accepts, bare.isRouted) = ([], false)
        bare.place = target.code.links[0].place
        bare.place.path = "Other.swift"
        target.code.handlers.insert(bare, at: 0)
        sample.targets = [target]
        return sample
    }

    @Test func listsReceiversOnce() throws {
        let links = try section("links", of: twins().page())
        let receivers = links.drop { _ in false }
        #expect(count("<code>home</code>, <code>home-dev</code>", in: receivers) == 1)
        #expect(count("href=\"#app-com.fabrikam.home\"", in: receivers) == 1)
        #expect(count("href=\"#app-com.fabrikam.home.dev\"", in: receivers) == 1)
        #expect(count("<code>onOpenURL</code>", in: receivers) == 1, "a bare row beside the detailed one")
        #expect(count("host = ", in: receivers) == 1)
    }

    /// Schemes with other receivers have a heading of their own, and a receiver of both is described once.
    @Test func groupsSchemesByReceivers() throws {
        var sample = twins(["home://x", "home-dev://x", "bank://x"])
        sample.manifests[0].urlTypes[0].schemes.append(
            DeclaredScheme(
                index: 2,
                raw: "bank",
                resolved: "bank",
                span: sample.manifests[0].urlTypes[0].schemes[0].span
            )
        )
        let links = try section("links", of: sample.page())
        #expect(count("<p class=\"muted\"><code>bank</code></p>", in: links) == 1)
        #expect(count("<code>onOpenURL</code>", in: links) == 1)
    }

    /// A scheme that only other makers' apps receive is no mistake.
    @Test func namesForeignReceivers() throws {
        var sample = twins(["prefs://x", "browse://x", "magnet://x", "acct://x", "lost://x"])
        func known(_ scheme: String, _ category: KnownScheme.Category, _ owner: String) -> KnownScheme {
            KnownScheme(
                scheme: SchemeKey(scheme),
                category: category,
                owner: owner,
                platforms: .iOS,
                confidence: .high,
                source: ""
            )
        }
        sample.known = [
            known("prefs", .thirdParty, "A Copy"), known("prefs", .appleSystem, "Settings"),
            known("browse", .thirdParty, "Browse"), known("magnet", .specification, "Magnet links"),
            known("acct", .ianaPermanent, ""),
        ]
        let links = try section("links", of: sample.page())
        for text in [
            "<code>prefs</code>: <bdi>Settings</bdi> (system)",
            "<code>browse</code>: <bdi>Browse</bdi>, not in this report",
            "<code>magnet</code>: <bdi>Magnet links</bdi> (a public scheme)", "<code>acct</code>: a public scheme",
            "<code>lost</code>: no app here declares it",
        ] {
            #expect(links.contains(text), "\(text)")
        }
        #expect(count("no app here declares it", in: links) == 1)
    }

    /// Apps of one name are told apart wherever they are named.
    @Test func distinguishesAppsOfOneName() throws {
        var sample = twins()
        let apps = [app("com.fabrikam.home", "Home"), app("com.fabrikam.home.dev", "Home")]
        sample.report.findings = PageSample.collision(of: apps, on: "home") {
            Place(path: Path("\($0.id.text)/Info.plist"))
        }
        let page = try sample.page()
        #expect(page.contains(">Home (com.fabrikam.home.dev)</option>"))
        for id in ["overview", "findings", "links", "schemes"] {
            let text = try section(id, of: page).replacing("<wbr>", with: "")
            #expect(text.contains("<bdi class=\"which\">com.fabrikam.home.dev</bdi>"), "\(id)")
        }
        sample.manifests.removeLast()
        sample.report.findings = []
        #expect(try !sample.page().contains("class=\"which\""), "one app of a name needs no more")
    }

    /// An app has one name on a page, even if its manifests have several.
    @Test func namesAnAppAlike() throws {
        var sample = twins()
        let other = app("com.fabrikam.home", "Home Beta")
        sample.report.findings = PageSample.collision(of: [other], on: "home") { _ in Place(path: "Info.plist") }
        #expect(try !sample.page().contains("Home Beta"))
    }

    /// Two manifests whose common folders are not shown differ in their whole paths.
    @Test func distinguishesAppsOfOneFolder() throws {
        var sample = PageSample()
        let places = ["App/Info.plist", "App/Resources/Info.plist"]
        sample.manifests = places.map { place in
            let app = App(id: .unknown(ByteString(place)), bundleIdentifier: nil, name: nil, platforms: .iOS)
            return PageSample.manifest(app, ["home"], path: place)
        }
        let page = try sample.page()
        for place in places {
            let text = try section("schemes", of: page).replacing("<wbr>", with: "")
            #expect(text.contains("<bdi class=\"which\">\(place)</bdi>"), "\(place)")
        }
    }

    @Test(arguments: [
        ("openURL(_:) opens nothing", "openURL(_:) opens nothing"), ("iOS ignores it", "iOS ignores it"),
        ("com.acme.app adopts it", "com.acme.app adopts it"), ("_name is wrong", "_name is wrong"),
        ("scheme is wrong", "Scheme is wrong"), ("use openURL(_:)", "Use openURL(_:)"),
    ])
    func leavesNamesOfCodeAsTheyAre(message: String, heading: String) throws {
        var sample = PageSample()
        let finding = Finding(
            rule: "x",
            severity: .note,
            message: message,
            hint: nil,
            app: nil,
            scheme: nil,
            place: Place(path: "A"),
            related: [],
            subject: ""
        )
        sample.report.findings = [finding]
        let findings = try section("findings", of: sample.page())
        #expect(findings.contains(">\(heading)</h3>"))
    }

    /// The number in a heading is that of the sentences below it.
    @Test func countsSentences() throws {
        var sample = PageSample()
        for (scheme, count) in [("tel", 3), ("sms", 1)] {
            for number in 0..<count {
                let app = app("com.fabrikam.\(scheme)\(number)")
                sample.manifests.append(PageSample.manifest(app, [scheme]))
                var finding = PageSample.collision(of: [app], on: scheme, rule: "reserved-scheme") {
                    Place(path: Path("\($0.id.text)/Info.plist"))
                }[0]
                finding.group = nil
                sample.report.findings.append(finding)
            }
        }
        let overview = try section("overview", of: sample.page())
        #expect(overview.contains("2 reserved schemes, claimed 4 times"))
        #expect(count("<li><svg class=\"mark error\"", in: overview) == 2)
    }

    /// A finding about a whole file marks nothing in it.
    @Test func excerptsNeedARange() throws {
        let inputs = Inputs(texts: ["Fastfile": "fastlane_version '2.0'\nsecond\n"])
        func page(_ range: SourceRange) throws -> String {
            var sample = PageSample()
            sample.report.findings = PageSample.collision(of: [app("com.fabrikam.home")], on: "home") { _ in
                Place(source: Inputs.source.name, path: "Fastfile", range: range)
            }
            return try sample.page(in: inputs.context())
        }
        func lines(to column: Int) -> SourceRange.Lines {
            let start = TextPosition(line: 1, column: 1, columnUTF16: 1)
            return .init(start: start, end: TextPosition(line: 1, column: column, columnUTF16: column))
        }
        #expect(try !page(SourceRange(byteOffset: 0, byteLength: 0, lines: lines(to: 1))).contains("<pre>"))
        #expect(
            try page(SourceRange(byteOffset: 0, byteLength: 8, lines: lines(to: 9))).contains("<mark>fastlane</mark>")
        )
    }

    /// A watch app is drawn in its container, which the page says, because the header counts both.
    @Test func explainsEmbeddedApps() throws {
        var sample = twins()
        sample.manifests[1].container = sample.manifests[0].app
        sample.manifests[1].urlTypes[0].schemes.removeLast()
        sample.manifests.append(PageSample.manifest(app("com.fabrikam.none"), []))
        let page = try sample.page()
        #expect(page.contains("<span>3 apps</span>"))
        let diagram = try section("diagram", of: page)
        #expect(diagram.contains("1 embedded app, such as a watch app, is drawn as part of the app that contains it."))
        #expect(diagram.contains("1 app without schemes is not drawn."))
        #expect(count("href=\"#app-", in: diagram) == 2, "one app in each of the two drawings")
        #expect(diagram.contains("<h2>Apps and their schemes</h2>"))
    }

    /// Of 300 apps, those that collide are drawn, the first ones without a click, and those that share nothing are counted.
    @Test func foldsLargeDiagrams() throws {
        var sample = PageSample()
        let pairs = (0..<100).map { pair in (0..<2).map { app("com.fabrikam.pair\(pair).app\($0)") } }
        for (number, apps) in pairs.enumerated() {
            sample.manifests += apps.map { PageSample.manifest($0, ["pair-\(number)"]) }
            sample.report.findings += PageSample.collision(of: apps, on: "pair-\(number)") { app in
                Place(source: Inputs.source.name, path: Path("\(app.id.text)/Info.plist"))
            }
        }
        sample.manifests += (0..<100).map { PageSample.manifest(app("com.fabrikam.single\($0)"), ["single-\($0)"]) }
        let diagram = try section("diagram", of: sample.page())
        #expect(count("<summary>80 more groups of apps that share schemes</summary>", in: diagram) == 2)
        let first = try #require(diagram.components(separatedBy: "<details>").first)
        #expect(count("class=\"node item", in: first) == 40 && count("class=\"node item", in: diagram) == 400)
        #expect(diagram.contains("100 more apps without a shared scheme are not drawn."))
        #expect(diagram.utf8.count < 400_000)
    }

    @Test(arguments: [(5, 0), (6, 1)])
    func foldsNotes(count: Int, folded: Int) throws {
        var sample = PageSample()
        let apps = [app("com.fabrikam.a"), app("com.fabrikam.b")]
        func place(_ app: App) -> Place { Place(source: Inputs.source.name, path: Path("\(app.id.text)/Info.plist")) }
        sample.report.findings = PageSample.collision(of: apps, on: "pay", place: place)
        for number in 0..<count {
            sample.report.findings += PageSample.collision(
                of: [apps[0]],
                on: "note-\(number)",
                .note,
                // Findings of one rule would be one block.
                rule: "style-\(number)",
                place: place
            )
        }
        let findings = try section("findings", of: sample.page())
        #expect(self.count("<details class=\"notes\">", in: findings) == folded)
        let cards = findings.components(separatedBy: "<article").dropFirst()
        #expect(cards.first?.contains("class=\"finding error\"") == true && cards.count == 1 + count)
    }

    @Test func showsWhereAppsCollide() throws {
        let page = try PageSample.everything().page()
        #expect(try section("diagram", of: page).contains("<h2>Where apps collide</h2>"))
    }

    /// Each connected part and each row of the grid is a drawing of its own, which no sheet of paper cuts.
    @Test func drawsPartsByThemselves() throws {
        let tree = try section("diagram", of: PageSample.everything().page())
        let wide = try #require(tree.range(of: "<div class=\"graph wide\""))
        let narrow = try #require(tree.range(of: "<div class=\"graph narrow\""))
        // Two collisions, and the row with the app that has no conflict.
        #expect(count("\n<svg width=\"980\"", in: tree[wide.lowerBound..<narrow.lowerBound]) == 3)
        #expect(count("\n<svg width=\"350\"", in: tree[narrow.lowerBound...]) == 3)
    }

    /// Links to entries survive the next run, which may have more apps.
    @Test func keepsAddresses() throws {
        func unnamed(_ place: String) -> Manifest {
            let app = App(id: .unknown(ByteString(place)), bundleIdentifier: nil, name: nil, platforms: .iOS)
            return PageSample.manifest(app, ["home"], path: place)
        }
        func anchors(_ places: [String]) throws -> Set<String> {
            var sample = PageSample()
            sample.manifests = places.map(unnamed)
            return Set(
                try HTMLTokens(sample.page()).tags.compactMap { $0.attributes["id"] }.filter { $0.hasPrefix("unnamed") }
            )
        }
        let few = try anchors(["M/Info.plist"])
        let more = try anchors(["A/Info.plist", "M/Info.plist", "Z/Info.plist"])
        #expect(few.count == 1 && more.count == 3 && few.isSubset(of: more))
    }

    /// A scheme links to the code that opens it.
    @Test func linksSenders() throws {
        let page = try PageSample.everything().page()
        let schemes = try section("schemes", of: page)
        let address = try #require(schemes.firstMatch(of: /Linked from <a href="#(links-[0-9a-f]+)">/)?.1)
        #expect(try section("links", of: page).contains("<h3 id=\"\(address)\">"))
    }

    /// Every region and every finding has a name.
    @Test func namesRegions() throws {
        let tokens = try HTMLTokens(PageSample.everything().page())
        let labels = tokens.tags.filter { $0.attributes["role"] == "search" }.map { $0.attributes["aria-label"] }
        #expect(labels == ["Filter findings", "Search schemes", "Search apps"])
        for article in tokens.tags where article.name == "article" {
            let heading = tokens.tags.first { $0.attributes["id"] == article.attributes["aria-labelledby"] }
            #expect(heading?.name == "h3")
        }
        #expect(tokens.texts.contains(" opens ") && tokens.texts.contains(" received by "))
    }
}
