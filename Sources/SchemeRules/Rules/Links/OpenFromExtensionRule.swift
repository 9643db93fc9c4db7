import SchemeModel

/// An extension that isn't allowed to opens URLs.
struct OpenFromExtensionRule: TargetRule {
    let description = RuleDescription(
        id: "open-from-extension",
        section: .links,
        severity: .warning,
        summary: "extensions that open URLs where the extension point doesn't support it",
        why: """
            `NSExtensionContext.open` only works where the extension point supports it: in Today widgets, in iMessage \
            apps to open the app that contains them, and in File Provider UI extensions, whose actions the Files app \
            shows. Share, action, keyboard and notification extensions don't support it. Some code works around that \
            by finding `UIApplication` in the responder chain, or by its name at run time. `openURL(_:)` called this \
            way opens nothing in extensions that are built with the iOS 18 SDK or later. \
            `open(_:options:completionHandler:)` still opens the URL, although Apple says that an extension has no \
            access to the application object.
            """,
        reportedWhen: """
            Reported in extensions other than Today, iMessage and File Provider UI, and in libraries that only such \
            extensions contain. The finding is a warning for \
            `extensionContext.open`, and for `openURL(_:)` on a `UIApplication` that is found with `responder.next` or \
            `NSClassFromString("UIApplication")`, or by the name `sharedApplication`. It is a note for `open` on such a \
            `UIApplication`. In Objective-C, only `performSelector:@selector(openURL:)` in a method that uses \
            `nextResponder` is checked.
            """,
        notReportedWhen: """
            Not reported for:

            - code that `#available` limits to systems before iOS 18;
            - `open` that `#available` limits to iOS 18 or later;
            - code inside `#if` with a custom flag (`#if MAIN_APP`);
            - private functions that nothing calls.
            """,
        fix: """
            Share the data through an app group, and let the user open the app. For a web link, let the user open it \
            in the app.

            ```swift
            let shared = UserDefaults(suiteName: "group.com.acme.wallet")

            // In the extension
            shared?.set(link, forKey: "link")
            extensionContext?.completeRequest(returningItems: nil)

            // In the app, when it becomes active
            if let link = shared?.string(forKey: "link") { router.open(link) }
            ```
            """,
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
            .init("A share extension", inExtension(pay(#"extensionContext?.↓open(URL(string: "wallet://share")!)"#))),
            .init(
                "A keyboard that opens a web page",
                inExtension(
                    folder: "Keys",
                    point: "com.apple.keyboard-service",
                    pay(#"extensionContext?.↓open(URL(string: "https://acme.example")!)"#)
                )
            ),
            .init(
                "The application in the responder chain",
                inExtension(
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
                    """
                )
            ),
            .init(
                "The application by the name of its property",
                inExtension(
                    """
                    class Controller: UIViewController {
                        func pay() {
                            let name = NSSelectorFromString("sharedApplication")
                            let application = UIApplication.perform(name)?.takeUnretainedValue() as? UIApplication
                            application?.↓open(URL(string: "wallet://share")!)
                        }
                    }
                    """
                )
            ),
            .init(
                "The responder chain in Objective-C",
                inExtension(
                    file: "Controller.m",
                    """
                    @implementation Controller
                    - (void)pay {
                        UIResponder *responder = self;
                        while ((responder = responder.nextResponder)) {
                            if (![responder respondsToSelector:@selector(openURL:)]) continue;
                            [responder ↓performSelector:@selector(openURL:) withObject:self.url];
                        }
                    }
                    @end
                    """
                )
            ),
            .init(
                "A private function that nothing calls",
                inExtension(
                    """
                    class Controller: UIViewController {
                        @objc private func openURL(_ url: URL) {
                            (next as? UIApplication)?.perform(#selector(openURL(_:)), with: url)
                        }
                    }
                    """
                )
            ),
            .init(
                "A deprecated call on iOS 17, and code for the app only",
                inExtension(
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
                    """
                )
            ),
            .init(
                "A Today widget",
                inExtension(
                    folder: "Today",
                    point: "com.apple.widget-extension",
                    pay(#"extensionContext?.open(URL(string: "wallet://pay")!)"#)
                )
            ),
            .init(
                "An iMessage app",
                inExtension(
                    folder: "Messages",
                    point: "com.apple.message-payload-provider",
                    pay(#"extensionContext?.open(URL(string: "wallet://pay")!)"#)
                )
            ),
            .init(
                "Actions in the Files app",
                inExtension(
                    folder: "Files",
                    point: "com.apple.fileprovider-actionsui",
                    """
                    class Controller: FPUIActionExtensionViewController {
                        func unlock() {
                            extensionContext.open(URL(string: "wallet://unlock")!)
                        }
                    }
                    """
                )
            ),
        ]
    )

    /// Returns an app, and an extension with this code in a file of its folder.
    private static func inExtension(
        folder: String = "Share",
        point: String = "com.apple.share-services",
        file: String = "Controller.swift",
        _ code: String
    ) -> [RuleDescription.Example.File] {
        [
            .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
            .extensionManifest("\(folder)/Info.plist", of: "com.acme.wallet.\(folder.lowercased())", point: point),
            .swift(code, at: "\(folder)/\(file)"),
        ]
    }

    private static func pay(_ statement: String) -> String {
        """
        class Controller: UIViewController {
            func pay() {
                \(statement)
            }
        }
        """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let allowed = [
            "com.apple.widget-extension", "com.apple.message-payload-provider",
            // Its context, FPUIActionExtensionContext, opens URLs in the Files app.
            "com.apple.fileprovider-actionsui",
        ]
        guard let point = target.extensionPoint, !allowed.contains(point) else { return [] }
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
                ? "\(Self.name(of: point)) cannot open URLs with NSExtensionContext; only Today widgets, iMessage apps and "
                    + "File Provider UI extensions can"
                : isRetired
                    ? "openURL(_:) opens nothing with the iOS 18 SDK or later, and Apple does not support UIApplication in an extension"
                    : "Apple does not support opening URLs through UIApplication in an extension; it works today, but may stop working"
            return finding(
                in: target,
                at: link.place,
                link.kind == .extensionContextOpen || isRetired ? .warning : .note,
                message,
                hint: link.schemes.contains { !$0.isWeb } || link.schemes.isEmpty
                    ? "share the data through an app group, and let the user open the app"
                    : "remove the call, or let the user open the link in the app",
                scheme: link.scheme,
                subject: link.alternatives.map(\.text).joined(separator: " ")
            )
        }
    }

    private static func name(of extensionPoint: String) -> String {
        switch extensionPoint {
        case "com.apple.share-services": "a share extension"
        case "com.apple.ui-services": "an action extension"
        case "com.apple.keyboard-service": "a keyboard"
        case "com.apple.usernotifications.content-extension", "com.apple.usernotifications.service":
            "a notification extension"
        default: "an extension of this kind"
        }
    }
}
