import BuildInformation
import SchemeStore

/// This release of the tool.
public enum Release {
    /// The version, following Semantic Versioning.
    public static let version = "0.1.0"

    /// How the binary was built, one fact per line, for bug reports.
    package static var details: [String] {
        let commit = String(cString: build_commit())
        return [
            "schemereg \(version)",
            "commit: \(commit.isEmpty ? "unknown" : commit)",
            "traits: \(traits.isEmpty ? "none" : traits.joined(separator: ", "))",
            "SQLite: \(Registry.sqliteVersion)",
            "Swift: \(swift)",
        ]
    }

    /// The enabled traits of the package.
    private static var traits: [String] {
        #if Links
        ["Links"]
        #else
        []
        #endif
    }

    /// The version of the compiler. The language has no constant for it.
    private static var swift: String {
        #if compiler(>=6.5)
        "6.5 or later"
        #elseif compiler(>=6.4)
        "6.4"
        #elseif compiler(>=6.3)
        "6.3"
        #elseif compiler(>=6.2)
        "6.2"
        #else
        "6.1"
        #endif
    }
}
