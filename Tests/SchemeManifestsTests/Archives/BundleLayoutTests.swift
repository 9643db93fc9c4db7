import SchemeManifests
import SchemeModel
import Testing

@Suite("Bundle layout")
struct BundleLayoutTests {
    static let rows: [(path: Path, role: BundleLayout.Role, container: Path?)] = [
        ("Payload/A.app/Info.plist", .application, nil),
        ("Payload/A.app/AppClips/C.app/Info.plist", .appClip, "Payload/A.app/Info.plist"),
        ("Payload/A.app/AppClips/C.app/PlugIns/W.appex/Info.plist", .appExtension, "Payload/A.app/Info.plist"),
        ("Payload/A.app/Extensions/E.appex/Info.plist", .appExtension, "Payload/A.app/Info.plist"),
        ("Payload/A.app/Frameworks/F.framework/Info.plist", .framework, "Payload/A.app/Info.plist"),
        ("Payload/A.app/PlugIns/P.appex/Info.plist", .appExtension, "Payload/A.app/Info.plist"),
        ("Payload/A.app/R.bundle/Info.plist", .other, "Payload/A.app/Info.plist"),
        ("Payload/A.app/Watch/W.app/Info.plist", .watchApplication, "Payload/A.app/Info.plist"),
        ("Payload/A.app/Watch/W.app/PlugIns/X.appex/Info.plist", .appExtension, "Payload/A.app/Info.plist"),
        ("X.xcarchive/Products/Applications/M.app/Contents/Info.plist", .application, nil),
        (
            "X.xcarchive/Products/Applications/M.app/Contents/Frameworks/S.framework/Versions/B/Resources/Info.plist",
            .framework, "X.xcarchive/Products/Applications/M.app/Contents/Info.plist"
        ),
        (
            "X.xcarchive/Products/Applications/M.app/Contents/Library/LoginItems/L.app/Contents/Info.plist",
            .application, "X.xcarchive/Products/Applications/M.app/Contents/Info.plist"
        ),
        (
            "X.xcarchive/Products/Applications/M.app/Contents/XPCServices/S.xpc/Contents/Info.plist",
            .other, "X.xcarchive/Products/Applications/M.app/Contents/Info.plist"
        ),
        ("/abs/B.APP/Info.plist", .application, nil),
        ("/abs/B.APP/PlugIns/P.appex/Info.plist", .appExtension, "/abs/B.APP/Info.plist"),
        // No app around them is in the list.
        ("Watch/W.app/Info.plist", .application, nil),
        ("Lone.app/Wrapper/B.app/Info.plist", .application, nil),
        ("F.framework/Resources/Info.plist", .framework, nil),
    ]

    @Test("finds the bundles, what they are and which app they lie in")
    func layout() {
        let noise: [Path] = [
            "Info.plist", "X.xcarchive/Info.plist", "X.xcarchive/dSYMs/M.app.dSYM/Contents/Info.plist",
            "Payload/A.app/Base.lproj/Main.storyboardc/Info.plist", "__MACOSX/Payload/A.app/._Info.plist",
            "Payload/A.app/Settings.bundle/Root.plist", "Payload/A.app/Resources/Info.plist", "Contents/Info.plist",
            "Payload/.app/Info.plist", "Payload/A.app/Info.plist/x", "", "/",
        ]
        let layout = BundleLayout((noise + Self.rows.map(\.path)).reversed())
        let rows = Self.rows.sorted { $0.path < $1.path }
        #expect(layout.bundles.map(\.manifest) == rows.map(\.path))
        for (bundle, row) in zip(layout.bundles, rows) {
            #expect(bundle.role == row.role, "\(row.path)")
            #expect(bundle.container == row.container, "\(row.path)")
        }
        #expect(noise.filter(BundleLayout.isManifest).isEmpty)
        #expect(Self.rows.allSatisfy { BundleLayout.isManifest($0.path) })
    }

    @Test("knows where the executable and the profile of a bundle are")
    func files() throws {
        let flat = try #require(BundleLayout(["A.app/Info.plist"]).bundles.first)
        #expect(flat.executable(named: "A b") == "A.app/A b")
        #expect(flat.profile == "A.app/embedded.mobileprovision")
        let deep = try #require(BundleLayout(["A.app/Contents/Info.plist"]).bundles.first)
        #expect(deep.executable(named: "A") == "A.app/Contents/MacOS/A")
        #expect(deep.profile == "A.app/Contents/embedded.provisionprofile")
        for name in ["", ".", "..", "../../bin/sh", "/bin/sh", "a/b", "a\0b"] {
            #expect(flat.executable(named: name) == nil)
        }
    }

    @Test("gives both manifests of a bundle that has two, with one container for what it holds")
    func twoManifests() {
        let layout = BundleLayout(["A.app/Info.plist", "A.app/Contents/Info.plist", "A.app/PlugIns/P.appex/Info.plist"])
        #expect(layout.bundles.map(\.manifest).prefix(2) == ["A.app/Contents/Info.plist", "A.app/Info.plist"])
        #expect(layout.bundles.map(\.container) == [nil, nil, "A.app/Contents/Info.plist"])
    }
}
