/// One Info.plist seen through one outcome: as it stands, or resolved through a target for a set of configurations that
/// give the same result.
public struct Manifest: Hashable, Sendable, Codable {
    /// The input, as a whole.
    public var origin: Place
    /// The outcome through which the input is seen; ``Outcome/asItStands`` without a project.
    public var outcome: Outcome
    /// The format of the input.
    public var format: Format
    /// SHA-256 of the input's bytes in hexadecimal digits.
    public var digest: String
    /// The app that it belongs to.
    public var app: AppID
    /// The app that contains it, for what stands or falls with another app (watch app, helper, login item, extension);
    /// otherwise the same as ``app``. Claims with one container never collide.
    public var container: AppID
    /// `CFBundleIdentifier`, as written.
    public var bundleIdentifier: Located<String>?
    /// `CFBundleName`, as written.
    public var name: String?
    /// `CFBundleDisplayName`, as written.
    public var displayName: String?
    /// `CFBundleShortVersionString`, as written.
    public var version: String?
    /// `CFBundleVersion`, as written.
    public var build: String?
    /// What the manifest describes.
    public var kind: ProductKind
    /// `NSExtensionPointIdentifier` or `EXExtensionPointIdentifier`.
    public var extensionPoint: String?
    /// Whether a build wrote it (it names the SDK or lies in a built bundle), so that no build will change it any more.
    public var isBuilt: Bool
    /// Where the app runs.
    public var reach: Reach
    /// `CFBundleURLTypes`, in order; elements that are no dictionaries are left out and irregular.
    public var urlTypes: [URLType]
    /// `LSApplicationQueriesSchemes`, in order.
    public var queriesSchemes: [Located<String>]
    /// Other keys of the root that rules need, in the order of the manifest.
    public var rootKeys: [RootKey]
    /// The entitlements that the app is signed with: their names, and each associated domain that is known as the name of
    /// that entitlement, `=` and `applinks:example.com`. `nil` when unknown.
    public var entitlements: [String]?
    /// What files beside the manifest say of its app, in order of file and key.
    public var companions: [Companion]
    /// What is irregular about the input, in order of place.
    public var irregularities: [Irregularity]

    /// Where the values of a manifest come from.
    public struct Outcome: Hashable, Sendable, Codable {
        /// The path of the project below the source's root.
        public var project: Path?
        /// The target's name.
        public var target: String?
        /// The configurations that give this outcome, in the project's order.
        public var configurations: [String]

        package init(project: Path? = nil, target: String? = nil, configurations: [String] = []) {
            self.project = project
            self.target = target
            self.configurations = configurations
        }

        /// The manifest as its file says, nothing resolved.
        public static let asItStands = Outcome()
    }

    /// The format of an input.
    public enum Format: String, Sendable, Codable, CaseIterable {
        case xml
        case binary
        case openStep = "openstep"
        /// A file that a project is generated from.
        case yaml, json, swift
        /// Nothing that the tool knows; the manifest is malformed.
        case unknown
    }

    /// A key of the root and its value.
    public struct RootKey: Hashable, Sendable, Codable {
        /// The key.
        public var name: String
        /// The value, and where it is written.
        public var value: Located<PropertyValue>

        package init(name: String, value: Located<PropertyValue>) {
            self.name = name
            self.value = value
        }
    }

    /// A value in a file beside a manifest, which tells what the manifest should say.
    public struct Companion: Hashable, Sendable, Codable {
        /// The key.
        public var name: String
        /// The text under it.
        public var value: String
        /// Where that is written; in the source of the manifest.
        public var place: Place

        package init(name: String, value: String, place: Place) {
            self.name = name
            self.value = value
            self.place = place
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
        reach = .unknown
        urlTypes = []
        queriesSchemes = []
        rootKeys = []
        companions = []
        irregularities = []
    }
}

extension Manifest {
    /// The entitlement that names the domains whose links an app opens.
    public static let associatedDomainsEntitlement = "com.apple.developer.associated-domains"

    /// Whether the app opens links to a domain as universal links; `nil` where that is not known.
    public var hasUniversalLinks: Bool? {
        guard let associatedDomains else { return nil }
        if associatedDomains.contains(where: { $0.hasPrefix("applinks:") }) { return true }
        return isAssociatedWithMore ? nil : false
    }

