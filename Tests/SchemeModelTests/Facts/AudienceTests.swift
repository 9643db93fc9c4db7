import SchemeModel
import Testing

@Suite struct AudienceTests {
    private func manifest(_ path: Path, id: AppID = .known("com.acme.wallet"), format: Manifest.Format = .xml)
        -> Manifest
    {
        Manifest(origin: Place(path: path), format: format, digest: "", app: id)
    }

    @Test(
        "folders name sample code and test code",
        arguments: [
            ("Examples/Info.plist", .developers),
            ("ios/FacebookLoginSample/Info.plist", .developers),
            ("demo-app/Info.plist", .developers),
            ("XMLTemplates/Info.plist", .developers),
            ("UITesting/UITesting/Info.plist", .developers),
            ("WalletTests/Info.plist", .developers),
            ("test_host/Info.plist", .developers),
            ("Fixtures/Info.plist", .everyone),
            ("TestFlight/Info.plist", .everyone),
            ("Host/Info.plist", .everyone),
            ("Demographics/Info.plist", .everyone),
            ("Latest/Info.plist", .everyone),
            // The name of the file alone says nothing.
            ("Sample-Info.plist", .everyone),
        ] as [(Path, Audience)]
    )
    func folders(path: Path, audience: Audience) {
        #expect(manifest(path).audience == audience)
        var built = manifest(path)
        built.isBuilt = true
        #expect(built.audience == .everyone)
    }

    @Test(
        "bundle identifiers and configurations name variants for testers",
        arguments: [
            ("com.acme.wallet", ["Release"], .everyone),
            ("com.acme.wallet", ["Debug", "Release"], .everyone),
            ("com.acme.wallet", ["Debug", "Staging Release"], .testers),
            ("com.acme.wallet.debug", ["Release"], .testers),
            ("com.acme.wallet-dev", ["Release"], .testers),
            ("com.debug.wallet", ["Release"], .everyone),
            ("com.acme.debugger", ["Release"], .everyone),
            ("com.acme.wallet", ["Devices"], .everyone), ("com.acme.wallet.acc", ["Release"], .testers),
            ("com.acme.wallet.release", ["Release"], .testers), ("com.acme.wallet.mainnet", ["Release"], .everyone),
            ("com.acme.wallet", ["FirebaseAcceptance"], .testers),
            ("com.acme.wallet.mocked", ["Release"], .testers), ("com.acme.wallet.hammock", ["Release"], .everyone),
            ("com.example.wallet", ["Release"], .developers),
        ] as [(ByteString, [String], Audience)]
    )
    func variants(identifier: ByteString, configurations: [String], audience: Audience) {
        var manifest = manifest("App/Info.plist", id: .known(identifier))
        #expect(manifest.audience == (audience == .developers ? audience : .everyone))
        manifest.outcome = Manifest.Outcome(project: "App.xcodeproj", target: "App", configurations: configurations)
        #expect(manifest.audience == audience)
    }

    @Test(
        arguments: [
            ("com.acme.wallet", "com.acme.wallet"), ("com.acme.wallet.debug", "com.acme.wallet"),
            ("com.acme.wallet-dev", "com.acme.wallet"), ("com.acme.wallet.dev.ios", "com.acme.wallet.ios"),
            ("com.acme.beta-wallet-2", "com.acme.wallet"), ("com.acme.debug", "com.acme"),
            ("com.beta.app", "com.beta.app"),
            ("com.acme.wallet_2", "com.acme.wallet_2"), ("wallet", "wallet"),
            ("com.acme.wallet-mainnet", "com.acme.wallet"), ("com.acme.wallet.prod", "com.acme.wallet"),
            ("com.acme.wallet.opensource", "com.acme.wallet"), ("com.acme.opensource", "com.acme.opensource"),
            ("com.acme.wallet.stagenet", "com.acme.wallet"),
            ("com.acme.store", "com.acme.store"), ("com.acme.production", "com.acme.production"),
        ] as [(ByteString, ByteString)]
    )
    func products(identifier: ByteString, product: ByteString) {
        #expect(AppID.known(identifier).productIdentifier == product)
        #expect(AppID.unknown(identifier).productIdentifier == AppID.unknown(identifier).text)
    }

    @Test(
        arguments: [
            ("WalletForUITesting", .developers), ("Wallet Tests", .developers), ("SpeedTest", .everyone),
            ("TestingGround", .everyone), ("LoginDemo", .developers), ("Login Example", .developers),
            ("LoginKitSample", .developers), ("Demo", .everyone), ("Demolition", .everyone), ("DemoWallet", .everyone),
            ("Sampler", .everyone),
        ] as [(String, Audience)]
    )
    func targets(name: String, audience: Audience) {
        var manifest = manifest("App/Info.plist")
        manifest.outcome = Manifest.Outcome(project: "App.xcodeproj", target: name, configurations: ["Release"])
        #expect(manifest.audience == audience)
        manifest.isBuilt = true
        #expect(manifest.audience == .everyone)
    }

    @Test("an Expo configuration without a bundle identifier is not installed by users")
    func expo() {
        let unknown = AppID.unknown("app.json")
        #expect(manifest("app.json", id: unknown, format: .json).audience == .developers)
        #expect(manifest("app.json", format: .json).audience == .everyone)
        #expect(manifest("project.json", id: unknown, format: .json).audience == .everyone)
        #expect(manifest("app.json", id: unknown, format: .xml).audience == .everyone)
    }
}
