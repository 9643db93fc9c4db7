/// The kind of product that a manifest belongs to: an app, an extension, a framework and so on.
package enum ProductKind: String, Sendable, Codable, CaseIterable {
    /// An app that the user can open, including a watch app.
    case application
    case appClip = "app-clip"
    case appExtension = "app-extension"
    case framework
    /// A loadable bundle, including test bundles.
    case bundle
    /// Unknown, because the manifest doesn't specify it.
    case unknown

    /// Whether claims of such a product take part in collisions.
    ///
    /// A manifest without a package type usually gets it from the build, so it is treated as an app.
    package var isApplication: Bool { self == .application || self == .unknown }

    /// The word before a name: "extension". A product of unknown kind is treated as an app.
    package var noun: String {
        switch self {
        case .application, .unknown: "app"
        case .appClip: "App Clip"
        case .appExtension: "extension"
        case .framework: "framework"
        case .bundle: "bundle"
        }
    }

    /// The kind as written in messages: "an app extension".
    package var phrase: String {
        switch self {
        case .application: "an app"
        case .appClip: "an App Clip"
        case .appExtension: "an app extension"
        case .framework: "a framework"
        case .bundle: "a bundle"
        case .unknown: "a product of unknown kind"
        }
    }
}
