package import SchemeModel

/// The bundles in a list of files, and how they contain each other. Derived from the paths alone.
///
/// - Source: Apple, Bundle Programming Guide, "Bundle Structures"; Placing content in a bundle.
package struct BundleLayout: Hashable, Sendable {
    /// A folder that is a bundle, with one of its manifests.
    package struct Bundle: Hashable, Sendable {
        /// The path of its Info.plist.
        package var manifest: Path
        /// The path of its folder.
        package var folder: Path
        /// The role that follows from its name and the folder around it.
        package var role: Role
        /// The manifest of the outermost app around it; `nil` for a bundle outside of apps.
        package var container: Path?
    }

    /// The role of a bundle, according to its name and place.
    package enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        case application
        /// An app in `Watch` of another app.
        case watchApplication = "watch-application"
        /// An App Clip in `AppClips` of another app.
        case appClip = "app-clip"
        case appExtension = "app-extension"
        case framework
        /// An XPC service, a plug-in, or a bundle of resources or tests.
        case other

        /// Whether it is an app, inside another one or not.
        fileprivate var isApp: Bool { self == .application || self == .watchApplication || self == .appClip }

        /// The product kind of the role.
        package var productKind: ProductKind {
            switch self {
            case .application, .watchApplication: .application
            case .appClip: .appClip
            case .appExtension: .appExtension
            case .framework: .framework
            case .other: .bundle
            }
        }
    }

    /// The bundles with a manifest, ordered by its path.
    package var bundles: [Bundle]

    /// Creates the layout of the files with these paths. Ignores paths that aren't manifests of a bundle.
    package init(_ paths: some Sequence<Path>) {
        let manifests = Set(paths).compactMap { path in Self.place(of: path).map { (path, $0) } }
            .sorted { $0.0 < $1.0 }
        var applications: [Path: Path] = [:]
        for (manifest, place) in manifests where place.role.isApp {
            // The manifests are sorted: `Contents/Info.plist` comes before `Info.plist`.
            if applications[place.folder] == nil { applications[place.folder] = manifest }
        }
        bundles = manifests.map { manifest, place in
            let container = place.enclosing.lazy.compactMap { applications[$0] }.first
            var role = place.role
            if container == nil, role == .watchApplication || role == .appClip { role = .application }
            return Bundle(manifest: manifest, folder: place.folder, role: role, container: container)
        }
    }

    /// Returns whether a file at `path` is the manifest of a bundle.
    package static func isManifest(_ path: Path) -> Bool {
        path.bytes.suffix(manifestName.count).elementsEqual(manifestName) && place(of: path) != nil
    }

    /// The number of nested apps that are told apart. Real apps contain a watch app or an App Clip.
    private static let mostApps = 8

    private static let manifestName = Array("Info.plist".utf8)

    /// The position of a manifest in a bundle.
    private struct BundlePlace {
        var folder: Path
        var role: Role
        /// The folders of the first apps around it, outermost first.
        var enclosing: [Path]
    }

    /// Returns the bundle whose manifest is at `path`.
    private static func place(of path: Path) -> BundlePlace? {
        var rest = path.components[...]
        guard let name = rest.popLast(), name.elementsEqual(manifestName) else { return nil }
        guard let folder = rest.last else { return nil }
        if extensions[fileExtension(folder)] == nil {
            // macOS uses `Contents`. Its frameworks use `Resources` or `Versions/A/Resources`.
            rest.removeLast()
            if folder.elementsEqual("Resources".utf8) {
                if rest.dropLast().last?.elementsEqual("Versions".utf8) == true { rest.removeLast(2) }
                guard let last = rest.last, extensions[fileExtension(last)] == .framework else { return nil }
            } else {
                guard folder.elementsEqual("Contents".utf8) else { return nil }
            }
        }
        guard let last = rest.last, let role = extensions[fileExtension(last)] else { return nil }
        let isAbsolute = path.isAbsolute
        func joined(_ components: ArraySlice<ArraySlice<UInt8>>) -> Path {
            let relative = components.joined(separator: [Path.separator])
            return Path(bytes: isAbsolute ? [Path.separator] + relative : Array(relative))
        }
        let enclosing = rest.indices.dropLast().lazy.filter { extensions[fileExtension(rest[$0])] == .application }
            .prefix(mostApps)
        return BundlePlace(
            folder: joined(rest),
            role: role == .application ? nestedRole(in: rest.dropLast().last) : role,
            enclosing: enclosing.map { joined(rest[...$0]) }
        )
    }

    /// Returns the role of an app in a folder with this name.
    private static func nestedRole(in folder: ArraySlice<UInt8>?) -> Role {
        guard let folder else { return .application }
        if folder.elementsEqual("Watch".utf8) { return .watchApplication }
        return folder.elementsEqual("AppClips".utf8) ? .appClip : .application
    }

    /// Returns the extension of a file name in lower case, without the dot; empty if it has none.
    private static func fileExtension(_ name: ArraySlice<UInt8>) -> [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return [] }
        return name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    private static let extensions: [[UInt8]: Role] = [
        Array("app".utf8): .application,
        Array("appex".utf8): .appExtension,
        Array("framework".utf8): .framework,
    ].merging(
        [
            "xpc", "bundle", "plugin", "xctest", "systemextension", "dext", "kext", "driver", "component", "prefpane",
            "saver", "qlgenerator", "mdimporter",
        ].map { (Array($0.utf8), Role.other) },
        uniquingKeysWith: { first, _ in first }
    )
}

extension BundleLayout {
    /// Returns whether `path` is named like an archive outside of bundles.
    ///
    /// Inside of bundles, apps keep archives of their own.
    static func isArchiveOutsideBundles(_ path: Path) -> Bool {
        // This is called for every member, so check the last bytes first.
        let suffix = path.bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1 | 0x20) }
        guard suffix == 0x2E69_7061 || suffix == 0x2E7A_6970, path.hasExtension("ipa") || path.hasExtension("zip")
        else { return false }
        return !path.components.contains { extensions[fileExtension($0)] != nil }
    }
}

extension BundleLayout.Bundle {
    /// Whether the bundle keeps its files in `Contents`, as on macOS.
    private var isDeep: Bool { manifest == folder.appending("Contents/Info.plist") }

    /// Returns the path of its executable.
    ///
    /// The name is the manifest's `CFBundleExecutable`. Returns `nil` if that isn't a file name.
    package func executable(named name: String) -> Path? {
        let name = Path(name)
        guard !name.bytes.isEmpty, name != ".", name != "..", !name.bytes.contains(Path.separator),
            !name.bytes.contains(0)
        else { return nil }
        return (isDeep ? folder.appending("Contents/MacOS") : folder).appending(name)
    }

    /// The path where the bundle may have a provisioning profile.
    package var profile: Path {
        folder.appending(isDeep ? "Contents/embedded.provisionprofile" : "embedded.mobileprovision")
    }
}
