import SchemeModel

extension PreprocessorOptions {
    static let definitionsSetting = "INFOPLIST_PREPROCESSOR_DEFINITIONS"
    static let headerSetting = "INFOPLIST_PREFIX_HEADER"
    static let flagsSetting = "INFOPLIST_OTHER_PREPROCESSOR_FLAGS"

    /// How a target with the settings of `scope` has its Info.plist preprocessed.
    ///
    /// - Parameters:
    ///   - directory: the folder that the build works in: the project's.
    ///   - path: the absolute path that the text of a setting means.
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
    /// The prefix header; `nil` where there is none.
    fileprivate init?(scope: SettingScope, path: (String) -> Path) {
        let setting = PreprocessorOptions.headerSetting
        let header = scope.evaluate(setting)
        guard scope.isAssigned(setting), !header.value.isEmpty else { return nil }
        // An absolute path that begins with the project's folder is taken from that folder's bytes.
        let written = Path(header.value)
        self.init(path: written.isAbsolute ? path(header.value) : written, setting: setting, place: header.from.first)
    }
}

extension PreprocessorOptions.Elements {
    fileprivate init(_ name: String, _ scope: SettingScope) {
        self.init(setting: name)
        // A file of settings that is missing could set it, too. Those of CocoaPods and those with a team's secrets don't.
        guard scope.isAssigned(name) else { return }
        let result = scope.evaluateList(name)
        place = result.from.first
        unknown = result.unknown.first?.cause
        let inherited = ["$(inherited)", "${inherited}", "$(\(name))", "${\(name)}"]
        texts = result.value.filter { !inherited.contains($0) }
    }
}
