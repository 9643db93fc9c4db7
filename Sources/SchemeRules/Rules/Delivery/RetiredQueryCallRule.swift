import SchemeModel

/// The app asks whether a URL can be opened, with a function that the iOS 27 SDK deprecates.
struct RetiredQueryCallRule: TargetRule {
    let description = RuleDescription(
        id: "retired-query-call",
        section: .delivery,
        severity: .note,
        traits: [.isInGroup(.ios27)],
        summary: "calls to `canOpenURL`, which the iOS 27 SDK deprecates",
        why: """
            `canOpenURL(_:)` is deprecated since iOS 27. It only knows the schemes in `LSApplicationQueriesSchemes`, of \
            which the first 25 count in apps that are built with the iOS 27 SDK or later.
            """,
        reportedWhen: """
            Reported for Swift code that calls `canOpenURL` in an app that is known to be built with the iOS 27 SDK or later \
            (`DTSDKName`, `--sdk`, or `sdk` in `.schemereg.yml`).
            """,
        notReportedWhen: """
            Not reported if the SDK is unknown or earlier, for code that `#available` or `@available` limits to systems \
            before iOS 27, for code inside `#if` with a custom flag, for private functions that nothing calls, and for \
            functions with this name of other types than `UIApplication`, which may call it.
            """,
        fix: """
            Open the URL, and handle the failure:

            \(FixCode.block(FixCode.openCall))
            """,
        sources: [
            .init(
                "canOpenURL(_:): deprecated in iOS 27",
                "https://developer.apple.com/documentation/uikit/uiapplication/canopenurl(_:)",
                seen: "2026-11-27"
            )
        ],
        examples: [
            .init(
                "The SDK is set",
                [
                    .queries("waze"), .configuration("sdk: 27"),
                    .swift(call("if UIApplication.shared.↓canOpenURL(url) { open(url) }")),
                ]
            ),
            .init(
                "A guard statement",
                [
                    .queries("waze"), .configuration("sdk: 27"),
                    .swift(call("guard UIApplication.shared.↓canOpenURL(url) else { return }")),
                ]
            ),
            .init(
                "An unknown SDK",
                [.queries("waze"), .swift(call("if UIApplication.shared.canOpenURL(url) { open(url) }"))]
            ),
            .init(
                "An earlier SDK",
                [
                    .queries("waze"), .configuration("sdk: 26"),
                    .swift(call("if UIApplication.shared.canOpenURL(url) { open(url) }")),
                ]
            ),
            .init(
                "On earlier systems only",
                [
                    .queries("waze"), .configuration("sdk: 27"),
                    .swift(
                        call(
                            "if #available(iOS 27, *) { open(url) } else if UIApplication.shared.canOpenURL(url) { open(url) }"
                        )
                    ),
                ]
            ),
        ]
    )

    private static func call(_ statement: String) -> String {
        """
        class Controller: UIViewController {
            func navigate() {
                let url = URL(string: "waze://?q=home")!
                \(statement)
            }
        }
        """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let manifests = target.appManifests.filter { $0.mayRun(on: [.iOS, .tvOS, .visionOS]) }
        guard let sdk = manifests.linkedSDK(knowledge), sdk >= AppLifeCycle.sdkRequiringScenes else { return [] }
        let unsure: Set<Link.Trait> = [.forwarded, .conditional, .earlierSystems, .beforeQueryLimit]
        return target.links.filter { $0.kind == .canOpenURL && unsure.isDisjoint(with: $0.traits) }.map { link in
            finding(
                in: target,
                at: link.place,
                .note,
                "canOpenURL is deprecated in the iOS 27 SDK",
                hint: "open the URL, and handle the failure in the completion handler",
                scheme: link.scheme,
                subject: link.alternatives.map(\.text).joined(separator: " ")
            )
        }
    }
}
