/// A query about build settings.
package struct SettingsQuery: Hashable, Sendable, Codable {
    /// The target; `nil` for the first application, or the first target if there is no application.
    package var target: String?
    /// The configuration; `nil` for the project's default.
    package var configuration: String?
    /// The settings; all that the files and the command line assign if empty.
    package var names: [String]
    /// Texts with references to expand.
    package var expressions: [String]

    package init(
        target: String? = nil,
        configuration: String? = nil,
        names: [String] = [],
        expressions: [String] = []
    ) {
        self.target = target
        self.configuration = configuration
        self.names = names
        self.expressions = expressions
    }
}

/// The reason why a query about settings fails.
package enum SettingsQueryError: Error, Hashable, Sendable {
    /// The project has no such target; `known` are its targets, in order.
    case unknownTarget(String, known: [String])
    /// The project has no such configuration; `known` are its configurations, in order.
    case unknownConfiguration(String, known: [String])
}
