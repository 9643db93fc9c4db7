import SchemeModel

/// No handler receives taps on a widget.
struct UnhandledWidgetTapRule: TargetRule {
    let description = RuleDescription(
        id: "unhandled-widget-tap",
        section: .links,
        severity: .note,
        summary: "widgets without links in apps that do not look at the activity of a tap",
        why: """
            Without a link, a tap opens the app and hands it an `NSUserActivity` that names the widget. Where no code looks at it, \
            the app opens wherever it was.
            """,
        details: """
            For a widget or Live Activity all of whose views are seen and have no link, in an app without \
            `onContinueUserActivity` or a delegate's function that looks at the activity. One note for all widgets of a \
            target. Silent where code was left out.
            """,
        fix: "Give the widget a `widgetURL`, or handle the activity.",
        sources: [
            .init(
                "Linking to specific app scenes from your widget or Live Activity: the user activity without a URL",
                "https://developer.apple.com/documentation/widgetkit/linking-to-specific-app-scenes-from-your-widget-or-live-activity",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "No link and no handler",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct PayWidget: Widget {
                            var body: some WidgetConfiguration {
                                ↓StaticConfiguration(kind: "pay", provider: Provider()) { entry in
                                    Text(entry.balance).containerBackground(for: .widget) { Color.clear }
                                }
                            }
                        }

                        struct CardWidget: Widget {
                            var body: some WidgetConfiguration {
                                StaticConfiguration(kind: "card", provider: Provider()) { entry in
                                    Text(entry.card)
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "URLs are handled, activities are not",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct PayWidget: Widget {
                            var body: some WidgetConfiguration {
                                ↓StaticConfiguration(kind: "pay", provider: Provider()) { entry in
                                    Text(entry.balance)
                                }
                            }
                        }

                        @main
                        struct WalletApp: App {
                            var body: some Scene {
                                WindowGroup {
                                    Home().onOpenURL { url in router.open(url) }
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "A link",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct PayWidget: Widget {
                            var body: some WidgetConfiguration {
                                StaticConfiguration(kind: "pay", provider: Provider()) { entry in
                                    Text(entry.balance).widgetURL(URL(string: "wallet://pay"))
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The activity is handled",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        struct PayWidget: Widget {
                            var body: some WidgetConfiguration {
                                StaticConfiguration(kind: "pay", provider: Provider()) { entry in
                                    Text(entry.balance)
                                }
                            }
                        }

                        @main
                        struct WalletApp: App {
                            var body: some Scene {
                                WindowGroup {
                                    Home().onContinueUserActivity("pay") { activity in router.show(activity) }
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let isHandled = target.appHandlers.contains {
            $0.kind == .onContinueUserActivity || $0.kind.receivesActivities && $0.looksAt.contains(.activity)
        }
        guard !target.isPartial, !isHandled else { return [] }
        let widgets = target.code.widgets.filter { $0.linked.isEmpty && $0.opaque.isEmpty && !$0.unlinked.isEmpty }
        // One handler would fix all of them.
        guard let first = widgets.first else { return [] }
        let kind = first.isLiveActivity ? "Live Activity" : "widget"
        let app = target.appManifests.first?.appDescription
        return [
            finding(
                in: target,
                at: first.place,
                .note,
                "a tap on this \(kind) opens the app wherever it was: it has no link, and no code looks at the activity",
                hint: "give it a widgetURL, or handle the activity with onContinueUserActivity",
                related: widgets.dropFirst().map {
                    .init(app: app, place: $0.place, message: "the same holds for this one")
                },
                subject: ""
            )
        ]
    }
}
