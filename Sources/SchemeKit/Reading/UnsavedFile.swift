import SchemeModel

/// The unsaved content of a file, which an editor passes on standard input.
struct UnsavedFile {
    /// The path of the file as given.
    let name: Path
    /// The real path of the file, which may not exist yet.
    let path: Path
    private let bytes: [UInt8]

    /// Reads the content of the file `name` from standard input.
    ///
    /// - Throws: ``UsageError`` if there is no folder for the file, ``UnreadableFile`` if standard input can't be read, and
    ///   ``Interruption``.
    init(named name: Path, in context: Context) throws {
        self.name = name
        path = try Self.realPath(of: name, in: context)
        let limit = Limits.standard.manifestBytes
        let input = Result { () throws(FileError) in
            let bytes = try context.readStandardInput(limit)
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
            return bytes
        }
        guard !context.isInterrupted() else { throw Interruption() }
        do throws(FileError) {
            bytes = try input.get()
        } catch {
            throw UnreadableFile(path: Path(Source.standardInputName), error: error)
        }
    }

    /// Returns the path that readers use for the file. Only the folder must exist.
    private static func realPath(of name: Path, in context: Context) throws(UsageError) -> Path {
        let absolute = context.currentDirectory.appending(name).normalized
        func refusal(_ what: String) -> UsageError {
            UsageError("'\(name.display)' (--stdin-filename) \(what)", hint: "specify the file that is being edited")
        }
        guard !absolute.lastComponent.bytes.isEmpty else { throw refusal("is not a file") }
        var existing: (path: Path, kind: FileKind)?
        do throws(FileError) {
            let real = try context.files.realPath(of: absolute)
            existing = (real, try context.files.kind(of: real))
        } catch {
            guard error == .notFound else {
                throw refusal("cannot be read: " + Problem(error, of: name, in: nil).message)
            }
        }
        if let existing {
            guard existing.kind == .regular else { throw refusal("is not a file") }
            return existing.path
        }
        do throws(FileError) {
            return try context.files.realPath(of: absolute.directory).appending(absolute.lastComponent)
        } catch {
            throw refusal("is in a folder that does not exist")
        }
    }

    /// Returns a context in which the file has the unsaved content.
    func replacing(in context: Context) -> Context {
        var files = OverlayFileSystem(context.files)
        files.change(path, to: bytes)
        var context = context
        context.files = files
        return context
    }

    /// Returns options that also name the file if it is a property list in a folder that they name, since files that are
    /// named are always read.
    func adding(to options: InputOptions, in context: Context) -> InputOptions {
        let isInside = NamedInput.inputs(of: options, in: context).inputs.contains { input in
            if case .folder(let folder) = input { path.relative(to: folder) != nil } else { false }
        }
        guard isInside, path.hasExtension("plist") else { return options }
        var options = options
        options.paths.append(path)
        return options
    }

    /// Returns whether `place` is in the file.
    ///
    /// - Parameter sources: The sources of the run.
    func contains(_ place: Place, among sources: [Source]) -> Bool {
        sources.contains { source in
            place.source.map(ByteString.init) == ByteString(source.name)
                && source.root.appending(place.path).normalized == path
        }
    }

    /// Prints a note if the run didn't read the file.
    ///
    /// - Throws: ``UsageError`` if the file is in none of the folders that are checked.
    func reportUnread(by scan: InputScan, in context: Context) throws(UsageError) {
        let places = scan.sources.compactMap { source in
            path.relative(to: source.root).map { Place(source: source.name, path: $0) }
        }
        guard !places.isEmpty else {
            throw UsageError(
                "'\(name.display)' (--stdin-filename) is not in the folders that are checked",
                hint: "specify the folder of its app"
            )
        }
        if places.allSatisfy({ scan.digest(of: $0) == nil }) {
            context.note("'\(name.display)' was not read because it is not part of any checked app")
        }
    }
}
