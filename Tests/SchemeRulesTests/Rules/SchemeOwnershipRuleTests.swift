import SchemeModel
import TestSupport
import Testing

@testable import SchemeRules

/// The rules about kinds of schemes: placeholders, other owners, generic words, public schemes, upper case.
@Suite struct SchemeOwnershipRuleTests {
    /// The rules that may report a scheme, except those about collisions.
    private static let rules: [any ManifestRule] = [
        PlaceholderSchemeRule(), InvalidSchemeRule(), ReservedSchemeRule(), KnownSchemeRule(), GenericSchemeRule(),
        RegisteredSchemeRule(), RetiredSDKSchemeRule(), UppercaseSchemeRule(), UnresolvedVariableRule(),
    ]

    private func said(of scheme: String, by identifier: String? = "com.fabrikam.wallet", role: String? = "Editor")
        -> [String]
    {
        var builder = ManifestBuilder(identifier)
        builder.add(role: role, identifier: "com.fabrikam.name", schemes: [scheme])
        return Self.rules.flatMap { $0.findings(in: builder.manifest, knowledge: .builtIn) }
            .map { "\($0.rule) \($0.severity)" }
    }

    @Test(
        arguments: [
            // Placeholders of SDKs, from tutorials, as words, and in brackets.
            ("fb{your-app-id}", ["placeholder-scheme error"]),
            ("fb[APP_ID]", ["placeholder-scheme error"]),
            ("FBYOUR_APP_ID", ["placeholder-scheme error"]),
            ("com.googleusercontent.apps.YOUR_CLIENT_ID", ["placeholder-scheme error"]),
            ("com.googleusercontent.apps.CLIENT", ["placeholder-scheme warning"]),
            ("msauth.com.contoso.app1", ["placeholder-scheme warning"]),
            ("vk1234567", ["placeholder-scheme warning"]),
            ("boxsdk-YOUR_CLIENT_ID_HERE://boxsdkoauth2redirect", ["placeholder-scheme error"]),
            ("acme<scheme>", ["placeholder-scheme error"]),
            ("acme-[id]", ["placeholder-scheme error"]),
            ("YOUR_SCHEME", ["placeholder-scheme error"]),
            ("my_app", ["placeholder-scheme error"]),
            ("myapp://", ["placeholder-scheme error"]),
            ("MyApp", ["placeholder-scheme warning"]),
            ("your-scheme", ["placeholder-scheme warning"]),
            ("com.example.photos", ["placeholder-scheme warning"]),
            ("com.example", ["placeholder-scheme warning"]),
            ("msauth.YOUR.BUNDLE", ["placeholder-scheme warning"]),
            ("acme-CHANGEME", ["placeholder-scheme warning"]),
            ("yourAppName", ["placeholder-scheme warning"]),
            ("acme-xxxx", ["placeholder-scheme warning"]),
            ("XXXXXXXX", ["placeholder-scheme warning"]),
            ("com.googleusercontent.apps.REVERSED_CLIENT_ID", ["placeholder-scheme error"]),
            ("com.googleusercontent.apps.GOOGLE_IOS_CLIENT_ID", ["placeholder-scheme error"]),
            ("fbFACEBOOK_APP_ID", ["placeholder-scheme error"]),
            ("GOOGLE_AUTH_SCHEME://", ["placeholder-scheme error"]),
            // Similar names, which are only invalid.
            ("ACME_WALLET", ["invalid-scheme error"]), ("acme_app_id", ["invalid-scheme error"]),
            ("ACME_GRID", ["invalid-scheme error"]), ("acme_APP_ID", ["invalid-scheme error"]),
            ("ID_", ["invalid-scheme error"]), ("_ID", ["invalid-scheme error"]),
            // Similar words.
            ("mastodon", []), ("todoist", []), ("yourmoney", []), ("YOURSTORY", ["uppercase-scheme note"]),
            ("myapplication2", []), ("com.exampleton.app", []), ("com.acmelabs.app", []), ("xxx", []), ("foxxx", []),
            // Variables, and schemes that are invalid for other reasons.
            ("$(PLACEHOLDER)", ["unresolved-variable warning"]),
            ("{{your_scheme}}", ["unresolved-variable warning"]),
            ("acme$[X]", ["unresolved-variable warning"]),
            ("acme[]", ["invalid-scheme error"]), ("acme{", ["invalid-scheme error"]),
            // Owned by someone else.
            ("facetime", ["reserved-scheme error"]), ("FaceTime", ["reserved-scheme error"]),
            ("fbapi", ["known-scheme error"]), ("FB-Messenger-Share-API", ["known-scheme error"]),
            ("fbauth2", ["known-scheme warning"]), ("fbapi20991231", ["known-scheme warning"]),
            ("WhatsApp", ["known-scheme warning"]), ("comgooglemaps", ["known-scheme warning"]),
            ("exp", ["known-scheme warning"]), ("db-auth", ["known-scheme warning"]),
            ("com.google.sso.1234", ["known-scheme warning"]),
            // The owner's identifiers are unknown.
            ("textastic", ["known-scheme note"]),
            // Shared by design, and a scheme of a Mac app.
            ("org-appextension-feature-password-management", []), ("msauth.com.microsoft.intunemam", []), ("kitty", []),
            // Generic words.
            ("login", ["generic-scheme warning"]),
            ("Capacitor", ["generic-scheme warning", "uppercase-scheme note"]),
            ("widget", ["generic-scheme warning"]), ("acme-login", []),
            // Public schemes.
            ("bitcoin", ["registered-scheme note"]), ("rtsp", ["registered-scheme note"]),
            ("ms-excel", ["registered-scheme note"]), ("otpauth", ["registered-scheme note"]),
            ("ftp", ["registered-scheme note"]),
            // Schemes that Apple asks default apps to declare.
            ("http", ["reserved-scheme note"]), ("geo-navigation", []),
            // Schemes of SDKs.
            ("fb1234567890", []), ("li4242", ["retired-sdk-scheme note"]),
            ("twitterkit-AbC", ["retired-sdk-scheme note"]),
            ("QQ41C1685F", []), ("msauth.com.fabrikam.Wallet", []), ("com.fabrikam.Wallet", []),
            ("x.com.fabrikam.WALLET.y", []),
            ("acmeWallet", ["uppercase-scheme note"]), ("FB1234567890", ["uppercase-scheme note"]),
        ] as [(String, [String])]
    )
    func oneCauseOneFinding(scheme: String, findings: [String]) {
        #expect(said(of: scheme) == findings)
    }

