import SchemeModel
import Testing

@testable import SchemeRules

/// Compares routes of handlers with entries of association files.
@Suite struct UnroutedLinkPatternTests {
    private static let place = Place(source: "s", path: "App.swift")

    /// Returns an app whose handler has these routes, and its domain's file with these entries.
    private static func sample(
        _ routes: [[Route.Condition]],
        _ paths: [String],
        domains: [String] = ["applinks:acme.com"],
        host: String = "acme.com"
    ) -> (target: TargetFacts, file: AssociationFile) {
        let range = SourceRange(byteOffset: 0, byteLength: 0)
        var manifest = Manifest(
            origin: Place(source: "s", path: "Info.plist"),
            format: .xml,
            digest: "0",
            app: AppID(bundleIdentifier: "com.acme.wallet") ?? .unknown("")
        )
        manifest.kind = .application
        let name = Manifest.associatedDomainsEntitlement
        manifest.entitlements = [name] + domains.map { "\(name)=\($0)" }
        var handler = Handler(kind: .sceneContinue, place: place, target: "App", isRouted: true, looksAt: [.path])
        handler.mayTakeOthers = false
        handler.accepts = routes.map { Route(conditions: $0, place: place) }
        var code = LinkFacts(target: "App")
        code.handlers = [handler]
        let target = TargetFacts(source: "s", code: code, kind: .application, manifests: [manifest])
        var contents = AssociationFile.Contents(hosts: [host])
        contents.details = [
            .init(
                apps: [.init(identifier: "K9QX2M7RT4.com.acme.wallet", range: range)],
                entries: paths.map { path in
                    var entry = AssociationEntry(range: range)
                    entry.isExcluded = path.hasPrefix("NOT ")
                    entry.path = entry.isExcluded ? String(path.dropFirst(4)) : path
                    return entry
                }
            )
        ]
        return (target, AssociationFile(origin: Place(source: "s", path: "aasa"), contents: contents))
    }

    /// Returns the findings about ``sample(_:_:domains:host:)`` after a change.
    private static func findings(
        _ routes: [[Route.Condition]],
        _ paths: [String],
        domains: [String] = ["applinks:acme.com"],
        host: String = "acme.com",
        change: (inout TargetFacts, inout AssociationFile.Contents) -> Void = { _, _ in }
    ) throws -> [Finding] {
        var (target, file) = sample(routes, paths, domains: domains, host: host)
        change(&target, &file.contents)
        let index = MemoryIndex(
            sources: [],
            manifests: target.manifests,
            associations: [file],
            targets: [target],
            knowledge: .builtIn
        )
        return try FindingChecker(rules: [UnroutedLinkPatternRule()], knowledge: .builtIn).findings(in: index)
    }

