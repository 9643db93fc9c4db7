package import SchemeModel

/// How to resolve Xcode projects: the options that one would pass to `xcodebuild`.
package struct BuildOptions: Sendable {
    /// The names of the build configurations to read; empty for all.
    package var configurations: [String]
    /// A settings file that overrides the settings of projects; `nil` for none.
    package var settingsFile: Path?
    /// Settings that override all others; the last one with the same key wins.
    package var settings: [(key: String, value: String)]

    /// Creates options with these values.
    package init(
        configurations: [String] = [],
        settingsFile: Path? = nil,
        settings: [(key: String, value: String)] = []
    ) {
        self.configurations = configurations
        self.settingsFile = settingsFile
        self.settings = settings
    }

    /// Whether any option is set.
    var isGiven: Bool { !configurations.isEmpty || settingsFile != nil || !settings.isEmpty }

    /// Notes that the branch changes the settings file, or may change it. It counts as it is, because the build uses it.
    func noteChange(since revision: BaseRevision, in context: Context) {
        guard let file = settingsFile,
            let path = revision.path(ofNamed: context.currentDirectory.appending(file), in: context)
        else { return }
        let isUnchanged = revision.isUnchangedOnBranch(path, limit: Limits.standard.settingsFileBytes, in: context)
        guard isUnchanged != true else { return }
        context.note(
            "'\(file.display)' \(isUnchanged == nil ? "cannot be compared with" : "differs from") that in \(revision.name)",
            hint: "review it: with --xcconfig, it can decide which manifests are read"
        )
    }
}
