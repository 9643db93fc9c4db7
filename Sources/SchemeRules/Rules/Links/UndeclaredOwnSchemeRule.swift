import SchemeModel

/// The app handles URLs with a scheme that it doesn't declare.
struct UndeclaredOwnSchemeRule: TargetRule {
    let description = RuleDescription(
        id: "undeclared-own-scheme",
        section: .links,
        severity: .warning,
        traits: [.dependsOnOtherApps],
        summary: "schemes that the app's own code handles but that the app doesn't declare",
        why: """
            The system delivers a URL only to apps that declare its scheme. If the app's own handler checks for a \
            scheme, URLs with it are meant for the app itself. Without a declaration, none arrive.
            """,
        reportedWhen: """
            Reported if code opens a URL with `open`, `openURL` or a `Link`, a handler of the same app compares a \
            URL's scheme with this one, and no checked app declares it.

            Also reported at `onOpenURL` and `scene(_:openURLContexts:)` in an app that declares no scheme at all if they \
            compare a URL's scheme with one that no checked app declares. The finding is a note in sample code and in apps \
            that host tests.
            """,
        notReportedWhen: """
            Not reported for taps on widgets, which always open the containing app, also if the app shows the same view, for \
            system and web schemes, or if some declarations or code of the app were not read.

            Handlers are also not reported if the project has widgets or Live Activities, whose taps arrive without a \
            declaration, if the app uses authentication sessions, or if other findings are about its URL types, such as \
            `ineffective-build-setting`. Methods of an app delegate are not reported, because SDKs may call them.
            """,
        fix: """
            Declare the scheme in the app's Info.plist, or remove the link and the comparison:

            \(FixCode.block(ExampleURLType.text(of: [fixedType]), "xml"))
            """,
        sources: [
            .customSchemes("URLs open the app that registers their scheme")
        ],
        examples: [
            .init(
                "The app declares a different scheme",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(app(opening: "acmepay://pay", ifScheme: "acmepay", mark: "↓")),
                ]
            ),
            .init(
                "A link in a view",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(
                            """
                            ↓Link("Pay", destination: URL(string: "acmepay://pay")!)
                                .onOpenURL { url in
                                    switch url.scheme {
                                    case "acmepay", "wallet": show(url)
                                    default: break
                                    }
                                }
                            """
                        )
                    ),
                ]
            ),
            .init(
                "A handler in an app without schemes",
                [.manifest(of: "com.acme.wallet", ""), .swift(.app(handler(mark: "↓")))]
            ),
            .init(
                "A manifest that the target doesn't use",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "GENERATE_INFOPLIST_FILE": "YES",
                            "INFOPLIST_FILE": "\"\"",
                        ]
                    ],
                    code: "Code",
                    []
                ).filter { $0.path != "Info.plist" } + [
                    .manifest("Code/Info.plist", of: "com.acme.wallet", [.init(schemes: ["acmepay"])]),
                    .swift(.app(handler(mark: "↓")), at: "Code/Wallet.swift"),
                ]
            ),
            .init(
                "A handler for the taps on a widget",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(.app(handler()), .widget(#"Text("Pay").widgetURL(URL(string: "acmepay://pay"))"#)),
                ]
            ),
            .init(
                "A handler for an app with another manifest",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "INFOPLIST_FILE": "Debug.plist"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                    ],
                    code: "Code",
                    []
                ) + [
                    .manifest("Debug.plist", of: "com.acme.wallet", [.init(schemes: ["acmepay"])]),
                    .swift(.app(handler()), at: "Code/Wallet.swift"),
                ]
            ),
            .init(
                "The scheme is declared",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"]), fixedType]),
                    .swift(app(opening: "acmepay://pay", ifScheme: "acmepay")),
                ]
            ),
            .init(
                "A link to another app",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(app(opening: "comgooglemaps://?q=atm", ifScheme: "wallet")),
                ]
            ),
            .init(
                "Web pages that the app also handles",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(app(opening: "https://acme.example/pay", ifScheme: "https")),
                ]
            ),
            .init(
                "A tap on a widget",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        .app(handler()),
                        .widget(#"Text("Pay").widgetURL(URL(string: "acmepay://pay"))"#)
                    ),
                ]
            ),
        ]
    )

    /// Returns where to declare a scheme. No build setting declares one in a manifest that Xcode generates.
    private static func declaring(_ scheme: SchemeKey, in target: TargetFacts) -> String {
        let isGenerated = target.appManifests.contains { $0.origin.path.lastComponent == "project.pbxproj" }
        let place = isGenerated ? "an Info.plist that INFOPLIST_FILE names" : "CFBundleURLTypes"
        return "declare '\(scheme)' in \(place)"
    }

    /// Returns a view that handles URLs with the scheme `acmepay`.
    private static func handler(mark: String = "") -> String {
        """
        Home().\(mark)onOpenURL { url in
            guard url.scheme == "acmepay" else { return }
            show(url)
        }
        """
    }

    /// Returns an app that opens `url` and handles URLs with `scheme`.
    private static let fixedType = ExampleURLType(role: "Editor", name: "com.acme.wallet", schemes: ["acmepay"])

    private static func app(opening url: String, ifScheme scheme: String, mark: String = "") -> String {
        """
        @main
        struct WalletApp: App {
            @Environment(\\.openURL) var openURL
            var body: some Scene {
                WindowGroup {
                    Button("Pay") { \(mark)openURL(URL(string: "\(url)")!) }
                        .onOpenURL { url in
                            guard url.scheme == "\(scheme)" else { return }
                            show(url)
                        }
                }
            }
        }
        """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        guard let declared = target.declaredSchemes, target.isSurelyOneApp, !target.isPartial else { return [] }
        let keys = Set(declared.compactMap(\.key))
        let handled = target.handledSchemes.subtracting(keys).subtracting(target.declaredAnywhere).filter {
            !$0.isWeb && !knowledge.known($0).contains(where: \.category.isReserved)
        }
        guard !handled.isEmpty else { return [] }
        // Another rule reports Today extensions.
        let isToday = target.extensionPoint == "com.apple.widget-extension"
        let placesInWidgets = target.placesInWidgets
        let links = target.ownLinks.flatMap { link -> [Finding] in
            guard link.leavesApp, !placesInWidgets.contains(link.place),
                !(isToday && link.kind == .extensionContextOpen)
            else { return [] }
            return link.schemes.compactMap { scheme in
                guard handled.contains(scheme) else { return nil }
                return finding(
                    in: target,
                    at: link.place,
                    .warning,
                    "the app handles URLs with the scheme '\(scheme)' but does not declare it, so this link does nothing",
                    hint: "\(Self.declaring(scheme, in: target)), or remove the link",
                    scheme: scheme,
                    related: target.appHandlers.filter { $0.compares(scheme) }.map {
                        .init(
                            app: target.appManifests.first?.appDescription,
                            place: $0.place,
                            message: "the handler checks for '\(scheme)' here"
                        )
                    },
                    subject: scheme.description
                )
            }
        }
        // One finding is about both.
        let opened = Set(target.project.flatMap(\.links).flatMap(\.schemes))
        guard ![.appExtension, .appClip, .bundle].contains(target.kind), !target.mayReceiveUndeclaredSchemes else {
            return links
        }
        return links
            + handled.subtracting(opened).sorted().compactMap { scheme in
                // Other code can call the methods of an app delegate.
                let handler = target.handlers.first {
                    ($0.kind == .onOpenURL || $0.kind == .sceneOpen) && $0.compares(scheme)
                }
                return handler.map { handler in
                    finding(
                        in: target,
                        at: handler.place,
                        target.severity,
                        "the handler expects URLs with the scheme '\(scheme)', but the app declares no scheme, so none arrive",
                        hint: "\(Self.declaring(scheme, in: target)), or remove the comparison",
                        scheme: scheme,
                        subject: scheme.description
                    )
                }
            }
    }
}

extension TargetFacts {
    /// Whether the app has URL types, though unfit ones, or may receive URLs without them.
    fileprivate var mayReceiveUndeclaredSchemes: Bool {
        project.contains { !$0.widgets.isEmpty || !$0.problems.isEmpty || $0.links.contains(where: \.isWidgetTap) }
            || appHandlers.contains { $0.kind == .authenticationSession }
            || !appManifests.allSatisfy {
                $0.mayRun(on: [.iOS, .macOS, .tvOS, .visionOS]) && $0.urlTypes.isEmpty && $0.irregularities.isEmpty
            }
    }
}

extension Handler {
    /// Whether it compares a URL's scheme with `scheme`.
    fileprivate func compares(_ scheme: SchemeKey) -> Bool {
        kind.receivesURLs
            && accepts.flatMap(\.conditions).contains { condition in
                condition.values.contains { value in
                    condition.component == .scheme
                        ? SchemeKey(value) == scheme
                        : condition.component == .text && URLPattern(value).scheme == scheme
                }
            }
    }
}