    @Test(
        arguments: [
            ("/refund/*", condition(.path, .hasPrefix, "/pay"), false),
            ("/pay/*", condition(.path, .hasPrefix, "/pay"), true),
            ("/p*", condition(.path, .equals, "/pay"), true),
            ("/pay", condition(.path, .equals, "/pay/"), true),
            ("/pay/", condition(.path, .equals, "/pay"), true),
            ("/Pay", condition(.path, .equals, "/pay"), true),
            ("/pay/?", condition(.path, .equals, "/pay"), false),
            ("/$(lang)/pay", condition(.path, .hasPrefix, "/de/"), true),
            ("/$(lang)/pay", condition(.path, .hasPrefix, "/german/"), false),
            ("/%70ay", condition(.path, .equals, "/pay"), true),
            ("/refund", condition(.path, .hasSuffix, "pay"), true),
            ("/refund", condition(.path, .equals, "/pay me"), true),
            ("/pay/*", condition(.pathComponent(1), .equals, "pay"), true),
            ("/payment/*", condition(.pathComponent(1), .equals, "pay"), false),
            ("/en/refund", condition(.pathComponent(1), .equals, "pay"), false),
            ("/payment/*", condition(.pathComponent(1), .hasPrefix, "pay"), true),
            ("/x/pay", condition(.pathComponent(2), .equals, "help"), true),
            ("/refund", condition(.query(name: "id"), .equals, "1"), true),
            ("/pay/*", condition(.host, .equals, "ACME.com"), true),
            ("/pay/*", condition(.host, .equals, "pay"), false),
            ("/pay/*", condition(.host, .hasSuffix, "acme.com"), true),
            ("/pay/*", condition(.scheme, .equals, "https", "acme"), true),
            ("/pay/*", condition(.scheme, .equals, "acme"), false),
            ("/pay/*", condition(.text, .hasPrefix, "https://acme.com/pay/"), true),
        ] as [(String, Route.Condition, Bool)]
    )
    func overlap(_ path: String, _ compared: Route.Condition, _ isTaken: Bool) throws {
        // The other entry and the other route fit each other, and say nothing about this one.
        let other = condition(.path, .equals, "/other")
        let found = try Self.findings([[compared], [other]], [path, "/other"])
        #expect(found.isEmpty == isTaken)
        #expect(found.contains { $0.message.hasPrefix("no handler takes") } == !isTaken)
        // A route without an entry is an entry without a route, unless it takes no link to the domain.
        let isOfDomain = RoutedLinks(of: Route(conditions: [compared], place: Self.place), to: .init("acme.com")) != nil
        #expect(found.contains { $0.message.hasPrefix("links that this code takes") } == (!isTaken && isOfDomain))
    }

    @Test(
        arguments: [
            "*", "/*", "/", "", "/?*", "pay", "NOT /refund", "/en/", "/de-AT/*", "/$(lang)/*", "/index.html", "/open",
            "/auth/*", "/ios/com.acme.wallet/callback",
        ]
    )
    func entriesWithoutPagesOfTheirOwnAreNotCompared(path: String) throws {
        // Nothing takes a web link.
        let route = [[condition(.scheme, .equals, "acme")]]
        #expect(try Self.findings(route, ["/refund"]).count == 1)
        #expect(try Self.findings(route, [path]).isEmpty)
    }

    @Test(
        arguments: [
            (["/refund", "/pay"], 1), (["NOT /r*", "/refund", "/pay"], 0), (["NOT *refund", "/refund", "/pay"], 0),
            (["NOT /refund/1", "/refund*", "/pay"], 1), (["/refund", "NOT /refund", "/pay"], 1),
            ((0..<100).map { "NOT /\($0)" } + ["/refund", "/pay"], 0),
        ] as [([String], Int)]
    )
    func excludedLinksAreNotCompared(paths: [String], count: Int) throws {
        #expect(try Self.findings([[condition(.path, .equals, "/pay")]], paths).count == count)
    }

    /// Returns the number of findings about an entry that no route takes, after a change of the app or the file.
    private static func count(
        _ change: (inout TargetFacts, inout AssociationFile.Contents) -> Void = { _, _ in }
    ) throws -> Int {
        let found = try findings([[condition(.path, .equals, "/pay")]], ["/refund", "/pay"], change: change)
        #expect(found.allSatisfy { $0.severity == .warning && $0.message.contains("\"/refund\"") })
        return found.count
    }

    @Test func allCodeIsKnown() throws {
        #expect(try Self.count() == 1)
        #expect(try Self.count { target, _ in target.isPartial = true } == 0)
        #expect(try Self.count { target, _ in target.unread = ["Router"] } == 0)
        #expect(try Self.count { target, _ in target.kind = .appClip } == 0)
        #expect(try Self.count { target, _ in target.app[0].handlers[0].isRouted = false } == 0)
        for value in [true, nil] {
            #expect(try Self.count { target, _ in target.app[0].handlers[0].mayTakeOthers = value } == 0)
        }
    }

