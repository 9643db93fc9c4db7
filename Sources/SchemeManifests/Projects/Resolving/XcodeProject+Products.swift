import SchemeModel

extension XcodeProject.Target {
    /// Returns the kind of its product; `nil` if the project doesn't determine it.
    ///
    /// A bundle with the extension `app` is an app for the system, whatever the type of its target.
    func kind(in scope: SettingScope) -> ProductKind? {
        guard let type = productType else { return nil }
        guard let kind = type.kind, [.bundle, .framework, .appExtension].contains(kind), !type.isSingleFile else {
            return type.kind
        }
        let isApp =
            scope.evaluate("WRAPPER_EXTENSION").value == "app"
            || type.name == "bundle" && scope.evaluate("FULL_PRODUCT_NAME").value.asciiLowercased.hasSuffix(".app")
        return isApp ? .application : kind
    }

    /// Whether it builds an app or an extension, whose manifest decides what the system opens.
    func isProduct(in scope: SettingScope) -> Bool {
        productType?.alwaysHasManifest ?? false || kind(in: scope) == .application
    }

    /// Returns the first script that names a file of this name, as a clause.
    func script(naming path: Path) -> String? {
        let script = scripts.first { $0.nameParts.containsAll(of: path.lastComponent.bytes) }
        return script.map { "the \($0.runner.rawValue) '\($0.name)' names it" }
    }
}

extension DeviceSupport {
    /// Creates the devices of a product that is built for `platform`.
    init(of platform: BuildPlatform, in scope: SettingScope) {
        self.init(
            platforms: platform.platform,
            runsOnMac: scope.isTrue("SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD", otherwise: true),
            runsOnVision: scope.isTrue("SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD", otherwise: true)
        )
    }
}
