/// The way from the root of a property list to a value, as ``ValueSpan/keyPath`` has it:
/// `CFBundleURLTypes[0].CFBundleURLSchemes[1]`. A key with other characters than letters, digits, `_`, `~` and `-` is
/// quoted: `NSExtension["odd key"]`.
///
/// Long keys and paths are cut, since a hostile list can give every one of its keys a path of many megabytes.
struct PropertyPath {
    private(set) var text = ""

    private static let longestKey = 256
    private static let longestPath = 4096

    /// The path of the value under `key` in the dictionary at this path.
    func key(_ key: String) -> PropertyPath {
        guard text.utf8.count < Self.longestPath else { return self }
        let shown = key.utf8.count <= Self.longestKey ? key : String(key.prefix(Self.longestKey / 4)) + "…"
        let isPlain = !key.isEmpty && shown.utf8.count == key.utf8.count && key.utf8.allSatisfy(Self.isPlain)
        if isPlain { return PropertyPath(text: text.isEmpty ? key : text + "." + key) }
        let escaped = shown.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return PropertyPath(text: text + "[\"" + String(escaped) + "\"]")
    }

    /// The path of the element at the 0-based `index` in the array at this path.
    func index(_ index: Int) -> PropertyPath {
        text.utf8.count < Self.longestPath ? PropertyPath(text: text + "[\(index)]") : self
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
