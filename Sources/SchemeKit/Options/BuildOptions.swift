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

    /// Notes that the branch changes the settings file. It counts as it is, because the build uses it, but it can make a project
    /// use another manifest.
    func noteChange(since revision: BaseRevision, in context: Context) {
        guard let settingsFile else { return }
        let file = context.currentDirectory.appending(settingsFile)
        guard let path = revision.path(ofNamed: file, in: context) else { return }
        let limit = Limits.standard.settingsFileBytes
        do throws(FileError) {
            let now = try context.files.contents(of: file, limit: limit).bytes
            guard try revision.contents(of: path, limit: limit) != now else { return }
        } catch {
            // A version that can't be read may be any other.
        }
        context.note(
            "'\(settingsFile.display)' is not the same as in \(revision.name)",
            hint: "review it: with --xcconfig, it decides which manifests are read"
        )
    }
}
