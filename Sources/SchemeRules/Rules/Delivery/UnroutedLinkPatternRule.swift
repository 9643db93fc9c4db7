import SchemeModel

/// No handler of an app takes the links that match an entry of its domain's association file.
struct UnroutedLinkPatternRule: DomainRule {
    let description = RuleDescription(
        id: "unrouted-link-pattern",
        section: .delivery,
        severity: .warning,
        summary: "links that a website gives to an app without a handler for them",
        why: """
            The website's `apple-app-site-association` file decides which links open the app instead of the browser. If a \
            link opens the app but no handler takes it, users see neither the page nor its screen.
            """,
        reportedWhen: """
            Reported at a handler of universal links for each entry of the association file whose links no handler takes. \
            All handlers must be analyzed completely: every comparison is understood, and nothing is done with other \
            links. Callbacks of authentication sessions take links, too.

            \(AssociationFile.originOfDomain)
            """,
        notReportedWhen: """
            Not reported for entries that match all links or only home pages, that earlier entries may exclude, or whose \
            paths suggest callbacks of SDKs or links that only open the app (`/auth/callback`, `/open`). Not reported \
            either for apps with handlers in Objective-C, for domains with `?mode=`, for App Clips, for apps that only \
            developers or testers install, or if some code was not read.

            An `else`, a `default` case, or other code that does something with every link takes all links. Comparisons \
            with the end or the middle of a path, and with the query, fit any entry.

            A case for links that no entry matches is not reported. SDKs for messages, notifications of the app, widgets \
            and scanners can give a handler such links.
            """,
        fix: "Add a case to the handler, or exclude the links in the association file.",
        sources: [
            .init(
                "Supporting universal links in your app: handle the URL in webpageURL, and only the links that you list",
                "https://developer.apple.com/documentation/xcode/supporting-universal-links-in-your-app",
                seen: "2026-11-23"
            ),
            .associationHosts,
            .init(
                "Intercom: its SDK calls application:continueUserActivity:restorationHandler: with links in messages",
                "https://developers.intercom.com/installing-intercom/ios/deep-linking",
                seen: "2026-11-28"
            ),
        ],
        examples: [
            .init(
                "An entry that no handler takes",
                wallet(#"switch url.pathComponents[1] { case "pay": pay(url); default: break }"#, mark: "↓")
            ),
            .init(
                "A handler that compares the beginning of the path",
                wallet(#"if url.path.hasPrefix("/pay/") { pay(url) }"#, mark: "↓")
            ),
            .init(
                "A case for each entry",
                wallet(
                    #"switch url.pathComponents[1] { case "pay": pay(url); case "refund": refund(url); default: break }"#
                )
            ),
            .init(
                "All other links open the home screen",
                wallet(#"if url.path.hasPrefix("/pay/") { pay(url) } else { showHome() }"#)
            ),
        ]
    )

    /// Returns an app that handles a link `url` with `body`, and the association file of its domain.
    private static func wallet(_ body: String, mark: String = "") -> [RuleDescription.Example.File] {
        let code = """
            @main
            struct Wallet: App {
                var body: some Scene {
                    WindowGroup { Home().\(mark)onOpenURL { url in \(body) } }
                }
            }
            """
        let entries = #"{ "/": "/" }, { "/": "/pay/*" }, { "/": "/refund/*" }"#
        let detail = #"{ "appIDs": ["K9QX2M7RT4.com.acme.wallet"], "components": [\#(entries)] }"#
        return .project(body: "", domains: ["applinks:acme.com"])
            + [.swift(code, at: "Code/App.swift"), .association(detail)]
    }

    func findings(in group: DomainGroup) -> [Finding] { [] }

    func findings(in target: TargetFacts, steps: inout LinkSteps) -> [Finding] {
        guard target.kind == .application || target.kind == .unknown, target.isSurelyOneApp, !target.isForDevelopers,
            target.isWhole, !target.isPartial, !target.inheritsUnknownCode,
            let (handler, routes) = target.webLinkRoutes
        else { return [] }
        defer { steps.note(handler.place) }
        let claims = target.appManifests.flatMap(\.domainClaims).filter(\.isOfReleasedApp)
        steps.left -= claims.count * routes.count
        let domains = claims.map { claim in
            (claim: claim, links: routes.compactMap { RoutedLinks(of: $0, to: claim.domain.pattern) })
        }
        var seen: Set<Place> = []
        return claims.flatMap { target.associationFiles.deciding(on: $0.domain.pattern) }
            .filter { $0.contents.isWhole && seen.insert($0.origin).inserted }
            .flatMap { findings(about: $0, domains, at: handler.place, steps: &steps) }
    }

    /// Returns the findings about entries of `file` none of whose links is among `domains`, those that routes take by domain.
    private func findings(
        about file: AssociationFile,
        _ domains: [(claim: DomainClaim, links: [RoutedLinks])],
        at place: Place,
        steps: inout LinkSteps
    ) -> [Finding] {
        let served = domains.filter { file.isServed(by: $0.claim.domain.pattern.associationHost) }
        steps.left -= served.count * file.contents.details.reduce(0) { $0 + $1.apps.count }
        guard !steps.isSpent else { return [] }
        let own = served.filter { domain in file.contents.details.contains { $0.names(domain.claim) } }
        let links = own.flatMap(\.links)
        guard let claim = own.first?.claim, !links.contains(where: \.mayBeAll) else { return [] }
        let host = claim.domain.pattern.associationHost
        let variables = file.contents.valuesByVariable
        var excluded: [AssociationEntry] = []
        var findings: [Finding] = []
        for detail in file.contents.details where own.contains(where: { detail.names($0.claim) }) {
            for entry in detail.entries ?? [] {
                steps.left -= excluded.count + 1
                guard !steps.isSpent, excluded.count < OpenEntry.limit else { return findings }
                if entry.isExcluded { excluded.append(entry) }
                guard entry.isOfSomePages, Separation(of: entry, after: excluded) == .none,
                    !links.contains(where: { $0.mayMeet(entry, variables, steps: &steps) })
                else { continue }
                findings.append(
                    Finding(
                        rule: description.id,
                        severity: .warning,
                        message:
                            "no handler takes links that match \(Wording.brief(entry.text)) in the association file of "
                            + "\(Wording.brief(host)); they open the app, but not their page",
                        hint: "add a case to the handler, or exclude the links in the association file",
                        app: claim.claim.app,
                        place: place,
                        related: [.init(app: nil, place: file.place(entry.range), message: "the entry")],
                        subject: "\(host) \(entry.text)"
                    )
                )
            }
        }
        return findings
    }
}

extension TargetFacts {
    /// The first handler of web links, and the routes of all code that gets them; `nil` if any of it may take other links.
    fileprivate var webLinkRoutes: (handler: Handler, routes: [Route])? {
        let handlers = appHandlers.filter(\.receivesWebLinks)
        let launches = appHandlers.filter { $0.kind == .sceneWillConnect }
        // AppKit may open the links that no handler of activities takes.
        let takers = handlers + appHandlers.filter { $0.kind == .authenticationSession || $0.kind == .applicationOpen }
        guard let handler = handlers.first, takers.allSatisfy(\.isRouted),
            (handlers + launches).allSatisfy({ $0.mayTakeOthers == false })
        else { return nil }
        return (handler, takers.flatMap(\.accepts))
    }
}

extension Handler {
    /// Whether it may get web links and does anything.
    fileprivate var receivesWebLinks: Bool {
        (kind == .onOpenURL || kind.receivesActivities) && resumption != .nothing
            && activityType ?? Handler.webActivity == Handler.webActivity
    }
}

extension AssociationFile.Detail {
    fileprivate func names(_ claim: DomainClaim) -> Bool {
        apps.contains { $0.names(claim.claim.app.id, prefix: claim.prefix) }
    }
}

extension AssociationEntry {
    /// Words in the paths of home pages, of links that only open the app, and of callbacks that SDKs may get.
    private static let commonWords: Set<Substring> = [
        "app", "auth", "callback", "download", "home", "index", "install", "launch", "oauth", "oauth2", "open",
        "redirect", "return",
    ]

    /// Whether it only lets links to some pages of a website open apps, which need handlers of their own.
    fileprivate var isOfSomePages: Bool {
        guard !isExcluded, isKnown, let path, path.utf8.first.map("/*?$".utf8.contains) == true else { return false }
        let words = path.asciiLowercased.split { "/*?.-".contains($0) }
        // `/$(lang)/` and `/en/` are home pages, too.
        return Self.commonWords.isDisjoint(with: words)
            && words.contains { !$0.hasPrefix("$(") && ($0.count != 2 || !$0.allSatisfy(\.isLetter)) }
    }
}
