import SchemeModel

/// An app uses an SDK, but doesn't declare the scheme that the SDK needs.
struct MissingSDKSchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "missing-sdk-scheme",
        section: .declarations,
        severity: .error,
        summary: "schemes that an SDK needs but the app doesn't declare",
        why: """
            A login SDK sends the user to another app or a web page, which returns to this app with the scheme. \
            Without it, some SDKs throw an exception, and with others the user never returns.
            """,
        reportedWhen: """
            The finding is an error if a key in the manifest proves that the SDK is used: `GIDClientID`, \
            `TikTokClientKey` or `SCSDKRedirectUrl`. It is a warning if something only suggests it: `FacebookAppID` \
            along with one of Facebook's query schemes, such as `fbapi` (an app that only logs events needs no \
            scheme), or `msauthv2` or `lineauth2` in the query schemes.

            The fix adds a URL type after the last one.
            """,
        notReportedWhen: """
            Not reported if the value is a variable or unknown, if a declared scheme with a variable may resolve to \
            the scheme, or if `msauth` is queried along with `msauthv2`: that is the older ADAL, which uses other \
            schemes. If the app declares another scheme of the same form, `mismatched-sdk-scheme` reports it instead, \
            unless a key proves that the SDK is used.
            """,
        fix: "Add the scheme in the message to `CFBundleURLSchemes`.",
        sources: [
            .init(
                "Google Sign-In for iOS: the expected callback schemes",
                "https://github.com/google/GoogleSignIn-iOS/blob/main/GoogleSignIn/Sources/GIDSignInCallbackSchemes.m",
                seen: "2026-11-21"
            ),
            .init(
                "Facebook SDK: the check of the declared schemes",
                "https://github.com/facebook/facebook-ios-sdk/blob/main/FBSDKCoreKit/FBSDKCoreKit/FBSDKInternalUtility.m",
                seen: "2026-11-21"
            ),
            .init(
                "MSAL: redirect URIs on iOS",
                "https://learn.microsoft.com/en-us/entra/msal/objc/redirect-uris-ios",
                seen: "2026-11-21"
            ),
            .init(
                "TikTok OpenSDK for iOS: setting up the manifest",
                "https://github.com/tiktok/tiktok-opensdk-ios/blob/main/README.md",
                seen: "2026-11-21"
            ),
            .init(
                "Snap Kit: Login Kit for iOS",
                "https://developers.snap.com/snap-kit/login-kit/Tutorials/ios",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "Google Sign-In without its scheme",
                of: "com.acme.fit",
                """
                <key>GIDClientID</key>
                <string>↓123456789012-a1b2c3d4.apps.googleusercontent.com</string>
                \(ExampleURLType.text(of: [.init(role: "Editor", schemes: ["acmefit"])]))
                """
            ),
            .init(
                "A Facebook app ID and a TikTok client key, but only the app's own scheme",
                of: "com.acme.feed",
                """
                \(ExampleURLType.text(of: [.init(role: "Editor", name: "com.acme.feed", schemes: ["acmefeed"])]))
                <key>FacebookAppID</key>
                <string>↓1234567890</string>
                <key>FacebookUrlSchemeSuffix</key>
                <string>pro</string>
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>fbapi</string>
                </array>
                <key>TikTokClientKey</key>
                <string>↓awx1y2z3a4b5c6d7</string>
                """
            ),
            .init(
                "Google Sign-In with its scheme",
                of: "com.acme.fit",
                """
                <key>GIDClientID</key>
                <string>123456789012-a1b2c3d4.apps.googleusercontent.com</string>
                \(ExampleURLType.text(of: [.init(schemes: ["com.googleusercontent.apps.123456789012-a1b2c3d4"])]))
                """
            ),
            .init(
                "Values with variables",
                of: "com.acme.mail",
                """
                <key>GIDClientID</key>
                <string>$(GOOGLE_CLIENT_ID)</string>
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>msauthv2</string>
                </array>
                \(ExampleURLType.text(of: [.init(schemes: ["msauth.$(PRODUCT_BUNDLE_IDENTIFIER)"])]))
                """
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        RequiredScheme.all(in: manifest, knowledge: knowledge)
            .filter { ($0.requirement.isProof || $0.others.isEmpty) && $0.isSupported(in: manifest) }
            .map { missing in
                let isSure =
                    missing.isSure(in: manifest) && manifest.canIntroduce(missing.text, knowledge: knowledge)
                var finding = finding(
                    in: manifest,
                    at: manifest.place(of: missing.evidence.span),
                    missing.requirement.isProof ? .error : .warning,
                    "\(missing.evidence.clause), but the scheme '\(missing.text)' is not declared; without it, "
                        + missing.requirement.effect,
                    hint: "add a URL type with the scheme '\(missing.textToPaste)'",
                    scheme: SchemeKey(missing.text),
                    related: missing.others.map { other in
                        Finding.Related(
                            app: manifest.appDescription,
                            place: manifest.place(of: other.scheme.span),
                            message: "'\(other.scheme.resolved ?? other.scheme.raw)' is declared instead"
                        )
                    },
                    certainty: missing.requirement.isProof ? .certain : .possible,
                    edits: isSure ? manifest.addition(ofURLTypeFor: missing.text) : [],
                    subject: SchemeKey(missing.text).text.string
                )
                finding.introducedScheme = SchemeKey(missing.text)
                return finding
            }
            .sorted { $0.place < $1.place }
    }
}