    @Test(
        arguments: [
            ("whatsapp", "net.whatsapp.WhatsApp", []), ("whatsapp", "net.whatsapp.WhatsAppSMB", []),
            ("whatsapp", "com.facebook.Facebook", []), ("whatsapp", "net.whatsappy.app", ["known-scheme warning"]),
            ("fbapi", "com.facebook.Messenger", []), ("twitch", "tv.twitch", []), ("twitch", "tv.twitch.beta", []),
            ("twitch", "tv.twitchy", ["known-scheme warning"]), ("textastic", "com.textasticapp.textastic", []),
            ("exp", "host.exp.Exponent", []), ("ms-excel", "com.microsoft.Office.Excel", []),
            ("matrix", "org.matrix.client", []), ("matrix", "im.vector.app", ["registered-scheme note"]),
            // Without a real identifier, it may be a checkout of the owner's own sources.
            ("whatsapp", nil, []), ("whatsapp", "com.example.WhatsApp-Clone", []),
            ("whatsapp", "com.yourcompany.app", []), ("fbapi", nil, ["known-scheme error"]),
            ("org.acme2.Wallet", nil, []), ("acme.Wallet", nil, ["uppercase-scheme note"]),
            ("com.example.photos", "com.example.photos", []),
            ("com.example.other", "com.example.photos", []),
            ("com.example.other", "com.fabrikam.photos", ["placeholder-scheme warning"]),
            ("login", "com.apple.Music", ["generic-scheme warning"]), ("prefs", "com.apple.Preferences", []),
        ] as [(String, String?, [String])]
    )
    func ownersAreExempt(scheme: String, identifier: String?, findings: [String]) {
        #expect(said(of: scheme, by: identifier) == findings)
    }

