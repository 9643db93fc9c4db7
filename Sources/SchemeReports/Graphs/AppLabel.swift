import SchemeModel

/// The two lines that name an app in diagrams and on pages; not escaped.
struct AppLabel {
    /// The name, or the bundle identifier.
    let title: String
    /// The bundle identifier and the platforms: `com.fabrikam.wallet`, `iOS`.
    let details: [String]

    /// The details on one line.
    var detail: String { details.joined(separator: " · ") }

    init(_ app: App) {
        let name = app.name.flatMap { $0.isEmpty ? nil : $0 }
        let identifier = Self.identifier(of: app)
        title = name ?? identifier
        let platforms = app.platforms.platforms.map(\.displayName).joined(separator: ", ")
        var details = name == nil ? [] : [identifier]
        if !app.id.isKnown { details.append("identity unknown") }
        if !platforms.isEmpty { details.append(platforms) }
        self.details = details.isEmpty ? ["platform unknown"] : details
    }

    /// What tells the app from others with the same title: the bundle identifier; for an app without a complete one,
    /// the folder of its manifest, or the whole path if the folder is the title.
    static func distinction(of app: App) -> String {
        let identifier = identifier(of: app)
        guard case .unknown(let place) = app.id, AppLabel(app).title == identifier else { return identifier }
        return place.string
    }

    /// Returns the bundle identifier as spelled; for an app without a complete one, the place of its manifest, without
    /// the names that many manifests and their folders have.
    static func identifier(of app: App) -> String {
        switch app.id {
        case .known(let identifier):
            return app.bundleIdentifier.flatMap { $0.isEmpty ? nil : $0 } ?? identifier.string
        case .unknown(let place):
            var path = place.string[...]
            for names in [["Info.plist"], commonFolders] {
                guard let name = names.first(where: { path.hasSuffix("/\($0)") }) else { continue }
                let rest = path.dropLast(name.count + 1)
                if !rest.isEmpty { path = rest }
            }
            return String(path)
        }
    }

    /// The names of folders inside an app's folder that hold its manifest.
    private static let commonFolders = [
        "Resources", "Support", "Supporting", "Supporting Files", "SupportingFiles", "resources",
    ]
}
