/// Recognizes text that guides and templates put in place of an Application Identifier Prefix.
package enum PlaceholderPrefix {
    /// Whether `prefix` is such text: `TEAMID`, `<Team ID>`, `ABCDE12345`, `XXXXXXXXXX`, `REPLACE_WITH_TEAM_ID`.
    ///
    /// Other text that can't be a prefix may be filled in by a program when the website is deployed.
    package static func matches(_ prefix: String) -> Bool {
        let isBracketed =
            ["<>", "[]"].contains { prefix.utf8.first == $0.utf8.first && prefix.utf8.last == $0.utf8.last }
        let inner = isBracketed ? prefix.utf8.dropFirst().dropLast() : prefix.utf8[...]
        let names = inner.split { " _-".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self).asciiLowercased }
        let letters = inner.filter { !" _-".utf8.contains($0) }
        guard !letters.isEmpty, letters.allSatisfy(\.isLetterOrDigit) else { return false }
        let text = String(decoding: letters, as: UTF8.self).asciiLowercased
        let isOneLetter = letters.count >= 5 && Set(text.utf8).count == 1
        if isBracketed || isOneLetter || examples.contains(text) || words.contains(text) { return true }
        // An actual prefix is replaced by one that looks like it: `TEAM123456`.
        if prefix.isTeamIdentifier, ["team", "prefix"].contains(where: text.contains) { return true }
        // A lower-case word may be the start of a bundle identifier: `steamidle` and `steam-idle` contain `teamid`.
        let isUppercase = !letters.contains { (0x61...0x7A).contains($0) }
        return parts.contains { part in
            isUppercase && names.contains { $0.contains(part) } || isJoined(part, from: names)
        }
    }

    /// Whether `part` consists of consecutive elements of `names`.
    private static func isJoined(_ part: String, from names: [String]) -> Bool {
        for first in names.indices {
            var joined = ""
            for name in names[first...] where joined.utf8.count < part.utf8.count { joined += name }
            if joined == part { return true }
        }
        return false
    }

    /// Examples in Apple's documentation and in guides. All have ten letters and digits, as actual prefixes have.
    private static let examples: Set<String> = [
        "abcde12345", "abcdef1234", "abcd123456", "abc1234567", "abc123def4", "abcdefghij", "1234567890", "0123456789",
        "123456789a", "12345abcde",
    ]

    /// Words for a prefix.
    private static let words: Set<String> = [
        "teamid", "yourteamid", "myteamid", "appleteamid", "yourappleteamid", "yourteam", "teamidentifier",
        "teamprefix", "developmentteam",
        "appid", "appidprefix", "yourappidprefix", "appprefix", "prefix", "bundleprefix", "bundleseedid",
        "applicationidentifierprefix", "replaceme", "changeme",
    ]

    /// Parts of a longer placeholder.
    private static let parts = ["teamid", "yourteam", "developmentteam", "placeholder"]
}
