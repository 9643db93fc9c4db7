import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("What lies beside a manifest")
struct GoogleServiceInfoReaderTests {
    private let place = Place(source: "s", path: "App/GoogleService-Info.plist")

    private func companions(_ text: String) -> [Manifest.Companion] {
        GoogleServiceInfoReader().companions(in: Array(text.utf8), at: place)
    }

    @Test("the two keys that help, with their places")
    func keys() throws {
        let found = companions(
            """
            <plist version="1.0"><dict>
            <key>CLIENT_ID</key><string>1-a.apps.googleusercontent.com</string>
            <key>REVERSED_CLIENT_ID</key><string>com.googleusercontent.apps.1-a</string>
            <key>GOOGLE_APP_ID</key><string>1:2:ios:3</string>
            </dict></plist>
            """
        )
        #expect(found.map(\.kind.name) == ["REVERSED_CLIENT_ID", "GOOGLE_APP_ID"])
        #expect(found.map(\.value) == ["com.googleusercontent.apps.1-a", "1:2:ios:3"])
        #expect(found.map(\.place.path) == [place.path, place.path])
        #expect(found.map { $0.place.range?.lines?.start.line } == [3, 4])
        #expect(companions("{ GOOGLE_APP_ID = \"1:2:ios:3\"; }").map(\.value) == ["1:2:ios:3"])
    }

    @Test(
        "nothing of what is no such file",
        arguments: [
            "", "hello", "<plist><array/></plist>", "<plist><dict><key>GOOGLE_APP_ID</key>",
            "<plist><dict><key>GOOGLE_APP_ID</key><integer>1</integer></dict></plist>", "{}", "bplist00",
        ]
    )
    func others(text: String) {
        #expect(companions(text) == [])
    }

    @Test(
        "is asked for only where it could help",
        arguments: [
            ("$(REVERSED_CLIENT_ID)", true), ("com.googleusercontent.apps.YOUR_CLIENT_ID", true),
            ("ENCODED_APP_ID", true), ("app-1-2-ios-3", true), ("acmewallet", false), ("fb123", false),
        ]
    )
    func need(scheme: String, expected: Bool) {
        var manifest = Manifest(origin: place, format: .xml, digest: "", app: .unknown("x"))
        manifest.urlTypes = [
            URLType(index: 0, span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0)))
        ]
        manifest.urlTypes[0].schemes = [
            DeclaredScheme(index: 0, raw: scheme, resolved: nil, span: manifest.urlTypes[0].span)
        ]
        manifest.kind = .application
        #expect(GoogleServiceInfoReader.mayHelp(manifest) == expected)
        manifest.kind = .appExtension
        #expect(!GoogleServiceInfoReader.mayHelp(manifest))
    }
}
