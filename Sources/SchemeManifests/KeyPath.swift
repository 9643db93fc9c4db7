package import SchemeModel

/// How the way from the root of a property list to a value is written: `CFBundleURLTypes[0].CFBundleURLSchemes[1]`,
/// and `Types["odd key"]` for a key that is more than letters, digits, `_`, `~` and `-`.
package enum KeyPath {
    /// The way to the value under `key` in the dictionary at `path`; an empty path is the root.
    package static func appending(key: ByteString, to path: String) -> String {
        if !key.string.isEmpty, key.string.utf8.allSatisfy(isPlain) {
            return path.isEmpty ? key.string : "\(path).\(key.string)"
        }
        var quoted = "[\""
        for scalar in key.string.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return path + quoted + "\"]"
    }

    /// The way to the element at the 0-based `index` in the array at `path`; an empty path is the root.
    package static func appending(index: Int, to path: String) -> String {
        "\(path)[\(index)]"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}
