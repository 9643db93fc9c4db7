import SchemeModel

/// The files of a source that describe builds on a CI server, which may change the project's files before.
///
/// Entitlements that Apple grants on request are often added there, since forks couldn't sign the app with them.
struct BuildScripts {
    /// The parts of file names in them.
    private let nameParts: WordSet
    /// Whether one of them mentions an entitlement of apps that users can choose as default.
    private let mentionsEntitlements: Bool

    private static let names: [Path] = [
        ".circleci/config.yml", ".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "bitrise.yml", "codemagic.yaml",
        "fastlane/Fastfile",
    ]
    private static let folders: [Path] = [".github/workflows", "ci_scripts"]

    /// Reads the files below `root`. Files that can't be read count as empty.
    init(below root: Path, _ files: any FileAccess, limits: Limits) {
        let entries = Self.folders.flatMap { folder in
            let found = try? files.entries(of: root.appending(folder)) { $0.kind == .regular }
            return (found ?? []).map { folder.appending($0.name) }
        }
        var text: [UInt8] = []
        for path in Self.names + entries.sorted() {
            guard let contents = try? files.contents(of: root.appending(path), limit: limits.settingsFileBytes) else {
                continue
            }
            // A line break, so that the end of one file and the start of the next are no word.
            text += contents.bytes + [0x0A]
        }
        nameParts = WordSet(text)
        mentionsEntitlements = Manifest.defaultAppEntitlements.contains { text.firstRange(of: Array($0.utf8)) != nil }
    }

    /// Whether one of them mentions this file, or an entitlement of apps that users can choose as default.
    func mayChange(entitlements file: Path) -> Bool {
        mentionsEntitlements || nameParts.containsAll(of: file.lastComponent.bytes)
    }
}
