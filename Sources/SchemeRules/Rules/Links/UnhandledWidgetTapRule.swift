import SchemeModel

/// No handler receives taps on a widget.
struct UnhandledWidgetTapRule: TargetRule {
    let description = RuleDescription(
        id: "unhandled-widget-tap",
        section: .links,
        severity: .note,
        summary: "widgets without links in apps that ignore the user activity sent by a tap",
        why: """
            Without a link, a tap opens the app and passes it an `NSUserActivity` with the widget's kind. If no code \
            uses it, the app just opens where the user left off.
            """,
        reportedWhen: """
            Reported for a widget or Live Activity whose views are all known and contain no link, in an app that has \
            neither `onContinueUserActivity` nor a delegate method that uses the activity. One note covers all widgets of \
            a target.
            """,
        notReportedWhen: """
            Not reported if some code was not read, or for an app that handles no URLs: there, a tap only needs to open the \
            app. Not reported for Live Activities if no widget or Live \
            Activity of the app has a link.
            """,
        fix: "Give the widget a `widgetURL`, or handle the activity.",
        sources: [
            .widgetLinks("the user activity without a URL")
        ],
        examples: [
            .init(
                "No link and no handler",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .widget(
                            "Text(entry.balance).containerBackground(for: .widget) { Color.clear }",
                            isMarked: true
                        ),
                        .widget("Text(entry.card)", name: "CardWidget", kind: "card")
                    ),
                ]
            ),
            .init(
                "URLs are handled, but not activities",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .widget("Text(entry.balance)", isMarked: true),
                        .app("Home().onOpenURL { url in router.open(url) }")
                    ),
                ]
            ),
            .init(
                "A link",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.widget(#"Text(entry.balance).widgetURL(URL(string: "wallet://pay"))"#)),
                ]
            ),
            .init(
                "An app without URL handlers",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(.widget("Text(entry.balance)"), .app("Home()")),
                ]
            ),
            .init(
                "The activity is handled",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .widget("Text(entry.balance)"),
                        .app(#"Home().onContinueUserActivity("pay") { activity in router.show(activity) }"#)
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let isHandled = target.appHandlers.contains {
            $0.kind == .onContinueUserActivity || $0.kind.receivesActivities && !$0.looksAt.isEmpty
        }
        // If the whole app is known, it may declare a scheme only to be launched.
        let hasLinks =
            !target.appHandlers.isEmpty
            || !target.beginsApp && target.appManifests.contains { !$0.urlTypes.isEmpty }
        guard !target.isPartial, !isHandled, hasLinks else { return [] }
        let links = target.app.flatMap(\.widgets).contains { !$0.linked.isEmpty }
        let widgets = target.code.widgets.filter {
            $0.linked.isEmpty && $0.opaque.isEmpty && !$0.unlinked.isEmpty && (links || !$0.isLiveActivity)
        }
        // One handler would fix all of them.
        guard let first = widgets.first else { return [] }
        let kind = first.isLiveActivity ? "Live Activity" : "widget"
        let app = target.appManifests.first?.appDescription
        return [
            finding(
                in: target,
                at: first.place,
                .note,
                "a tap on this \(kind) just opens the app: the \(kind) has no link, and no code handles its user activity",
                hint: "add a widgetURL, or handle the activity with onContinueUserActivity",
                related: widgets.dropFirst().map {
                    let kind = $0.isLiveActivity ? "Live Activity" : "widget"
                    return .init(app: app, place: $0.place, message: "this \(kind) has no link either")
                },
                subject: ""
            )
        ]
    }
}
