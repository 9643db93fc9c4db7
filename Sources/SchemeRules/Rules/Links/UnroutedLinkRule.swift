import SchemeModel

/// No handler of the app handles a link.
struct UnroutedLinkRule: TargetRule {
    let description = RuleDescription(
        id: "unrouted-link",
        section: .links,
        severity: .warning,
        summary: "links from an app to itself that none of its handlers covers",
        why: "A tap opens the app, but the app does nothing with the URL. The link and the handler are out of sync.",
        reportedWhen: """
            Reported if all parts of the link that handlers check are known, all handlers of the app could be \
            analyzed, and none of them accepts it or does anything for all URLs. If a link can have several URLs, each \
            of them is checked. Without a project and with several manifests, only links of widgets are checked.
            """,
        notReportedWhen: "Not reported for URLs with nothing but a scheme, which only open the app, or for web links.",
        fix: "Add a case to the handler, or change the link to one that it handles.",
        sources: [
            .widgetLinks("handle the URL in onOpenURL")
        ],
        examples: [
            .init(
                "An unhandled color",
                schemes: "wallet",
                code: .widget(#"Text("Pick").↓widgetURL(URL(string: "wallet://violet"))"#),
                colors
            ),
            .init(
                "One of several URLs",
                schemes: "wallet",
                code: .widget(
                    #"Text("Pick").↓widgetURL(URL(string: entry.isRed ? "wallet://pick/red" : "wallet://pick/blue"))"#
                ),
                """
                struct Home: View {
                    var body: some View {
                        Text("Home").onOpenURL { url in
                            if url.host == "pick", url.lastPathComponent == "red" { show(.red) }
                        }
                    }
                }
                """
            ),
            .init(
                "A case for each URL",
                schemes: "wallet",
                code: .widget(
                    #"Text("Pick").widgetURL(URL(string: entry.isRed ? "wallet://red:80/?" : "wallet://green?x=1#2"))"#
                ),
                colors
            ),
            .init(
                "A handler that accepts any URL",
                schemes: "wallet",
                code: .widget(#"Text("Pick").widgetURL(URL(string: "wallet://violet"))"#),
                """
                struct Home: View {
                    var body: some View {
                        Text("Home").onOpenURL { url in router.open(url) }
                    }
                }
                """
            ),
        ]
    )

    private static let colors: ExampleCode = """
        struct Home: View {
            var body: some View {
                Text("Home").onOpenURL { url in
                    switch url.host {
                    case "red": show(.red)
                    case "green": show(.green)
                    default: break
                    }
                }
            }
        }
        """

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let handlers = target.appHandlers.filter(\.kind.receivesURLs)
        guard !target.isPartial, !handlers.isEmpty, handlers.allSatisfy(\.isRouted) else { return [] }
        // Without a project, a scheme that several manifests declare may belong to another app than the code.
        let manifests = target.appManifests
        let isOneApp = target.hasProject || Set(manifests.map(\.origin.path)).count == 1
        let own = Set((isOneApp ? manifests : []).flatMap(\.urlTypes).flatMap(\.schemes).compactMap(\.key))
        return target.ownLinks.compactMap { link in
            let isOwn = link.isWidgetTap || !link.schemes.isEmpty && own.isSuperset(of: link.schemes)
            guard link.kind != .canOpenURL, isOwn, link.known != .unknown else { return nil }
            let lost = link.alternatives.filter { url in
                guard let scheme = url.scheme, !scheme.isWeb, let parts = RoutedURL(url), !parts.isEmpty else {
                    return false
                }
                return !handlers.contains { $0.accepts.contains { parts.mayMeet($0) } }
            }
            guard let first = lost.first else { return nil }
            return finding(
                in: target,
                at: link.place,
                .warning,
                "none of the app's handlers covers \(Wording.list(lost.prefix(3).map { "'\(Wording.brief($0.text))'" }, "or"))",
                hint: "add a case to the handler, or link to a URL that it handles",
                scheme: link.scheme,
                related: handlers.map {
                    .init(
                        app: target.appManifests.first?.appDescription,
                        place: $0.place,
                        message: "this handler receives URLs"
                    )
                },
                subject: first.text
            )
        }
    }
}
