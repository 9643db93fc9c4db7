import SchemeModel

/// Flutter and a plugin both handle the links of an app.
struct ConflictingLinkHandlingRule: ManifestRule {
    let description = RuleDescription(
        id: "conflicting-link-handling",
        section: .delivery,
        severity: .warning,
        summary: "Flutter apps in which Flutter and a plugin both handle links",
        why: """
            If Flutter's own handling of links is on, it competes with plugins such as `app_links`. The plugin may not get \
            a link, Flutter may look for a route that doesn't exist, and a universal link may open both the app and the \
            browser. Flutter 3.27 and later handle links unless the Info.plist turns it off; earlier versions only if it \
            turns it on.
            """,
        reportedWhen: """
            Reported for iOS apps with schemes of their own or an `applinks:` domain if `pubspec.yaml` lists `app_links`, \
            `uni_links`, `flutter_branch_sdk` or `firebase_dynamic_links` as a dependency, and

            - `FlutterDeepLinkingEnabled` is true in the Info.plist, or
            - the key is missing, and `pubspec.yaml` or `pubspec.lock` requires at least Flutter 3.27 or Dart 3.6, which is \
            part of it.
            """,
        notReportedWhen: """
            Not reported if the key is missing and the files accept earlier versions of Flutter. Plugins that are only \
            dependencies of other packages don't count.
            """,
        fix: """
            Add the key to `ios/Runner/Info.plist`, or remove the plugin and let Flutter handle the links:

            ```xml
            <key>FlutterDeepLinkingEnabled</key>
            <false/>
            ```
            """,
        sources: [
            .init(
                "Flutter, Deep links flag change: on by default since 3.27; with a plugin for links, set it to false",
                "https://docs.flutter.dev/release/breaking-changes/deep-links-flag-change",
                seen: "2026-11-27"
            ),
            .init(
                "app_links: the app opens, and then the browser",
                "https://github.com/llfbandit/app_links/issues/156",
                seen: "2026-11-27"
            ),
        ],
        examples: [
            .init("Flutter's handling is on", app(flag: "true", sdk: "\">=3.5.0 <4.0.0\"", mark: "↓")),
            .init("Flutter's handling is on by default", app(sdk: "^3.6.0", pluginMark: "↓")),
            .init("Flutter's handling is off", app(flag: "false", sdk: "^3.6.0")),
            .init("A Flutter version that may be earlier", app(sdk: "\">=3.5.0 <4.0.0\"")),
            .init("No plugin for links", app(flag: "true", sdk: "^3.6.0", plugin: "go_router")),
        ]
    )

    private static func app(
        flag: String? = nil,
        sdk: String,
        plugin: String = "app_links",
        mark: String = "",
        pluginMark: String = ""
    ) -> [RuleDescription.Example.File] {
        let key = flag.map { "\n<key>\(Manifest.flutterLinkKey)</key>\n\(mark)<\($0)/>" } ?? ""
        let files: [RuleDescription.Example.File] = .project(
            settings: [("PRODUCT_BUNDLE_IDENTIFIER", "com.acme.wallet")],
            body: ExampleURLType.text(of: [.init(schemes: ["acmewallet"])]) + key
        )
        let package = """
            name: wallet
            environment:
              sdk: \(sdk)
            dependencies:
              flutter:
                sdk: flutter
              \(pluginMark)\(plugin): ^6.4.1

            """
        return files.inFolder("ios") + [.init("pubspec.yaml", package)]
    }

    /// The first Flutter that handles links by default, and the Dart that is part of it.
    private static let (flutter, dart) = (SystemVersion(3, 27), SystemVersion(3, 6))

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard manifest.kind.isApplication, manifest.deviceSupport.platforms.contains(.iOS),
            let plugin = manifest.companions(.linkPlugin).first,
            manifest.hasUniversalLinks == true
                || manifest.declarations.contains(where: {
                    $0.scheme.key.map { knowledge.sdkScheme($0) == nil } ?? false
                })
        else { return [] }
        let flag = manifest.root(Manifest.flutterLinkKey)
        let place: Place
        if let flag {
            guard case .boolean(true) = flag.value else { return [] }
            place = manifest.place(of: flag.span)
        } else {
            guard !manifest.isIncomplete, manifest.needsFlutter(Self.flutter, dart: Self.dart) else { return [] }
            place = plugin.place
        }
        return [
            finding(
                in: manifest,
                at: place,
                manifest.audience == .developers ? .note : .warning,
                flag == nil
                    ? "Flutter handles links since version 3.27 if \(Manifest.flutterLinkKey) is missing, and so does the plugin '\(plugin.value)'"
                    : "\(Manifest.flutterLinkKey) is true, so Flutter and the plugin '\(plugin.value)' both handle links",
                hint: "set \(Manifest.flutterLinkKey) to false in the Info.plist, or remove the plugin",
                related: [
                    flag == nil
                        ? .init(app: manifest.appDescription, place: manifest.origin, message: "the app's manifest")
                        : .init(app: manifest.appDescription, place: plugin.place, message: "the plugin")
                ],
                subject: Manifest.flutterLinkKey
            )
        ]
    }
}