    /// The domains whose links the app opens as universal links, as they are written after `applinks:`; `nil` where not
    /// all are known.
    public var universalLinkDomains: [String]? {
        guard let associatedDomains, !isAssociatedWithMore else { return nil }
        return associatedDomains.filter { $0.hasPrefix("applinks:") }.map { domain in
            // `?mode=developer` says when, not where.
            String(domain.dropFirst("applinks:".utf8.count).prefix { $0 != "?" })
        }
    }

    /// What the entitlements name as associated domains, with their services; `nil` when unknown.
    private var associatedDomains: [String]? {
        let name = Self.associatedDomainsEntitlement
        return entitlements?.filter { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// Whether there can be other domains than those that are named: a profile allows any, and a build may still write
    /// what a variable stands for.
    private var isAssociatedWithMore: Bool {
        guard let entitlements, let associatedDomains else { return true }
        guard entitlements.contains(where: { ByteString($0) == ByteString(Self.associatedDomainsEntitlement) }) else {
            return false
        }
        return associatedDomains.isEmpty
            || associatedDomains.contains { $0 == "*" || Variable.first(in: $0) != nil }
    }

    /// Whether the input could be parsed.
    public var isMalformed: Bool { irregularities.contains { $0.kind == .malformed } }

    /// Whether a file that is not in the checkout may add to it, so that what it lacks may be there.
    public var isIncomplete: Bool { irregularities.contains { $0.kind == .missingPart } }

    /// The value of a key of the root that rules need, `nil` where it is absent.
    public func root(_ name: String) -> Located<PropertyValue>? {
        rootKeys.first { ByteString($0.name) == ByteString(name) }?.value
    }

    /// What a file beside the manifest says under a key, `nil` where none does.
    public func companion(_ name: String) -> Companion? { companions.first { ByteString($0.name) == ByteString(name) } }

    /// The place of a value of this manifest; of what a report underlines of it.
    public func place(of span: ValueSpan) -> Place { place(keyPath: span.keyPath, range: span.focus) }

    /// The place of something irregular about this manifest, which may be in a file that it depends on.
    public func place(of irregularity: Irregularity) -> Place { irregularity.place ?? place(of: irregularity.span) }

    /// The place of a stretch of this manifest.
    public func place(keyPath: String? = nil, range: SourceRange?) -> Place {
        var place = origin
        place.keyPath = keyPath
        place.range = range
        return place
    }

    /// Whether `text` contains the app's own bundle identifier, whatever its case.
    package func containsBundleIdentifier(_ text: String) -> Bool {
        guard case .known(let identifier) = app else { return false }
        let (text, part) = (Array(text.asciiLowercased.utf8), Array(identifier.string.utf8))
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    /// The app as reports name it.
    public var appDescription: App {
        let readable = [displayName, name].lazy.compactMap { $0 }.first { !$0.isEmpty && Variable.first(in: $0) == nil }
        return App(
            id: app,
            bundleIdentifier: bundleIdentifier?.value,
            name: readable,
            platforms: reach.platforms
        )
    }
}

/// What a manifest describes.
public enum ProductKind: String, Sendable, Codable, CaseIterable {
    /// An app that a person can open. A watch app is one.
    case application
    case appClip = "app-clip"
    case appExtension = "app-extension"
    case framework
    /// A loadable bundle, a test bundle among them.
    case bundle
    /// Nothing in the manifest says.
    case unknown
    /// None: a project or an archive, which only carries what is wrong with it.
    case noProduct = "none"

    /// Whether claims of such a product take part in collisions. A manifest that does not say what it describes
    /// usually gets its package type from the build, and is taken for an app.
    public var isApplication: Bool { self == .application || self == .unknown }

    /// The kind as a message names it: "an app extension".
    public var phrase: String {
        switch self {
        case .application: "an app"
        case .appClip: "an App Clip"
        case .appExtension: "an app extension"
        case .framework: "a framework"
        case .bundle: "a bundle"
        case .unknown: "a product of unknown kind"
        case .noProduct: "no product"
        }
    }
}
