import SchemeModel

extension PreprocessorOptions {
    static let definitionsSetting = "INFOPLIST_PREPROCESSOR_DEFINITIONS"
    static let headerSetting = "INFOPLIST_PREFIX_HEADER"
    static let flagsSetting = "INFOPLIST_OTHER_PREPROCESSOR_FLAGS"

    /// Creates the options for the Info.plist of a target with the settings of `scope`.
    ///
    /// - Parameters:
    ///   - directory: The working directory of the build, which is the project's folder.
    ///   - path: Returns the absolute path for the text of a setting.
    init(scope: SettingScope, platform: BuildPlatform, directory: Path, path: (String) -> Path) {
        self.init(
            definitions: Elements(Self.definitionsSetting, scope),
            prefixHeader: Header(scope: scope, path: path),
            flags: Elements(Self.flagsSetting, scope),
            directory: directory,
            platform: platform.sdk,
            isCatalyst: platform.isCatalyst
        )
    }
}

extension PreprocessorOptions.Header {
    /// Creates the prefix header, or returns `nil` if there is none.
    fileprivate init?(scope: SettingScope, path: (String) -> Path) {
        let setting = PreprocessorOptions.headerSetting
        let header = scope.evaluate(setting)
        guard scope.isAssigned(setting), !header.value.isEmpty else { return nil }
        // An absolute path in the project's folder uses that folder's bytes.
        let written = Path(header.value)
        self.init(path: written.isAbsolute ? path(header.value) : written, setting: setting, place: header.from.first)
    }
}

extension PreprocessorOptions.Elements {
    fileprivate init(_ name: String, _ scope: SettingScope) {
        self.init(setting: name)
        // A missing settings file could also set it. Those of CocoaPods and those with secrets don't.
        guard scope.isAssigned(name) else { return }
        let result = scope.evaluateList(name)
        place = result.from.first
        unknown = result.unknown.first?.cause
        let inherited = ["$(inherited)", "${inherited}", "$(\(name))", "${\(name)}"]
        texts = result.value.filter { !inherited.contains($0) }
    }
}
