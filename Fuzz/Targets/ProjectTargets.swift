import SchemeManifests
import SchemeModel

extension FuzzTarget {
    /// The Xcode project reader and the readers of related files, each with valid other files.
    static let projects = [
        FuzzTarget(
            "pbxproj",
            "a project.pbxproj",
            dictionary: .project,
            longestInput: 16_384,
            seeds: Seeds(["pbxproj"], in: ["Projects"])
        ) {
            try ProjectSample.check(["App.xcodeproj/project.pbxproj": $0])
        },
        FuzzTarget(
            "xcconfig",
            "a file of build settings",
            dictionary: .project,
            seeds: Seeds(["xcconfig"], in: ["Settings"])
        ) { bytes in
            try ProjectSample.check(["Base.xcconfig": bytes])
            let files = ProjectSample.files(["Base.xcconfig": bytes])
            let question = SettingsQuery(expressions: ["$(S)-$(B:lower)-$(PRODUCT_NAME:rfc1034identifier)"])
            let read = {
                SettingsReader(limits: .small).read(
                    settingsFileAt: "Base.xcconfig",
                    question,
                    of: ProjectSample.origin,
                    files: MemoryFileSystem(files)
                )
            }
            let trace = try EncodedTrace(read(), of: "Base.xcconfig")
            try Places.check(trace, in: files, root: ProjectSample.root)
            try require(trace.digest == EncodedTrace(read()).digest, "two readings of settings differ")
        },
        FuzzTarget(
            "preprocessor",
            "an Info.plist that the preprocessor runs over",
            dictionary: .preprocessor,
            seeds: Seeds(["plist", "h"], in: ["Settings/Preprocessing"])
        ) {
            try ProjectSample.check(
                ["Info.plist": $0, "Prefix.h": Array("#define FROM_HEADER 1\n".utf8)],
                settings: """
                    INFOPLIST_PREPROCESS = YES; INFOPLIST_PREFIX_HEADER = Prefix.h;
                    INFOPLIST_PREPROCESSOR_DEFINITIONS = "A=1 B F(x)=x";
                    """
            )
        },
        FuzzTarget(
            "prefix-header",
            "a header that is included before an Info.plist",
            dictionary: .preprocessor,
            seeds: Seeds(["h"], in: ["Settings/Preprocessing"])
        ) {
            let manifest = "#ifdef A\n\(ProjectSample.manifest)\n#else\n<plist><dict/></plist>\n#endif\n"
            try ProjectSample.check(
                ["Prefix.h": $0, "Info.plist": Array(manifest.utf8)],
                settings: """
                    INFOPLIST_PREPROCESS = YES; INFOPLIST_PREFIX_HEADER = Prefix.h;
                    """
            )
        },
        FuzzTarget(
            "settings",
            "build settings of a project, and an expression",
            dictionary: .project,
            longestInput: 1024,
            seeds: Seeds([], in: ["Settings/Evaluating", "Projects"])
        ) { bytes in
            // Each line is an assignment, and the last line is an expression.
            var lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
            let expression = lines.popLast() ?? ""
            var options = ProjectOptions()
            for line in lines {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                options.settings.append(.init(key: String(parts[0]), value: String(parts.dropFirst().first ?? "")))
            }
            let files = ProjectSample.files([:])
            let read = {
                try SettingsReader(limits: .small).read(
                    projectAt: "App.xcodeproj",
                    SettingsQuery(expressions: [expression]),
                    of: ProjectSample.origin,
                    options: options,
                    files: MemoryFileSystem(files)
                )
            }
            let reading = try read()
            for setting in reading.settings + reading.expressions {
                let bound = Limits.small.settingBytes + 64
                try require(setting.value.utf8.count <= bound, "a value of \(setting.value.utf8.count) bytes")
            }
            try require(EncodedTrace(reading).digest == EncodedTrace(read()).digest, "two readings of settings differ")
        },
        FuzzTarget(
            "workspace",
            "the contents of a workspace",
            dictionary: .project,
            seeds: Seeds(["xcworkspacedata"], in: ["Projects"])
        ) { bytes in
            let files = MemoryFileSystem(["/repo/A.xcworkspace/contents.xcworkspacedata": bytes])
            let reading = WorkspaceReader(limits: .small).read(
                workspaceAt: "A.xcworkspace",
                of: ProjectSample.origin,
                files: files
            )
            let file: Path = "A.xcworkspace/contents.xcworkspacedata"
            try Places.check(EncodedTrace(reading, of: file), in: files.files, root: ProjectSample.root)
            try ProjectSample.checkOpened(files)
        },
    ]
}

