import SchemeModel
import Testing

@Suite struct AppIDTests {
    @Test(arguments: [
        ("com.contoso.Wallet", "com.contoso.wallet"), ("maccatalyst.com.contoso.wallet", "com.contoso.wallet"),
        ("maccatalyst.", "maccatalyst."), ("com.foo_bar", "com.foo_bar"),
    ])
    func isKnownByACompleteIdentifier(identifier: String, key: String) {
        #expect(AppID(bundleIdentifier: identifier)?.text == ByteString(key))
        #expect(AppID(bundleIdentifier: identifier)?.isKnown == true)
    }

    @Test(arguments: [
        "", "$(PRODUCT_BUNDLE_IDENTIFIER)", "com.contoso.${X}", "com.contoso.<app>", "com.contoso.[app]", "{{ id }}",
        "com.contoso.app\u{0}", "com.contoso app", "unknown:x", "com.contoso.caf\u{FFFD}",
    ])
    func isUnknownByAnIncompleteOne(identifier: String) {
        #expect(AppID(bundleIdentifier: identifier) == nil)
    }

    @Test func survivesItsText() {
        for identity in [AppID.known("com.contoso.wallet"), .unknown("Driver/Info.plist")] {
            #expect(AppID(text: identity.text.string) == identity)
        }
    }
}

@Suite struct FingerprintTests {
    @Test func separatesItsParts() {
        let text = Fingerprint(rule: "r", app: "a|b%", subject: "s", ordinal: 2).text
        #expect(text == "v1:r|a%7Cb%25|s|2")
    }
}
