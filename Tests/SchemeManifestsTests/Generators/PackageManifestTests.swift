import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Reading manifests of packages")
struct PackageManifestTests {
    static func read(
        _ text: String,
        _ files: [String: String] = [:],
        named name: String = "Package.swift",
        limits: Limits = .standard
    ) -> ProjectReading {
        var all = files
        all[name] = text
        let memory = SettingsFileSystem(Dictionary(uniqueKeysWithValues: all.map { ("/s/\($0.key)", $0.value) }))
        return PackageManifestReader(limits: limits).read(
            fileAt: Path(name),
            of: ProjectOrigin(source: "test", root: "/s"),
            files: memory
        )
    }

    static let calls: [(text: String, lines: [String], told: [String])] = [
        (#".iOSApplication(name: "A", bundleIdentifier: "x.y")"#, ["A | ios | x.y"], []),
        (
            ##"Product.iOSApplication ( name : "A\"\\b" , bundleIdentifier : #"x"# )"##, ["A\"\\b | ios | x"], []
        ),
        (
            #".iOSApplication(name: "A", bundleIdentifier: "x", supportedDeviceFamilies: [.pad, .mac])"#,
            ["A | ios+macos | x"], []
        ),
        (
            #"[.iOSApplication(name: "A", bundleIdentifier: "x"), .iOSApplication(name: "B", bundleIdentifier: "y")]"#,
            ["A | ios | x", "B | ios | y"], []
        ),
        // Xcode makes an identifier of the team and the name.
        (#".iOSApplication(name: "A", bundleIdentifier: nil, teamIdentifier: "T")"#, ["A | ios | ?"], []),
        (
            #".iOSApplication(name: "A", bundleIdentifier: "x" + suffix)"#, ["A | ios | ?"],
            ["not-read bundleIdentifier at Package.swift:1"]
        ),
        (
            #".iOSApplication(name: "A", bundleIdentifier: "x.\(f("y)", ")"))", teamIdentifier: "T")"#,
            ["A | ios | ?"], ["not-read bundleIdentifier at Package.swift:1"]
        ),
        (
            ".iOSApplication(name: name,\n bundleIdentifier: \"x\", additionalInfoPlistContentFilePath: path)",
            ["app | ios | x"],
            [
                "not-read name at Package.swift:1",
                "not-read additionalInfoPlistContentFilePath at Package.swift:2",
            ]
        ),
        (
            #".iOSApplication(name: "A", capabilities: [.x(bundleIdentifier: "no", name: "no")], bundleIdentifier: "x")"#,
            ["A | ios | x"], []
        ),
        // Nothing of these is a call.
        (#"// .iOSApplication(name: "A")"#, [], []),
        (#"/* /* */ .iOSApplication(name: "A") */"#, [], []),
        (#"let s = ".iOSApplication(name: \"A\")""#, [], []),
        (##"let s = #".iOSApplication(name: "A")"#"##, [], []),
        ("let s = \"\"\"\n.iOSApplication(name: \"A\")\n\"\"\"", [], []),
        (#"iOSApplication(name: "A"); .iOSApplications(name: "A"); .iOSApplication"#, [], []),
        (#".library(name: "A", targets: ["A"])"#, [], []),
        ("", [], []),
    ]

    @Test(arguments: calls)
    func literalsAreTaken(text: String, lines: [String], told: [String]) {
        let reading = Self.read(text)
        let found = reading.lines.map { line in
            let parts = line.components(separatedBy: " | ")
            return [parts[0], parts[2], parts[4].hasSuffix("?") ? "?" : parts[4]].joined(separator: " | ")
        }
        #expect(found == lines)
        #expect(reading.irregularityLines.filter { $0.hasPrefix("not-read") } == told)
        #expect(reading.problems.isEmpty)
    }

    @Test func theManifestIsThatOfThePackage() {
        let text =
            "let p = [\n.iOSApplication(name: \"A\", bundleIdentifier: \"x\", "
            + "additionalInfoPlistContentFilePath: \"Res/Info.plist\")]"
        let plist = ProjectText.manifest("own", "$(PRODUCT_BUNDLE_IDENTIFIER).s", identifier: nil)
        let reading = Self.read(text, ["Res/Info.plist": plist])
        #expect(reading.lines == ["A | [Debug,Release] | ios | application | x | own x.s"])
        #expect(reading.infoPlists == ["Res/Info.plist"])
        #expect(reading.manifests.map(\.outcome.project) == ["Package.swift"])
        let absent = Self.read(text)
        #expect(absent.irregularityLines == ["missing-manifest Res/Info.plist at Package.swift:2"])
        #expect(absent.problems.map(\.code) == [.notFound])
    }

    /// A million in long runs.
    private static let million = TestScale.pick(200_000, torture: 1_000_000)

    private static let attacks: [(name: String, text: String)] = [
        ("brackets", String(repeating: "(", count: million)),
        ("comments", String(repeating: "/*", count: million)),
        ("number signs", String(repeating: "#", count: million)),
        ("raw texts", String(repeating: "#\"", count: million / 2)),
        ("interpolations", String(repeating: "\"\\(", count: million / 2)),
        ("number signs in an interpolation", "\"\\(" + String(repeating: "#", count: million)),
        ("quotes", String(repeating: "\"", count: million + 1)),
        ("brackets in a call", ".iOSApplication(" + String(repeating: "a:[", count: million / 2)),
        ("calls", String(repeating: ".iOSApplication(name: \"A\", bundleIdentifier: \"x", count: 20_000)),
        ("a long name", ".iOSApplication(name: \"" + String(repeating: "x", count: 2 * million) + "\")"),
    ]

    @Test(arguments: attacks.map(\.name))
    func workIsBounded(name: String) throws {
        let text = try #require(Self.attacks.first { $0.name == name }).text
        let reading = Self.read(text)
        #expect(reading.problems.isEmpty)
        #expect(reading.manifests.isEmpty == !text.hasPrefix(".iOSApplication"))
    }
}
