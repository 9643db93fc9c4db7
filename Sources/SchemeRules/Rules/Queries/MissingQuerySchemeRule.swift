import SchemeModel

/// An app declares a scheme of an SDK, but doesn't query the schemes that the SDK needs.
struct MissingQuerySchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "missing-query-scheme",
        section: .queries,
        severity: .warning,
        summary: "schemes that an SDK queries but the app doesn't list",
        why: """
            The SDK calls `canOpenURL` to check whether the provider's app is installed. For unlisted schemes the \
            system returns `false`, so the SDK falls back to a web page, or reports an error.
            """,
        reportedWhen: """
            Reported for the schemes of WeChat (`weixin`, `weixinULAPI`), Dropbox (`dbapi-2`, `dbapi-8-emm`), MSAL \
            (`msauthv2`, `msauthv3`) and LINE (`lineauth2`). Each SDK is reported once, at the first scheme that the \
            app declares for that SDK.

            The finding is a warning if the app's code imports the SDK, or a Flutter plugin in `pubspec.yaml` contains it \
            (`flutter_line_sdk`, and `fluwx` before version 4, which adds the entries itself), and a note otherwise.

            Only reported for apps that can run on iOS or visionOS.
            """,
        notReportedWhen: """
            Not reported if all of the app's code was read, and none of it imports the SDK: the scheme is then a leftover. \
            Code can use WeChat's SDK without importing it.
            """,
        fix:
            "Add the schemes in the message to `LSApplicationQueriesSchemes`. `fix` adds them if the manifest has that key.",
        sources: [
            .init(
                "WeChat OpenSDK for iOS 16: apps must list weixin and weixinULAPI",
                "https://developers.weixin.qq.com/community/develop/doc/000ac2067c82b85b064e79f0455401",
                seen: "2026-11-21"
            ),
            .init(
                "SwiftyDropbox: the schemes that an app must list",
                "https://github.com/dropbox/SwiftyDropbox/blob/master/README.md",
                seen: "2026-11-21"
            ),
            .init(
                "MSAL instructions for contributors: apps must list msauthv2 and msauthv3",
                "https://github.com/AzureAD/microsoft-authentication-library-for-objc/blob/dev/.github/copilot-instructions.md",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init("Dropbox without its queries", of: "com.acme.notes", [.init(schemes: ["↓db-0a1b2c3d4e5f6g7"])]),
            .init(
                "WeChat with the queries from an old guide",
                of: "com.acme.feed",
                """
                \(ExampleURLType.text(of: [.init(name: "weixin", schemes: ["↓wx0123456789abcdef"])]))
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>weixin</string>
                    <string>wechat</string>
                </array>
                """
            ),
            .init(
                "All of them, with different capitalization",
                of: "com.acme.feed",
                """
                \(ExampleURLType.text(of: [.init(schemes: ["wx0123456789abcdef", "db-0a1b2c3d4e5f6g7"])]))
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>weixin</string>
                    <string>weixinulapi</string>
                    <string>dbapi-2</string>
                    <string>dbapi-8-emm</string>
                </array>
                """
            ),
            .init(
                "Code that uses the SDK",
                [
                    .manifest(of: "com.acme.notes", [.init(schemes: ["↓db-0a1b2c3d4e5f6g7"])]),
                    .swift("import SwiftyDropbox", .app("Home().onOpenURL { url in router.open(url) }")),
                ]
            ),
            .init(
                "No code uses the SDK",
                [
                    .manifest(of: "com.acme.notes", [.init(schemes: ["db-0a1b2c3d4e5f6g7"])]),
                    .swift(.app("Home().onOpenURL { url in router.open(url) }")),
                ]
            ),
            .init("A Flutter plugin that contains the SDK", flutterApp),
            .init("An SDK that works without the entries", of: "com.acme.feed", [.init(schemes: ["fb1234567890"])]),
        ]
    )

    private static var flutterApp: [RuleDescription.Example.File] {
        let files: [RuleDescription.Example.File] = .project(
            settings: [("PRODUCT_BUNDLE_IDENTIFIER", "com.acme.feed")],
            body: ExampleURLType.text(of: [.init(schemes: ["↓wx0123456789abcdef"])])
        )
        return files.inFolder("ios") + [.init("pubspec.yaml", "name: feed\ndependencies:\n  fluwx: ^3.13.1\n")]
    }

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard manifest.mayRun(on: [.iOS, .visionOS]), !manifest.isIncomplete,
            manifest.irregularities(.wrongType).allSatisfy({
                !$0.span.isInside("LSApplicationQueriesSchemes")
            })
        else { return [] }
        var seen = Set<ByteString>()
        var queried: Set<SchemeKey>?
        // The system ignores entries beyond a limit. An addition must not push another entry beyond the lowest limit.
        var room = TooManyQuerySchemesRule.leastLimit - manifest.queriesSchemes.count
        let plugins = manifest.companions(.pluginSDK)
        return schemes.compactMap { classified in
            guard case .sdk(let form) = classified.classification, !form.queries.isEmpty else { return nil }
            let usesSDK = plugins.contains { $0.value == form.sdk } ? true : classified.usesSDK
            guard usesSDK != false, seen.insert(ByteString(form.sdk)).inserted else { return nil }
            let all = queried ?? Set(manifest.queriesSchemes.map { SchemeKey($0.value) })
            queried = all
            let missing = form.queries.filter { !all.contains(SchemeKey($0)) }
            // A variable may resolve to any of them.
            guard !missing.isEmpty, manifest.queriesSchemes.allSatisfy(\.isKnown)
            else { return nil }
            room -= missing.count
            return finding(
                in: manifest,
                at: manifest.place(of: classified.declaration.scheme.span),
                usesSDK == true ? .warning : .note,
                "\(Wording.sdk(form.sdk)) queries \(Wording.list(missing.map { "'\($0)'" })) with canOpenURL, but the app does not "
                    + "list \(missing.count == 1 ? "it" : "them") in LSApplicationQueriesSchemes",
                hint: "add \(missing.map { "<string>\($0)</string>" }.joined()) to LSApplicationQueriesSchemes",
                scheme: classified.declaration.scheme.key,
                edits: room >= 0 ? manifest.addition(ofQueriesFor: missing) : [],
                subject: form.sdk
            )
        }
    }
}
