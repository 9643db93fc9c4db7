import SchemeModel

extension RuleDescription.Example {
    /// Creates an example with one manifest of an app.
    init(_ title: String, of identifier: String, on platform: Platform = .iOS, type: String = "APPL", _ body: String) {
        self.init(title, [.manifest(of: identifier, on: platform, type: type, body)])
    }

    /// Creates an example with one manifest of an app with these URL types.
    init(
        _ title: String,
        of identifier: String,
        on platform: Platform = .iOS,
        type: String = "APPL",
        _ types: [ExampleURLType]
    ) {
        self.init(title, of: identifier, on: platform, type: type, ExampleURLType.text(of: types))
    }

    /// Creates an example with one manifest of an app that queries these schemes. If `version` is set, it is a built
    /// app, linked with that iOS SDK.
    init(_ title: String, of identifier: String, linkedOn version: String? = nil, queries: [String]) {
        let elements = queries.map { "    <string>\($0)</string>\n" }.joined()
        let list = "<key>LSApplicationQueriesSchemes</key>\n<array>\n\(elements)</array>"
        let linked = version.map { "<key>DTPlatformVersion</key>\n<string>\($0)</string>\n" } ?? ""
        self.init(title, of: identifier, linked + list)
    }
}

extension RuleDescription.Example.File {
    /// Returns the entitlements of an app with these associated domains.
    static func domains(_ domains: [String]) -> Self {
        let elements = domains.map { "        <string>\($0)</string>\n" }.joined()
        return Self(
            "App.entitlements",
            """
            <plist version="1.0">
            <dict>
                <key>\(Manifest.associatedDomainsEntitlement)</key>
                <array>
            \(elements)    </array>
            </dict>
            </plist>

            """
        )
    }

    /// Returns a configuration file next to the manifests.
    static func configuration(_ text: String) -> Self { Self(".schemereg.yml", text + "\n") }

    /// Returns a Swift file.
    static func swift(_ text: String, at path: String = "Wallet.swift") -> Self { Self(path, text + "\n") }

    /// Returns the manifest of an app with these URL types.
    static func manifest(of identifier: String, _ types: [ExampleURLType]) -> Self {
        manifest("Info.plist", of: identifier, types)
    }

    /// Returns the manifest of an extension.
    static func extensionManifest(_ path: String, of identifier: String, point: String) -> Self {
        manifest(
            path,
            of: identifier,
            type: "XPC!",
            """
            <key>NSExtension</key>
            <dict>
                <key>NSExtensionPointIdentifier</key>
                <string>\(point)</string>
            </dict>
            """
        )
    }

    /// Returns the manifest of an app that queries a scheme.
    static func queries(_ scheme: String) -> Self {
        manifest(
            of: "com.acme.wallet",
            "<key>LSApplicationQueriesSchemes</key>\n<array>\n    <string>\(scheme)</string>\n</array>"
        )
    }

    /// Returns the manifest of a product: the keys that define it, followed by `body`, the other keys at the root.
    static func manifest(
        _ path: String = "Info.plist",
        of identifier: String,
        on platform: Platform = .iOS,
        type: String = "APPL",
        _ body: String
    ) -> Self {
        let edition = platform == .iOS ? "iPhoneOS" : "MacOSX"
        let root = """
            <key>CFBundleIdentifier</key>
            <string>\(identifier)</string>
            <key>CFBundlePackageType</key>
            <string>\(type)</string>
            <key>CFBundleSupportedPlatforms</key>
            <array>
                <string>\(edition)</string>
            </array>
            \(body)
            """
        return Self(path, "<plist version=\"1.0\">\n<dict>\n\(root.indented)\n</dict>\n</plist>\n")
    }

    /// Returns the manifest of an app with these URL types.
    static func manifest(
        _ path: String,
        of identifier: String,
        on platform: Platform = .iOS,
        _ types: [ExampleURLType]
    ) -> Self {
        manifest(path, of: identifier, on: platform, ExampleURLType.text(of: types))
    }
}

extension [RuleDescription.Example.File] {
    /// Returns the files in `folder`, as the native project of an app that another tool builds.
    func inFolder(_ folder: String) -> Self { map { .init("\(folder)/\($0.path)", $0.text) } }

    /// Returns an Xcode project `App` with one application, built from `Info.plist` with these URL types.
    ///
    /// - Parameters:
    ///   - settings: The configurations and their settings. Values must not need quotes.
    ///   - code: The folder with the application's code.
    static func project(
        settings: KeyValuePairs<String, KeyValuePairs<String, String>>,
        identifier: String = "$(PRODUCT_BUNDLE_IDENTIFIER)",
        code: String? = nil,
        _ types: [ExampleURLType]
    ) -> Self {
        project(
            configurations: settings.map { ($0.key, $0.value.map { ($0.key, $0.value) }) },
            identifier: identifier,
            code: code,
            body: ExampleURLType.text(of: types)
        )
    }

