import SchemeModel
import TestSupport
import Testing

@testable import SchemeManifests

@Suite("Paths in another case than their files")
struct PathSpellingsTests {
    private static let files = SettingsFileSystem([
        "/s/App/Info.plist": "", "/s/App/Settings/a.xcconfig": "", "/s/app/Other.plist": "", "/s/Two/A.plist": "",
        "/s/Two/a.plist": "", "/s/Über/Ä.plist": "",
    ])

    @Test(arguments: [
        ("/s/app/info.plist", "/s/App/Info.plist"), ("/s/APP/SETTINGS/A.XCCONFIG", "/s/App/Settings/a.xcconfig"),
        ("/s/App/Other.plist", "/s/app/Other.plist"), ("/s/two/A.PLIST", nil), ("/s/Nowhere/Info.plist", nil),
        ("/s/App/info.plis", nil), ("/elsewhere/info.plist", nil), ("/s", nil), ("/s/ÜBER/ä.plist", "/s/Über/Ä.plist"),
        ("/s/U\u{308}ber/A\u{308}.plist", "/s/Über/Ä.plist"),
    ])
    func theOnlyOne(written: String, actual: String?) {
        let spellings = PathSpellings(Self.files, below: "/s")
        #expect(spellings.spelling(of: Path(written))?.display == actual)
        // What is known by then is the same.
        #expect(spellings.spelling(of: Path(written))?.display == actual)
    }

    @Test func aFolderCountsOnce() {
        let files = [Path("A.swift"), "Sub/B.swift"].map { name in
            PathCaseMismatch(
                written: Path("/s/app").appending(name),
                actual: Path("/s/App").appending(name),
                place: nil
            )
        }
        #expect(Set(files.map { $0.shortest { _ in false } }).count == 1)
        #expect(files[0].shortest { _ in false }.actual == "/s/App")
    }

    @Test func aFolderThatExistsInBothCasesIsNotReported() {
        let mismatch = PathCaseMismatch(written: "/s/App/Sub/B.swift", actual: "/s/app/Sub/B.swift", place: nil)
        let found = mismatch.shortest { ["/s", "/s/App"].contains($0) }
        #expect(found.written == "/s/App/Sub")
        #expect(found.actual == "/s/app/Sub")
        #expect(mismatch.shortest { $0 == "/s" }.actual == "/s/app")
    }

    @Test func projectsReadWhatTheyMean() throws {
        let settings = "INFOPLIST_FILE = app/info.plist; CODE_SIGN_ENTITLEMENTS = App/APP.entitlements;"
        let project = ProjectText(targets: [.init(settings: settings, base: "config/app.xcconfig")])
        let reading = project.read([
            "App/Info.plist": ProjectText.manifest("found"),
            "Config/App.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = x.y",
            "App/App.entitlements": "{\"com.apple.developer.web-browser\" = 1;}",
        ])
        let manifest = try #require(reading.manifests.first)
        #expect(manifest.origin.path == "App/Info.plist")
        #expect(manifest.bundleIdentifier?.value == "x.y")
        #expect(manifest.entitlements == ["com.apple.developer.web-browser"])
        #expect(reading.infoPlists == ["App/Info.plist"])
        let told = reading.irregularities.map(\.irregularity)
        #expect(told.allSatisfy { $0.kind == .mismatchedCase && $0.place?.path == "App.xcodeproj/project.pbxproj" })
        #expect(told.map(\.subject) == ["config/app.xcconfig", "app/info.plist", "App/APP.entitlements"])
        #expect(told.map(\.expected) == ["Config/App.xcconfig", "App/Info.plist", "App/App.entitlements"])
        #expect(!reading.manifests.contains { $0.irregularities.contains { $0.kind == .missingFile } })
    }

    /// A manifest that can't be looked for any more is missing. A branch can't fill a folder to hide its app.
    @Test(arguments: [(1_000, true), (20, false)])
    func aManifestBeyondTheNamesIsAProblem(names: Int, isFound: Bool) {
        var limits = Limits.standard
        limits.comparedNames = names
        var files = ["app/Info.plist": ProjectText.manifest("found")]
        for number in 0..<100 { files["app/\(number).txt"] = "" }
        let settings = "SDKROOT = iphoneos; INFOPLIST_FILE = App/info.plist;"
        let reading = ProjectText.read(ProjectText(targets: [.init(settings: settings)]).text, files, limits: limits)
        #expect(reading.problems.map(\.code) == (isFound ? [] : [.notFound]))
        #expect(reading.infoPlists == [isFound ? "app/Info.plist" : "App/info.plist"])
    }

    @Test func prefersAnExistingFile() {
        let project = ProjectText(targets: [.init(settings: "INFOPLIST_FILE = App/Info.plist;")])
        let reading = project.read([
            "App/Info.plist": ProjectText.manifest("exact"), "app/info.plist": ProjectText.manifest("other"),
        ])
        #expect(reading.manifests.first?.urlTypes.first?.schemes.first?.raw == "exact")
        #expect(reading.irregularities.isEmpty)
    }
}
