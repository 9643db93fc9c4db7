import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Settings in Info.plist files")
struct InfoPlistExpansionTests {
    static func text(_ text: String, at offset: Int = 0) -> PropertyNode {
        PropertyNode(.scalar(.string(text)), element: SourceRange(byteOffset: offset, byteLength: text.utf8.count))
    }

    static func dictionary(_ members: [(String, PropertyNode)]) -> PropertyNode {
        let nowhere = SourceRange(byteOffset: 0, byteLength: 0)
        return PropertyNode(
            .dictionary(members.map { PropertyNode.Member(key: ByteString($0.0), keyRange: nowhere, value: $0.1) }),
            element: nowhere
        )
    }

    static func array(_ elements: [PropertyNode]) -> PropertyNode {
        PropertyNode(.array(elements), element: SourceRange(byteOffset: 0, byteLength: 0))
    }

    @Test func valuesAreExpandedAndKeysAreNot() {
        let place = Place(path: "p.xcconfig")
        let level = SettingLevel(
            .target,
            [SettingAssignment("SCHEME", value: "shop", place: place), SettingAssignment("NONE", value: "")]
        )
        let root = Self.dictionary([
            ("CFBundleIdentifier", Self.text("com.acme.$(SCHEME)")),
            ("$(SCHEME)", Self.text("plain")),
            ("CFBundleName", Self.text("$(NONE)")),
            ("Empty", Self.text("")),
            (
                "CFBundleURLTypes",
                Self.array([
                    Self.dictionary([
                        ("CFBundleTypeRole", Self.text("")),
                        ("CFBundleURLName", Self.text("$(CFBundleIdentifier).url")),
                        (
                            "CFBundleURLSchemes",
                            Self.array(["$(SCHEME)", "$(NOPE)", "$NOPE", "x-${SCHEME:upper}"].map { Self.text($0) })
                        ),
                    ])
                ])
            ),
        ])
        let expansion = InfoPlistExpansion(
            scope: SettingScope(levels: [level]),
            bundleIdentifier: "com.acme.$(SCHEME)"
        )
        let (node, expanded) = expansion.expand(root)
        let wanted = Self.dictionary([
            ("CFBundleIdentifier", Self.text("com.acme.shop")), ("$(SCHEME)", Self.text("plain")),
            ("Empty", Self.text("")),
            (
                "CFBundleURLTypes",
                Self.array([
                    Self.dictionary([
                        ("CFBundleURLName", Self.text("com.acme.shop.url")),
                        ("CFBundleURLSchemes", Self.array(["shop", "", "$NOPE", "x-SHOP"].map { Self.text($0) })),
                    ])
                ])
            ),
        ])
        #expect(Self.outline(node) == Self.outline(wanted))
        #expect(
            expanded.map(\.keyPath) == [
                "CFBundleIdentifier", "CFBundleName", "CFBundleURLTypes[0].CFBundleURLName",
                "CFBundleURLTypes[0].CFBundleURLSchemes[0]", "CFBundleURLTypes[0].CFBundleURLSchemes[1]",
                "CFBundleURLTypes[0].CFBundleURLSchemes[2]", "CFBundleURLTypes[0].CFBundleURLSchemes[3]",
            ]
        )
        #expect(expanded[3].raw == "$(SCHEME)")
        #expect(expanded[3].result.from == [place])
        #expect(expanded[4].result.undefined == ["NOPE"])
    }

    static func outline(_ node: PropertyNode) -> String {
        switch node.content {
        case .scalar(let value): value.string ?? value.kindName
        case .array(let elements): "[" + elements.map(outline).joined(separator: ", ") + "]"
        case .dictionary(let members):
            "{" + members.map { "\($0.key): \(outline($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    @Test func anIdentifierThatIsItselfEnds() {
        let expansion = InfoPlistExpansion(scope: settings([:]), bundleIdentifier: "a.$(CFBundleIdentifier)")
        #expect(expansion.expand("$(CFBundleIdentifier)!").value == "a.!")
        let none = InfoPlistExpansion(scope: settings([:]), bundleIdentifier: nil)
        #expect(none.expand("$(CFBundleIdentifier)").undefined == ["CFBundleIdentifier"])
    }

    @Test func settingsGenerateKeys() {
        let scope = settings([
            "INFOPLIST_KEY_NSSupportsLiveActivities": "YES", "INFOPLIST_KEY_LSUIElement": "NO",
            "INFOPLIST_KEY_CFBundleDisplayName": "", "INFOPLIST_KEY_CFBundleURLTypes": "nothing",
            "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad": "A B",
            "INFOPLIST_KEY_WKSupportsLiveActivityLaunchAttributeTypes": "",
            "INFOPLIST_KEY_UILaunchScreen_Generation": "YES", "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.$(X)", "X": "x",
            "MARKETING_VERSION": "",
        ])
        let generated = GeneratedInfoPlist(scope: scope)
        let values = Dictionary(generated.entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        #expect(
            values == [
                "CFBundleInfoDictionaryVersion": .string("6.0"), "CFBundleIdentifier": .string("com.acme.x"),
                "CFBundleDisplayName": .string(""), "LSUIElement": .boolean(false),
                "NSSupportsLiveActivities": .boolean(true),
                "UISupportedInterfaceOrientations~ipad": .array([.string("A"), .string("B")]),
                "WKSupportsLiveActivityLaunchAttributeTypes": .array([]), "UILaunchScreen": .dictionary([]),
            ]
        )
        #expect(generated["CFBundleIdentifier"]?.setting == "PRODUCT_BUNDLE_IDENTIFIER")
    }

    @Test func generatedKeysAreMerged() {
        let scope = settings([
            "PRODUCT_NAME": "New", "INFOPLIST_KEY_UIRequiredDeviceCapabilities": "arkit nfc",
            "INFOPLIST_KEY_UISupportedInterfaceOrientations": "A",
        ])
        let file = PropertyValue.dictionary([
            PropertyValue.Entry(key: "CFBundleName", value: .string("Old")),
            PropertyValue.Entry(key: "UIRequiredDeviceCapabilities", value: .array([.string("nfc")])),
            PropertyValue.Entry(key: "UISupportedInterfaceOrientations", value: .string("B")),
        ])
        let nowhere = SourceRange(byteOffset: 0, byteLength: 0)
        let root = PropertyNode(computed: file, at: nowhere)
        let merged = GeneratedInfoPlist(scope: scope).merged(into: root, at: nowhere).value
        #expect(merged["CFBundleName"] == .string("New"))
        #expect(merged["UIRequiredDeviceCapabilities"]?.strings == ["nfc", "arkit"])
        #expect(merged["UISupportedInterfaceOrientations"] == .string("B"))
    }
}