    /// Returns an Xcode project `App` with one configuration and one application, built from `Info.plist` with `body`.
    ///
    /// - Parameter code: The folder with the application's code.
    static func project(settings: [(String, String)], body: String, code: String? = nil) -> Self {
        project(
            configurations: [("Release", settings)],
            identifier: "$(PRODUCT_BUNDLE_IDENTIFIER)",
            code: code,
            body: body
        )
    }

    /// Returns an Xcode project `App` with one application, built from `Info.plist` with `body` and the code in the folder
    /// `Code`.
    ///
    /// - Parameter domains: The associated domains of the application.
    static func project(body: String, domains: [String]? = nil) -> Self {
        var settings = [("PRODUCT_BUNDLE_IDENTIFIER", "com.acme.wallet"), ("PRODUCT_NAME", "Wallet")]
        if domains != nil { settings.append(("CODE_SIGN_ENTITLEMENTS", "App.entitlements")) }
        return project(
            configurations: [("Release", settings)],
            identifier: "$(PRODUCT_BUNDLE_IDENTIFIER)",
            code: "Code",
            body: body
        ) + (domains.map { [.domains($0)] } ?? [])
    }

    private static func project(
        configurations: [(String, [(String, String)])],
        identifier: String,
        code: String?,
        body: String
    ) -> Self {
        let manifest = """
            <key>CFBundleIdentifier</key>
            <string>\(identifier)</string>
            \(body)
            """
        return [
            .init("App.xcodeproj/project.pbxproj", projectText(configurations, code: code)),
            .init("Info.plist", "<plist version=\"1.0\">\n<dict>\n\(manifest.indented)\n</dict>\n</plist>\n"),
        ]
    }

    private static func projectText(_ settings: [(String, [(String, String)])], code: String?) -> String {
        let group = code.map {
            "\nCode = {isa = PBXFileSystemSynchronizedRootGroup; path = \($0); sourceTree = SOURCE_ROOT;};"
        }
        let configurations = settings.enumerated().map { index, configuration in
            let own = configuration.1.map { " \($0.0) = \($0.1);" }.joined()
            return """
                P\(index) = {isa = XCBuildConfiguration; name = \(configuration.0); buildSettings = { SDKROOT = iphoneos; INFOPLIST_FILE = Info.plist; };};
                T\(index) = {isa = XCBuildConfiguration; name = \(configuration.0); buildSettings = {\(own) };};
                """
        }
        func list(_ prefix: String) -> String { settings.indices.map { "\(prefix)\($0)" }.joined(separator: ", ") }
        let objects = """
            Project = {isa = PBXProject; buildConfigurationList = ProjectList; targets = (App);};
            App = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; \
            buildConfigurationList = AppList;\(code == nil ? "" : " fileSystemSynchronizedGroups = (Code);")};
            ProjectList = {isa = XCConfigurationList; buildConfigurations = (\(list("P")));};
            AppList = {isa = XCConfigurationList; buildConfigurations = (\(list("T")));};
            \(configurations.joined(separator: "\n"))\(group ?? "")
            """
        return """
            // !$*UTF8*$!
            {
                objectVersion = 77;
                rootObject = Project;
                objects = {
            \(objects.indented.indented)
                };
            }

            """
    }
}

/// A URL type of an example. Its strings can contain marks.
struct ExampleURLType {
    private let text: String

    /// Creates a URL type with these values. If `isMarked`, there is a mark before its dictionary.
    init(role: String? = nil, name: String? = nil, isMarked: Bool = false, schemes: [String]? = nil) {
        var lines: [String] = []
        if let role { lines += ["<key>CFBundleTypeRole</key>", "<string>\(role)</string>"] }
        if let name { lines += ["<key>CFBundleURLName</key>", "<string>\(name)</string>"] }
        if let schemes {
            lines += ["<key>CFBundleURLSchemes</key>", "<array>"]
            lines += schemes.map { "    <string>\($0)</string>" } + ["</array>"]
        }
        text = "\(isMarked ? "↓" : "")<dict>\n\(lines.joined(separator: "\n").indented)\n</dict>"
    }

    /// Returns the key and value of `types` at the root of a manifest.
    static func text(of types: [ExampleURLType]) -> String {
        let elements = types.map(\.text).joined(separator: "\n").indented
        return "<key>CFBundleURLTypes</key>\n<array>\n\(elements)\n</array>"
    }
}

extension String {
    fileprivate var indented: String {
        split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    }
}
