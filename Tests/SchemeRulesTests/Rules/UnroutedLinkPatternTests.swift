import SchemeModel
import TestSupport
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
        manifest.entitlements = ["\(name)"] + domains.map { "\(name)=\($0)" }
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
            (["/refund"], 1), (["NOT /r*", "/refund"], 0), (["NOT *refund", "/refund"], 0),
            (["NOT /refund/1", "/refund*"], 1), (["/refund", "NOT /refund"], 1),
            ((0..<100).map { "NOT /\($0)" } + ["/refund"], 0),
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
        #expect(try Self.findings(route, ["/refund"]).count == 1)
        #expect(try Self.findings(route, ["/refund"], host: "acme.org").isEmpty)
        #expect(try Self.findings(route, ["/refund"], domains: ["applinks:*.acme.com"]).count == 1)
        for domain in ["applinks:acme.com?mode=developer", "appclips:acme.com", "webcredentials:acme.com"] {
            #expect(try Self.findings(route, ["/refund"], domains: [domain]).isEmpty)
        }
        #expect(try Self.count { _, contents in contents.isWhole = false } == 0)
        #expect(try Self.count { _, contents in contents.details[0].entries = nil } == 0)
        let driver = "K9QX2M7RT4.com.acme.driver"
        #expect(try Self.count { _, contents in contents.details[0].apps[0].identifier = driver } == 0)
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
