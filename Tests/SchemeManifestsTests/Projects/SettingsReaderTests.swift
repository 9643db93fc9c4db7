import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Asking for settings")
struct SettingsReaderTests {
    static let files: SettingsFileSystem = {
        var project = ProjectText()
        project.settings = "BRAND = contoso;"
        project.targets = [
            .init(name: "Lib", type: "com.apple.product-type.framework"),
            .init(
                name: "App",
                settings: "SCHEME = \"$(BRAND)$(SUFFIX)\";",
                own: ["Debug": "SUFFIX = \"-debug\";"],
                base: "App.xcconfig"
            ),
        ]
        return SettingsFileSystem([
            "/repo/App.xcodeproj/project.pbxproj": project.text,
            "/repo/App.xcconfig":
                "HOME_URL = https:/$()/contoso.example\nMADE = $(NOWHERE)\n#include \"gone.xcconfig\"",
        ])
    }()

    static let origin = ProjectOrigin(source: "repo", root: "/repo")

    static func ask(_ question: SettingsQuery) throws -> SettingsReading {
        try SettingsReader().read(projectAt: "App.xcodeproj", question, of: origin, files: files)
    }

    @Test func theChainOfPlaces() throws {
        let reading = try Self.ask(SettingsQuery(configuration: "Debug", names: ["SCHEME", "MADE", "TARGET_NAME"]))
        #expect(reading.target == "App" && reading.configuration == "Debug")
        #expect(reading.settings.map(\.value) == ["contoso-debug", "$(NOWHERE)", "App"])
        #expect(reading.settings.map(\.state) == [.defined, .unknown, .defined])
        #expect(reading.settings.map(\.from.count) == [3, 1, 0])
        #expect(reading.settings[1].from.first?.path == "App.xcconfig")
        #expect(reading.settings[1].unknown.map(\.name) == ["NOWHERE"])
        #expect(reading.missing.map(\.path) == ["gone.xcconfig"])
    }

    @Test func allAssignedSettings() throws {
        let reading = try Self.ask(SettingsQuery())
        #expect(reading.settings.map(\.name) == ["BRAND", "HOME_URL", "MADE", "SCHEME", "SUFFIX"])
        #expect(reading.settings[1].value == "https://contoso.example")
    }

    @Test func expressions() throws {
        let question = SettingsQuery(target: "App", configuration: "Debug", expressions: ["x.$(BRAND:upper)", "$$"])
        let reading = try Self.ask(question)
        #expect(reading.settings.isEmpty)
        #expect(reading.expressions.map(\.value) == ["x.CONTOSO", "$"])
    }

    @Test func namesThatAreNotThere() {
        #expect(throws: SettingsQueryError.unknownTarget("Nope", known: ["Lib", "App"])) {
            try Self.ask(SettingsQuery(target: "Nope"))
        }
        #expect(throws: SettingsQueryError.unknownConfiguration("Beta", known: ["Debug", "Release"])) {
            try Self.ask(SettingsQuery(configuration: "Beta"))
        }
    }

    @Test func aFileByItself() {
        let reading = SettingsReader().read(
            settingsFileAt: "App.xcconfig",
            SettingsQuery(names: ["HOME_URL", "OTHER"]),
            of: Self.origin,
            options: ProjectOptions(settings: [.init(key: "OTHER", value: "$(HOME_URL:file)")]),
            files: Self.files
        )
        #expect(reading.settings.map(\.value) == ["https://contoso.example", "contoso.example"])
    }
}
