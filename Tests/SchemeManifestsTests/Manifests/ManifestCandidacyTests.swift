import SchemeManifests
import SchemeModel
import Testing

struct ManifestCandidacyTests {
    enum Verdict: Sendable { case skippedInputs, read, malformed }

    private func verdict(_ bytes: [UInt8], _ path: String, isNamed: Bool = false) -> Verdict {
        let reading = ManifestReader().read(
            bytes,
            origin: Place(path: Path(path)),
            context: ManifestContext(isNamed: isNamed)
        )
        guard let manifest = reading.manifests.first else { return .skippedInputs }
        #expect(reading.isCandidate)
        return manifest.isMalformed ? .malformed : .read
    }

    private static let app = "<dict><key>UILaunchScreen</key><dict/></dict>"
    private static let google =
        "<dict><key>CLIENT_ID</key><string>a</string><key>BUNDLE_ID</key><string>b</string></dict>"
    private static let types = "<dict><key>CFBundleURLTypes</key><array/></dict>"

    @Test(
        arguments: [
            ("a/Info.plist", app, .read), ("Info-Debug.plist", app, .read), ("App-Info.plist", app, .read),
            ("AppInfo.generated.plist", app, .read),
            ("ShareExtension.plist", app, .read), ("Settings.plist", app, .skippedInputs),
            ("info.plist", app, .skippedInputs), ("extension.plist", app, .skippedInputs),
            ("Info.plist", "<dict/>", .read), ("X-Info.plist", "<dict/>", .read),
            ("Settings.plist", "<dict/>", .skippedInputs),
            ("GoogleService-Info.plist", google, .skippedInputs), ("Info.plist", google, .skippedInputs),
            ("Info.plist", "<dict><key>UIddle</key><true/><key>NS</key><true/></dict>", .skippedInputs),
            ("Info.plist", "<array/>", .malformed), ("CountryInfo.plist", "<array/>", .skippedInputs),
            ("Info.plist", "<dict>", .malformed), ("CountryInfo.plist", "<dict>", .malformed),
            ("ShareExtension.plist", "junk <", .malformed),
            ("Settings.plist", "<dict>", .skippedInputs), ("Settings.plist", "<dict> CFBundleURLTypes", .malformed),
            ("Settings.plist", "", .skippedInputs),
            ("Settings.plist", types, .read), ("info.PLIST", types, .read),
            ("Settings.plist", "<dict><key>CFBundleIdentifier</key><true/></dict>", .read),
            ("Settings.plist", "<dict><key>LSApplicationQueriesSchemes</key><array/></dict>", .read),
            ("Settings.plist", "<dict><key>CFBundleURLTypes~ipad</key><array/></dict>", .read),
            ("Settings.plist", "<dict><key>CFBundle&#85;RLTypes</key><array/></dict>", .read),
            ("Settings.plist", "<dict><key>CFBundle<![CDATA[URLTypes]]></key><array/></dict>", .read),
            ("Settings.plist", "<dict><key>a</key><string>&#85;</string></dict>", .skippedInputs),
            ("Settings.plist", #"{ "CFBundle\U0055RLTypes" = (); }"#, .read),
            ("Settings.plist", #"{ "CFBundle\125RLTypes" = (); }"#, .read),
            ("Settings.plist", #"{ "\CFBundleU\RLTypes" = (); }"#, .read),
            ("Settings.plist", #"{ a = "\U0055"; }"#, .skippedInputs),
            ("Settings.plist", #"{ "\U0055" "#, .skippedInputs),
            ("Settings.plist", "<dict>&#85;", .skippedInputs),
            ("Settings.plist", "<dict><key>CFBundleURLTypesX</key><array/></dict>", .skippedInputs),
            ("Settings.plist", "<dict><key>a</key>\(types)</dict>", .skippedInputs),
            ("Settings.plist", "<array>\(types)</array>", .skippedInputs),
            ("App.entitlements", types, .skippedInputs), (".plist", types, .read), (".plist", app, .skippedInputs),
            ("..plist", types, .read), ("plist", types, .skippedInputs), ("Info.plist~", types, .skippedInputs),
            ("a/Extension.plist", app, .read), ("a/.Info.plist", app, .read),
            ("Info.plist/.plist", app, .skippedInputs),
            ("InfoPlist.strings", "\"CFBundleURLTypes\" = \"x\";", .skippedInputs),
        ] as [(String, String, Verdict)]
    )
    func namesAndKeysDecideInTrees(_ path: String, text: String, expected: Verdict) {
        #expect(verdict(Array(text.utf8), path) == expected)
    }

    @Test(
        arguments: [
            ("x.txt", "<dict/>", .read), ("x.plist", google, .read), ("x", "<array/>", .malformed),
            ("x", "<", .malformed),
        ]
            as [(String, String, Verdict)]
    )
    func whatIsNamedIsRead(_ path: String, text: String, expected: Verdict) {
        #expect(verdict(Array(text.utf8), path, isNamed: true) == expected)
    }

    @Test(arguments: [true, false])
    func keysAreSeenInUTF16(isBigEndian: Bool) {
        #expect(verdict(utf16(Self.types, isBigEndian: isBigEndian, mark: true), "Settings.plist") == .read)
    }

    /// The reader doesn't support UTF-32, which must not hide a manifest.
    @Test(arguments: [true, false], [true, false])
    func reportsAManifestInUTF32(isBigEndian: Bool, hasMark: Bool) {
        let scalars = [0xFEFF].filter { _ in hasMark } + Self.types.unicodeScalars.map { $0.value }
        let bytes = scalars.flatMap { (scalar: UInt32) in
            withUnsafeBytes(of: isBigEndian ? scalar.bigEndian : scalar.littleEndian, Array.init)
        }
        #expect(verdict(bytes, "Settings.plist") == .malformed)
    }

    @Test func theNameOfAMemberCounts() {
        let origin = Place(path: "a.ipa", member: "Payload/A.app/Info.plist")
        let reading = ManifestReader().read(Array(Self.app.utf8), origin: origin, context: ManifestContext())
        #expect(reading.isCandidate)
    }

    @Test func reportsOversizedFilesOnlyIfTheyMayBeManifests() {
        var limits = Limits()
        limits.manifestBytes = 10
        let reader = ManifestReader(limits: limits)
        let read = { reader.read(Array(Self.types.utf8), origin: Place(path: Path($0)), context: ManifestContext()) }
        #expect(read("Info.plist").problems.map(\.code) == [.overLimit])
        #expect(read("Settings.plist").problems.map(\.code) == [.overLimit])
        for name in ["Settings.plist", ".plist", "..plist"] {
            let origin = Place(path: Path(name))
            let other = reader.read(Array(Self.app.utf8), origin: origin, context: ManifestContext())
            #expect(other.problems.isEmpty && !other.isCandidate)
        }
    }
}
