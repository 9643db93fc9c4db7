import SchemeModel

/// The schemes that an app declares for an SDK don't match the SDK's own key.
struct MismatchedSDKSchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "mismatched-sdk-scheme",
        section: .declarations,
        severity: .warning,
        summary: "SDK schemes that don't match the SDK's app ID in the manifest or the bundle identifier",
        why: """
            The SDK derives the expected scheme from the app ID in the manifest or from the bundle identifier. With \
            another scheme, usually copied from another app or configuration, it throws an exception, or the user \
            never returns to the app.
            """,
        reportedWhen: """
            Reported if the app declares schemes of an SDK, and none of them matches, ignoring case: `fb` plus the app \
            ID if `FacebookAppID` and `FacebookUrlSchemeSuffix` are set, `msauth.` plus the bundle identifier if \
            `msauthv2` is queried, `line3rdp.` plus the bundle identifier if `lineauth2` is queried, and `QQ` plus the \
            hexadecimal app ID if `tencent` plus the app ID is declared.
            """,
        notReportedWhen: "Not reported if one of the values is unknown.",
        fix: "Declare the scheme in the message, or correct the app ID.",
        sources: [
            .init(
                "Facebook SDK: the expected scheme",
                "https://github.com/facebook/facebook-ios-sdk/blob/main/FBSDKCoreKit/FBSDKCoreKit/FBSDKInternalUtility.m",
                seen: "2026-11-21"
            ),
            .init(
                "MSAL: redirect URIs on iOS",
                "https://learn.microsoft.com/en-us/entra/msal/objc/redirect-uris-ios",
                seen: "2026-11-21"
            ),
            .init(
                "openshare: the QQ scheme contains the hexadecimal app ID",
                "https://github.com/100apps/openshare/blob/master/openshare/OpenShare+QQ.m",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "A scheme without the Facebook suffix",
                of: "com.acme.feed.pro",
                """
                <key>FacebookAppID</key>
                <string>1234567890</string>
                <key>FacebookUrlSchemeSuffix</key>
                <string>pro</string>
                \(ExampleURLType.text(of: [.init(schemes: ["↓fb1234567890"])]))
                """
            ),
            .init(
                "Schemes copied from another app",
                of: "com.acme.mail",
                """
                \(ExampleURLType.text(of: [.init(schemes: ["↓msauth.com.acme.notes", "tencent1103194207", "↓QQ00000001"])]))
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>msauthv2</string>
                    <string>msauthv3</string>
                </array>
                """
            ),
            .init(
                "One of several schemes matches",
                of: "com.acme.mail",
                """
                \(ExampleURLType.text(of: [.init(schemes: [
                    "msauth.com.acme.mail", "msauth.com.acme.notes", "tencent1103194207", "QQ41c1685f",
                ])]))
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>msauthv2</string>
                    <string>msauthv3</string>
                </array>
                """
            ),
            .init(
                "No key to compare with",
                of: "com.acme.mail",
                [.init(schemes: ["fb1234567890", "msauth.com.acme.notes", "QQ41C1685F"])]
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        let bySDK = RequiredScheme.all(in: manifest, knowledge: knowledge)
            .filter { !$0.requirement.isProof }
            .compactMap { missing -> Finding? in
                guard let first = missing.others.first else { return nil }
                let evidence = missing.evidence
                return finding(
                    about: first,
                    in: manifest,
                    wanted: missing.text,
                    because: evidence.wish,
                    orCorrect: evidence.correction
                )
            }
        return (bySDK + [findingOfQQ(in: manifest)].compactMap { $0 }).sorted { $0.place < $1.place }
    }

    private func finding(
        about declared: Declaration,
        in manifest: Manifest,
        wanted: String,
        because reason: String,
        orCorrect other: String?
    ) -> Finding {
        finding(
            in: manifest,
            at: manifest.place(of: declared.scheme.span),
            .warning,
            "\(reason) the scheme '\(wanted)', not '\(declared.scheme.resolved ?? declared.scheme.raw)'",
            hint: "declare '\(wanted)'" + (other.map { ", or correct \($0)" } ?? ""),
            scheme: declared.scheme.key,
            subject: SchemeKey(wanted).text.string
        )
    }

    /// Checks that `QQ` and eight hexadecimal digits match the number after `tencent`.
    private func findingOfQQ(in manifest: Manifest) -> Finding? {
        var hexadecimal: [(Declaration, UInt64)] = []
        var decimal: [UInt64] = []
        for declaration in manifest.declarations {
            // A variable may resolve to either.
            if declaration.scheme.state == .unresolved || declaration.scheme.state == .unknown { return nil }
            guard let text = declaration.scheme.key?.text.string else { continue }
            if text.utf8.count == 10, let number = Self.number(after: "qq", in: text, radix: 16) {
                hexadecimal.append((declaration, number))
            } else if let number = Self.number(after: "tencent", in: text, radix: 10) {
                decimal.append(number)
            }
        }
        guard let first = hexadecimal.first?.0, let id = decimal.first, id <= UInt64(UInt32.max),
            !hexadecimal.contains(where: { decimal.contains($0.1) })
        else { return nil }
        let digits = String(id, radix: 16, uppercase: true)
        let wanted = "QQ" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
        return finding(
            about: first,
            in: manifest,
            wanted: wanted,
            because: "'tencent\(id)' requires",
            orCorrect: "'tencent\(id)'"
        )
    }

    /// Returns the number after `head`; `nil` if there is anything else.
    private static func number(after head: String, in text: String, radix: Int) -> UInt64? {
        // A sign is valid in a scheme, but would be parsed as part of the number.
        guard text.utf8.starts(with: head.utf8), !text.utf8.contains(UInt8(ascii: "+")) else { return nil }
        return UInt64(text.dropFirst(head.count), radix: radix)
    }
}