    @Test(
        arguments: [
            (Handler.Kind.onOpenURL, nil, nil, false, 0),
            // An SDK gets everything, or nothing happens.
            (.applicationContinue, Handler.Resumption.anything, nil, false, 0),
            (.applicationContinue, .session, nil, false, 0),
            (.applicationContinue, .nothing, nil, false, 1),
            // AppKit may open links with it.
            (.applicationOpen, nil, nil, false, 0),
            // Web links don't get there.
            (.applicationOpenOptions, .session, nil, false, 1),
            (.onContinueUserActivity, nil, "com.acme.edit", false, 1),
            (.onContinueUserActivity, nil, Handler.webActivity, false, 0),
            (.onContinueUserActivity, nil, nil, false, 0),
            // They may connect a scene.
            (.sceneWillConnect, nil, nil, false, 0),
            (.sceneWillConnect, nil, nil, true, 1),
        ] as [(Handler.Kind, Handler.Resumption?, String?, Bool, Int)]
    )
    func otherHandlersMayTakeLinks(
        kind: Handler.Kind,
        resumption: Handler.Resumption?,
        type: String?,
        takesNoOthers: Bool,
        count: Int
    ) throws {
        var other = Handler(kind: kind, place: Self.place, target: "App", looksAt: [.elsewhere])
        (other.resumption, other.activityType) = (resumption, type)
        if takesNoOthers { other.mayTakeOthers = false }
        #expect(try Self.count { target, _ in target.app[0].handlers.append(other) } == count)
    }

    @Test(
        arguments: [
            ([condition(.host, .equals, "acme.com"), condition(.path, .equals, "/refund")], true, 0),
            ([condition(.host, .equals, "acme.com"), condition(.path, .equals, "/done")], true, 1),
            ([condition(.scheme, .equals, "acme")], true, 1),
            ([condition(.host, .equals, "acme.com")], false, 0),
            ([], false, 0),
        ] as [([Route.Condition], Bool, Int)]
    )
    func sessionsTakeTheirCallbacks(callback: [Route.Condition], isKnown: Bool, count: Int) throws {
        var session = Handler(
            kind: .authenticationSession,
            place: Self.place,
            target: "App",
            isRouted: isKnown
        )
        session.accepts = [Route(conditions: callback, place: Self.place)]
        #expect(try Self.count { target, _ in target.app[0].handlers.append(session) } == count)
    }

    @Test func onlyKnownFilesOfTheAppAreCompared() throws {
        let route = [[condition(.path, .equals, "/pay")]]
        let paths = ["/refund", "/pay"]
        #expect(try Self.findings(route, paths).count == 1)
        #expect(try Self.findings(route, paths, host: "acme.org").isEmpty)
        #expect(try Self.findings(route, paths, domains: ["applinks:*.acme.com"]).count == 1)
        for domain in ["applinks:acme.com?mode=developer", "appclips:acme.com", "webcredentials:acme.com"] {
            #expect(try Self.findings(route, paths, domains: [domain]).isEmpty)
        }
        #expect(try Self.count { _, contents in contents.isWhole = false } == 0)
        #expect(try Self.count { _, contents in contents.details[0].entries = nil } == 0)
        let driver = "K9QX2M7RT4.com.acme.driver"
        #expect(try Self.count { _, contents in contents.details[0].apps[0].identifier = driver } == 0)
    }

    // MARK: Routes without entries

