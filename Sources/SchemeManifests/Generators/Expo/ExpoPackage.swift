import SchemeModel
import SchemeYAML

/// The `package.json` beside an app's configuration.
struct ExpoPackage {
    static let fileName: Path = "package.json"

    let name: String?
    let dependsOnExpo: Bool
    /// The file that stands for the package.
    let main: String?
    /// The version of Expo that the app is made with.
    private let version: YAMLNode?

    /// Returns `nil` for bytes that are not a JSON object.
    init?(_ bytes: [UInt8], limits: Limits) {
        guard let root = try? JSONReader.read(bytes, limits: limits).root, root.members != nil else { return nil }
        name = root["name"]?.string
        let tables = ["dependencies", "devDependencies", "peerDependencies"]
        dependsOnExpo = tables.contains { root[$0]?["expo"] != nil }
        main = root["main"]?.string
        version = root["dependencies"]?["expo"]
    }

    /// The number of the SDK that a version such as `~54.0.12`, `^57`, `56.x` or `57.0.24` names, and its place; `nil` if
    /// several SDKs or none fit.
    var sdk: (number: Int, range: SourceRange)? {
        guard let version, let text = version.string?.utf8.drop(while: { "^~=".utf8.contains($0) }) else { return nil }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let first = parts.first, first.first != UInt8(ascii: "0"), first.allSatisfy(\.isDigit),
            parts.dropFirst().allSatisfy({ $0.allSatisfy { $0.isDigit || "x*".utf8.contains($0) } }),
            let number = Int(Substring(first))
        else { return nil }
        return (number, version.focus)
    }
}
