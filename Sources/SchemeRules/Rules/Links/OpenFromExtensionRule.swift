import SchemeModel

/// An extension opens URLs that may not.
struct OpenFromExtensionRule: TargetRule {
    let description = RuleDescription(
        id: "open-from-extension",
        section: .links,
        severity: .warning,
        summary: "extensions that open URLs though their kind may not",
        why: """
            `NSExtensionContext.open` works where the extension point allows it: in Today widgets and in iMessage apps. In a \
            share, action, keyboard or notification extension it answers `false`, and nothing opens. Code that finds \
            `UIApplication` by walking the responders, or by its name at run time, gets around that: an extension has no \
            access to the application object, and since iOS 18 `openURL(_:)` opens nothing where code finds it this way.
            """,
        details: """
            The target is an extension of another point, and its code calls `extensionContext.open`, or opens a URL with a \
            `UIApplication` that it finds with `responder.next as? UIApplication` or `NSClassFromString("UIApplication")`.
            """,
        fix: "Hand over by a shared container and a notification, or let the person open the app.",
        sources: [
            .init(
                "NSExtensionContext open(_:completionHandler:): each extension point determines whether it is supported",
                "https://developer.apple.com/documentation/foundation/nsextensioncontext/open(_:completionhandler:)",
                seen: "2026-11-21"
            ),
            .init(
                "App Extension Programming Guide: an extension cannot access the shared application object",
                "https://developer.apple.com/library/archive/documentation/General/Conceptual/ExtensibilityPG/ExtensionOverview.html",
                seen: "2026-11-22"
            ),
        ],
        examples: [
            .init(
                "A share extension",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .extensionManifest(
                        "Share/Info.plist",
                        of: "com.acme.wallet.share",
                        point: "com.apple.share-services"
                    ),
                    .swift(
                        """
                        class Controller: UIViewController {
                            func pay() {
                                extensionContext?.↓open(URL(string: "wallet://share")!)
                            }
                        }
                        """,
                        at: "Share/Controller.swift"
                    ),
                ]
            ),
            .init(
                "A keyboard, and a URL of the web",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .extensionManifest(
                        "Keys/Info.plist",
                        of: "com.acme.wallet.keys",
                        point: "com.apple.keyboard-service"
                    ),
                    .swift(
                        """
                        class Controller: UIViewController {
                            func pay() {
                                extensionContext?.↓open(URL(string: "https://acme.example")!)
                            }
                        }
                        """,
                        at: "Keys/Controller.swift"
                    ),
                ]
            ),
            .init(
                "The application at the end of the responders",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .extensionManifest(
                        "Share/Info.plist",
                        of: "com.acme.wallet.share",
                        point: "com.apple.share-services"
                    ),
                    .swift(
                        """
                        class Controller: UIViewController {
                            func pay() { open(URL(string: "wallet://share")!) }

                            func open(_ url: URL) {
                                var responder: UIResponder? = self
                                while responder != nil {
                                    if let application = responder as? UIApplication { application.↓open(url) }
                                    responder = responder?.next
                                }
                            }
                        }
                        """,
                        at: "Share/Controller.swift"
                    ),
                ]
            ),
            .init(
                "A Today widget",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .extensionManifest(
                        "Today/Info.plist",
                        of: "com.acme.wallet.today",
                        point: "com.apple.widget-extension"
                    ),
                    .swift(
                        """
                        class Controller: UIViewController {
                            func pay() {
                                extensionContext?.open(URL(string: "wallet://pay")!)
                            }
                        }
                        """,
                        at: "Today/Controller.swift"
                    ),
                ]
            ),
            .init(
                "An iMessage app",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .extensionManifest(
                        "Messages/Info.plist",
                        of: "com.acme.wallet.messages",
                        point: "com.apple.message-payload-provider"
                    ),
                    .swift(
                        """
                        class Controller: UIViewController {
                            func pay() {
                                extensionContext?.open(URL(string: "wallet://pay")!)
                            }
                        }
                        """,
                        at: "Messages/Controller.swift"
                    ),
                ]
            ),
        ]
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let allowed = ["com.apple.widget-extension", "com.apple.message-payload-provider"]
        guard target.kind == .appExtension, let point = target.extensionPoint, !allowed.contains(point) else {
            return []
        }
        // A call of a function that opens has that function's finding.
        return target.links.filter { !$0.traits.contains(.forwarded) }.compactMap { link in
            let detour = link.traits.contains { $0 == .responderChain || $0 == .runtimeName }
            guard link.kind == .extensionContextOpen || detour else { return nil }
            return finding(
                in: target,
                at: link.place,
                .warning,
                detour
                    ? "an extension has no access to UIApplication; opening URLs with it is not supported"
                    : "an extension of this kind cannot open URLs: only Today widgets and iMessage apps can",
                hint: "hand over by a shared container, or let the person open the app",
                scheme: link.scheme,
                subject: link.alternatives.map(\.text).joined(separator: " ")
            )
        }
    }
}
