import SchemeModel

/// The files of a source that describe builds on a CI server, which may change the project's files before.
///
/// Entitlements that Apple grants on request are often added there, since forks couldn't sign the app with them.
struct BuildScripts {
    private let texts: [[UInt8]]

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
        texts = (Self.names + entries.sorted()).compactMap { path in
            try? files.contents(of: root.appending(path), limit: limits.settingsFileBytes).bytes
        }
    }

    /// Whether one of them mentions this file, or an entitlement of apps that users can choose as default.
    func mayChange(entitlements file: Path) -> Bool {
        texts.contains { text in
            let text = String(decoding: text, as: UTF8.self)
            return ([file.lastComponent.display] + Self.entitlements).contains { text.contains($0) }
        }
    }

    private static let entitlements = ["calling-app", "dialing-app", "mail-client", "messaging-app", "web-browser"].map
    {
        "com.apple.developer.\($0)"
    }
}
