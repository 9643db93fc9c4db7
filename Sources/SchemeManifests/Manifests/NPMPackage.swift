import SchemeModel
import SchemeYAML

/// The `package.json` of an npm package, such as an app made with Expo, React Native or Capacitor.
struct NPMPackage {
    static let fileName: Path = "package.json"

    /// The name of the package; `nil` if there is none, or it can't be read.
    var name: String? { root?["name"]?.string }
    /// Whether the package depends on Expo; `nil` if it can't be read.
    var dependsOnExpo: Bool? { isMissing ? false : root.map { _ in tables.contains { $0["expo"] != nil } } }
    /// Its main file.
    var main: String? { root?["main"]?.string }
    /// The packages that the app is made with, and their versions.
    var dependencies: YAMLNode? { root?["dependencies"] }
    /// The tables of the packages that the app or its development needs.
    var tables: [YAMLNode] { ["dependencies", "devDependencies", "peerDependencies"].compactMap { root?[$0] } }
    /// The root of the file; `nil` if it can't be read, or isn't an object.
    let root: YAMLNode?
    private let isMissing: Bool
}

extension NPMPackage {
    /// Reads the package in `folder`. A folder without one depends on nothing.
    init(in folder: Path, _ files: ProjectFileSystem, limits: Limits) {
        do throws(FileError) {
            let bytes = try files.contents(of: folder.appending(Self.fileName), limit: limits.generatorBytes).bytes
            self.init(bytes, limits: limits)
        } catch {
            self.init(root: nil, isMissing: error == .notFound || error == .wrongKind(.directory))
        }
    }

    /// Reads the bytes of a package.
    init(_ bytes: [UInt8], limits: Limits) {
        let root = try? JSONReader.read(bytes, limits: limits).root
        self.init(root: root?.members == nil ? nil : root, isMissing: false)
    }

    /// The number of the SDK that a version such as `~54.0.12`, `^57`, `56.x` or `57.0.24` names, and its place; `nil` if
    /// several SDKs or none fit.
    var sdk: (number: Int, range: SourceRange)? {
        guard let version = dependencies?["expo"],
            let text = version.string?.utf8.drop(while: { "^~=".utf8.contains($0) })
        else { return nil }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let first = parts.first, first.first != UInt8(ascii: "0"), first.allSatisfy(\.isDigit),
            parts.dropFirst().allSatisfy({ $0.allSatisfy { $0.isDigit || "x*".utf8.contains($0) } }),
            let number = Int(Substring(first))
        else { return nil }
        return (number, version.focus)
    }
}