    @Test(
        arguments: [
            ("whatsapp", "Viewer", ["known-scheme note"]), ("fbapi", "viewer", ["known-scheme error"]),
            ("bitcoin", "Viewer", []), ("bitcoin", nil, []), ("bitcoin", "None", []), ("otpauth", "Viewer", []),
            ("smb", "Viewer", []), ("ftp", nil, []),
            ("login", "Viewer", []),
        ] as [(String, String?, [String])]
    )
    func rolesTellWhoDefines(scheme: String, role: String?, findings: [String]) {
        #expect(said(of: scheme, role: role) == findings)
    }

    @Test(
        arguments: [
            ("App/Info.plist", "com.googleusercontent.apps.CLIENT", false, Severity?.some(.warning)),
            ("App/Info.plist", "com.googleusercontent.apps.CLIENT", true, .error),
            ("App/Info.plist", "myapp", true, .warning),
            ("App/Info.plist", "fb{your-app-id}", false, .error),
            ("samples/Login/Info.plist", "fb{your-app-id}", false, nil),
            ("Login/FacebookLoginSample/Info.plist", "fb{your-app-id}", false, nil),
            ("Examples/Example-iOS_Swift/Info.plist", "com.example.app", false, nil),
            ("DemoApp/Info.plist", "myapp", false, nil), ("XMLTemplates/Info.plist", "myapp", false, nil),
            ("sdk/tutorial2/Info.plist", "myapp", false, nil),
            // A built product is not sample code.
            ("samples/Login/Info.plist", "fb{your-app-id}", true, .error),
            // The name of a file, and words with the same prefix.
            ("App/Example.plist", "myapp", false, .warning), ("Demographics/Info.plist", "myapp", false, .warning),
            ("Sampler/Info.plist", "myapp", false, .warning), ("resampled/Info.plist", "myapp", false, .warning),
        ]
    )
    func placeholdersMatterWhereTheyShip(path: String, scheme: String, isBuilt: Bool, severity: Severity?) {
        let manifest = Manifest.app("com.fabrikam.wallet", path: path, schemes: [scheme]).with { $0.isBuilt = isBuilt }
        let findings = PlaceholderSchemeRule().findings(in: manifest, knowledge: .builtIn)
        #expect(findings.map(\.severity) == [severity].compactMap { $0 })
    }

    @Test func browsersCanBeEditors() {
        let manifest = Manifest.app("com.fabrikam.browser", schemes: ["http", "https"]).with {
            $0.entitlements = ["com.apple.developer.web-browser"]
        }
        #expect(Self.rules.flatMap { $0.findings(in: manifest, knowledge: .builtIn) } == [])
    }

    @Test func namesIdentifyOwners() {
        let named = KnownSchemeRule().findings(nil) {
            $0.add(identifier: "au.com.shiftyjelly.podcasts", schemes: ["pktc"])
        }
        #expect(named == [])
        var builder = ManifestBuilder(nil)
        builder.add(schemes: ["onebusaway"])
        let manifest = builder.manifest.with { $0.displayName = "OneBusAway" }
        #expect(KnownSchemeRule().findings(in: manifest, knowledge: .builtIn) == [])
    }

