package import SchemeModel

/// The manifests that a project's targets use, each parsed once.
final class ProjectManifests {
    /// What stands at a path.
    enum Contents {
        case parsed(Parsed)
        case absent
        /// It is there and breaks its format.
        case malformed(Irregularity, format: Manifest.Format, digest: String)
        /// It could not be looked at; that is told.
        case unreadable
    }

    struct Parsed: Sendable {
        var document: PropertyDocument
        var digest: String
        /// What it costs to resolve the manifest once, in facts.
        var weight: Int

        /// - Parameter preprocessed: bytes of text that are preprocessed each time.
        init(_ document: PropertyDocument, digest: String, preprocessed: Int = 0) {
            self.document = document
            self.digest = digest
            weight = preprocessed / 16
            var pending = [document.root]
            while let node = pending.popLast() {
                weight += 1
                if case .array(let elements) = node.content { pending += elements }
                if case .dictionary(let members) = node.content { pending += members.lazy.map(\.value) }
            }
        }
    }

    private struct ManifestKey: Hashable {
        var path: Path
        var preprocessing: PreprocessorOptions?
    }

    private let files: ProjectFiles
    private let origin: ProjectOrigin
    private let limits: Limits
    private var manifests: [ManifestKey: Contents] = [:]
    private var propertyLists: [Path: Contents] = [:]
    private var companions: [Path: [Manifest.Companion]] = [:]
    private(set) var problems: [Problem] = []
    /// What the preprocessor would complain about.
    private(set) var diagnostics: [SettingDiagnostic] = []

    /// Steps that are left for preprocessing.
    private var preprocessorSteps: Int

    init(files: ProjectFiles, origin: ProjectOrigin, limits: Limits) {
        self.files = files
        self.origin = origin
        self.limits = limits
        preprocessorSteps = limits.projectPreprocessorSteps
    }

    /// The members that count of the manifest at `path`.
    ///
    /// - Parameter preprocessing: how the build preprocesses it; `nil` where it doesn't.
    func manifest(at path: Path, preprocessing: PreprocessorOptions?) -> Contents {
        let key = ManifestKey(path: path, preprocessing: preprocessing)
        if let contents = manifests[key] { return contents }
        let contents =
            preprocessing.map { preprocessed(path, $0) } ?? contents(at: path, wanted: ManifestKeys.wanted)
        manifests[key] = contents
        return contents
    }

    /// The path of the file that `path` means on a disk that ignores case.
    func spelling(of path: Path) -> Path { files.spelling(of: path) }

    /// The property list at `path`.
    func propertyList(at path: Path) -> Contents {
        if let contents = propertyLists[path] { return contents }
        let contents = contents(at: path, wanted: .all, isManifest: false)
        propertyLists[path] = contents
        return contents
    }

    /// What a file beside the one at `path`, in which `manifest` stands, says of its app, where that could help.
    func companions(of manifest: Manifest, at path: Path) -> [Manifest.Companion] {
        guard CompanionReader.mayHelp(manifest) else { return [] }
        let file = path.directory.appending(CompanionReader.fileName)
        if let known = companions[file] { return known }
        // It is no input of its own: what keeps it from being read keeps nothing from being known.
        let contents = try? files.contents(of: file, limit: limits.manifestBytes)
        let reader = CompanionReader(limits: limits)
        let found = contents.map { reader.companions(in: $0.bytes, at: origin.place(file, nil)) } ?? []
        companions[file] = found
        return found
    }

