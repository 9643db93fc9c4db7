import SchemeModel
import SchemeRules

/// A file with a team's table of known schemes.
struct TeamTableFile {
    /// The path as given.
    let path: Path
    /// The name of the table; by default the name of the file.
    let name: String

    /// Creates a reference to the file at `path`.
    ///
    /// - Throws: ``UsageError`` if the path or the name is empty or reserved.
    init(_ path: Path, name: String? = nil) throws(UsageError) {
        guard !path.bytes.isEmpty else { throw UsageError("a path is empty", hint: "specify a CSV file") }
        if let name, name.allSatisfy(\.isWhitespace) {
            throw UsageError("the name of --name is empty", hint: "omit --name to use the file name")
        }
        self.path = path
        self.name = name ?? path.lastComponent.display
        if ByteString(self.name) == "schemereg" {
            throw UsageError("the name 'schemereg' is reserved", hint: "choose another name with --name")
        }
    }

    /// Reads the table.
    ///
    /// - Throws: ``UsageError`` with all invalid rows, ``UnreadableFile``.
    func read(in context: Context) throws -> TeamTable {
        let limits = Limits.standard
        let bytes: [UInt8]
        do throws(FileError) {
            let absolute = context.currentDirectory.appending(path)
            bytes = try context.files.contents(of: absolute, limit: limits.manifestBytes).bytes
        } catch {
            if error == .notFound { throw UsageError("'\(path.display)' does not exist") }
            throw UnreadableFile(path: path, error: error)
        }
        do throws(TeamTableReader.TableError) {
            return try TeamTableReader.read(bytes, name: name, limits: limits)
        } catch {
            let places = error.errors.map { "\(path.display):\($0.line):\($0.column): \($0.reason)" }
            throw UsageError(
                "'\(path.display)' is not a valid table of known schemes",
                details: places + (error.hasMore ? ["…"] : []),
                hint: "see docs/knowledge.md for the format"
            )
        }
    }
}