    @Test(
        arguments: [
            // The owner's identifiers are known and don't match. A matching name makes it uncertain.
            ("com.fabrikam.vlc", "vlc", nil, nil, ["note"]), ("com.fabrikam.player", "vlc", "VLC", nil, ["note"]),
            ("com.fabrikam.player", "vlc", "Line", nil, ["warning"]),
            // The owner's identifiers are unknown, so the name is decisive.
            ("com.fabrikam.notes", "textastic", "Textastic", nil, []),
            ("com.fabrikam.notes", "textastic", nil, "Textastic-iOS", []),
            ("com.fabrikam.notes", "textastic", nil, "Textastic Next", ["note"]),
            ("com.fabrikam.textastic-ios", "textastic", nil, nil, []),
            // No real identifier.
            ("com.example.vlc-ios", "vlc", nil, nil, []), ("com.example.player", "vlc", nil, nil, []),
            (nil, "vlc", nil, "Player", []),
        ] as [(String?, String, String?, String?, [String])]
    )
    func isNeverReportedToTheOwner(
        identifier: String?,
        scheme: String,
        name: String?,
        target: String?,
        severities: [String]
    ) {
        var builder = ManifestBuilder(identifier)
        builder.add(role: "Editor", schemes: [scheme])
        let manifest = builder.manifest.with {
            $0.displayName = name
            if let target { $0.outcome = Manifest.Outcome(project: "Apps/App.xcodeproj", target: target) }
        }
        let findings = KnownSchemeRule().findings(in: manifest, knowledge: .builtIn)
        #expect(findings.map(\.severity.rawValue) == severities)
    }

