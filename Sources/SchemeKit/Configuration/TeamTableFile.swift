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
    /// - Parameter earlier: The revision to compare with. A table in its repository is used as it was there, so that a
    ///   change can't hide its own findings.
    /// - Throws: ``UsageError`` with all invalid rows, ``UnreadableFile``.
    func read(comparedWith earlier: BaseRevision? = nil, in context: Context) throws -> TeamTable {
        let limits = Limits.standard
        let absolute = context.currentDirectory.appending(path)
        var bytes: [UInt8]
        do throws(FileError) {
            bytes = try context.files.contents(of: absolute, limit: limits.manifestBytes).bytes
            if let earlier, let path = earlier.path(ofNamed: absolute, in: context) {
                let past = try earlier.contents(of: path, limit: limits.manifestBytes)
                if past != bytes { context.note("'\(self.path.display)' is used as it is in \(earlier.name)") }
                guard let past else { return TeamTable(name: name, schemes: [], owners: []) }
                bytes = past
            }
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

extension Knowledge {
    /// Returns the built-in knowledge with the teams' tables in `files`.
    ///
    /// - Throws: The errors of ``TeamTableFile``.
    static func builtIn(
        adding files: [Path],
        comparedWith earlier: BaseRevision? = nil,
        in context: Context
    ) throws -> Knowledge {
        builtIn.adding(try files.map { try TeamTableFile($0).read(comparedWith: earlier, in: context) })
    }
}
