public import SchemeModel

/// Which configuration is in force, as a call says it.
public struct ConfigurationOptions: Sendable {
    /// Where the configuration comes from.
    public var choice: Choice
    /// The SDK that apps are linked with whose manifests do not say it; `nil` for what the configuration says.
    public var sdk: SDKVersion?

    /// Where a configuration comes from.
    public enum Choice: Hashable, Sendable {
        /// For each source, the first `.schemereg.yml` from its root upward, as far as the repository goes.
        case found
        /// One file for all sources.
        case file(Path)
        /// Nowhere: none is in force.
        case none
    }

    /// Options of these values.
    public init(choice: Choice = .found, sdk: SDKVersion? = nil) {
        self.choice = choice
        self.sdk = sdk
    }
}