    @Test func messages() {
        func text(_ rule: some ManifestRule, _ schemes: [String]) -> [String] {
            rule.findings("com.fabrikam.wallet") { $0.add(role: "Editor", schemes: schemes) }.map {
                "\($0.text) | \($0.hint ?? "")"
            }
        }
        #expect(
            text(PlaceholderSchemeRule(), ["fb{your-app-id}", "acme<x>", "MyApp", "acme-CHANGEME"]) == [
                "error: 'fb{your-app-id}' is a placeholder from the Facebook SDK documentation; App Store Connect rejects "
                    + "it (ITMS-90158) | replace it with 'fb' plus your Facebook app ID and, if set, "
                    + "FacebookUrlSchemeSuffix",
                "error: 'acme<x>' is a placeholder: '<x>' must be replaced; App Store Connect rejects it (ITMS-90158) | "
                    + "replace it with a scheme of your own, such as 'com.fabrikam.wallet'",
                "warning: 'MyApp' is a placeholder that other apps may also use | "
                    + "replace it with a scheme of your own, such as 'com.fabrikam.wallet'",
                "warning: 'acme-CHANGEME' is a placeholder that other apps may also use: it contains 'CHANGEME' | "
                    + "replace it with a scheme of your own, such as 'com.fabrikam.wallet'",
            ]
        )
        let client = "com.googleusercontent.apps.REVERSED_CLIENT_ID"
        #expect(
            text(PlaceholderSchemeRule(), [client, "com.googleusercontent.apps.IOS_CLIENT_ID", "AUTH_SCHEME"]) == [
                "error: '\(client)' is a placeholder from the Google Sign-In documentation; App Store Connect rejects it "
                    + "(ITMS-90158) | replace it with your reversed OAuth client ID",
                "error: 'com.googleusercontent.apps.IOS_CLIENT_ID' is a placeholder: it contains 'IOS_CLIENT_ID'; App "
                    + "Store Connect rejects it (ITMS-90158) | replace it with your reversed OAuth client ID",
                "error: 'AUTH_SCHEME' is a placeholder; App Store Connect rejects it (ITMS-90158) | "
                    + "replace it with a scheme of your own, such as 'com.fabrikam.wallet'",
            ]
        )
        #expect(
            text(KnownSchemeRule(), ["fbapi", "whatsapp", "textastic"]) == [
                "error: scheme 'fbapi' belongs to Meta (Facebook SDK); the Facebook SDK throws an exception if "
                    + "the app declares it | remove it, or move it to LSApplicationQueriesSchemes if the app "
                    + "queries it with canOpenURL",
                "warning: scheme 'whatsapp' belongs to WhatsApp (Meta) | remove it, or move it to "
                    + "LSApplicationQueriesSchemes if the app queries it with canOpenURL",
                "note: scheme 'textastic' belongs to Textastic; it is unknown whether this app is the owner's | remove "
                    + "it, or move it to LSApplicationQueriesSchemes if the app queries it with canOpenURL",
            ]
        )
        #expect(
            text(GenericSchemeRule(), ["capacitor"]) == [
                "warning: scheme 'capacitor' is the default scheme of Capacitor's template | use universal links, or a "
                    + "scheme of your own, such as 'com.fabrikam.wallet'"
            ]
        )
    }

    @Test func reportsTheFirstUppercaseDeclaration() {
        let findings = UppercaseSchemeRule().findings {
            $0.add(schemes: ["AcmePay", "ACMEPAY", "$(X)Y", "Acme-$(X)"], resolved: ["Acme-$(X)": "Acme-X"])
        }
        #expect(findings.map(\.keyPath?.last) == ["]", "]"])
        #expect(findings.map(\.edits) == [[], []], "the scheme may be in use as it is")
        #expect(findings.map(\.scheme) == [SchemeKey("acmepay"), SchemeKey("acme-x")])
    }

    @Test func duplicatesAreNotReportedAsUppercase() {
        #expect(UppercaseSchemeRule().findings { $0.add(schemes: ["acmepay", "AcmePay"]) } == [])
        #expect(UppercaseSchemeRule().findings { $0.add(schemes: ["AcmePay", "acmepay", "ACMEPAY"]) } == [])
        #expect(UppercaseSchemeRule().findings { $0.add(schemes: ["AcmePay", "ACMEPAY"]) }.count == 1)
    }

    @Test func unqualifiedIdentifiers() {
        func isReported(_ identifier: String, _ bundle: String = "com.acme.wallet") -> Bool {
            !UnqualifiedIdentifierRule().findings(bundle) { $0.add(identifier: identifier, schemes: ["acme"]) }.isEmpty
        }
        for identifier in ["Google Sign-In", "facebook", "com.", ".com", "com..acme", "com.acme/x", "Acme Inc. Pay"] {
            #expect(isReported(identifier), "\(identifier)")
        }
        for identifier in ["com.acme", "com.acme.pay_2", "com.acme.Pay-3", "$(ID)", "", "com.$(NAME)"] {
            #expect(!isReported(identifier), "\(identifier)")
        }
        #expect(!isReported("pinterest", "pinterest"))
        #expect(UnqualifiedIdentifierRule().findings { $0.add(identifier: "x", schemes: []) } == [])
    }

    @Test(
        arguments: [
            ("CFBundleURLScheme", "change it to 'CFBundleURLSchemes'"), ("CFBundleURLSchemaList", "remove it"),
            ("cfBundleURLName", "change it to 'CFBundleURLName'"),
            ("CFBundleURLNames", "change it to 'CFBundleURLName'"),
            ("CFBundleTypeRoles", "change it to 'CFBundleTypeRole'"),
            ("CFBundleTypRole", "change it to 'CFBundleTypeRole'"),
            ("LSHandlerRank", "remove it"), ("", "remove it"),
        ]
    )
    func privateKeys(key: String, hint: String) {
        let findings = PrivateURLTypeKeyRule().findings {
            $0.add(schemes: ["acme"])
            $0.add(key: key)
        }
        #expect(findings.map(\.text) == ["note: '\(key)' has no documented effect in a URL type"])
        #expect(findings.map(\.hint) == [hint])
        let apples = PrivateURLTypeKeyRule().findings("com.apple.mobilesafari") {
            $0.add(schemes: ["acme"])
            $0.add(key: key)
        }
        #expect(apples == [])
    }
}
