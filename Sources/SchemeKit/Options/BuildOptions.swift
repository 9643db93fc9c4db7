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

    /// Notes that the branch changes files of `--xcconfig`, or may change them. They count as they are, because the build uses
    /// them.
    ///
    /// - Parameter includes: The absolute paths of the files that the settings file includes, even missing ones.
    func noteChanges(with includes: Set<Path>, since revision: BaseRevision, in context: Context) {
        guard let file = settingsFile else { return }
        var (changed, unknown): ([String], [String]) = ([], [])
        for path in includes.union([context.currentDirectory.appending(file).normalized]).sorted() {
            guard let named = revision.path(ofNamed: path, in: context) else { continue }
            let shown = "'\((path.relative(to: context.currentDirectory) ?? path).display)'"
            switch revision.isUnchangedOnBranch(named, limit: Limits.standard.settingsFileBytes, in: context) {
            case true?: break
            case false?: changed.append(shown)
            case nil: unknown.append(shown)
            }
        }
        for (names, verb) in [
            (changed, changed.count == 1 ? "differs from" : "differ from"), (unknown, "cannot be compared with"),
        ] where !names.isEmpty {
            let those = names.count == 1 ? "that" : "those"
            context.note(
                "\(names.inWords(atMost: 3)) \(verb) \(those) in \(revision.name)",
                hint: "review \(names.count == 1 ? "it" : "them"): --xcconfig can decide which manifests are read"
            )
        }
    }
}
