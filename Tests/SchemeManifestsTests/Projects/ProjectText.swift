import SchemeModel

@testable import SchemeManifests

/// A project of few words: a `project.pbxproj` and the files beside it.
struct ProjectText {
    struct Target {
        var name = "App"
        var type = "com.apple.product-type.application"
        /// Settings of all configurations, in the format of the file.
        var settings = ""
        /// Settings by configuration.
        var own: [String: String] = [:]
        /// The path of its .xcconfig file.
        var base: String?
        /// The scripts of its build phases.
        var scripts: [String] = []
        /// Names of targets whose products it copies.
        var embeds: [String] = []
        /// More members of the object.
        var more = ""
    }

    var configurations = ["Debug", "Release"]
    var settings = ""
    var base: String?
    var targets = [Target()]
    /// More objects.
    var objects = ""
    /// More members of the project object.
    var more = ""
    /// More children of the main group.
    var children = ""

    var text: String {
        var objects = self.objects
        var references: [String] = []
        func list(_ id: String, _ settings: String, _ own: [String: String], _ base: String?) {
            objects += "\(id) = {isa = XCConfigurationList; buildConfigurations = ("
            objects += configurations.indices.map { "\(id)C\($0)" }.joined(separator: ",") + ");};\n"
            var reference = ""
            if let base {
                objects += "\(id)F = {isa = PBXFileReference; path = \"\(base)\"; sourceTree = \"<group>\";};\n"
                references.append("\(id)F")
                reference = "baseConfigurationReference = \(id)F;"
            }
            for (index, name) in configurations.enumerated() {
                objects += "\(id)C\(index) = {isa = XCBuildConfiguration; \(reference) name = \"\(name)\";\n"
                objects += "buildSettings = {\n\(settings)\n\(own[name] ?? "")\n};};\n"
            }
        }
        list("L", settings, [:], base)
        for (index, target) in targets.enumerated() {
            list("T\(index)L", target.settings, target.own, target.base)
            let copied = target.embeds.compactMap { name in targets.firstIndex { $0.name == name } }
            objects += copied.map { "T\(index)E\($0) = {isa = PBXBuildFile; fileRef = P\($0);};\n" }.joined()
            let files = copied.map { "T\(index)E\($0)" }.joined(separator: ",")
            objects += "T\(index)P = {isa = PBXCopyFilesBuildPhase; files = (\(files));};\n"
            for (number, script) in target.scripts.enumerated() {
                let text = script.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                objects += "T\(index)S\(number) = {isa = PBXShellScriptBuildPhase; shellScript = \"\(text)\";};\n"
            }
            let phases = (["T\(index)P"] + target.scripts.indices.map { "T\(index)S\($0)" }).joined(separator: ",")
            objects += """
                T\(index) = {isa = PBXNativeTarget; name = "\(target.name)"; productType = "\(target.type)";
                productReference = P\(index); buildConfigurationList = T\(index)L; buildPhases = (\(phases)); \
                \(target.more)};

                """
        }
        if !children.isEmpty { references.append(children) }
        let names = targets.indices.map { "T\($0)" }.joined(separator: ",")
        return """
            // !$*UTF8*$!
            {archiveVersion = 1; objectVersion = 56; rootObject = ROOT; objects = {
            \(objects)
            G = {isa = PBXGroup; children = (\(references.joined(separator: ","))); sourceTree = "<group>";};
            ROOT = {isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (\(names)); \(more)};
            };}
            """
    }

    /// The manifest of an app with these schemes.
    static func manifest(_ schemes: String..., identifier: String? = "$(PRODUCT_BUNDLE_IDENTIFIER)") -> String {
        let own = identifier.map { "CFBundleIdentifier = \"\($0)\";\n" } ?? ""
        let list = schemes.map { "\"\($0)\"" }.joined(separator: ", ")
        return "{\(own)CFBundleURLTypes = ({CFBundleURLSchemes = (\(list));});}"
    }

    /// What reading `/repo/App.xcodeproj` gives, with `files` below `/repo`.
    func read(_ files: [String: String] = [:], _ options: ProjectOptions = ProjectOptions()) -> ProjectReading {
        Self.read(text, files, options)
    }

    static func read(
        _ text: String,
        _ files: [String: String] = [:],
        _ options: ProjectOptions = ProjectOptions(),
        limits: Limits = .standard
    ) -> ProjectReading {
        var all = ["/repo/App.xcodeproj/project.pbxproj": text]
        for (path, text) in files { all[path.hasPrefix("/") ? path : "/repo/" + path] = text }
        return ProjectReader(limits: limits).read(
            projectAt: "App.xcodeproj",
            of: ProjectOrigin(source: "repo", root: "/repo"),
            options: options,
            files: SettingsFileSystem(all)
        )
    }
}
