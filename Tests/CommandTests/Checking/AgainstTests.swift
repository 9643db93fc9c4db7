import Foundation
import Testing
import TestSupport

/// Checks with `--against`.
@Suite struct AgainstTests {
    /// Creates a folder with the registry `company.sqlite` of the apps in `fleet`, each with its schemes.
    private func company(_ apps: (name: String, schemes: [String])...) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, schemes) in apps {
            try folder.write("fleet/\(name)/Info.plist", Sample.app("com.contoso.\(name)", ("Editor", schemes)))
        }
        let run = CommandRun.run(["import", "fleet", "--registry", "company.sqlite"], in: folder.path)
        #expect(run.code == 0)
        return folder
    }

    private func check(_ folder: TemporaryFolder, _ arguments: String...) -> CommandRun {
        CommandRun.run(["check"] + arguments, in: folder.path)
    }

    /// Returns the fingerprints of the findings.
    private func found(_ folder: TemporaryFolder, _ arguments: String...) throws -> [String] {
        let run = CommandRun.run(["check", "--format", "json"] + arguments, in: folder.path)
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let findings = try #require(report?["findings"] as? [[String: Any]])
        return findings.compactMap { $0["fingerprint"] as? String }
    }

    @Test func checksOnlyTheGivenPaths() throws {
        let folder = try company(("a", ["acmepay"]), ("b", ["acmepay", "bad_scheme"]))
        try folder.write("new/Info.plist", Sample.app("com.contoso.new", ("Editor", ["acmepay"])))
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/company.sqlite"))
        let run = check(folder, "new", "--against", "company.sqlite")
        #expect(run.code == 1 && run.errors == "")
        #expect(run.output.hasPrefix("new/Info.plist:"))
        #expect(run.output.contains("claimed by com.contoso.a"))
        #expect(run.output.contains("\n  fleet/b/Info.plist:"))
        #expect(run.output.hasSuffix("\n1 error in 1 app (1 scheme)\n"))
        #expect(
            try found(folder, "new", "--against", "company.sqlite") == ["v1:undefined-target|com.contoso.new|acmepay|1"]
        )
        #expect(check(folder, "new").code == 0)
        let after = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/company.sqlite"))
        #expect(before == after)
    }

    @Test func replacesTheCheckedSource() throws {
        let folder = try company(("a", ["acmepay"]), ("b", ["other"]))
        try folder.write("fleet/b/Info.plist", Sample.app("com.contoso.renamed", ("Editor", ["other"])))
        let run = check(folder, "fleet", "--against", "company.sqlite")
        #expect(run.code == 0)
        #expect(
            run.errors == """
                schemereg: note: the checked files replace what 'company.sqlite' knows about:
                  the source '\(folder.path)/fleet'

                """
        )
    }

    @Test func replacesTheCheckedAppsInTheRegistry() throws {
        let folder = try company(("a", ["acmepay"]), ("b", ["other"]))
        try folder.write("checkout/Info.plist", Sample.app("com.Contoso.A", ("Editor", ["acmepay"])))
        let run = check(folder, "checkout", "--against", "company.sqlite")
        #expect(run.code == 0)
        #expect(run.errors.hasSuffix("\n  the app com.contoso.a on iOS\n"))
    }

    /// A checkout elsewhere replaces the registry's copy of the same repository, even if its apps were renamed. Other
    /// folders and repositories stay.
    @Test func takesThePlaceOfTheSameRepository() throws {
        let folder = try TemporaryFolder()
        func write(_ place: String, _ remote: String, _ apps: (name: String, id: String, scheme: String)...) throws {
            try folder.write("\(place)/.git/config", "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = \(remote)\n")
            for (name, id, scheme) in apps {
                try folder.write("\(place)/\(name)/Info.plist", Sample.app(id, ("Editor", [scheme])))
            }
        }
        try write(
            "mine",
            "git@git.acme.com:apps/all.git",
            ("a", "com.contoso.a", "acmepay"),
            ("b", "com.contoso.b", "pay2")
        )
        try write("fork", "https://git.acme.com/fork/all.git", ("c", "com.contoso.c", "acmepay"))
        for source in ["mine/a", "mine/b", "fork"] {
            let run = CommandRun.run(["import", source, "--registry", "company.sqlite"], in: folder.path)
            #expect(run.code == 0)
        }
        let remote = "https://x:t0pSecret@git.acme.com/apps/all"
        try write("ci", remote, ("a", "com.contoso.renamed", "acmepay"), ("b", "com.contoso.renamed2", "pay2"))
        #expect(
            try found(folder, "ci", "--against", "company.sqlite")
                == ["v1:undefined-target|com.contoso.renamed|acmepay|1"]
        )
        let run = check(folder, "ci", "--against", "company.sqlite")
        #expect(run.output.contains("claimed by com.contoso.c (fork/c/Info.plist:"), "\(run.output)")
        for name in ["a", "b"] { #expect(run.errors.contains("the source '\(folder.path)/mine/\(name)'\n")) }
        #expect(try found(folder, "ci/b", "--against", "company.sqlite") == [])
        #expect(try found(folder, "ci/a", "--against", "company.sqlite").count == 1)
        // Excluded apps aren't checked, and stay neighbors where they were.
        #expect(try found(folder, "ci", "--exclude", "b", "--against", "company.sqlite").count == 1)
        try folder.write("ci/a/Info.plist", Sample.app("com.contoso.renamed", ("Editor", ["pay2"])))
        #expect(
            try found(folder, "ci", "--exclude", "b", "--against", "company.sqlite")
                == ["v1:undefined-target|com.contoso.renamed|pay2|1"]
        )
        let registry = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/company.sqlite"))
        #expect(CommandRun.run(["import", "ci", "--registry", "ci.sqlite"], in: folder.path).code == 0)
        let own = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/ci.sqlite"))
        #expect(own.contains(Data("git.acme.com/apps/all".utf8)) && !own.contains(Data("t0pSecret".utf8)))
        #expect(registry.contains(Data("git.acme.com/fork/all".utf8)))
    }

    @Test func countsAnAppInTwoRegistriesOnce() throws {
        let folder = try company(("a", ["acmepay"]), ("b", ["acmepay"]))
        _ = CommandRun.run(["import", "fleet/a", "fleet/b", "--registry", "other.sqlite"], in: folder.path)
        try folder.write("new/Info.plist", Sample.app("com.contoso.new", ("Editor", ["acmepay"])))
        let run = check(folder, "new", "--against", "company.sqlite", "--against", "other.sqlite", "--format", "json")
        #expect(run.output.contains("\"relatedCount\": 2,"))
        let reversed = check(
            folder,
            "new",
            "--against",
            "other.sqlite",
            "--against",
            "company.sqlite",
            "--format",
            "json"
        )
        #expect(reversed.code == 1 && reversed.output.contains("\"relatedCount\": 2,"))
    }

    @Test func joinsSeveralRegistries() throws {
        let folder = try company(("a", ["acmepay"]))
        try folder.write("more/c/Info.plist", Sample.app("com.contoso.c", ("Editor", ["other"])))
        _ = CommandRun.run(["import", "more", "--registry", "more.sqlite"], in: folder.path)
        try folder.write("new/Info.plist", Sample.app("com.contoso.new", ("Editor", ["acmepay", "other"])))
        let both = try found(folder, "new", "--against", "company.sqlite", "--against", "more.sqlite")
        #expect(both.count == 2)
        #expect(try found(folder, "new", "--against", "more.sqlite").count == 1)
    }

    @Test(arguments: [
        (["acmepay"], ["v1:released-scheme|com.contoso.a|old|1"]), (["acmepay", "OLD"], []),
        (["acmepay", "$(SCHEME)"], ["v1:unresolved-variable|com.contoso.a|$(SCHEME)|1"]),
    ])
    func reportsReleasedSchemes(schemes: [String], expected: [String]) throws {
        let folder = try company(("a", ["acmepay", "old"]))
        try folder.write("checkout/Info.plist", Sample.app("com.contoso.a", ("Viewer", schemes)))
        let found = try found(folder, "checkout", "--against", "company.sqlite")
        #expect(found.filter { !$0.contains("uppercase") } == expected)
    }

    @Test func doesNotReportReleasesThatAreUncertain() throws {
        let folder = try company(("a", ["acmepay", "old"]))
        let manifest = Sample.app("com.contoso.a", ("Editor", ["acmepay"]))
        try folder.write("checkout/Info.plist", manifest)
        // A path that doesn't exist may contain the rest.
        #expect(try found(folder, "checkout", "gone", "--against", "company.sqlite") == [])
        // Another manifest of the app, which isn't checked, may declare it.
        try folder.write("fleet/a/Other-Info.plist", Sample.app("com.contoso.a", ("Editor", ["more"])))
        _ = CommandRun.run(["import", "fleet", "--registry", "company.sqlite"], in: folder.path)
        #expect(try found(folder, "checkout", "--against", "company.sqlite") == [])
    }

    @Test func lowersTheSeverityOfDebugOnlySchemes() throws {
        let folder = try company(("a", ["acmepay-debug"]), ("b", ["acmepay"]))
        try DebugProject.write(to: folder, debug: "acmepay-debug", release: "acmepay")
        let run = check(folder, "app", "--against", "company.sqlite", "--format", "json")
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let findings = (report?["findings"] as? [[String: Any]] ?? []).filter {
            $0["rule"] as? String == "undefined-target"
        }
        #expect(findings.compactMap { $0["scheme"] as? String } == ["acmepay", "acmepay-debug"])
        #expect(findings.compactMap { $0["severity"] as? String } == ["error", "warning"])
        let messages = findings.compactMap { $0["message"] as? String }
        #expect(messages.map { $0.hasSuffix("; only Debug configurations declare it") } == [false, true])
    }

    @Test(arguments: [("none.sqlite", 3), ("", 2), ("fleet", 3), ("text", 3)])
    func rejectsFilesThatAreNotRegistries(path: String, code: Int32) throws {
        let folder = try company(("a", ["acmepay"]))
        try folder.write("text", "text")
        let run = check(folder, "fleet", "--against", path)
        #expect(run.code == code && run.output == "" && run.errors != "")
    }
}

