import Foundation
import SchemeKit
import SchemeModel
import SchemeRules
import Testing

/// What is said of the links in the sample projects that hold code.
@Suite(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct LinkSampleTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("sample-plists/projects")

    @Test(arguments: [
        ("colour-widget", []),
        ("colour-widget-unrouted", ["unrouted-link Widget/PaletteWidget.swift:21"]),
        ("colour-widget-undeclared", ["undeclared-link-scheme Widget/PaletteWidget.swift:21"]),
        ("colour-widget-unhandled", ["unhandled-url App/Info.plist:18"]),
        ("colour-widget-two-urls", ["multiple-widget-urls Widget/PaletteWidget.swift:18"]),
        ("live-activity", []),
        ("live-activity-disagreeing", ["disagreeing-presentations Widget/RideActivity.swift:27"]),
        ("live-activity-partial", ["partial-live-activity-link Widget/RideActivity.swift:15"]),
        ("live-activity-undeclared", ["undeclared-live-activity Widget/RideActivity.swift:15"]),
        ("today-extension", []),
        ("today-extension-undeclared", ["undeclared-link-scheme Today/TodayViewController.swift:7"]),
        ("share-extension-opens", ["open-from-extension Today/TodayViewController.swift:7"]),
    ])
    func links(_ sample: String, _ expected: [String]) throws {
        let root = Self.folder.appendingPathComponent(sample)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted().filter {
            ["swift", "plist", "pbxproj"].contains(($0 as NSString).pathExtension)
        }
        let files = try paths.map { path in
            RuleDescription.Example.File(
                path,
                try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            )
        }
        let rules = Set(allRules.map(\.description).filter { $0.section == .links }.map(\.id))
        let found = try ExampleRun(RuleDescription.Example(sample, files)).findings.filter { rules.contains($0.rule) }
        #expect(
            found.map { "\($0.rule) \($0.place.path.display):\($0.place.range?.lines?.start.line ?? 0)" } == expected
        )
    }
}
