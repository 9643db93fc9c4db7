package import SchemeModel

/// The configuration to use.
package struct ConfigurationOptions: Sendable {
    /// Where the configuration comes from.
    package var choice: Choice
    /// The SDK version to assume when a manifest doesn't specify one; `nil` to use the configuration's.
    package var sdk: SDKVersion?
    /// The levels of rules by id, which override those in configurations.
    package var levels: [String: TeamConfiguration.RuleLevel] = [:]
    /// Whether what the authors of inputs wrote lowers no finding.
    package var isStrict = false

    /// The origin of a configuration.
    package enum Choice: Hashable, Sendable {
        /// The nearest `.schemereg.yml` at or above each source's root, within the repository.
        case found
        /// One file for all sources.
        case file(Path)
        /// No configuration.
        case none
    }

    /// Creates options with these values.
    package init(choice: Choice = .found, sdk: SDKVersion? = nil) {
        self.choice = choice
        self.sdk = sdk
    }
}
