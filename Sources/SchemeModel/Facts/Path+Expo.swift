extension Path {
    /// The names of Expo's configurations in JSON. The first one in a folder is used.
    package static let expoConfigurations: [Path] = ["app.config.json", "app.json"]

    /// Whether it has the name of an Expo configuration in JSON.
    package var isExpoConfiguration: Bool { Self.expoConfigurations.contains(lastComponent) }
}
