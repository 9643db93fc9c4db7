/// The way from the root of a property list to a value, as ``ValueSpan/keyPath`` has it:
/// `CFBundleURLTypes[0].CFBundleURLSchemes[1]`. A key with other characters than letters, digits, `_`, `~` and `-` is
/// quoted: `NSExtension["odd key"]`.
///
/// Long keys and paths are cut, since a hostile list can give every one of its keys a path of many megabytes.
struct PropertyPath {
    private(set) var text = ""

    private static let longestKey = 256
    private static let longestPath = 1024

    /// The path of the value under `key` in the dictionary at this path.
    func key(_ key: String) -> PropertyPath {
        guard text.utf8.count < Self.longestPath else { return cut }
        let shown =
            key.utf8.count <= Self.longestKey ? key : String(key.unicodeScalars.prefix(Self.longestKey / 4)) + "…"
        let isPlain = !key.isEmpty && shown.utf8.count == key.utf8.count && key.utf8.allSatisfy(Self.isPlain)
        if isPlain { return PropertyPath(text: text.isEmpty ? key : text + "." + key) }
        var quoted = String.UnicodeScalarView()
        for scalar in shown.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        return PropertyPath(text: text + "[\"" + String(quoted) + "\"]")
    }

    /// The path of the element at the 0-based `index` in the array at this path.
    func index(_ index: Int) -> PropertyPath {
        text.utf8.count < Self.longestPath ? PropertyPath(text: text + "[\(index)]") : cut
    }

    /// The path with the sign that something is missing.
    private var cut: PropertyPath { text.hasSuffix("…") ? self : PropertyPath(text: text + "…") }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
