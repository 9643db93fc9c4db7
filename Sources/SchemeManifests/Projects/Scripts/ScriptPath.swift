import SchemeModel

/// A word of a script that may be the path of a file, without the quotes.
struct ScriptPath: Hashable, Sendable {
    /// The path in one spelling, with variables as written.
    let text: Substring

    /// - Parameters:
    ///   - word: The word, with known variables replaced.
    ///   - folder: The folder where the script is, as a word; empty for that of the project.
    init(_ word: Substring, in folder: Substring = "") {
        let isRelative = !folder.isEmpty && !word.hasPrefix("/") && !word.hasPrefix("$")
        let word = isRelative ? folder + "/" + word : word
        let path = word.contains("/") ? Self.inProject(word)?.normalized : nil
        text = path.map { Substring($0.display) } ?? word
    }

    /// Returns the path relative to the project's folder; `nil` if it is absolute, or has any other variable than that folder.
    static func inProject(_ word: Substring) -> Path? {
        var word = word
        if word.utf8.first == UInt8(ascii: "$"), let folder = folders.first(where: word.hasPrefix) {
            word = "." + word.dropFirst(folder.count)
        }
        let path = Path(String(word))
        return path.isAbsolute || word.utf8.contains { "$`".utf8.contains($0) } ? nil : path
    }

    private static let folders =
        ShellVariables.ofProject.sorted().flatMap { ["$\($0)", "${\($0)}", "$(\($0))"] } + ["$(pwd)"]

    /// The manifest with this path; `nil` if it is another file or unknown.
    var file: ManifestWrites.File? {
        if isOwn { return .own }
        if text.hasPrefix("$"), let number = Int(text.filter { !"${}".contains($0) }) { return .argument(number) }
        return text.hasSuffix(".plist") ? Self.inProject(text).map { .path($0) } : nil
    }

    /// Whether it is the path of the target's manifest, in the source or in the built product.
    var isOwn: Bool {
        var name = text
        var names = Self.manifests
        if name.hasSuffix("/Info.plist") {
            name = name.dropLast("/Info.plist".count)
            if name.hasSuffix("/Contents") { name = name.dropLast("/Contents".count) }
            names = Self.products
            if name.hasSuffix(".app") {
                name = name.dropLast(".app".count)
                names = ["PRODUCT_NAME", "TARGET_NAME"]
            }
        }
        if name.hasSuffix("}") { name.removeLast() }
        return names.contains { name.hasSuffix("$" + $0) || name.hasSuffix("{" + $0) }
    }

    /// Whether it contains the path of the target's manifest, perhaps with an extension.
    var mentionsOwn: Bool { isOwn || mentions(Self.manifests) }

    /// Whether it may be the path of the target's manifest, since it contains the name of the target or project.
    var mayBeOwn: Bool { text.hasSuffix(".plist") && mentions(["TARGET_NAME", "TARGETNAME", "PROJECT_NAME"]) }

    private func mentions(_ names: [String]) -> Bool {
        names.contains { text.contains("$" + $0) || text.contains("{" + $0) }
    }

    /// Whether it is a property list.
    var isPropertyList: Bool { text.contains(".plist") }

    /// Whether it is a property list that was set aside.
    var isBackup: Bool { Self.backups.contains { text.hasSuffix(".plist" + $0) } }

    /// Whether it lies in another bundle of the product.
    var isEmbedded: Bool { Self.bundles.contains(where: text.contains) }

    /// The settings with the path of the target's manifest.
    private static let manifests = ["INFOPLIST_FILE", "INFOPLIST_PATH"]
    /// The settings with the path of the folder with the built manifest, or of the one around it.
    private static let products = [
        "CODESIGNING_FOLDER_PATH", "CONTENTS_FOLDER_PATH", "EXECUTABLE_FOLDER_PATH", "FULL_PRODUCT_NAME",
        "UNLOCALIZED_RESOURCES_FOLDER_PATH", "WRAPPER_NAME",
    ]
    private static let backups = [".backup", ".bak", ".old", ".orig", ".tmp", "~"]
    private static let bundles = [".appex/", ".bundle/", ".framework/", "/Watch/"]
}
