import SchemeModel
import Testing

@testable import SchemeRules

/// The rules on what a scheme is: a placeholder, somebody else's, anyone's, a public one, in capitals.
@Suite struct SchemeOwnershipRuleTests {
    /// The rules that may speak of a scheme, apart from those on collisions.
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
            // Placeholders of SDKs, of tutorials, in words, in brackets.
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
            // Words of their own.
            ("mastodon", []), ("todoist", []), ("yourmoney", []), ("YOURSTORY", ["uppercase-scheme note"]),
            ("myapplication2", []), ("com.exampleton.app", []), ("com.acmelabs.app", []), ("xxx", []), ("foxxx", []),
            // Variables and what is no scheme for other reasons.
            ("$(PLACEHOLDER)", ["unresolved-variable warning"]),
            ("{{your_scheme}}", ["unresolved-variable warning"]),
            ("acme$[X]", ["unresolved-variable warning"]),
            ("acme[]", ["invalid-scheme error"]), ("acme{", ["invalid-scheme error"]),
            // Somebody's.
            ("facetime", ["reserved-scheme error"]), ("FaceTime", ["reserved-scheme error"]),
            ("fbapi", ["known-scheme error"]), ("FB-Messenger-Share-API", ["known-scheme error"]),
            ("fbauth2", ["known-scheme warning"]), ("fbapi20991231", ["known-scheme warning"]),
            ("WhatsApp", ["known-scheme warning"]), ("comgooglemaps", ["known-scheme warning"]),
            ("exp", ["known-scheme warning"]), ("db-auth", ["known-scheme warning"]),
            ("com.google.sso.1234", ["known-scheme warning"]),
            // The owner's identifiers are not known.
            ("textastic", ["known-scheme note"]),
            // Shared by design, and a Mac app's.
            ("org-appextension-feature-password-management", []), ("msauth.com.microsoft.intunemam", []), ("kitty", []),
            // Anyone's.
            ("login", ["generic-scheme warning"]),
            ("Capacitor", ["generic-scheme warning", "uppercase-scheme note"]),
            ("widget", ["generic-scheme warning"]), ("acme-login", []),
            // Everybody's.
            ("bitcoin", ["registered-scheme note"]), ("rtsp", ["registered-scheme note"]),
            ("ms-excel", ["registered-scheme note"]), ("otpauth", ["registered-scheme note"]),
            ("ftp", ["registered-scheme note"]),
            // What Apple asks default apps to declare.
            ("http", ["reserved-scheme note"]), ("geo-navigation", []),
            // Of SDKs.
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
            // Without a real identifier it may be a checkout of the owner's own sources.
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
            ("login", "Viewer", ["generic-scheme warning"]),
        ] as [(String, String?, [String])]
    )
    func rolesTellWhoDefines(scheme: String, role: String?, findings: [String]) {
        #expect(said(of: scheme, role: role) == findings)
    }

    @Test(
        arguments: [
            ("App/Info.plist", "com.googleusercontent.apps.CLIENT", false, Severity.warning),
            ("App/Info.plist", "com.googleusercontent.apps.CLIENT", true, .error),
            ("App/Info.plist", "myapp", true, .warning),
            ("App/Info.plist", "fb{your-app-id}", false, .error),
            ("samples/Login/Info.plist", "fb{your-app-id}", false, .note),
            ("Login/FacebookLoginSample/Info.plist", "fb{your-app-id}", false, .note),
            ("Examples/Example-iOS_Swift/Info.plist", "com.example.app", false, .note),
            ("DemoApp/Info.plist", "myapp", false, .note), ("XMLTemplates/Info.plist", "myapp", false, .note),
            ("sdk/tutorial2/Info.plist", "myapp", false, .note),
            // A build made it, and it is no sample of a source.
            ("samples/Login/Info.plist", "fb{your-app-id}", true, .error),
            // A file's name, and words that only begin alike.
            ("App/Example.plist", "myapp", false, .warning), ("Demographics/Info.plist", "myapp", false, .warning),
            ("Sampler/Info.plist", "myapp", false, .warning), ("resampled/Info.plist", "myapp", false, .warning),
        ]
    )
    func placeholdersMatterWhereTheyShip(path: String, scheme: String, isBuilt: Bool, severity: Severity) {
        let manifest = Manifest.app("com.fabrikam.wallet", path: path, schemes: [scheme]).with { $0.isBuilt = isBuilt }
        let findings = PlaceholderSchemeRule().findings(in: manifest, knowledge: .builtIn)
        #expect(findings.map(\.severity) == [severity])
        #expect(findings.first?.message.hasSuffix("; this is sample code") == (severity == .note))
    }

    @Test func browsersMayBeEditors() {
        let manifest = Manifest.app("com.fabrikam.browser", schemes: ["http", "https"]).with {
            $0.entitlements = ["com.apple.developer.web-browser"]
        }
        #expect(Self.rules.flatMap { $0.findings(in: manifest, knowledge: .builtIn) } == [])
    }

    @Test func aNameTellsTheOwner() {
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
            // The owner's identifiers are known, and this is another one: a name makes it unsure, not the owner's.
            ("com.fabrikam.vlc", "vlc", nil, nil, ["note"]), ("com.fabrikam.player", "vlc", "VLC", nil, ["note"]),
            ("com.fabrikam.player", "vlc", "Line", nil, ["warning"]),
            // They are not known: the name decides.
            ("com.fabrikam.notes", "textastic", "Textastic", nil, []),
            ("com.fabrikam.notes", "textastic", nil, "Textastic-iOS", []),
            ("com.fabrikam.notes", "textastic", nil, "Textastic Next", ["note"]),
            ("com.fabrikam.textastic-ios", "textastic", nil, nil, []),
            // No real identifier.
            ("com.example.vlc-ios", "vlc", nil, nil, []), ("com.example.player", "vlc", nil, nil, []),
            (nil, "vlc", nil, "Player", []),
        ] as [(String?, String, String?, String?, [String])]
    )
    func isNeverToldToItsOwner(
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

    @Test func saysWhatIsThere() {
        func text(_ rule: some ManifestRule, _ schemes: [String]) -> [String] {
            rule.findings("com.fabrikam.wallet") { $0.add(role: "Editor", schemes: schemes) }.map {
                "\($0.text) | \($0.hint ?? "")"
            }
        }
        #expect(
            text(PlaceholderSchemeRule(), ["fb{your-app-id}", "acme<x>", "MyApp", "acme-CHANGEME"]) == [
                "error: 'fb{your-app-id}' is a placeholder from the pages of Facebook SDK; App Store Connect refuses it "
                    + "(ITMS-90158) | write fb, the Facebook app id and FacebookUrlSchemeSuffix",
                "error: 'acme<x>' is a placeholder: '<x>' is to be replaced; App Store Connect refuses it (ITMS-90158) | "
                    + "write a scheme of your own, such as 'com.fabrikam.wallet'",
                "warning: 'MyApp' is a placeholder, which other apps have left in as well | "
                    + "write a scheme of your own, such as 'com.fabrikam.wallet'",
                "warning: 'acme-CHANGEME' is a placeholder: it holds 'CHANGEME', which other apps have left in as well | "
                    + "write a scheme of your own, such as 'com.fabrikam.wallet'",
            ]
        )
        #expect(
            text(KnownSchemeRule(), ["fbapi", "whatsapp", "textastic"]) == [
                "error: scheme 'fbapi' belongs to Meta (Facebook SDK), and the Facebook SDK throws where another app "
                    + "declares it | remove it, or move it to LSApplicationQueriesSchemes if the app asks for it with "
                    + "canOpenURL",
                "warning: scheme 'whatsapp' belongs to WhatsApp (Meta) | remove it, or move it to "
                    + "LSApplicationQueriesSchemes if the app asks for it with canOpenURL",
                "note: scheme 'textastic' belongs to Textastic; whether this app is the owner's is not known | remove it, "
                    + "or move it to LSApplicationQueriesSchemes if the app asks for it with canOpenURL",
            ]
        )
        #expect(
            text(GenericSchemeRule(), ["capacitor"]) == [
                "warning: scheme 'capacitor' is the default of Capacitor's template | use a scheme of your own, such as "
                    + "'com.fabrikam.wallet', or universal links"
            ]
        )
    }

    @Test func reportsTheFirstDeclarationInCapitals() {
        let findings = UppercaseSchemeRule().findings {
            $0.add(schemes: ["AcmePay", "ACMEPAY", "acmepay", "$(X)Y", "Acme-$(X)"], resolved: ["Acme-$(X)": "Acme-X"])
        }
        #expect(findings.map(\.keyPath?.last) == ["]", "]"])
        #expect(findings.map(\.edits) == [[], []], "the scheme may be in use as it is")
        #expect(findings.map(\.scheme) == [SchemeKey("acmepay"), SchemeKey("acme-x")])
    }

    @Test func aDuplicateIsNotAlsoInCapitals() {
        #expect(UppercaseSchemeRule().findings { $0.add(schemes: ["acmepay", "AcmePay"]) } == [])
        #expect(UppercaseSchemeRule().findings { $0.add(schemes: ["AcmePay", "acmepay", "ACMEPAY"]) }.count == 1)
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
            ("CFBundleURLScheme", "write 'CFBundleURLSchemes'"), ("CFBundleURLSchemaList", "remove it"),
            ("cfBundleURLName", "write 'CFBundleURLName'"), ("CFBundleURLNames", "write 'CFBundleURLName'"),
            ("CFBundleTypeRoles", "write 'CFBundleTypeRole'"), ("CFBundleTypRole", "write 'CFBundleTypeRole'"),
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
