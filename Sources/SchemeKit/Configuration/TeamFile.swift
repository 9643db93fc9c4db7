import SchemeModel
import SchemeRules

/// A file with a team's table of known schemes.
struct TeamFile {
    /// As the call names it.
    let path: Path
    /// The name under which its rows are known; the file's own unless the call gives another one.
    let name: String

    /// The file at `path`.
    ///
    /// - Throws: ``UsageError`` when that, or the name, is none.
    init(_ path: Path, name: String? = nil) throws(UsageError) {
        guard !path.bytes.isEmpty else { throw UsageError("a path is empty", hint: "name a CSV file") }
        if let name, name.allSatisfy(\.isWhitespace) {
            throw UsageError("--name wants a name", hint: "leave it out to take the file's")
        }
        self.path = path
        self.name = name ?? path.lastComponent.display
        if ByteString(self.name) == "schemereg" {
            throw UsageError("'schemereg' names the tool's own rows", hint: "give the table another name with --name")
        }
    }

    /// The table in the file.
    ///
    /// - Throws: ``UsageError`` when it is none, with every row that is wrong; ``UnreadableFile``.
    func read(in context: Context) throws -> TeamKnowledge {
        let limits = Limits.standard
        let bytes: [UInt8]
        do throws(FileError) {
            let absolute = context.currentDirectory.appending(path)
            bytes = try context.files.contents(of: absolute, limit: limits.manifestBytes).bytes
        } catch {
            if error == .notFound { throw UsageError("there is no file '\(path.display)'") }
            throw UnreadableFile(path: path, error: error)
        }
        do throws(TeamKnowledgeReader.Failure) {
            return try TeamKnowledgeReader.read(bytes, name: name, limits: limits)
        } catch {
            let places = error.faults.map { "\(path.display):\($0.line):\($0.column): \($0.reason)" }
            throw UsageError(
                "'\(path.display)' is no table of known schemes; nothing of it was taken",
                details: places + (error.hasMore ? ["…"] : []),
                hint: "docs/knowledge.md describes the table"
            )
        }
    }
}

/// A file that a call names is there and cannot be read.
struct UnreadableFile: Error, Hashable {
    /// As the call names it.
    var path: Path
    /// Why it cannot be read.
    var error: FileError

    /// What happened, without a full stop.
    var description: String { "'\(path.display)' cannot be read: \(problem.message)" }

    /// What to do about it.
    var hint: String? { problem.hint }

    private var problem: Problem { Problem(error, of: path, in: nil) }
}
