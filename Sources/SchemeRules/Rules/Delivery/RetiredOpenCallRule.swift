import SchemeModel

/// The app opens a URL with a function that no longer opens any.
struct RetiredOpenCallRule: TargetRule {
    let description = RuleDescription(
        id: "retired-open-call",
        section: .delivery,
        severity: .warning,
        traits: [.isInGroup(.ios27)],
        summary: "calls to `UIApplication.openURL(_:)`, which opens nothing in apps built with the iOS 18 SDK or later",
        why: """
            In apps that are built with the iOS 18 SDK or later, `UIApplication.openURL(_:)` doesn't open the URL and \
            returns `false`. It only logs a message. The same applies to calls through its selector, `openURL:`.
            """,
        reportedWhen: """
            Reported for Swift code that calls `openURL(_:)` on a `UIApplication`, directly or through the selector \
            `openURL:`, and for `[[UIApplication sharedApplication] openURL:url]` in Objective-C code.

            The finding is an error if the SDK is known to be iOS 18 or later (`--sdk`, or `sdk` in `.schemereg.yml`), \
            and a warning otherwise.
            """,
        notReportedWhen: """
            Not reported for:

            - code that `#available`, `@available` or `responds(to:)` limits to systems before iOS 18;
            - code inside `#if` with a custom flag;
            - Objective-C methods that may check the version of the system or which methods exist, and Objective-C code inside `#if`;
            - apps that are known to be built with an earlier SDK;
            - private functions that nothing calls;
            - extensions and the libraries that only they contain, where `open-from-extension` reports the call.
            """,
        fix: """
            Call `open(_:options:completionHandler:)` instead. It tells its completion handler what the old call returned:

            \(FixCode.block(FixCode.openCall))

            In Objective-C:

            \(FixCode.block(openCall, "objc"))
            """,
        sources: [
            .init(
                "UIApplication openURL(_:): deprecated",
                "https://developer.apple.com/documentation/uikit/uiapplication/openurl(_:)",
                seen: "2026-11-23"
            ),
            .init(
                "UIKit's log message: force returning false",
                "https://github.com/ComPDFKit/compdfkit-pdf-sdk-ios-swift/issues/3",
                seen: "2026-11-23"
            ),
        ],
        examples: [
            .init(
                "The deprecated call",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(call("UIApplication.shared.↓openURL(url)")),
                ]
            ),
            .init(
                "Through its selector",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(call("UIApplication.shared.↓perform(NSSelectorFromString(\"openURL:\"), with: url)")),
                ]
            ),
            .init(
                "The deprecated call in Objective-C",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .init(
                        "Help.m",
                        objectiveC("↓[[UIApplication sharedApplication] openURL:[NSURL URLWithString:@\"wallet:\"]];")
                    ),
                ]
            ),
            .init(
                "After a test of the app's own version, in Objective-C",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .init(
                        "Update.m",
                        objectiveC(
                            "if (version.intValue > myVersion.intValue) { ↓[[UIApplication sharedApplication] openURL:url]; }"
                        )
                    ),
                ]
            ),
            .init(
                "The current call in Objective-C",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .init(
                        "Help.m",
                        objectiveC(openCall.replacing("\n", with: "\n    "))
                    ),
                ]
            ),
            .init(
                "On earlier systems only, in Objective-C",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .init(
                        "Help.m",
                        objectiveC(
                            "if (@available(iOS 10, *)) { [self open:url]; } else { [UIApplication.sharedApplication openURL:url]; }"
                        )
                    ),
                ]
            ),
            .init(
                "The current call",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(call(FixCode.openCall.replacing("\n", with: "\n        "))),
                ]
            ),
            .init(
                "On systems that don't have the current call",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(
                        call(
                            "if #available(iOS 10, *) { UIApplication.shared.open(url) } else { UIApplication.shared.openURL(url) }"
                        )
                    ),
                ]
            ),
            .init(
                "On systems that don't answer to the current call",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(
                        call(
                            "if !UIApplication.shared.responds(to: #selector(UIApplication.open(_:options:completionHandler:))) { UIApplication.shared.openURL(url) }"
                        )
                    ),
                ]
            ),
            .init(
                "A function of the app with the same name",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(
                        """
                        extension UIApplication {
                            func openURL(_ url: URL?) { if let url { open(url, options: [:]) } }
                            func openURL(_ url: URL, inApp: Bool) { open(url, options: [:]) }
                        }

                        """
                            + call("UIApplication.shared.openURL(url)")
                            + "\nfunc f(_ url: URL) { UIApplication.shared.openURL(url, inApp: true) }"
                    ),
                ]
            ),
            .init(
                "On later systems, too",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(
                        call(
                            "if #available(iOS 26, *) { UIApplication.shared.open(url) } else { UIApplication.shared.↓openURL(url) }"
                        )
                    ),
                ]
            ),
            .init(
                "On earlier systems only",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(
                        call(
                            "if #available(iOS 18, *) { UIApplication.shared.open(url) } else { UIApplication.shared.openURL(url) }"
                        )
                    ),
                ]
            ),
        ]
    )

    private static let openCall = """
        [UIApplication.sharedApplication openURL:url options:@{}
                               completionHandler:^(BOOL isOpen) {
            if (!isOpen) { [self showWebsite]; }
        }];
        """

    private static func objectiveC(_ statement: String) -> String {
        """
        @implementation Help
        - (void)pay {
            \(statement)
        }
        @end

        """
    }

    private static func call(_ statement: String) -> String {
        """
        class Controller: UIViewController {
            func pay() {
                let url = URL(string: "wallet://pay")!
                \(statement)
            }
        }
        """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        guard target.kind != .appExtension, target.extensionPoint == nil else { return [] }
        let sdk = target.appManifests.linkedSDK(knowledge) ?? knowledge.linkedSDK
        if let sdk, sdk < Self.sdkWithoutCall { return [] }
        let unsure: Set<Link.Trait> = [.forwarded, .conditional, .earlierSystems]
        return target.links.filter {
            $0.kind == .applicationOpen && $0.traits.contains(.retiredCall) && unsure.isDisjoint(with: $0.traits)
        }.map { link in
            let isSwift = link.place.path.hasExtension("swift")
            let call = isSwift ? "openURL(_:)" : "openURL:"
            return finding(
                in: target,
                at: link.place,
                sdk == nil ? .warning : .error,
                sdk.map { "\(call) opens nothing in an app built with the iOS \($0) SDK" }
                    ?? "\(call) opens nothing in an app built with the iOS 18 SDK or later",
                hint:
                    "call \(isSwift ? "open(_:options:completionHandler:)" : "openURL:options:completionHandler:") instead",
                scheme: link.scheme,
                subject: link.alternatives.map(\.text).joined(separator: " ")
            )
        }
    }

    /// The major version of the first SDK with which the call opens nothing.
    private static let sdkWithoutCall = 18
}
