/// The text of a program beside `app.json`, which gets the values of that file as `config`.
enum ExpoProgramText {
    /// Returns whether a program with these bytes returns the values of `app.json`, and changes none that matter.
    ///
    /// A key that its text doesn't show may be any key. Unusual brackets are taken for such a key.
    static func keepsValues(_ bytes: [UInt8]) -> Bool {
        bytes.firstMention(of: ["...config"]) != nil && bytes.firstMention(of: deciding) == nil
            && !mayHideKeys(String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 > " " })
    }

    /// Returns whether a program that may change values passes the associated domains of `app.json` on, as far as its text
    /// shows: it copies the values, copies those for iOS if it sets any, and names no domains.
    static func passesDomains(_ bytes: [UInt8]) -> Bool {
        func mentions(_ words: String...) -> Bool { bytes.firstMention(of: words) != nil }
        return mentions("...config", "return config") && !mentions("associatedDomains", "ntitlements")
            && (!mentions("ios:") || mentions("config.ios", "config?.ios"))
    }

    /// Words that may change more than what the reader ignores.
    private static let deciding = [
        "ios", "scheme", "bundleIdentifier", "infoPlist", "InfoPlist", "associatedDomains", "ntitlements", "slug",
        "require", "import", "eval", "Function", "constructor", "Object", "Reflect", "JSON", "fetch",
        "\"expo\"", "'expo'", "\\",
    ]

    /// Returns whether `code`, without blanks, may compute keys, or copy them into the configuration from elsewhere.
    private static func mayHideKeys(_ code: [Unicode.Scalar]) -> Bool {
        // The open brackets: `:` for an object that is the value of a key.
        var open: [Unicode.Scalar] = []
        for (index, character) in code.enumerated() where "[](){}.".unicodeScalars.contains(character) {
            let (before, after) = (code[..<index], code[(index + 1)...])
            switch character {
            // A list can begin here, or else it is the key of a member.
            case "[" where !before.suffix(1).allSatisfy(":([=?>|&,".unicodeScalars.contains): return true
            case "[", "(": open.append(character)
            case "{":
                let isValue = before.last == ":" && !before.suffix(5).elementsEqual("expo:".unicodeScalars)
                open.append(isValue ? ":" : "{")
            // After a key come its value, a method or a comment.
            case "]" where after.first.map(":(=/".unicodeScalars.contains) ?? true: return true
            case "]", ")", "}":
                guard let last = open.popLast(), (last == "[") == (character == "]") else { return true }
            default:
                guard open.last == "{", after.starts(with: "..".unicodeScalars) else { continue }
                let end = after.dropFirst(8).first.map(",})".unicodeScalars.contains) ?? false
                if !end || !after.starts(with: "..config".unicodeScalars) { return true }
            }
        }
        return !open.isEmpty
    }
}
