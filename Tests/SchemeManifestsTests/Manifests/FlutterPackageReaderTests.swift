import SchemeModel
import Testing

@testable import SchemeManifests

@Suite struct FlutterPackageReaderTests {
    private func companions(_ text: String) -> [String] {
        FlutterPackageReader(limits: .standard).companions(in: Array(text.utf8), at: Place(path: "pubspec.yaml"))
            .map { "\($0.place.range?.lines?.start.line ?? 0) \($0.kind.name): \($0.value)" }
    }

    @Test func readsPluginsOfSDKs() {
        let text = "dependencies:\n  fluwx: ^3.13.1\n  flutter_line_sdk: ^2.6.2\n"
        #expect(
            companions(text) == [
                "2 Flutter plugin of an SDK: WeChat OpenSDK", "3 Flutter plugin of an SDK: LINE SDK",
            ]
        )
        // It adds the queries itself.
        #expect(companions("dependencies:\n  fluwx: ^4.5.5\n") == [])
    }

    @Test func readsPluginsAndLeastVersions() {
        let text = """
            name: wallet
            environment:
              sdk: ^3.6.0
              flutter: ">=3.27.1 <4.0.0"
            dependencies:
              flutter:
                sdk: flutter
              app_links: ^6.4.1
              uni_links:
                git: https://acme.com/uni_links
              http: any
            dev_dependencies:
              flutter_branch_sdk: any
            """
        #expect(
            companions(text) == [
                "3 Dart SDK: 3.6.0", "4 Flutter SDK: 3.27.1", "8 Flutter plugin: app_links",
                "9 Flutter plugin: uni_links",
            ]
        )
        #expect(
            companions("sdks:\n  dart: \">=3.8.0 <4.0.0\"\n  flutter: \">=3.32.0\"\n")
                == ["2 Dart SDK: 3.8.0", "3 Flutter SDK: 3.32.0"]
        )
    }

    @Test(arguments: [
        ("^3.6.0", "3.6.0"), (">=3.5.0 <4.0.0", "3.5.0"), (">= 3.5.0 < 4.0.0", "3.5.0"), ("3.27.0", "3.27.0"),
        ("<4.0.0", nil), ("<4.0.0 >=3.6.0", "3.6.0"), ("any", nil), ("", nil), (">3.6.0", nil),
    ])
    func takesTheLeastVersion(constraint: String, least: String?) {
        #expect(FlutterPackageReader.leastVersion(constraint) == least)
    }

    @Test(arguments: ["", "[]", "dependencies: app_links", "environment: [", "environment:\n  sdk: [3]\n"])
    func ignoresOtherFiles(text: String) {
        #expect(companions(text) == [])
    }

    @Test(arguments: [
        ("/app/ios/Runner/Info.plist", "/app"), ("/app/ios/Info.plist", "/app"),
        ("/app/ios/App/App/Info.plist", "/app"), ("/app/macos/Runner/Info.plist", nil), ("/Info.plist", nil),
    ])
    func findsThePackageAroundIOS(path: String, folder: String?) {
        #expect(Path(path).folderAroundIOS == folder.map { Path($0) })
    }
}