    /// Returns the severity of the finding about a route that no entry matches, after a change of the app or the file.
    private static func severity(
        _ conditions: [Route.Condition] = [condition(.path, .equals, "/refund")],
        entries paths: [String] = ["/pay"],
        domains: [String] = ["applinks:acme.com"],
        schemes: [String] = [],
        change: (inout TargetFacts, inout AssociationFile.Contents) -> Void = { _, _ in }
    ) throws -> Severity? {
        let routes = [conditions, [condition(.path, .equals, "/pay")]]
        let found = try findings(routes, paths, domains: domains) { target, contents in
            let types = schemes.map { scheme in
                var type = URLType(index: 0, span: .init(keyPath: "", element: .init(byteOffset: 0, byteLength: 0)))
                type.schemes = [DeclaredScheme(index: 0, raw: scheme, resolved: scheme, span: type.span)]
                return type
            }
            target.manifests[0].urlTypes = types
            change(&target, &contents)
        }
        #expect(found.count <= 1 && found.allSatisfy { $0.message.hasPrefix("links that this code takes") })
        return found.first?.severity
    }

    @Test(
        arguments: [
            (["/pay"], .warning), (["/pay", "/refund"], nil), (["/pay", "/r*"], nil), (["*"], nil),
            (["/pay", "/$(lang)"], .warning), (["/pay", "/$(unknown)"], nil),
            // Such links don't open the app on purpose.
            (["NOT /refund", "/pay"], nil), (["NOT /refund/?*", "/pay"], .warning),
        ] as [([String], Severity?)]
    )
    func reportsRoutesThatNoEntryMatches(paths: [String], expected: Severity?) throws {
        #expect(try Self.severity(entries: paths + ["/pay"]) == expected)
    }

    @Test(
        arguments: [
            ([condition(.path, .hasPrefix, "/refund/")], Severity.warning),
            ([condition(.pathComponent(1), .equals, "refund", "return")], .warning),
            ([condition(.pathComponent(1), .equals, "refund", "pay")], nil),
            ([condition(.host, .equals, "acme.com"), condition(.path, .equals, "/refund")], .warning),
            // These take no links to the domain.
            ([condition(.host, .equals, "acme.org"), condition(.path, .equals, "/refund")], nil),
            ([condition(.scheme, .equals, "acme"), condition(.path, .equals, "/refund")], nil),
            // An entry may match some of these.
            ([condition(.host, .equals, "acme.com")], nil),
            ([condition(.lastPathComponent, .equals, "refund")], nil),
            ([condition(.path, .hasSuffix, "refund")], nil),
            ([condition(.path, .equals, "/a refund")], nil),
        ] as [([Route.Condition], Severity?)]
    )
    func comparesOnlyKnownBeginningsOfPaths(conditions: [Route.Condition], expected: Severity?) throws {
        #expect(try Self.severity(conditions) == expected)
    }

    @Test func reportsOnlyRoutesToDomainsWithKnownFiles() throws {
        let route = [condition(.path, .equals, "/refund")]
        let others = ["applinks:acme.com", "applinks:acme.org"]
        #expect(try Self.severity(domains: others) == nil)
        #expect(try Self.severity([condition(.host, .equals, "acme.com")] + route, domains: others) == .warning)
        for domain in ["applinks:$(HOST)", "applinks:acme.com/pay", "activitycontinuation:acme.com"] {
            #expect(try Self.severity(domains: ["applinks:acme.com", domain]) == nil)
        }
        #expect(try Self.severity(domains: ["applinks:acme.com", "webcredentials:acme.org"]) == .warning)
        #expect(try Self.severity { _, contents in contents.isWhole = false } == nil)
        let other = "K9QX2M7RT4.com.acme.driver"
        #expect(try Self.severity { _, contents in contents.details[0].apps[0].identifier = other } == nil)
        let wildcard = ["applinks:*.acme.com"]
        #expect(try Self.severity([condition(.host, .equals, "www.acme.com")] + route, domains: wildcard) == .warning)
        #expect(try Self.severity([condition(.host, .equals, "www.acme.org")] + route, domains: wildcard) == nil)
    }

