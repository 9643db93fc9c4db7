import SchemeModel

/// A commit of a repository on this machine.
struct GitRevision {
    /// The real path of the repository's work tree.
    let root: Path
    /// The id of the commit, in hexadecimal digits.
    let commit: String
    /// The id of the commit that has the name; another one than ``commit`` if the name's branch went on since.
    let tip: String
    /// The name that the user gave.
    let name: String
    /// Whether the commit is a common ancestor of the current one, if that was requested.
    let isWhereBranchesParted: Bool

    /// Finds the commit `name` in the repository that contains `folder`. With `sinceBranching`, finds the merge base of
    /// that commit and the current one, if there is one.
    ///
    /// - Throws: ``UsageError`` if there is no such commit; ``Interruption``.
    static func find(
        _ name: String,
        sinceBranching: Bool,
        around folder: Path,
        in context: Context
    ) throws -> GitRevision {
        func ask(_ arguments: String...) throws(GitError) -> String {
            let words = arguments.map { Array($0.utf8) }
            let answer = try GitProcess.output(of: words, in: folder, limit: 1 << 16, context: context)
            return Path(bytes: answer.last == UInt8(ascii: "\n") ? answer.dropLast() : answer[...]).text ?? ""
        }
        guard !name.isEmpty, !name.hasPrefix("-"), !name.utf8.contains(where: { $0 < 0x20 }) else {
            throw UsageError("'\(name)' is not a valid git revision", hint: "specify a branch, a tag or a commit")
        }
        let root: String
        do throws(GitError) {
            root = try ask("rev-parse", "--show-toplevel")
        } catch {
            var hint: String?
            if case .failed(let words) = error, words.contains("dubious ownership") {
                hint = "to trust the folder of another user, run 'git config --global --add safe.directory FOLDER'"
            }
            throw try error.asUsageError(
                "'\(folder.display)' is not in a git repository, or the repository cannot be read",
                hint: hint
            )
        }
        guard root.hasPrefix("/") else {
            throw UsageError(
                "the git repository of '\(folder.display)' has no work tree, or its path is not valid UTF-8"
            )
        }
        do throws(GitError) {
            let tip = try ask("rev-parse", "--verify", "--quiet", "\(name)^{commit}")
            var (commit, isInCommon) = (tip, true)
            if sinceBranching {
                // Without a merge base, or in a shallow clone that lacks it, the revision itself is used.
                do throws(GitError) {
                    commit = try ask("merge-base", "HEAD", tip)
                } catch .failed {
                    isInCommon = false
                }
            }
            guard commit.utf8.count >= 40, commit.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
                throw .failed(message: "git returned an unexpected answer")
            }
            return GitRevision(
                root: Path(root),
                commit: commit,
                tip: tip,
                name: name,
                isWhereBranchesParted: isInCommon
            )
        } catch {
            throw try error.asUsageError(
                "the repository has no revision '\(name)'",
                hint: "fetch it first; in CI, set fetch-depth: 0"
            )
        }
    }

    /// The commit that has the name.
    var latest: GitRevision {
        GitRevision(root: root, commit: tip, tip: tip, name: name, isWhereBranchesParted: isWhereBranchesParted)
    }

    /// Returns the files of the commit.
    ///
    /// - Throws: ``UsageError`` if it can't be read; ``Interruption``.
    func files(in context: Context) throws -> GitFileSystem {
        do throws(GitError) {
            return try GitFileSystem(of: self, in: context)
        } catch {
            throw try error.asUsageError("the revision '\(name)' cannot be read")
        }
    }
}

extension GitError {
    /// Returns the error to show to the user.
    ///
    /// - Throws: ``Interruption`` if the run was interrupted.
    func asUsageError(_ message: String, hint: String? = nil) throws(Interruption) -> UsageError {
        switch self {
        case .notFound: return UsageError("the program 'git' was not found on PATH")
        case .failed(let words):
            return UsageError(
                message,
                details: ["git: \(words)"].filter { $0 != "git: git failed without a message" },
                hint: hint
            )
        case .tooMuch: return UsageError(message, hint: "report this as a bug; git's answer is too long")
        case .tooSlow: return UsageError(message, hint: "run again; git took too long to answer")
        case .interrupted: throw Interruption()
        }
    }
}
