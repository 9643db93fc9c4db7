import SchemeModel

/// The relevant parts of a project, in typed form.
struct XcodeProject: Sendable {
    /// The path of the .xcodeproj.
    var path: Path
    /// The folder that its paths are relative to (`SRCROOT`).
    var directory: Path
    /// The path of the `project.pbxproj`.
    var file: Path
    var developmentRegion: String?
    var configurations: ConfigurationList
    /// The targets in the project's order.
    var targets: [Target]
    /// The absolute paths of folders that contain or may contain Swift packages, in the project's order.
    var packages: [Path] = []
    /// Where an Xcode project names these folders.
    var packageRanges: [Path: SourceRange] = [:]
    /// The absolute paths of its groups, files and local packages, in this order, and where it names them.
    var names: [(path: Path, range: SourceRange)] = []
    /// Whether it uses packages that are fetched from elsewhere.
    var hasRemotePackages = false
    /// The absolute paths of the projects that it refers to, in its order.
    var projects: [Path] = []
    /// The absolute paths of the property lists that it refers to, in its order.
    var propertyLists: [Path] = []
    /// Whether another program builds a target in the project's folder (`PBXLegacyTarget`), and may use any file there.
    var hasExternalTargets = false
    /// The details of a project that a generator would make from its own file; `nil` for an Xcode project.
    var generation: Generation?

    /// The details of a generated project.
    struct Generation: Sendable {
        /// Settings that are decided when the project is generated.
        var undecided: Set<ByteString> = []
        /// Missing files of the generator, which may define anything.
        var missing: [MissingSettingsFile] = []
        /// Whether any unassigned setting may be assigned when the project is generated.
        var isOpen = false
    }

    /// The path that identifies it in readings: the .xcodeproj, or the file that it is generated from.
    var shownPath: Path { generation == nil ? path : file }

    /// The names of all configurations in order: the project's, and those that only targets have.
    var configurationNames: [String] { Self.names(in: [configurations] + targets.map(\.configurations)) }

    /// Returns the names of the configurations that a target can be built in: the project's, and its own others.
    func configurationNames(of target: Target) -> [String] { Self.names(in: [configurations, target.configurations]) }

    /// Whether the project itself has the configuration. One that only a target has may be a leftover.
    func hasConfiguration(_ name: String) -> Bool {
        configurations.all.isEmpty || configurations.all.contains { ByteString($0.name) == ByteString(name) }
    }

    private static func names(in lists: [ConfigurationList]) -> [String] {
        var seen: Set<ByteString> = []
        return lists.flatMap(\.all).map(\.name).filter { seen.insert(ByteString($0)).inserted }
    }

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
        /// The name of the fallback for a missing configuration.
        var defaultName: String?

        /// Returns the configuration for a build of `name`, or `nil` if there are no configurations.
        ///
        /// - Parameter fallback: The name of the fallback. For a target, it is that of the project.
        /// - Source: swift-build, Settings.swift (seen 2026-11-27).
        func configuration(_ name: String, otherwise fallback: String?) -> Configuration? {
            all.first { ByteString($0.name) == ByteString(name) }
                ?? all.first { $0.name == fallback } ?? all.first
        }
    }

    /// A configuration of the project or of a target.
    struct Configuration: Sendable {
        var id: ByteString
        var name: String
        var settings: [Setting]
        var base: Base?
        /// The unreadable assignments of the file.
        var unread = SettingLevel.UnreadSettings.names([])

        struct Setting: Sendable {
            var key: String
            var value: String
            var range: SourceRange
            /// The file with the setting, if it isn't the project's.
            var file: Path?
        }

        /// The .xcconfig file below the settings.
        struct Base: Sendable {
            /// The absolute path; `nil` if the reference is invalid.
            var path: Path?
            /// The name for messages, and the line that refers to it.
            var written: String
            var range: SourceRange
            /// The file that refers to it, if it isn't the project's.
            var file: Path?
        }
    }

    struct Target: Sendable {
        var id: ByteString
        var name: String
        /// The location of the name, or of the object.
        var range: SourceRange
        /// The file with the target, if it isn't the project's.
        var file: Path?
        /// The product type; `nil` for aggregate and legacy targets.
        var productType: ProductType?
        var configurations: ConfigurationList
        /// The absolute paths of individually listed source files, in order.
        var sources: [Path]
        var folders: [Folder]
        /// The scripts that run when it is built, in order.
        var scripts: [BuildPhaseScript] = []
        /// The positions of the targets whose products are copied into this one's.
        var embedded: [Int] = []
        /// The positions of the targets that are built before this one.
        var dependencies: [Int] = []
        /// The positions of the targets whose products it links with.
        var linked: [Int] = []
        /// The package products that it links with.
        var packageProducts: [PackageProduct] = []
        /// The file name of its product.
        var product: String?
        /// The file names of products of other projects, or of unknown ones, that it links with.
        var foreignProducts: [String] = []
        /// Whether it needs an unknown target of another project.
        var needsOthers = false
        /// The names of modules from other projects, as far as they are known.
        ///
        /// Also contains the paths of the generator's unread files that may add code to it.
        var foreignModules: [String] = []
        /// The Info.plist that a generator writes, which overrides the one on disk.
        var writtenManifest: WrittenManifest?
        /// The entitlements that a generator writes.
        var writtenEntitlements: WrittenEntitlements?
        /// What a generator computes of the Info.plist, so that it is only partly known; `nil` if all of it was read.
        var computedManifest: Irregularity?
    }

    /// An Info.plist that a generator writes.
    struct WrittenManifest: Sendable {
        /// The absolute path of the written file.
        var path: Path
        /// The absolute path of the file with its values.
        var source: Path
        var contents: ProjectManifests.ParsedManifest
    }

    /// Entitlements that a generator writes.
    struct WrittenEntitlements: Sendable {
        /// The absolute path of the written file.
        var path: Path
        /// The granted entitlements, with the known associated domains; `nil` if they are unknown.
        var granted: [Entitlement]?
        /// Whether no others may be granted.
        var isWhole = true
        /// The places of the associated domains.
        var domains: [Manifest.Companion] = []
    }

    /// A folder whose files belong to a target without being listed.
    struct Folder: Sendable {
        /// The absolute path.
        var path: Path
        /// Paths below the folder that don't belong to the target.
        var excluded: [Path]
        /// If set, only these paths below the folder belong to it.
        var included: [Path]?
        /// Glob patterns of further paths below the folder that don't belong to the target.
        var patterns: [Path] = []
        /// If set, only paths that match these patterns belong to it.
        var includedPatterns: [Path]?
        /// Whether folders such as `build` and `Pods` belong to it as well.
        var includesVendored = false
    }
}
