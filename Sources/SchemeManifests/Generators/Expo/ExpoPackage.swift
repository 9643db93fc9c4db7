import SchemeModel
import SchemeYAML

/// The `package.json` beside an app's configuration.
struct ExpoPackage {
    let name: String?
    let dependsOnExpo: Bool

    /// Returns `nil` for bytes that are not a JSON object.
    init?(_ bytes: [UInt8], limits: Limits) {
        guard let root = try? JSONReader.read(bytes, limits: limits).root, root.members != nil else { return nil }
        name = root["name"]?.string
        let tables = ["dependencies", "devDependencies", "peerDependencies"]
        dependsOnExpo = tables.contains { root[$0]?["expo"] != nil }
    }
}
