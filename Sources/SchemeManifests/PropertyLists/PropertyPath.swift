/// The path from the root of a property list to a value, as in ``ValueSpan/keyPath``.
///
/// For example `CFBundleURLTypes[0].CFBundleURLSchemes[1]`. A key with characters other than letters, digits, `_`, `~`
/// and `-` is quoted: `NSExtension["odd key"]`.
///
/// Long keys and paths are truncated, because a hostile list can give each of its keys a path of many megabytes.
struct PropertyPath {
    private(set) var text = ""

    private static let longestKey = 256
    private static let longestPath = 1024

    /// Returns the path of the value under `key` in the dictionary at this path.
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

    /// Returns the path of the element at the 0-based `index` in the array at this path.
    func index(_ index: Int) -> PropertyPath {
        text.utf8.count < Self.longestPath ? PropertyPath(text: text + "[\(index)]") : cut
    }

    /// The path with the mark of a truncated path.
    private var cut: PropertyPath { text.hasSuffix("…") ? self : PropertyPath(text: text + "…") }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
