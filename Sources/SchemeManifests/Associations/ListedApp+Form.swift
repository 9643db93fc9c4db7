import SchemeModel

extension AssociationFile.ListedApp {
    /// Whether it begins like a bundle identifier: `com.acme.wallet`, `cloud.acme.wallet`.
    ///
    /// A prefix has ten characters. Another word before `com.acme.wallet`, or `myteam`, may be filled in by a program.
    var isUnprefixed: Bool {
        func isShort(_ part: Substring?) -> Bool { part.map { (2...3).contains($0.utf8.count) } ?? false }
        let parts = identifier.split(separator: ".", maxSplits: 2)
        guard prefix != nil, let first = parts.first, first.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
            return false
        }
        if ["team", "prefix", "id"].contains(where: first.hasSuffix) { return false }
        return isShort(first) || first.utf8.count > 3 && first.utf8.count != 10 && !isShort(parts.dropFirst().first)
    }

    /// Whether its bundle identifier is a placeholder from a guide: `com.your_company.app`.
    var isExample: Bool {
        identifier.split { "._-".contains($0) }.dropFirst().contains { ["your", "example"].contains($0) }
    }
}
