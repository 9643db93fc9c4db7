import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("The sample projects")
struct SampleProjectsTests {
    static let folder = ProjectFolder.samples.appending(path: "projects")

    static func read(_ sample: String, _ project: String) -> ProjectReading {
        ProjectReader().read(
            projectAt: Path(project),
            of: ProjectOrigin(source: "sample", root: Path(folder.appendingPathComponent(sample).path)),
            files: DiskFileSystem()
        )
    }

    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        var project: String
        var lines: [String]
        var irregularities: [String] = []

        var testDescription: String { name }

        /// A sample with an app and one extension, whose links are what it is about.
        static func withExtension(
            _ name: String,
            _ app: String,
            _ scheme: String,
            _ suffix: String,
            in identifier: String
        ) -> Sample {
            Sample(
                name: name,
                project: "\(app).xcodeproj",
                lines: [
                    "\(app) | [Debug,Release] | ios | application | \(identifier) | \(scheme)",
                    "\(app)\(suffix) | [Debug,Release] | ios | app-extension | \(identifier).\(suffix.lowercased()) | "
                        + "in \(identifier)",
                ]
            )
        }
    }

    static let samples: [Sample] = [
        Sample(
            name: "variable-scheme",
            project: "Wallet.xcodeproj",
            lines: [
                "Wallet | [Debug] | ios | application | com.contoso.wallet.debug | contoso-wallet-debug",
                "Wallet | [Release] | ios | application | com.contoso.wallet | contoso-wallet",
            ]
        ),
        Sample(
            name: "glued-variable",
            project: "Mail.xcodeproj",
            lines: [
                "Mail | [Debug,Release] | ios | application | com.contoso.mail | contosomail msauth.com.contoso.mail"
            ]
        ),
        Sample(
            name: "plist-per-configuration",
            project: "Notes.xcodeproj",
            lines: [
                "Notes | [Debug] | ios | application | com.fabrikam.notes.debug | fabrikam-notes-debug",
                "Notes | [Release] | ios | application | com.fabrikam.notes | fabrikam-notes",
            ]
        ),
        Sample(
            name: "plist-per-target",
            project: "Player.xcodeproj",
            lines: [
                "Player | [Debug,Release] | macos | application | com.fabrikam.Player | fabrikam-player",
                "PlayerLite | [Debug,Release] | macos | application | com.fabrikam.PlayerLite | fabrikam-player-lite",
            ]
        ),
        Sample(
            name: "xcconfig-includes",
            project: "Maps.xcodeproj",
            lines: [
                "Maps | [Debug] | ios | application | com.contoso.maps.debug | contoso-maps-debug",
                "Maps | [Release] | ios | application | com.contoso.maps | contoso-maps",
            ],
            irregularities: ["replaceable-value Local.xcconfig at App/Info.plist:18"]
        ),
        Sample(
            name: "missing-xcconfig",
            project: "Trips.xcodeproj",
            lines: [
                "Trips | [Debug,Release] | ios | application | com.contoso.trips | contoso-trips "
                    + "$(TRIPS_PARTNER_SCHEME)?"
            ],
            irregularities: [
                "unknown-setting TRIPS_PARTNER_SCHEME at App/Info.plist:19",
                "missing-file Secrets.xcconfig at Config/App.xcconfig:1",
                "missing-file ../../Company/Signing.xcconfig at Config/App.xcconfig:3",
                "missing-file Pods/Target Support Files/Pods-Trips/Pods-Trips.debug.xcconfig at "
                    + "Trips.xcodeproj/project.pbxproj:83",
                "missing-file Pods/Target Support Files/Pods-Trips/Pods-Trips.release.xcconfig at "
                    + "Trips.xcodeproj/project.pbxproj:92",
            ]
        ),
        Sample(
            name: "setting-expressions",
            project: "Depot.xcodeproj",
            lines: [
                "Depot | [Debug] | ios | application | com.contoso.depot | contoso-depot-lab",
                "Depot | [Release] | ios | application | com.contoso.depot | contoso-depot",
            ]
        ),
        Sample(
            name: "conditional-settings",
            project: "Reader.xcodeproj",
            lines: [
                "Reader | [Debug] | ios | application | com.fabrikam.reader | fabrikam-reader-debug",
                "Reader | [Debug] | macos | application | com.fabrikam.reader | fabrikam-reader-mac-debug",
                "Reader | [Release] | ios | application | com.fabrikam.reader | fabrikam-reader",
                "Reader | [Release] | macos | application | com.fabrikam.reader | fabrikam-reader-mac",
            ]
        ),
        Sample(
            name: "inherited",
            project: "Bank.xcodeproj",
            lines: ["Bank | [Debug,Release] | ios | application | com.contoso.bank | contoso-bank"]
        ),
        Sample(
            name: "folder-group",
            project: "Radio.xcodeproj",
            lines: [
                "Radio | [Debug,Release] | ios | application | com.fabrikam.radio | fabrikam-radio",
                "RadioWidget | [Debug,Release] | ios | app-extension | com.fabrikam.radio.widget | "
                    + "in com.fabrikam.radio",
            ]
        ),
        Sample(
            name: "anchored-xcconfig",
            project: "News.xcodeproj",
            lines: ["News | [Debug,Release] | macos | application | com.fabrikam.news | fabrikam-news feed"]
        ),
        Sample(
            name: "generated-plist",
            project: "Timer.xcodeproj",
            lines: ["Timer | [Debug,Release] | ios | application | com.contoso.timer | contoso-timer"],
            irregularities: [
                "ineffective-setting INFOPLIST_KEY_CFBundleURLTypes at Timer.xcodeproj/project.pbxproj:82",
                "ineffective-setting INFOPLIST_KEY_CFBundleURLTypes at Timer.xcodeproj/project.pbxproj:95",
            ]
        ),
        Sample(
            name: "shared-plist",
            project: "Photos.xcodeproj",
            lines: [
                "Photos | [Debug,Release] | ios | application | com.fabrikam.photos | fabrikam-photos",
                "PhotosPro | [Debug,Release] | ios | application | com.fabrikam.photos.pro | fabrikam-photos",
            ]
        ),
        Sample(
            name: "five-configurations",
            project: "Driver.xcodeproj",
            lines: [
                "Driver | [Debug] | ios | application | com.contoso.driver.debug | contoso-driver",
                "Driver | [Beta] | ios | application | com.contoso.driver.beta | contoso-driver",
                "Driver | [Staging] | ios | application | com.contoso.driver.staging | contoso-driver",
                "Driver | [Enterprise] | ios | application | com.contoso.driver.enterprise | contoso-driver",
                "Driver | [Release] | ios | application | com.contoso.driver | contoso-driver",
            ]
        ),
        Sample(
            name: "preprocessed-plist",
            project: "Chat.xcodeproj",
            lines: [
                "Chat | [Debug] | ios | application | com.fabrikam.chat | fabrikam-chat-next fabrikam-chat-internal",
                "Chat | [Release] | ios | application | com.fabrikam.chat | fabrikam-chat",
            ]
        ),
        Sample(
            name: "preprocessed-address",
            project: "Tours.xcodeproj",
            lines: [
                "Tours | [Debug] | ios | application | com.contoso.tours.debug | contoso-tours-debug",
                "Tours | [Release] | ios | application | com.contoso.tours | contoso-tours",
            ]
        ),
        Sample(
            name: "preprocessed-comment",
            project: "Parks.xcodeproj",
            lines: [
                "Parks | [Debug] | ios | application | com.contoso.parks.debug | contoso-parks-debug",
                "Parks | [Release] | ios | application | com.contoso.parks | contoso-parks",
            ],
            irregularities: [
                "removed-comment https://help.contoso.com/parks at App/Info.plist:23",
                "removed-comment https://news.contoso.com/parks at App/Info.plist:25",
            ]
        ),
        Sample(
            name: "missing-prefix-header",
            project: "Blog.xcodeproj",
            lines: [
                "Blog | [Debug] | ios | application | com.fabrikam.blog.debug | BLOG_AUTH_SCHEME? fabrikam-blog "
                    + "BLOG_AUTH_SCHEME?",
                "Blog | [Release] | ios | application | com.fabrikam.blog | BLOG_AUTH_SCHEME? fabrikam-blog "
                    + "BLOG_AUTH_SCHEME?",
            ],
            irregularities: [
                "unknown-macros DerivedSources/InfoPlist.h at Blog.xcodeproj/project.pbxproj:95",
                "unknown-macros DerivedSources/InfoPlist.h at Blog.xcodeproj/project.pbxproj:106",
            ]
        ),
        Sample(
            name: "prefix-header",
            project: "Shop.xcodeproj",
            lines: [
                "Shop | [Debug] | ios | application | com.fabrikam.shop.debug | fabrikam-shop-debug "
                    + "fabrikam-shop-debug-gift",
                "Shop | [Release] | ios | application | com.fabrikam.shop | fabrikam-shop fabrikam-shop-gift",
            ]
        ),
        Sample(
            name: "preprocessor-flags",
            project: "Ferry.xcodeproj",
            lines: [
                "Ferry | [Debug] | ios | application | com.contoso.ferry.debug | contoso-ferry-debug",
                "Ferry | [Release] | ios | application | com.contoso.ferry | contoso-ferry contoso-ferry-beta",
            ]
        ),
        Sample(
            name: "catalyst",
            project: "Draw.xcodeproj",
            lines: [
                "Draw | [Debug,Release] | ios | application | com.contoso.draw | contoso-draw",
                "Draw | [Debug,Release] | macos | application | maccatalyst.com.contoso.draw | contoso-draw",
            ]
        ),
        Sample(
            name: "multiplatform",
            project: "Tasks.xcodeproj",
            lines: [
                "Tasks | [Debug,Release] | ios+macos+visionos | application | com.contoso.tasks | contoso-tasks"
            ]
        ),
        Sample(
            name: "embedding",
            project: "Fit.xcodeproj",
            lines: [
                "Fit | [Debug,Release] | ios | application | com.fabrikam.fit | fabrikam-fit",
                "FitShare | [Debug,Release] | ios | app-extension | com.fabrikam.fit.share | in com.fabrikam.fit",
                "FitClip | [Debug,Release] | ios | app-clip | com.fabrikam.fit.clip | in com.fabrikam.fit",
                "FitWatch | [Debug,Release] | watchos | application | com.fabrikam.fit.watchkitapp | "
                    + "in com.fabrikam.fit | fabrikam-fit",
            ]
        ),
        Sample(
            name: "flutter",
            project: "ios/Runner.xcodeproj",
            lines: [
                "Runner | [Debug-dev,Profile-dev,Release-dev] | ios | application | com.contoso.shop.dev | "
                    + "contoso-shop-dev",
                "Runner | [Debug-prod,Profile-prod,Release-prod] | ios | application | com.contoso.shop | contoso-shop",
            ],
            irregularities: [
                "missing-file Generated.xcconfig at ios/Flutter/Debug.xcconfig:2",
                "missing-file Generated.xcconfig at ios/Flutter/Release.xcconfig:2",
            ]
        ),
        Sample(
            name: "capacitor",
            project: "ios/App/App.xcodeproj",
            lines: ["App | [Debug,Release] | ios | application | com.fabrikam.market | fabrikam-market"],
            irregularities: [
                "missing-file ios/App/Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig at "
                    + "ios/App/App.xcodeproj/project.pbxproj:83",
                "missing-file ios/App/Pods/Target Support Files/Pods-App/Pods-App.release.xcconfig at "
                    + "ios/App/App.xcodeproj/project.pbxproj:92",
            ]
        ),
        Sample(
            name: "react-native",
            project: "ios/ContosoGo.xcodeproj",
            lines: [
                "ContosoGo | [Debug,Release] | ios | application | org.reactjs.native.example.ContosoGo | contoso-go"
            ],
            irregularities: [
                "missing-file ios/Pods/Target Support Files/Pods-ContosoGo/Pods-ContosoGo.debug.xcconfig at "
                    + "ios/ContosoGo.xcodeproj/project.pbxproj:81",
                "missing-file ios/Pods/Target Support Files/Pods-ContosoGo/Pods-ContosoGo.release.xcconfig at "
                    + "ios/ContosoGo.xcodeproj/project.pbxproj:90",
            ]
        ),
        Sample(
            name: "expo-prebuild",
            project: "ios/FabrikamRun.xcodeproj",
            lines: [
                "FabrikamRun | [Debug,Release] | ios | application | com.fabrikam.run | fabrikam-run com.fabrikam.run"
            ],
            irregularities: [
                "missing-file ios/Pods/Target Support Files/Pods-FabrikamRun/Pods-FabrikamRun.xcconfig at "
                    + "ios/FabrikamRun.xcodeproj/project.pbxproj:79",
                "missing-file ios/Pods/Target Support Files/Pods-FabrikamRun/Pods-FabrikamRun.xcconfig at "
                    + "ios/FabrikamRun.xcodeproj/project.pbxproj:88",
            ]
        ),
        Sample(
            name: "undefined-setting",
            project: "Parking.xcodeproj",
            lines: ["Parking | [Debug,Release] | ios | application | com.contoso..parking? | contoso-parking "],
            irregularities: [
                "undefined-setting TEAM_NAME at Parking.xcodeproj/project.pbxproj:79",
                "undefined-setting PARTNER_SCHEME at App/Info.plist:19",
                "undefined-setting TEAM_NAME at Parking.xcodeproj/project.pbxproj:87",
            ]
        ),
        Sample(
            name: "absent-plist",
            project: "Lens.xcodeproj",
            lines: ["Lens | [Debug,Release] | ios | application | com.fabrikam.lens"],
            irregularities: [
                "missing-manifest App/Info.plist at Lens.xcodeproj/project.pbxproj:78",
                "missing-manifest App/Info.plist at Lens.xcodeproj/project.pbxproj:86",
            ]
        ),
        Sample(
            name: "self-including-xcconfig",
            project: "Loop.xcodeproj",
            lines: ["Loop | [Debug,Release] | ios | application | com.contoso.loop | contoso-loop"],
            irregularities: [
                "malformed-project 'Loop.xcconfig' includes itself at Config/Loop.xcconfig:2"
            ]
        ),
        Sample(
            name: "merge-markers",
            project: "Cargo.xcodeproj",
            lines: [],
            irregularities: [
                "malformed-project it contains the merge conflict marker '<<<<<<<' at "
                    + "Cargo.xcodeproj/project.pbxproj:79"
            ]
        ),
        .withExtension("color-widget", "Palette", "contoso-palette", "Widget", in: "com.contoso.palette"),
        .withExtension("color-widget-unrouted", "Palette", "contoso-palette", "Widget", in: "com.contoso.palette"),
        .withExtension("color-widget-undeclared", "Palette", "contoso-colors", "Widget", in: "com.contoso.palette"),
        .withExtension("color-widget-unhandled", "Palette", "contoso-palette", "Widget", in: "com.contoso.palette"),
        .withExtension("color-widget-two-urls", "Palette", "contoso-palette", "Widget", in: "com.contoso.palette"),
        .withExtension("color-widget-unchecked", "Palette", "contoso-palette", "Widget", in: "com.contoso.palette"),
        .withExtension("live-activity", "Ride", "contoso-ride", "Widget", in: "com.contoso.ride"),
        .withExtension("live-activity-disagreeing", "Ride", "contoso-ride", "Widget", in: "com.contoso.ride"),
        .withExtension("live-activity-partial", "Ride", "contoso-ride", "Widget", in: "com.contoso.ride"),
        .withExtension("live-activity-undeclared", "Ride", "contoso-ride", "Widget", in: "com.contoso.ride"),
        .withExtension("today-extension", "Dice", "fabrikam-dice", "Today", in: "com.fabrikam.dice"),
        .withExtension("today-extension-undeclared", "Dice", "fabrikam-dice", "Today", in: "com.fabrikam.dice"),
        .withExtension("share-extension-opens", "Dice", "fabrikam-dice", "Today", in: "com.fabrikam.dice"),
        Sample(
            name: "workspace-package",
            project: "Harbor.xcodeproj",
            lines: ["Harbor | [Debug,Release] | ios | application | com.contoso.harbor | contoso-harbor"]
        ),
        Sample(
            name: "workspace-package-absent",
            project: "Harbor.xcodeproj",
            lines: ["Harbor | [Debug,Release] | ios | application | com.contoso.harbor | contoso-harbor"]
        ),
        Sample(
            name: "xcconfig-template",
            project: "Trips.xcodeproj",
            lines: ["Trips | [Debug,Release] | ios | application | com.contoso.trips | $(TRIPS_SCHEME)?"],
            irregularities: [
                "unknown-setting TRIPS_SCHEME at App/Info.plist:18",
                "missing-file Secrets.xcconfig at Config/App.xcconfig:1",
            ]
        ),
        Sample(
            name: "empty-project",
            project: "Empty.xcodeproj",
            lines: [],
            irregularities: ["malformed-project the file is empty at Empty.xcodeproj/project.pbxproj"]
        ),
    ]

    @Test(arguments: samples)
    func sample(_ sample: Sample) {
        let reading = Self.read(sample.name, sample.project)
        #expect(reading.problems.map(\.code) == (sample.name == "absent-plist" ? [.notFound] : []))
        #expect(reading.lines == sample.lines)
        #expect(reading.irregularityLines == sample.irregularities)
    }

    /// Samples about several projects or about code, which only their expected reports test.
    private static let testedByReports = [
        "appkit-delegate", "appkit-delegate-bypassed", "build-phase-adds-scheme", "catalyst-app-delegate",
        "catalyst-scene-delegate", "editions", "flutter-scene-delegate", "flutter-scenes", "flutter-without-scenes",
        "git-crypt", "link-undefined-target", "local-package", "objective-c-app-delegate",
        "objective-c-scene-delegate", "react-native-without-scenes", "scene-delegate",
        "scene-delegate-bypassed", "scene-delegate-launch", "scene-delegate-renamed", "session-callbacks",
        "swiftui-app-delegate", "tvos-app-delegate", "tvos-scene-delegate", "universal-links", "unused-plist",
        "unused-plists-of-configurations", "uppercase-compared", "xcodegen-repeated-key",
    ]

    @Test func everySampleIsTested() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let tested = Self.samples.map(\.name) + GeneratorSampleTests.samples.map(\.name) + Self.testedByReports
        #expect(names.filter { $0 != "README.md" }.sorted() == Set(tested).sorted())
    }
}