/// Writes an Xcode project whose scheme depends on the configuration.
private enum DebugProject {
    static func write(to folder: TemporaryFolder, debug: String, release: String) throws {
        let manifest = Sample.app("$(PRODUCT_BUNDLE_IDENTIFIER)", ("Editor", ["$(SCHEME)"]))
        try folder.write("app/Info.plist", manifest)
        func configuration(_ id: String, _ name: String, _ scheme: String) -> String {
            """
            \(id) = {isa = XCBuildConfiguration; name = \(name); buildSettings = {
                INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.app; SDKROOT = iphoneos;
                SUPPORTED_PLATFORMS = "iphoneos iphonesimulator"; PRODUCT_NAME = App; SCHEME = "\(scheme)"; }; };
            """
        }
        try folder.write(
            "app/App.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            { archiveVersion = 1; objectVersion = 56; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = L; targets = (T); mainGroup = G; };
            G = {isa = PBXGroup; children = (); sourceTree = "<group>"; };
            T = {isa = PBXNativeTarget; name = App; productName = App; buildConfigurationList = M;
                productType = "com.apple.product-type.application"; buildPhases = (); };
            L = {isa = XCConfigurationList; buildConfigurations = (A, B); defaultConfigurationName = Release; };
            A = {isa = XCBuildConfiguration; name = Debug; buildSettings = {}; };
            B = {isa = XCBuildConfiguration; name = Release; buildSettings = {}; };
            M = {isa = XCConfigurationList; buildConfigurations = (C, D); defaultConfigurationName = Release; };
            \(configuration("C", "Debug", debug))
            \(configuration("D", "Release", release))
            }; }
            """
        )
    }
}
