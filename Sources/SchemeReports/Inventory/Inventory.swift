package import SchemeModel

/// The apps, schemes and links that a page or a diagram shows.
///
/// It keeps only what is shown, so it stays small when the manifests that it was made of are large.
package struct Inventory: Sendable {
    /// The products with manifests, extensions included, ordered by identity.
    package internal(set) var apps: [InventoryApp] = []
    /// The schemes that ``apps`` declare, ordered by their bytes.
    package internal(set) var schemes: [InventoryScheme] = []
    /// The products that several configurations or targets build differently, ordered by source, project and target.
    package internal(set) var products: [VariantProduct] = []
    /// The code that sends URLs, by source, project and target.
    package internal(set) var senders: [LinkSender] = []
    /// What is known about the schemes that ``senders`` open and no product in ``apps`` declares. Other schemes are
    /// missing.
    package internal(set) var foreignSchemes: [SchemeKey: [KnownScheme]] = [:]
    /// The code that receives URLs, by app.
    package internal(set) var receivers: [AppID: [LinkReceiver]] = [:]
    /// The number of apps, with those that are not in ``apps``. Extensions, frameworks and test bundles are not apps.
    package internal(set) var appCount = 0
    /// The number of other products, with those that are not in ``apps``.
    package internal(set) var otherCount = 0
    /// The number of schemes, with those that are not in ``schemes``.
    package internal(set) var schemeCount = 0
    /// The position of each app in ``apps``.
    package internal(set) var positions: [AppID: Int] = [:]
    /// The position of each scheme in ``schemes``.
    package internal(set) var schemePositions: [SchemeKey: Int] = [:]

    init() {}

    /// Returns the app with this identity; `nil` if it is not shown.
    func app(_ id: AppID) -> InventoryApp? { positions[id].map { apps[$0] } }

    /// Returns the scheme; `nil` if it is not shown.
    func scheme(_ key: SchemeKey) -> InventoryScheme? { schemePositions[key].map { schemes[$0] } }
}

/// A product with the schemes that it declares.
package struct InventoryApp: Sendable {
    /// The product, with the first available name and the platforms of all its manifests.
    package internal(set) var app: App
    /// The app that contains it, or itself.
    package internal(set) var container: AppID
    /// What the product is.
    package internal(set) var kind: ProductKind
    /// Whether it takes part in collisions: whether one of its manifests describes an app.
    package internal(set) var isApplication: Bool
    /// The names of the sources that contain it, in order.
    package internal(set) var sources: [String]
    /// Its declarations of valid schemes, ordered by scheme and place, without duplicates.
    package internal(set) var declarations: [InventoryDeclaration] = []

    /// The schemes, without duplicates, in order.
    var schemes: [SchemeKey] {
        declarations.reduce(into: []) { if $0.last != $1.scheme { $0.append($1.scheme) } }
    }
}

/// A scheme in a manifest of an app.
package struct InventoryDeclaration: Hashable, Sendable {
    package internal(set) var scheme: SchemeKey
    /// The scheme as spelled.
    package internal(set) var spelling: String
    /// `CFBundleTypeRole`, as written.
    package internal(set) var role: String?
    /// The place of the scheme.
    package internal(set) var place: Place
}

/// A scheme with the apps that declare it.
package struct InventoryScheme: Sendable {
    package internal(set) var scheme: SchemeKey
    /// The positions in ``Inventory/apps`` of the products that declare it, in order.
    package internal(set) var apps: [Int] = []
    /// Whether an SDK makes many apps share it.
    package internal(set) var isSharedByDesign = false
    /// What opens it if several apps declare it; `nil` for other schemes, or if that was not determined.
    package internal(set) var answer: SharedAnswer?
    /// What is known about it.
    package internal(set) var known: [KnownScheme] = []
    /// When apps started and stopped claiming it, oldest first; empty if that was not recorded.
    package internal(set) var history: [HistoryEntry] = []
    /// The positions in ``Inventory/senders`` of the code that opens its URLs, in order.
    package internal(set) var senders: [Int] = []
}
