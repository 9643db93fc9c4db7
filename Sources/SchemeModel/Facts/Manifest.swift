/// An Info.plist, either as written or as resolved for one target and a set of configurations that give the same
/// result.
package struct Manifest: Hashable, Sendable, Codable {
    /// The input, as a whole.
    package var origin: Place
    /// The outcome for which the input was resolved; ``Outcome/asItStands`` without a project.
    package var outcome: Outcome
    /// The format of the input.
    package var format: Format
    /// SHA-256 of the input's bytes in hexadecimal digits.
    package var digest: String
    /// The app that it belongs to.
    package var app: AppID
    /// The app that contains it.
    ///
    /// For a dependent product (watch app, helper, login item, extension) this is the enclosing app; otherwise it is
    /// the same as ``app``. Claims with the same container never collide.
    package var container: AppID
    /// `CFBundleIdentifier`, as written.
    package var bundleIdentifier: Located<String>?
    /// `CFBundleName`, as written.
    package var name: String?
    /// `CFBundleDisplayName`, as written.
    package var displayName: String?
    /// `CFBundleShortVersionString`, as written.
    package var version: String?
    /// `CFBundleVersion`, as written.
    package var build: String?
    /// The kind of product that a manifest describes.
    package var kind: ProductKind
    /// `NSExtensionPointIdentifier` or `EXExtensionPointIdentifier`.
    package var extensionPoint: String?
    /// Whether it was written by a build (it names the SDK or is in a built bundle), so no build will change it.
    package var isBuilt: Bool
    /// The platforms and devices that the app runs on.
    package var deviceSupport: DeviceSupport
    /// `CFBundleURLTypes`, in order; elements that are not dictionaries are omitted and recorded as irregularities.
    package var urlTypes: [URLType]
    /// `LSApplicationQueriesSchemes`, in order.
    package var queriesSchemes: [Located<String>]
    /// Other keys of the root that rules need, in the order of the manifest.
    package var rootKeys: [RootKey]
    /// The entitlements that the app is signed with, each followed by its known values; `nil` when unknown.
    package var entitlements: [Entitlement]?
    /// Values from files next to the manifest that concern its app, ordered by file and key.
    package var companions: [Companion]
    /// The irregularities of the input, ordered by place.
    package var irregularities: [Irregularity]
    /// Whether what its author wrote lowers no finding; see ``distrusted()``.
    package private(set) var isDistrusted = false

    /// The project, target and configurations that determine the values of a manifest.
    package struct Outcome: Hashable, Sendable, Codable {
        /// The path of the project below the source's root.
        package var project: Path?
        /// The target's name.
        package var target: String?
        /// The configurations that give this outcome, in the project's order.
        package var configurations: [String]

        package init(project: Path? = nil, target: String? = nil, configurations: [String] = []) {
            self.project = project
            self.target = target
            self.configurations = configurations
        }

        /// The manifest as written in its file, with nothing resolved.
        package static let asItStands = Outcome()
    }

    /// The format of an input.
    package enum Format: String, Sendable, Codable, CaseIterable {
        case xml
        case binary
        case openStep = "openstep"
        /// A file that generates a project.
        case yaml, json, swift
        case javaScript = "javascript"
        /// An unknown format; the manifest is malformed.
        case unknown
    }

    /// A key of the root and its value.
    package struct RootKey: Hashable, Sendable, Codable {
        /// The key.
        package var name: String
        /// The value and its place.
        package var value: Located<PropertyValue>

        package init(name: String, value: Located<PropertyValue>) {
            self.name = name
            self.value = value
        }
    }

    package init(origin: Place, format: Format, digest: String, app: AppID) {
        self.origin = origin
        outcome = .asItStands
        self.format = format
        self.digest = digest
        self.app = app
        container = app
        kind = .unknown
        isBuilt = false
        deviceSupport = .unknown
        urlTypes = []
        queriesSchemes = []
        rootKeys = []
        companions = []
        irregularities = []
    }
}

extension Manifest {
    /// Returns the manifest as `--strict` reads it: no name, role or key that its author chose freely lowers a finding.
    ///
    /// Names don't say who installs the app. Without a project and an app around it, it is an app whatever its keys say.
    package func distrusted() -> Manifest {
        var manifest = self
        manifest.isDistrusted = true
        if outcome.target == nil, container == app, !kind.isApplication { manifest.kind = .unknown }
        return manifest
    }

    /// Whether it says that the app adopts the schemes of `type`, but doesn't define them.
    package func adopts(_ type: URLType) -> Bool { type.adopts && !isDistrusted }

    /// Whether Apple owns the app, so that it may claim the system's schemes.
    package var isOwnedByApple: Bool { app.isOwnedByApple && !isDistrusted }

    /// Whether the input could not be parsed.
    package var isMalformed: Bool { irregularities.contains { $0.kind == .malformed } }

    /// Whether it doesn't exist, or its path is unknown, so only what its project adds to it is known.
    package var isMissing: Bool { irregularities.contains { $0.kind == .missingManifest } }

    /// Whether a program that isn't run may change its values.
    package var dependsOnProgram: Bool {
        irregularities.contains { $0.kind == .notRead || $0.kind == .computedManifest }
    }

    /// Whether it may have more values than are known: it is missing, or a file that is missing from the checkout, or a
    /// program that isn't run, may add some.
    package var isIncomplete: Bool {
        isMissing || dependsOnProgram || irregularities.contains { $0.kind == .missingPart }
    }

    /// Returns the value of a root key that rules need; `nil` if it is absent.
    package func root(_ name: String) -> Located<PropertyValue>? {
        rootKeys.first { ByteString($0.name) == ByteString(name) }?.value
    }

    /// Returns the place of a value in this manifest, with the range that reports underline.
    package func place(of span: ValueSpan) -> Place { place(keyPath: span.keyPath, range: span.focus) }

    /// Returns the place of an irregularity, which may be in a file that the manifest depends on.
    package func place(of irregularity: Irregularity) -> Place { irregularity.place ?? place(of: irregularity.span) }

    /// Returns the place of a range of this manifest.
    package func place(keyPath: String? = nil, range: SourceRange?) -> Place {
        var place = origin
        place.keyPath = keyPath
        place.range = range
        return place
    }

    /// Whether `text` contains the app's own bundle identifier, ignoring case.
    package func containsBundleIdentifier(_ text: String) -> Bool {
        guard case .known(let identifier) = app else { return false }
        let (text, part) = (Array(text.asciiLowercased.utf8), Array(identifier.string.utf8))
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    /// The app as shown in reports.
    package var appDescription: App {
        let readable = [displayName, name].lazy.compactMap { $0 }.first {
            !$0.isEmpty && VariableReference.first(in: $0) == nil
        }
        return App(
            id: app,
            bundleIdentifier: bundleIdentifier?.value,
            name: readable,
            platforms: deviceSupport.platforms,
            identityGap: identityGap
        )
    }
}
