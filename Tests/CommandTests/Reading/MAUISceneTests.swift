import SchemeKit
import SchemeModel
import Testing
import TestSupport

/// Whether .NET MAUI apps use scenes, as far as their projects tell.
struct MAUISceneTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try writeManifest()
    }

    private static let scenes = """
            <key>UIApplicationSceneManifest</key>
            <dict>
                <key>UISceneConfigurations</key>
                <dict>
                    <key>UIWindowSceneSessionRoleApplication</key>
                    <array>
                        <dict>
                            <key>UISceneConfigurationName</key>
                            <string>__MAUI_DEFAULT_SCENE_CONFIGURATION__</string>
                            <key>UISceneDelegateClassName</key>
                            <string>SceneDelegate</string>
                        </dict>
                    </array>
                </dict>
            </dict>

        """

    /// Writes the manifest for a platform. As in the templates, the project has the bundle identifier.
    private func writeManifest(_ platform: String = "iOS", extra: String = "") throws {
        let manifest = Sample.app(nil, ("Editor", ["acme-wallet"]), extra: extra)
        try folder.write("src/Wallet/Platforms/\(platform)/Info.plist", manifest)
    }

    /// Returns a project with these properties.
    private static func project(
        frameworks: String = "<TargetFrameworks>net10.0-android;net10.0-ios</TargetFrameworks>",
        output: String = "<OutputType>Exe</OutputType>",
        maui: String = "<UseMaui>true</UseMaui>",
        single: String = "<SingleProject>true</SingleProject>",
        extra: String = ""
    ) -> String {
        """
        <Project Sdk="Microsoft.NET.Sdk">
            <PropertyGroup>
                \(frameworks)
                \(output)
                <!-- The app -->
                \(maui)
                \(single)
            </PropertyGroup>
            <ItemGroup>
                <PackageReference Include="Microsoft.Maui.Controls" Version="$(MauiVersion)" />
            </ItemGroup>
            \(extra)
        </Project>

        """
    }

    /// Returns what `check` reports.
    private func check(_ options: String...) -> String {
        CommandRun.run(["check", "--rule", "missing-scene-lifecycle"] + options + ["."], in: folder.path).output
    }

    private func check(project: String) throws -> String {
        try folder.write("src/Wallet/Wallet.csproj", project)
        return check()
    }

    @Test(arguments: ["iOS", "MacCatalyst"])
    func reportsAManifestWithoutScenesUntilTheyAreAdded(platform: String) throws {
        let frameworks = "<TargetFrameworks>net9.0-ios;net9.0-maccatalyst</TargetFrameworks>"
        try writeManifest(extra: Self.scenes)
        try writeManifest(platform)
        let output = try check(project: Self.project(frameworks: frameworks))
        let start = "src/Wallet/Platforms/\(platform)/Info.plist:"
        #expect(output.contains(start), "\(output)")
        #expect(output.contains("note: the app does not use scenes, so it will not launch when built"), "\(output)")
        let hint = "help: add UIApplicationSceneManifest and, next to the Info.plist, a subclass of MauiUISceneDelegate"
        #expect(output.contains(hint), "\(output)")
        #expect(output.contains("src/Wallet/Wallet.csproj"), "\(output)")
        let known = check("--sdk", "27")
        #expect(known.contains("warning: the app does not use scenes, so it does not launch when built"), "\(known)")
        try writeManifest(platform, extra: Self.scenes)
        #expect(!check("--sdk", "27").contains("[missing-scene-lifecycle]"))
    }

    @Test func staysSilentWithoutASchemeAndWithoutAProject() throws {
        #expect(!check().contains("[missing-scene-lifecycle]"))
        try folder.write("src/Wallet/Platforms/iOS/Info.plist", Sample.app(nil))
        #expect(try !check(project: Self.project()).contains("[missing-scene-lifecycle]"))
    }

    @Test(arguments: ["Entitlements.plist", "Other.plist"])
    func readsTheDomainsOfAnApp(name: String) throws {
        try folder.write("src/Wallet/Platforms/iOS/Info.plist", Sample.app(nil))
        let domains =
            "<key>com.apple.developer.associated-domains</key><array><string>applinks:acme.com</string></array>"
        try folder.write("src/Wallet/Platforms/iOS/\(name)", "<plist><dict>\(domains)</dict></plist>")
        let output = try check(project: Self.project())
        let start = "src/Wallet/Platforms/iOS/Entitlements.plist:1:78: note: the app does not use scenes"
        #expect(output.contains(start) == (name == "Entitlements.plist"), "\(output)")
    }

    @Test(arguments: [
        project(),
        // The template of .NET 10.
        project(
            frameworks: """
                <TargetFrameworks>net10.0-android</TargetFrameworks>
                <TargetFrameworks Condition="!$([MSBuild]::IsOSPlatform('linux'))">$(A);net10.0-ios</TargetFrameworks>
                """
        ),
        project(frameworks: "<TargetFramework>net8.0-ios17.2</TargetFramework>"),
        project(frameworks: "<TargetFrameworks>\n    net10.0-android;\n    net10.0-ios\n</TargetFrameworks>"),
        project(maui: "<usemaui>True</usemaui>"), project(maui: "<UseMaui>false</UseMaui><UseMaui>true</UseMaui>"),
        // As Microsoft recommends for unit tests.
        project(output: #"<OutputType Condition="'$(TargetFramework)' != 'net9.0'">Exe</OutputType>"#),
        project(extra: #"<!-- <Target Name="Build" /> --><PropertyGroup><A Condition="1 > 0">b</A></PropertyGroup>"#),
        project(extra: #"<Target Name="Fonts"><Exec Command="sh fonts.sh" /></Target><Target Name="Empty" />"#),
        "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n" + project(),
    ])
    func readsAnApp(project: String) throws {
        let output = try check(project: project)
        #expect(output.contains("[missing-scene-lifecycle]"), "\(output)")
    }

    @Test(arguments: [
        // Libraries and other platforms.
        project(output: ""), project(output: "<OutputType>Library</OutputType>"),
        project(output: "<OutputType>Exe</OutputType><OutputType Condition=\"$(A)\">Library</OutputType>"),
        project(frameworks: "<TargetFrameworks>net10.0-android</TargetFrameworks>"),
        project(frameworks: "<TargetFrameworks>net10.0-maccatalyst;net10.0-iossimulator</TargetFrameworks>"),
        project(frameworks: "<TargetFrameworks>$(Frameworks)</TargetFrameworks>"),
        project(
            frameworks: """
                <TargetFrameworks>net10.0-ios</TargetFrameworks><TargetFrameworks>net10.0-android</TargetFrameworks>
                """
        ),
        // Other frameworks.
        project(maui: ""), project(maui: "<UseMaui>false</UseMaui>"), project(single: ""),
        project(maui: "<!-- <UseMaui>true</UseMaui> -->"),
        """
        <Project ToolsVersion="4.0" DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
            <PropertyGroup>
                <ProjectTypeGuids>{FEACFBD2-3405-455C-9665-78FE426C6842}</ProjectTypeGuids>
                <OutputType>Exe</OutputType>
            </PropertyGroup>
            <Import Project="$(MSBuildExtensionsPath)/Xamarin/iOS/Xamarin.iOS.CSharp.targets" />
        </Project>
        """,
        // Something else decides.
        project(maui: #"<UseMaui Condition="'$(Lite)' != 'true'">true</UseMaui>"#),
        project(maui: #"<UseMaui Condition="$(A) > 1">true</UseMaui>"#), project(maui: "<UseMaui>$(A)</UseMaui>"),
        project(maui: #"</PropertyGroup><PropertyGroup Condition="$(A)"><UseMaui>true</UseMaui>"#),
        project(extra: #"<PropertyGroup Condition="$(Lite)"><UseMaui>false</UseMaui></PropertyGroup>"#),
        project(extra: #"<Import Project="Shared.props" />"#), project(extra: #"<Target Name="Scenes" />"#),
        project(extra: #"<Target Name="A"><Exec Command="PlistBuddy -c x $(AppBundleDir)/Info.plist" /></Target>"#),
        project(extra: "<Choose><When Condition=\"$(A)\" /></Choose>"),
        project(extra: #"<ItemGroup><PartialAppManifest Include="Scenes.plist" /></ItemGroup>"#),
        project(extra: "<PropertyGroup><AppManifest>Other.plist</AppManifest></PropertyGroup>"),
        project(extra: "<PropertyGroup><iOSProjectFolder>iOS/</iOSProjectFolder></PropertyGroup>"),
        // Broken projects.
        "", "\u{0}", "<Project", project() + "</Project>", project(extra: "<PropertyGroup>"),
        project(extra: "<A></B>"), project(extra: "<![CDATA[<UseMaui>]]>"), project(maui: "<UseMaui>&yes;</UseMaui>"),
    ])
    func staysSilentIfTheProjectProvesNothing(project: String) throws {
        let output = try check(project: project)
        #expect(!output.contains("[missing-scene-lifecycle]"), "\(project)\n\(output)")
    }

    @Test(arguments: [
        ("Directory.Build.props", "<PropertyGroup><Nullable>enable</Nullable></PropertyGroup>", true),
        ("src/Wallet/Directory.Build.targets", "", true),
        // The project overrides it.
        ("src/Directory.Build.props", "<PropertyGroup><UseMaui>false</UseMaui></PropertyGroup>", true),
        ("Directory.Build.targets", "<PropertyGroup><UseMaui>false</UseMaui></PropertyGroup>", false),
        ("Directory.Build.props", #"<Import Project="Scenes.props" />"#, false),
        ("Directory.Build.targets", "<PropertyGroup>", false),
        ("src/Directory.Build.props", #"<ItemGroup><PartialAppManifest Include="A" /></ItemGroup>"#, false),
    ])
    func readsWhatTheProjectImports(path: String, text: String, isReported: Bool) throws {
        try folder.write(path, "<Project>\(text)</Project>")
        let output = try check(project: Self.project())
        #expect(output.contains("[missing-scene-lifecycle]") == isReported, "\(output)")
    }

    @Test func readsOnlyTheNearestImport() throws {
        try folder.write("Directory.Build.props", #"<Project><Import Project="Scenes.props" /></Project>"#)
        let properties = "<PropertyGroup><UseMaui>true</UseMaui></PropertyGroup>"
        try folder.write("src/Directory.Build.props", "<Project>\(properties)</Project>")
        #expect(try check(project: Self.project(maui: "")).contains("[missing-scene-lifecycle]"))
    }

    @Test func staysSilentIfAnotherProjectMayMakeTheApp() throws {
        try folder.write("src/Wallet/Wallet.Lite.csproj", Self.project())
        #expect(try !check(project: Self.project()).contains("[missing-scene-lifecycle]"))
    }

    /// The limits of property lists apply, and no entity is expanded.
    @Test func limitsHostileProjects() throws {
        let conditional = #"<PropertyGroup><UseMaui A="">true</UseMaui></PropertyGroup>"#
        let projects = [
            Self.project(extra: String(repeating: "<A>", count: 600) + String(repeating: "</A>", count: 600)),
            Self.project(extra: "<!--" + String(repeating: " ", count: Limits.standard.manifestBytes) + "-->"),
            #"<!DOCTYPE a [<!ENTITY a "true"><!ENTITY b SYSTEM "file:///etc/passwd">]>"#
                + Self.project(maui: "<UseMaui>&a;</UseMaui>"),
            String(repeating: "<", count: 100_000), String(repeating: "<A>", count: 100_000),
            Self.project(extra: String(repeating: conditional, count: 20_000)),
        ]
        for (number, project) in projects.enumerated() {
            try folder.write("src/Wallet/Wallet.csproj", project)
            let run = CommandRun.run(["check", "--rule", "missing-scene-lifecycle", "."], in: folder.path)
            #expect(run.code == 0, "\(number)")
            #expect(!run.output.contains("[missing-scene-lifecycle]"), "\(number)")
        }
        let deep = String(repeating: "<A>", count: 500) + String(repeating: "</A>", count: 500)
        #expect(try check(project: Self.project(extra: deep)).contains("[missing-scene-lifecycle]"))
    }

    /// Returns the apps of a registry.
    private func apps() throws -> String {
        try #require(CommandRun.run(["import", ".", "--registry", "r.sqlite"], in: folder.path).code == 0)
        return CommandRun.run(["list", "apps", "--registry", "r.sqlite"], in: folder.path).output
    }

    /// The manifests of both platforms make one app.
    @Test(arguments: [
        ("<ApplicationId>com.acme.wallet</ApplicationId>", true),
        (#"<applicationid>com.acme.wallet</applicationid></PropertyGroup><Import Project="A" /><PropertyGroup>"#, true),
        (
            #"<ApplicationId>com.acme.wallet</ApplicationId><ApplicationId Condition="$(A)">com.acme.b</ApplicationId>"#,
            false
        ),
        ("<ApplicationId>com.acme.$(Name)</ApplicationId>", false), ("", false),
    ])
    func readsTheIdentifierOfAnApp(property: String, isRead: Bool) throws {
        try writeManifest("MacCatalyst", extra: Self.scenes)
        try folder.write("src/Wallet/Wallet.csproj", Self.project(output: property))
        #expect(try apps().contains("com.acme.wallet") == isRead)
        let output = CommandRun.run(["check", "."], in: folder.path).output
        #expect(output.contains("claimed by 2 apps") == !isRead, "\(output)")
    }

    @Test func theIdentifierInAManifestCountsMore() throws {
        try folder.write(
            "src/Wallet/Platforms/iOS/Info.plist",
            Sample.app("com.acme.other", ("Editor", ["acme-wallet"]))
        )
        try folder.write(
            "src/Wallet/Wallet.csproj",
            Self.project(output: "<ApplicationId>com.acme.wallet</ApplicationId>")
        )
        #expect(try apps().contains("com.acme.other"))
    }

    @Test func isReadAgainWhenTheProjectChanges() throws {
        func finds(_ project: String) throws -> Bool {
            try folder.write("src/Wallet/Wallet.csproj", project)
            #expect(CommandRun.run(["import", ".", "--registry", "r.sqlite"], in: folder.path).code == 0)
            let arguments = ["conflicts", "--rule", "missing-scene-lifecycle", "--registry", "r.sqlite"]
            return CommandRun.run(arguments, in: folder.path).output.contains("[missing-scene-lifecycle]")
        }
        #expect(try finds(Self.project()))
        #expect(try !finds(Self.project(output: "")))
        #expect(try finds(Self.project()))
    }

    @Test func isReadAgainWhenAnotherProjectAppears() throws {
        try folder.write("src/Wallet/Wallet.csproj", Self.project())
        var context = CommandRun.context(in: folder.path)
        let now = context.now() + 1_000
        context.now = { now }
        func finds() -> Bool {
            let words = ["import", ".", "--registry", "r.sqlite"].map { Array($0.utf8) }
            #expect(CommandRun.run(words, in: context).code == 0)
            let arguments = ["conflicts", "--rule", "missing-scene-lifecycle", "--registry", "r.sqlite"]
            return CommandRun.run(arguments, in: folder.path).output.contains("[missing-scene-lifecycle]")
        }
        #expect(finds())
        try folder.write("src/Wallet/Wallet.Lite.csproj", Self.project())
        #expect(!finds())
    }
}