    private func contents(at path: Path, wanted: WantedKeys, isManifest: Bool = true) -> Contents {
        read(path, isManifest: isManifest) { bytes throws(ReadFailure) in
            switch PropertyFormat.sniff(bytes) {
            case .xml: try XMLPropertyReader.read(bytes, wanted: wanted, limits: limits)
            case .binary: try BinaryPropertyReader.read(bytes, wanted: wanted, limits: limits)
            case .openStep: try OpenStepPropertyReader.read(bytes, wanted: wanted, limits: limits)
            case .unknown, .yaml, .json, .swift:
                throw .malformed(
                    Irregularity(
                        .malformed,
                        span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: bytes.count)),
                        cause: PropertyFormat.unknownCause(bytes)
                    )
                )
            }
        }
    }

    /// A manifest that a generator writes from the values of `parsed`, which stand in the file at `path`, as the build
    /// preprocesses it.
    func preprocessed(_ parsed: Parsed, at path: Path, _ options: PreprocessorOptions) -> Parsed {
        let preprocessor = InfoPlistPreprocessor(options, files: files, limits: limits)
        var values = PreprocessedValues(
            parsed.document.root,
            at: path,
            preprocessor: preprocessor,
            knowsComments: options.knowsComments,
            steps: preprocessorSteps
        )
        preprocessorSteps = max(0, preprocessorSteps - values.steps)
        return Parsed(values.replaced(in: parsed.document, origin: origin), digest: parsed.digest)
    }

    private func preprocessed(_ path: Path, _ options: PreprocessorOptions) -> Contents {
        read(path, isPreprocessed: true) { bytes throws(ReadFailure) in
            let manifest = PreprocessedManifest(
                bytes,
                at: path,
                options: options,
                files: files,
                limits: limits,
                origin: origin,
                steps: preprocessorSteps
            )
            guard var manifest else {
                // It is no text in an encoding that the reader knows, and the reader says so better.
                return try XMLPropertyReader.read(bytes, wanted: ManifestKeys.wanted, limits: limits)
            }
            defer {
                preprocessorSteps = manifest.steps
                diagnostics += manifest.diagnostics.filter { diagnostic in !diagnostics.contains(diagnostic) }
            }
            return try manifest.document()
        }
    }

    private func read(
        _ path: Path,
        isPreprocessed: Bool = false,
        isManifest: Bool = true,
        _ parse: ([UInt8]) throws(ReadFailure) -> PropertyDocument
    ) -> Contents {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try files.contents(of: path, limit: limits.manifestBytes).bytes
        } catch {
            // A manifest that is there, behind a link that leads elsewhere, would be missed in silence.
            let isAbsent = isManifest ? error == .notFound : error.isAbsence
            guard !isAbsent, error != .wrongKind(.directory) else { return .absent }
            tell(Problem(error, reading: "the manifest", at: origin.place(path, nil)))
            return .unreadable
        }
        do throws(ReadFailure) {
            let document = try parse(bytes)
            let preprocessed = isPreprocessed ? bytes.count : 0
            return .parsed(Parsed(document, digest: SHA256.hex(of: bytes), preprocessed: preprocessed))
        } catch {
            switch error {
            case .malformed(let irregularity):
                return .malformed(
                    irregularity,
                    format: PropertyFormat.sniff(bytes),
                    digest: SHA256.hex(of: bytes)
                )
            case .overLimit(let what, let limit):
                tell(
                    Problem(
                        code: .overLimit,
                        message: "the manifest holds more than \(limit) \(what) and was not read",
                        hint: "no app needs that much",
                        place: origin.place(path, nil)
                    )
                )
                return .unreadable
            }
        }
    }

    private func tell(_ problem: Problem) {
        if !problems.contains(problem) { problems.append(problem) }
    }
}

extension Problem {
    /// What became of reading `what`.
    package init(_ error: FileError, reading what: String, at place: Place) {
        let code: Code =
            switch error {
            case .notFound: .notFound
            case .permissionDenied: .permissionDenied
            case .wrongKind: .notAFile
            case .tooLarge, .tooSlow: .overLimit
            case .leadsOut: .unfollowedLink
            case .changedWhileReading, .system: .inputOutput
            }
        let message: String =
            switch error {
            case .notFound: "\(what) does not exist"
            case .permissionDenied: "\(what) may not be read"
            case .wrongKind(.directory): "\(what) is a folder"
            case .wrongKind: "\(what) is no regular file"
            case .tooLarge(let limit): "\(what) holds more than \(limit) bytes and was not read"
            case .changedWhileReading: "\(what) changed while it was read"
            case .tooSlow: "\(what) was not read in time"
            case .leadsOut(let link): "\(what) is behind the link '\(link.display)', which leads out of the tree"
            case .system(let code): "\(what) could not be read: error \(code) of the operating system"
            }
        var hint: String?
        if case .leadsOut = error { hint = "name what it leads to as well, or the folder that holds both" }
        self.init(code: code, message: message, hint: hint, place: place)
    }
}
