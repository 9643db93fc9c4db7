import SchemeModel

/// The files of the revision that a check compares with.
struct BaseRevision {
    /// The commit where the current branch left the revision.
    let revision: GitRevision
    /// The files of that commit.
    let files: GitFileSystem
    /// The files of the latest commit of the revision; `nil` if this is that commit.
    private let latestFiles: GitFileSystem?
    /// The files of the commit where the branch began, if this is a later one.
    private var branchPoint: GitFileSystem?

    /// The latest commit of the revision. Its configurations and baselines count: an older commit may have some that were
    /// too generous, and a branch can begin there.
    var latest: BaseRevision {
        guard let latestFiles else { return self }
        return BaseRevision(revision: revision.latest, files: latestFiles, latestFiles: nil, branchPoint: files)
    }

    /// Whether the file at `path` in the repository is the same as where the branch began, or missing in both; `nil` if one
    /// of the versions can't be read.
    func isUnchangedOnBranch(_ path: Path, limit: Int, in context: Context) -> Bool? {
        do throws(FileError) {
            let past = try (branchPoint ?? files).contentsIfPresent(of: path, limit: limit)
            return try past == context.files.contentsIfPresent(of: path, limit: limit)
        } catch {
            return nil
        }
    }

    /// The revision as reports show it.
    var identity: PolicyFile.Revision { .init(name: revision.name, commit: revision.commit) }

    /// The revision as messages show it: its name and the start of its id.
    var name: String { "'\(revision.name)' (\(revision.commit.prefix(10)))" }

    /// Finds the commit where the current branch left `name`, in the repository that contains `paths`.
    ///
    /// - Parameter paths: The paths to check, as given.
    /// - Throws: ``UsageError`` if the revision doesn't exist or a path is outside the repository; ``Interruption``.
    static func find(_ name: String, around paths: [Path], in context: Context) throws -> BaseRevision {
        guard !paths.contains("-") else {
            throw UsageError("--changed-since cannot be used with standard input", hint: "specify files or folders")
        }
        let named = NamedInput.inputs(of: paths, in: context).inputs
        guard let folder = named.lazy.compactMap(\.folder).first else {
            throw UsageError("none of the paths exists, so there is no repository to compare with")
        }
        let commit = try GitRevision.find(name, sinceBranching: true, around: folder, in: context)
        // Files outside the repository have no earlier version, so no finding there would be new.
        if let stray = named.lazy.compactMap(\.path).first(where: { $0.relative(to: commit.root) == nil }) {
            throw UsageError(
                "'\(stray.display)' is not in the repository '\(commit.root.display)'",
                hint: "run --changed-since separately for each repository"
            )
        }
        let found = BaseRevision(
            revision: commit,
            files: try commit.files(in: context),
            latestFiles: commit.tip == commit.commit ? nil : try commit.latest.files(in: context)
        )
        if !commit.isWhereBranchesParted {
            context.note(
                "HEAD and \(found.name) have no common commit here, so changes made there are reported as well",
                hint: "fetch the full history; in CI, set fetch-depth: 0"
            )
        }
        return found
    }

    /// Returns where the named file is in the repository; `nil` if its name doesn't lead into the repository.
    ///
    /// Links inside the repository are not resolved here: a change could lead them out, and the file would then seem to
    /// have no earlier version.
    ///
    /// - Parameter path: An absolute path.
    func path(ofNamed path: Path, in context: Context) -> Path? {
        var rest = path.normalized.components[...]
        var folder: Path = "/"
        while true {
            // A folder that doesn't exist has no real path, and neither has anything in it.
            guard let real = try? context.files.realPath(of: folder) else { return nil }
            if real.relative(to: revision.root) != nil {
                return rest.reduce(real) { $0.appending(Path(bytes: $1)) }
            }
            guard let next = rest.popFirst() else { return nil }
            folder = folder.appending(Path(bytes: next))
        }
    }

    /// Returns the earlier version of a file; `nil` if there was none.
    ///
    /// - Parameter path: A path in the repository.
    /// - Throws: ``FileError`` if the earlier version can't be read.
    func contents(of path: Path, limit: Int) throws(FileError) -> [UInt8]? {
        try files.contentsIfPresent(of: path, limit: limit)
    }
}

extension FileAccess {
    /// Returns the bytes of a file; `nil` if it doesn't exist or is a folder.
    fileprivate func contentsIfPresent(of path: Path, limit: Int) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try contents(of: path, limit: limit).bytes
        } catch {
            if error == .notFound || error == .wrongKind(.directory) { return nil }
            throw error
        }
    }
}