/// A small project in which one file can be replaced.
enum ProjectSample {
    static let root: Path = "/repo"
    static let origin = ProjectOrigin(source: "fuzz", root: root, boundary: root)

    static let manifest = """
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
        <key>CFBundleURLTypes</key><array><dict>
        <key>CFBundleURLName</key><string>$(S).$(B:default=x)</string>
        <key>CFBundleURLSchemes</key><array><string>$(S)</string><string>$(B:lower)x</string></array>
        </dict></array></dict></plist>
        """

    private static func project(_ settings: String) -> String {
        """
        // !$*UTF8*$!
        {archiveVersion = 1; objectVersion = 56; rootObject = ROOT; objects = {
        F = {isa = PBXFileReference; path = Base.xcconfig; sourceTree = "<group>";};
        L = {isa = XCConfigurationList; buildConfigurations = (C);};
        C = {isa = XCBuildConfiguration; baseConfigurationReference = F; name = Debug; buildSettings = {
        PRODUCT_BUNDLE_IDENTIFIER = "com.example.$(TARGET_NAME:lower)"; INFOPLIST_FILE = Info.plist; \(settings)
        };};
        T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
        buildConfigurationList = TL; buildPhases = ();};
        TL = {isa = XCConfigurationList; buildConfigurations = (TC);};
        TC = {isa = XCBuildConfiguration; name = Debug; buildSettings = {S = "$(inherited)t"; };};
        G = {isa = PBXGroup; children = (F); sourceTree = "<group>";};
        ROOT = {isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); };
        };}
        """
    }

    /// Returns the project's files by absolute path. `replaced` has relative paths, and takes precedence.
    static func files(_ replaced: [Path: [UInt8]], settings: String = "") -> [Path: [UInt8]] {
        let texts: [Path: String] = [
            "App.xcodeproj/project.pbxproj": project(settings), "Info.plist": manifest,
            "Base.xcconfig": "#include \"More.xcconfig\"\nS = wallet\n",
            "More.xcconfig": "#include? \"Base.xcconfig\"\nB[sdk=iphone*] = $(S)\n",
        ]
        let all = texts.mapValues { Array($0.utf8) }.merging(replaced) { _, new in new }
        return Dictionary(uniqueKeysWithValues: all.map { (root.appending($0.key), $0.value) })
    }

    /// Reads the project with `replaced` files, and checks the invariants.
    ///
    /// - Throws: ``Violation``.
    static func check(_ replaced: [Path: [UInt8]], settings: String = "") throws {
        let files = files(replaced, settings: settings)
        let disk = MemoryFileSystem(files)
        let read = { ProjectReader(limits: .small).read(projectAt: "App.xcodeproj", of: origin, files: disk) }
        let reading = read()
        try require(reading.manifests.count <= 2 * Limits.small.projectOutcomes, "\(reading.manifests.count) manifests")
        let trace = try EncodedTrace(reading, of: "App.xcodeproj/project.pbxproj")
        try Places.check(trace, in: files, root: root)
        try checkOpened(disk)
        if replaced.values.reduce(0, { $0 &+ $1.dice }) % 4 == 0 {
            try require(trace.digest == EncodedTrace(read()).digest, "two readings differ")
        }
    }

    /// Checks that nothing outside the root was opened.
    ///
    /// - Throws: ``Violation``.
    static func checkOpened(_ disk: MemoryFileSystem) throws {
        for path in disk.opened { try require(path.isIn(root), "'\(path)' was opened") }
    }
}
