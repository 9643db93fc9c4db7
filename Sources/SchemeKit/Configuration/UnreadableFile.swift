import SchemeModel
import SchemeRules

/// A named file that exists but can't be read.
struct UnreadableFile: ReportedError, Hashable {
    /// The path as given.
    var path: Path
    /// The cause.
    var error: FileError

    /// The message, without a period at the end.
    var message: String { "'\(path.display)' cannot be read: \(problem.message)" }

    /// How to fix it.
    var hint: String? { problem.hint }

    private var problem: Problem { Problem(error, of: path, in: nil) }
}
