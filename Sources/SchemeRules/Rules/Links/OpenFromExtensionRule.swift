import SchemeModel

/// An extension that isn't allowed to opens URLs.
struct OpenFromExtensionRule: TargetRule {
    let description = RuleDescription(
        id: "open-from-extension",
        section: .links,
        severity: .warning,
        summary: "extensions that open URLs although their kind doesn't support it",
        why: """
            `NSExtensionContext.open` only works where the extension point supports it: in Today widgets and in \
            iMessage apps. Share, action, keyboard and notification extensions don't support it. Some code works \
            around that by finding `UIApplication` in the responder chain, or by its name at run time. Since iOS 18, \
            `openURL(_:)` called this way does nothing. `open(_:options:completionHandler:)` still opens the URL, \
            although Apple says that an extension has no access to the application object.
            """,
        reportedWhen: """
            Reported in extensions other than Today and iMessage. It is a warning for `extensionContext.open`, and for \
            `openURL(_:)` of a `UIApplication` that is found with `responder.next` or \
            `NSClassFromString("UIApplication")`. It is a note for `open` of such an object.
            """,
        notReportedWhen: """
            Not reported for code that only runs before iOS 18 according to `#available`, for `open` that only runs \
            since then, or for code that depends on a flag of the target (`#if MAIN_APP`).
            """,
        fix: "Share the data through an app group, and let the user open the app.",
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
                "A keyboard that opens a web page",
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
                "The application in the responder chain",
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
                "A retired call for iOS 17, and code for the app only",
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
                            func open(_ url: URL) {
                                var responder: UIResponder? = self
                                while let current = responder {
                                    if #available(iOS 18.0, *) {
                                        (current as? UIApplication)?.open(url)
                                    } else {
                                        current.perform(NSSelectorFromString("openURL:"), with: url)
                                    }
                                    #if MAIN_APP
                                        (current as? UIApplication)?.open(url, options: [:])
                                    #endif
                                    responder = current.next
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
        // The finding is about the forwarding function, not about each call.
        let unsure: Set<Link.Trait> = [.forwarded, .conditional, .earlierSystems]
        return target.links.filter { unsure.isDisjoint(with: $0.traits) }.compactMap { link in
            let isDetour = link.traits.contains { $0 == .responderChain || $0 == .runtimeName }
            guard link.kind == .extensionContextOpen || link.kind == .applicationOpen && isDetour else { return nil }
            let isRetired = link.traits.contains(.retiredCall)
            // A team that tells iOS 18 apart knows, and has chosen.
            if link.kind == .applicationOpen, !isRetired, link.traits.contains(.laterSystems) { return nil }
            let message =
                link.kind == .extensionContextOpen
                ? "this kind of extension can't open URLs; only Today widgets and iMessage apps can"
                : isRetired
                    ? "openURL(_:) does nothing since iOS 18, and Apple doesn't support UIApplication in an extension"
                    : "Apple doesn't support opening URLs through UIApplication in an extension; it works today, but may stop working"
            return finding(
                in: target,
                at: link.place,
                link.kind == .extensionContextOpen || isRetired ? .warning : .note,
                message,
                hint: "share the data through an app group, and let the user open the app",
                scheme: link.scheme,
                subject: link.alternatives.map(\.text).joined(separator: " ")
            )
        }
    }
}
