import SchemeModel

/// The code has a Live Activity that the manifest doesn't declare.
struct UndeclaredLiveActivityRule: TargetRule {
    let description = RuleDescription(
        id: "undeclared-live-activity",
        section: .links,
        severity: .error,
        summary: "Live Activities that the app's manifest doesn't declare",
        why: "The system only starts Live Activities of apps whose Info.plist sets `NSSupportsLiveActivities` to true.",
        reportedWhen: """
            Reported if the code contains an `ActivityConfiguration`, and starts an activity \
            (`Activity.request(attributes:…)`) or observes the push-to-start tokens that let a server start one, and \
            no manifest of the app sets the key to true. It is a warning if another app with the same Live Activity sets the \
            key, since this one may leave the feature out on purpose.
            """,
        notReportedWhen: """
            Not reported if the app's manifest is unknown, or if another manifest with its bundle identifier in the same \
            source sets the key, such as that of an app whose extension an Xcode project builds. Without a project, only reported if the code contains the \
            app's entry point (`@main`), and there is exactly one manifest. Not reported for apps that don't run on iOS.
            """,
        fix:
            "Set `NSSupportsLiveActivities` to true in the app's Info.plist (or `INFOPLIST_KEY_NSSupportsLiveActivities = YES`).",
        sources: [
            .init(
                "NSSupportsLiveActivities",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/nssupportsliveactivities",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "The key is missing",
                [.manifest(of: "com.acme.taxi", ""), .swift(taxi, starter, .rideActivity(isMarked: true))]
            ),
            .init(
                "The key is false",
                [
                    .manifest(of: "com.acme.taxi", "<key>NSSupportsLiveActivities</key>\n<false/>"),
                    .swift(taxi, starter, .rideActivity(isMarked: true)),
                ]
            ),
            .init(
                "The key is true",
                [
                    .manifest(of: "com.acme.taxi", "<key>NSSupportsLiveActivities</key>\n<true/>"),
                    .swift(taxi, starter, .rideActivity()),
                ]
            ),
            .init(
                "An activity that nothing starts, as in Xcode's template",
                [.manifest(of: "com.acme.taxi", ""), .swift(taxi, .rideActivity())]
            ),
            .init(
                "An app for macOS with the same code",
                [.manifest(of: "com.acme.taxi", on: .macOS, ""), .swift(taxi, starter, .rideActivity())]
            ),
            .init("A widget", [.manifest(of: "com.acme.taxi", ""), .swift(taxi, .widget(#"Text("Pay")"#))]),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let apps = target.appManifests
        // Other systems have no Live Activities, whatever code their apps share.
        guard apps.contains(where: { $0.mayRun(on: [.iOS]) }), target.isWhole, target.isSurelyOneApp,
            target.app.contains(where: { $0.startsActivities == true }),
            target.manifests.allSatisfy({ !$0.isMalformed }),
            !apps.contains(where: \.maySupportActivities), !target.isDeclaredByOtherManifest
        else { return [] }
        // Several apps may share the code, and only some of them declare it.
        let known = Set(apps.map(\.appDescription).filter(\.id.isKnown).map(Wording.app))
        let app = known.count == 1 ? known.first ?? "the app" : "the app"
        return target.code.widgets.filter(\.isLiveActivity).map { widget in
            let isOptional = target.declaredActivities.contains(widget.place) && !target.isDistrusted
            return finding(
                in: target,
                at: widget.place,
                isOptional ? .warning : .error,
                "\(app) has a Live Activity, but its Info.plist does not set NSSupportsLiveActivities to true, so the "
                    + "activity never starts" + (isOptional ? "; another app with this code may set it" : ""),
                hint: "set NSSupportsLiveActivities to true in the app's Info.plist"
                    + (isOptional ? ", or accept the finding if this app leaves Live Activities out" : ""),
                related: apps.map {
                    .init(app: $0.appDescription, place: $0.origin, message: "the app's manifest")
                },
                subject: widget.attributes ?? widget.type ?? ""
            )
        }
    }
}

extension Manifest {
    /// Whether it sets `NSSupportsLiveActivities` to true, or to a value like `$(LIVE_ACTIVITIES)` that may become true.
    var maySupportActivities: Bool { ![nil, .boolean(false)].contains(root("NSSupportsLiveActivities")?.value) }
}

private let taxi: ExampleCode = """
    @main
    struct TaxiApp: App {
        var body: some Scene { WindowGroup { Home() } }
    }
    """

private let starter: ExampleCode =
    "func start() throws { _ = try Activity.request(attributes: ride, content: content) }"
