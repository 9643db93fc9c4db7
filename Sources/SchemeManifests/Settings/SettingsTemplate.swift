import SchemeModel

/// Finds the file that a file of settings is copied from, which is committed where the copy is kept secret.
enum SettingsTemplate {
    /// What tells the name of such a file from that of the copy.
    private static let marks: Set<String> = ["template", "example", "sample", "dist"]

    /// The path of the first file in the folder of the missing file at `path` that has its name and one of the usual marks
    /// besides: `Secrets.template.xcconfig`, `Secrets.xcconfig.example`, `Secrets-Sample.xcconfig`.
    static func template(of path: Path, in files: any FileAccess) -> Path? {
        let wanted = parts(of: path.lastComponent)
        guard !wanted.isEmpty, wanted.count <= longest else { return nil }
        // A folder that is not there holds no template either.
        let found = try? files.entries(of: path.directory) { entry in
            guard entry.kind == .regular, entry.name.bytes.count <= path.lastComponent.bytes.count + 16 else {
                return false
            }
            var parts = parts(of: entry.name)
            guard let mark = parts.firstIndex(where: marks.contains) else { return false }
            parts.remove(at: mark)
            return parts == wanted
        }
        return found?.first.map { path.directory.appending($0.name) }
    }

    /// The words of a name, and no name of people has more.
    private static let longest = 32

    private static func parts(of name: Path) -> [String] {
        name.display.asciiLowercased.split { ".-_ ".contains($0) }.map(String.init)
    }
}
