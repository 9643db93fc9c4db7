import SchemeModel

/// A commit of a repository on this machine.
struct GitRevision {
    /// The real path of the repository's work tree.
    let root: Path
    /// The commit's id, in hexadecimal digits.
    let commit: String
    /// How the call named it.
    let name: String
    /// Whether it is in the history of what is checked out, as far as that was asked for.
    let isWhereBranchesParted: Bool

    /// The commit that `name` means in the repository that holds `folder`; with `sinceBranching`, the one where the
    /// commit that is checked out now and that one parted, if they have one in common.
    ///
    /// - Throws: ``UsageError`` when there is none; ``Interruption``.
    init(_ name: String, sinceBranching: Bool, around folder: Path, in context: Context) throws {
        func ask(_ arguments: String...) throws(GitError) -> String {
            let words = arguments.map { Array($0.utf8) }
            let answer = try GitProcess.output(of: words, in: folder, limit: 1 << 16, context: context)
            return Path(bytes: answer.last == UInt8(ascii: "\n") ? answer.dropLast() : answer[...]).text ?? ""
        }
        guard !name.isEmpty, !name.hasPrefix("-"), !name.utf8.contains(where: { $0 < 0x20 }) else {
            throw UsageError("'\(name)' is no revision of git", hint: "name a branch, a tag or a commit")
        }
        let root: String
        do throws(GitError) {
            root = try ask("rev-parse", "--show-toplevel")
        } catch {
            var hint: String?
            if case .failed(let words) = error, words.contains("dubious ownership") {
                hint = "'git config --global --add safe.directory FOLDER' trusts a folder of somebody else"
            }
            throw try error.asUsageError("'\(folder.display)' is in no git repository that can be read", hint: hint)
        }
        guard root.hasPrefix("/") else {
            throw UsageError(
                "the git repository around '\(folder.display)' has no work tree, or none with a name in UTF-8"
            )
        }
        do throws(GitError) {
            let tip = try ask("rev-parse", "--verify", "--quiet", "\(name)^{commit}")
            var (commit, isInCommon) = (tip, true)
            if sinceBranching {
                // No commit in common, or none that a shallow clone has: then the revision itself.
                do throws(GitError) {
                    commit = try ask("merge-base", "HEAD", tip)
                } catch .failed {
                    isInCommon = false
                }
            }
            guard commit.utf8.count >= 40, commit.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
                throw .failed(message: "git does not answer as it should")
            }
            self.commit = commit
            isWhereBranchesParted = isInCommon
        } catch {
            throw try error.asUsageError(
                "the repository has no revision '\(name)'",
                hint: "fetch it first; a checkout in CI often has one commit only (fetch-depth: 0)"
            )
        }
        self.root = Path(root)
        self.name = name
    }

    /// What it holds.
    ///
    /// - Throws: ``UsageError`` when it cannot be read; ``Interruption``.
    func files(in context: Context) throws -> GitFiles {
        do throws(GitError) {
            return try GitFiles(of: self, in: context)
        } catch {
            throw try error.asUsageError("the revision '\(name)' cannot be read")
        }
    }
}

extension GitError {
    /// What to tell the person when git could not answer.
    ///
    /// - Throws: ``Interruption`` when the run was asked to end.
    func asUsageError(_ message: String, hint: String? = nil) throws(Interruption) -> UsageError {
        switch self {
        case .notFound: return UsageError("there is no program 'git' on PATH, which reads revisions")
        case .failed(let words):
            return UsageError(
                message,
                details: ["git: \(words)"].filter { $0 != "git: git failed and did not say why" },
                hint: hint
            )
        case .tooMuch: return UsageError(message, hint: "git's answer is too long")
        case .tooSlow: return UsageError(message, hint: "git does not answer")
        case .interrupted: throw Interruption()
        }
    }
}
