import SchemeModel

/// Code opens, or asks about, a private scheme of the system.
struct PrivateLinkSchemeRule: TargetRule {
    let description = RuleDescription(
        id: "private-link-scheme",
        section: .links,
        severity: .warning,
        summary: "code that opens private system schemes; App Review has rejected apps for them",
        why: """
            App Review: "Your app uses the 'prefs:root=' non-public URL scheme, which is a private entity. The use of \
            non-public APIs is not permitted on the App Store" (guideline 2.5.1). An app can only open its own page in \
            Settings.
            """,
        reportedWhen: """
            Reported for Swift code of an app for iOS or visionOS that opens a URL with the scheme `prefs` or `app-prefs`, \
            regardless of case, or passes one to `canOpenURL`. The finding is a note in sample code and in apps that host \
            tests.
            """,
        notReportedWhen: """
            Not reported in Apple's own apps, or if the scheme isn't known. `private-query-scheme` reports such schemes in \
            `LSApplicationQueriesSchemes`.
            """,
        fix: """
            Open the app's own settings with `UIApplication.openSettingsURLString`. An app with a credential provider can \
            open the settings for passwords with `ASSettingsHelper.openCredentialProviderAppSettings`, as of iOS 17.
            """,
        sources: [
            .init(
                "A rejection under guideline 2.5.1 for prefs:root and App-Prefs:root",
                "https://github.com/guyromb/cordova-open-native-settings/issues/36",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A page of the Settings app",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(call("UIApplication.shared.↓open(URL(string: \"App-Prefs:root=WIFI\")!)")),
                ]
            ),
            .init(
                "A question about it",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(call("_ = UIApplication.shared.↓canOpenURL(URL(string: \"prefs:root=General\")!)")),
                ]
            ),
            .init(
                "The app's own settings",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(call("UIApplication.shared.open(URL(string: UIApplication.openSettingsURLString)!)")),
                ]
            ),
            .init(
                "A similar scheme",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(call("UIApplication.shared.open(URL(string: \"prefsync://all\")!)")),
                ]
            ),
        ]
    )

    private static func call(_ statement: String) -> String {
        """
        class Controller: UIViewController {
            func help() {
                \(statement)
            }
        }
        """
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        let apps = target.appManifests
        guard apps.contains(where: { $0.mayRun(on: [.iOS, .visionOS]) }), !apps.contains(where: \.isOwnedByApple)
        else { return [] }
        return target.ownLinks.flatMap { link in
            link.schemes.compactMap { scheme in
                guard let row = knowledge.privateQuery(scheme) else { return nil }
                let isForPasswords = link.alternatives.contains { $0.text.asciiLowercased.contains("password") }
                let spelling = link.spelling(of: scheme)
                var finding = finding(
                    in: target,
                    at: link.place,
                    target.severity,
                    "scheme '\(spelling)' opens \(row.meaning) and is private; App Review has rejected apps for it",
                    hint: isForPasswords
                        ? "use ASSettingsHelper.openCredentialProviderAppSettings to open the settings for passwords (iOS 17)"
                        : "use UIApplication.openSettingsURLString to open the app's own settings",
                    scheme: scheme,
                    subject: scheme.description
                )
                finding.spelling = spelling
                return finding
            }
        }
    }
}
