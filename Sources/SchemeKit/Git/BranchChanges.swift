import SchemeModel

/// What the commits of a branch add or change.
struct BranchChanges {
    /// The paths of added and changed files below the repository's root, in git's order.
    private(set) var files: [Path] = []
    /// The paths of removed files, and of symbolic links that are new, changed or removed.
    private(set) var removals: [Path] = []
    /// The paths of submodules that are new or have another commit.
    private(set) var submodules: [Path] = []

    /// Compares `base` with the current commit; without one, nothing has changed.
    ///
    /// - Throws: ``GitError`` if git can't compare them.
    init(since base: GitRevision, in context: Context) throws(GitError) {
        do throws(GitError) {
            _ = try Self.ask(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], base, in: context)
        } catch .failed {
            return
        }
        let arguments = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--ignore-submodules=none"]
        let answer = try Self.ask(arguments + [base.commit, "HEAD"], base, in: context)
        // :OLDMODE NEWMODE OLDID NEWID STATUS NUL PATH NUL
        let parts = answer.split(separator: 0, omittingEmptySubsequences: false)
        for (change, path) in zip(parts.indices, parts.indices.dropFirst()) where change % 2 == 0 {
            let words = parts[change].split(separator: UInt8(ascii: " "))
            guard words.count == 5 else { continue }
            if words[1].elementsEqual("160000".utf8) {
                submodules.append(Path(bytes: Array(parts[path])))
            } else if words[1].starts(with: "100".utf8) {
                files.append(Path(bytes: Array(parts[path])))
            } else {
                removals.append(Path(bytes: Array(parts[path])))
            }
        }
    }

    private static func ask(_ arguments: [String], _ base: GitRevision, in context: Context) throws(GitError) -> [UInt8]
    {
        let words = arguments.map { Array($0.utf8) }
        return try GitProcess.output(of: words, in: base.root, limit: 64 * 1024 * 1024, context: context)
    }
}
