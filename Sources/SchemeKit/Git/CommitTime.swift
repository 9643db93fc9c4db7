import SchemeModel

extension Source.Revision {
    /// Finds a commit and its time in the checkout at `root`.
    ///
    /// - Parameter name: The commit as the user named it; `nil` for `HEAD`. Without a name, a commit that can't be read is
    ///   unknown, which a note says.
    /// - Throws: ``UsageError`` if the repository doesn't have the named commit; ``Interruption``.
    static func find(_ name: String?, in root: Path, context: Context) throws -> Source.Revision? {
        let words = ["rev-list", "--max-count=1", "--timestamp", "--end-of-options", name ?? "HEAD", "--"]
        do throws(GitError) {
            let bytes = words.map { Array($0.utf8) }
            let answer = try GitProcess.output(of: bytes, in: root, limit: 1 << 12, context: context)
            let parts = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            guard parts.count == 2, let time = Int(parts[0]) else {
                throw .failed(message: "git returned an unexpected answer")
            }
            return Source.Revision(commit: String(parts[1]), time: time)
        } catch {
            let failure = try error.asUsageError(
                "the repository at '\(root.display)' has no readable commit '\(name ?? "HEAD")'"
            )
            guard name == nil else { throw failure }
            context.note(
                "the commit of '\(root.display)' is unknown, so an older one may replace a newer one",
                hint: "install git, and check that it can read the repository"
            )
            return nil
        }
    }
}
