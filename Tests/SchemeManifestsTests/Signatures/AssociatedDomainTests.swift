import SchemeModel
import TestSupport
import Testing

@testable import SchemeManifests

@Suite("Associated domains among the entitlements")
struct AssociatedDomainTests {
    @Test(
        "whether an app has universal links",
        arguments: [
            ("<dict/>", false),
            ("<dict><key>com.apple.developer.associated-domains</key><array/></dict>", false),
            (domains("webcredentials:acme.com"), false),
            (domains("webcredentials:acme.com", "applinks:acme.com"), true),
            (domains("applinks:*.acme.com?mode=developer"), true), (domains("*"), nil), (domains("$(DOMAIN)"), nil),
            ("<dict><key>com.apple.developer.associated-domains</key><string>applinks:acme.com</string></dict>", nil),
        ]
    )
    func hasUniversalLinks(entitlements: String, expected: Bool?) {
        var manifest = Manifest(origin: Place(path: "Info.plist"), format: .xml, digest: "", app: .unknown("x"))
        #expect(manifest.hasUniversalLinks == nil)
        let text = "<plist version=\"1.0\">\(entitlements)</plist>"
        manifest.entitlements = HeldEntitlements.of(xml: Array(text.utf8), limits: .standard)
        #expect(manifest.entitlements != nil)
        #expect(manifest.hasUniversalLinks == expected)
    }

    @Test func aNameWithAnEqualsSignIsNoValue() {
        let name = "com.apple.developer.associated-domains=applinks:acme.com"
        var manifest = Manifest(origin: Place(path: "Info.plist"), format: .xml, digest: "", app: .unknown("x"))
        let text = "<plist version=\"1.0\"><dict><key>\(name)</key><true/></dict></plist>"
        manifest.entitlements = HeldEntitlements.of(xml: Array(text.utf8), limits: .standard)
        #expect(manifest.entitlements == [Entitlement(ByteString(name))])
        #expect(EntitlementsDER.held(in: DERWriter.entitlements([(name, [1, 1, 1])])) == manifest.entitlements)
        #expect(manifest.hasUniversalLinks == false && manifest.domainClaims.isEmpty)
    }

    private static func domains(_ domains: String...) -> String {
        let elements = domains.map { "<string>\($0)</string>" }.joined()
        return "<dict><key>com.apple.developer.associated-domains</key><array>\(elements)</array></dict>"
    }
}