    @Test(
        arguments: [
            ([condition(.path, .equals, "/refund")], nil),
            ([condition(.scheme, .equals, "https", "http"), condition(.path, .equals, "/refund")], .warning),
            ([condition(.scheme, .equals, "https", "acme"), condition(.path, .equals, "/refund")], nil),
            ([condition(.host, .equals, "Acme.com"), condition(.path, .equals, "/refund")], .note),
            ([condition(.host, .equals, "acme.com", "pay"), condition(.path, .equals, "/refund")], nil),
        ] as [([Route.Condition], Severity?)]
    )
    func urlsWithCustomSchemesMayReachRoutes(conditions: [Route.Condition], expected: Severity?) throws {
        var shared = Handler(kind: .sceneOpen, place: Self.place, target: "App", isRouted: true, looksAt: [.path])
        shared.accepts = [Route(conditions: conditions, place: Self.place)]
        var open = shared
        (open.isRouted, open.accepts) = (false, [])
        for receiver in [shared, open] {
            let add = { (target: inout TargetFacts, _: inout AssociationFile.Contents) in
                target.app[0].handlers.append(receiver)
            }
            #expect(try Self.severity(conditions, schemes: ["acme"], change: add) == expected)
            #expect(try Self.severity(conditions, schemes: [], change: add) == .warning)
        }
        // Such a receiver has nothing to do with the route.
        shared.accepts[0].place.path = "Other.swift"
        open.resumption = .session
        for receiver in [shared, open] {
            let found = try Self.severity(conditions, schemes: ["acme"]) { target, _ in
                target.app[0].handlers.append(receiver)
            }
            #expect(found == .warning)
        }
    }

    @Test(
        arguments: [
            ("https://acme.com/refund", Link.Kind.openURL, true), ("acme://x/refund", .widgetURL, true),
            ("https://acme.com/pay", .widgetURL, false), ("https://acme.org/", .openURL, false),
            (nil, .widgetURL, true), (nil, .openURL, false),
        ] as [(String?, Link.Kind, Bool)]
    )
    func linksOfTheAppReachRoutes(url: String?, kind: Link.Kind, isReached: Bool) throws {
        let urls = url.map { [URLPattern($0)] } ?? []
        let value = LinkValue(alternatives: urls, isOpen: urls.isEmpty, canBeAbsent: false, via: [])
        let found = try Self.severity { target, _ in
            target.project[0].links = [Link(kind: kind, place: Self.place, target: "App", value: value)]
        }
        #expect((found == nil) == isReached)
    }

    @Test func codeOfOtherAppsIsNotReported() throws {
        for (name, expected) in [("Other", nil), ("App", .warning)] as [(String, Severity?)] {
            let found = try Self.severity { target, _ in
                var other = target.app[0]
                other.target = name
                target.project.append(other)
            }
            #expect(found == expected)
        }
    }

    @Test(
        arguments: [
            (Route.Component.path, "/b"), (.host, "b.org"), (.lastPathComponent, "b"),
        ] as [(Route.Component, String)]
    )
    func manyEntriesAndRoutesAreBounded(component: Route.Component, value: String) throws {
        var limits = Limits.standard
        limits.universalLinkSteps = 200_000
        let routes = (0..<1_000).map { [condition(component, .equals, "\(value)\($0)")] }
        let paths = (0..<10_000).map { "/a\($0)" }
        var (target, file) = Self.sample(routes, paths)
        target.associationFiles = AssociationFiles([file])
        var steps = LinkSteps(limits: limits)
        let found = UnroutedLinkPatternRule().findings(in: target, steps: &steps)
        switch component {
        // Each entry is compared with each route.
        case .path: #expect(steps.problem(limits: limits) != nil && found.count < 1_000)
        // No route takes a link to the domain.
        case .host: #expect(found.count == paths.count && steps.left < limits.universalLinkSteps - paths.count)
        // Each route may take all.
        default: #expect(found.isEmpty && !steps.isSpent)
        }
    }
}

private func condition(
    _ component: Route.Component,
    _ relation: Route.Relation,
    _ values: String...
) -> Route.Condition { Route.Condition(component: component, relation: relation, values: values) }
