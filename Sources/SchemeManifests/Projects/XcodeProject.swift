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

        struct Setting: Sendable {
            var key: String
            var value: String
            var range: SourceRange
        }

        /// The .xcconfig file below the settings.
        struct Base: Sendable {
            /// The absolute path; `nil` when the reference leads nowhere.
            var path: Path?
            /// The name to show, and the line that refers to it.
            var written: String
            var range: SourceRange
        }
    }

    struct Target: Sendable {
        var id: ByteString
        var name: String
        /// The name where it is written, or the object.
        var range: SourceRange
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
    }

    /// A folder whose files belong to a target without being listed.
    struct Folder: Sendable {
        /// The absolute path.
        var path: Path
        /// Paths below the folder that do not belong to the target.
        var excluded: [Path]
        /// When set, only these paths below the folder belong to it.
        var included: [Path]?
    }
}
