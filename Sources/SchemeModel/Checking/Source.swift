/// A set of inputs that are imported and replaced together.
package struct Source: Hashable, Sendable, Codable {
    /// The name: the value of `--source`, or the real path of the root as displayable text.
    package var name: String
    /// The real path of the root.
    package var root: Path
    /// The kind of root.
    package var kind: Kind
    /// Whether the user gave the name; otherwise it is derived from the root.
    package var isNamed: Bool
    /// The imported files and folders, as sorted paths below the root; an empty path is the root itself.
    package var paths: [Path]
    /// The repository that contains the root, when known.
    package var repository: Repository?

    /// A Git repository with a remote, and a folder in it.
    package struct Repository: Hashable, Sendable, Codable {
        /// The host and path of the remote, the same for all its address forms: `github.com/acme/wallet`.
        package var remote: String
        /// The path of the folder below the repository's root; empty for the root itself.
        package var path: Path

        package init(remote: String, path: Path) {
            self.remote = remote
            self.path = path
        }
    }

    /// The commit of a checkout.
    package struct Revision: Hashable, Sendable {
        /// The name of the commit, in hexadecimal digits.
        package var commit: String
        /// The time of the commit, in seconds since 1970.
        package var time: Int

        package init(commit: String, time: Int) {
            self.commit = commit
            self.time = time
        }
    }

    /// The kind of a source's root.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// A folder and everything below it.
        case tree
        /// One file; the root is its folder.
        case file
        /// Standard input.
        case standardInput = "standard-input"

        /// The word for it in lists and reports.
        package var name: String { self == .tree ? "folder" : rawValue }
    }

    /// The name of standard input, both as an input and as an unnamed source.
    package static let standardInputName = "<stdin>"

    package init(name: String, root: Path, kind: Kind, isNamed: Bool, paths: [Path] = [Path(bytes: [])]) {
        self.name = name
        self.root = root
        self.kind = kind
        self.isNamed = isNamed
        self.paths = paths
    }
}

extension Source {
    /// The absolute paths of the imported files and folders; empty for standard input.
    package var places: [Path] { kind == .standardInput ? [] : paths.map { root.appending($0) } }

    /// Whether the absolute `path` is one of the source's places or below one.
    package func holds(_ path: Path) -> Bool { places.contains { path.relative(to: $0) != nil } }

    /// Whether the two sources have a file or folder in common.
    package func overlaps(_ other: Source) -> Bool {
        places.contains(where: other.holds) || other.places.contains(where: holds)
    }
}
