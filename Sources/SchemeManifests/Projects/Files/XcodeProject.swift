import SchemeModel

/// What is needed of a project, in typed form.
struct XcodeProject: Sendable {
    /// The .xcodeproj.
    var path: Path
    /// The folder that its paths begin at (`SRCROOT`).
    var directory: Path
    /// The `project.pbxproj`.
    var file: Path
    var developmentRegion: String?
    var configurations: ConfigurationList
    /// In the project's order.
    var targets: [Target]
    /// The absolute paths of folders that hold Swift packages, or look like it, in the project's order.
    var packages: [Path] = []
    /// Whether it uses packages that are fetched from elsewhere.
    var hasRemotePackages = false
    /// Where it is not an Xcode project that was read, but what a generator would make of a file of its own.
    var generation: Generation?

    /// What is particular to a project that is generated.
    struct Generation: Sendable {
        /// Names whose values are decided where the project is generated, and not written.
        var undecided: Set<ByteString> = []
        /// Files of the generator that are not there, and that may define anything.
        var missing: [MissingSettingsFile] = []
        /// Whether what nothing assigns may be assigned where the project is generated.
        var isOpen = false
    }

    /// The path by which readings name it: the .xcodeproj, or the file that it is generated from.
    var shownPath: Path { generation == nil ? path : file }

    /// The name without its extension.
    var name: String {
        let last = path.lastComponent
        return Path(
            bytes: last.hasExtension("xcodeproj") ? last.bytes.dropLast(".xcodeproj".utf8.count) : last.bytes[...]
        )
        .display
    }

    struct ConfigurationList: Sendable {
        var all: [Configuration] = []
        /// The name of the one that counts where a configuration is missing.
        var defaultName: String?

        /// The configuration that a build of `name` uses; `nil` when there is none at all.
        func configuration(_ name: String) -> Configuration? {
            all.first { ByteString($0.name) == ByteString(name) }
                ?? all.first { $0.name == defaultName } ?? all.first
        }
    }

    /// A configuration of the project or of a target.
    struct Configuration: Sendable {
        var id: ByteString
        var name: String
        var settings: [Setting]
        var base: Base?
        /// What the file assigns besides, and is not read.
        var unread = SettingLevel.Unread.names([])

        struct Setting: Sendable {
            var key: String
            var value: String
            var range: SourceRange
            /// The file that it is written in, where that is not the project's.
            var file: Path?
        }

        /// The .xcconfig file below the settings.
        struct Base: Sendable {
            /// The absolute path; `nil` when the reference leads nowhere.
            var path: Path?
            /// The name to show, and the line that refers to it.
            var written: String
            var range: SourceRange
            /// The file that refers to it, where that is not the project's.
            var file: Path?
        }
    }

    struct Target: Sendable {
        var id: ByteString
        var name: String
        /// The name where it is written, or the object.
        var range: SourceRange
        /// The file that it is written in, where that is not the project's.
        var file: Path?
        /// `nil` for aggregate and legacy targets.
        var productType: ProductType?
        var configurations: ConfigurationList
        /// Absolute paths of the source files that are listed one by one, in order.
        var sources: [Path]
        var folders: [Folder]
        /// Positions of the targets whose products it copies into its own.
        var embedded: [Int] = []
        /// Positions of the targets that are built before it.
        var dependencies: [Int] = []
        /// Positions of the targets whose products it is linked with.
        var linked: [Int] = []
        /// The products of packages that it is linked with.
        var packageProducts: [PackageProduct] = []
        /// Whether it needs a target of another project.
        var needsOthers = false
        /// The names of the modules that other projects make for it, as far as they are known, and the paths of the
        /// generator's files that may add code to it and were not read.
        var foreignModules: [String] = []
        /// The Info.plist that a generator writes, and counts instead of the one on the disk.
        var writtenManifest: WrittenManifest?
        /// The entitlements that a generator writes.
        var writtenEntitlements: WrittenEntitlements?
    }

    /// An Info.plist that a generator writes.
    struct WrittenManifest: Sendable {
        /// The absolute path that it is written to.
        var path: Path
        /// The absolute path of the file that its values stand in.
        var source: Path
        var contents: ProjectManifests.Parsed
    }

    /// Entitlements that a generator writes.
    struct WrittenEntitlements: Sendable {
        /// The absolute path that they are written to.
        var path: Path
        /// The names of those that are granted; `nil` when that is not known.
        var names: [String]?
    }

    /// A folder whose files belong to a target without being listed.
    struct Folder: Sendable {
        /// The absolute path.
        var path: Path
        /// Paths below the folder that do not belong to the target.
        var excluded: [Path]
        /// When set, only these paths below the folder belong to it.
        var included: [Path]?
        /// Patterns, as a shell has them, of further paths below the folder that do not belong to the target.
        var patterns: [Path] = []
        /// When set, patterns of the only paths below the folder that belong to it.
        var includedPatterns: [Path]?
    }
}
