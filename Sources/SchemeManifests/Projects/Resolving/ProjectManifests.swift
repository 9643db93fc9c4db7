package import SchemeModel

/// The manifests of a project's targets, each parsed once.
final class ProjectManifests {
    /// The result of reading a path.
    enum Contents {
        case parsed(ParsedManifest)
        case absent
        /// The file exists, but is invalid.
        case malformed(Irregularity, format: Manifest.Format, digest: String)
        /// The file is unreadable, which is reported.
        case unreadable
    }

    struct ParsedManifest: Sendable {
        var document: PropertyDocument
        var digest: String
        /// The cost of resolving the manifest once, in facts.
        var weight: Int

        /// - Parameter preprocessed: The number of bytes that are preprocessed each time.
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

    let files: ProjectFileSystem
    private let origin: ProjectOrigin
    private let limits: Limits
    private var manifests: [ManifestKey: Contents] = [:]
    private var propertyLists: [Path: Contents] = [:]
    private var dictionaries: [String: Contents] = [:]
    private var companions: [Path: [Manifest.Companion]] = [:]
    /// The files that describe builds of the source on a CI server.
    private(set) lazy var buildScripts = BuildScripts(below: origin.boundary ?? origin.root, files, limits: limits)
    private(set) var problems: [Problem] = []
    /// The preprocessor's errors and warnings.
    private(set) var diagnostics: [SettingDiagnostic] = []

    /// The remaining preprocessing steps.
    private var preprocessorSteps: Int

    init(files: ProjectFileSystem, origin: ProjectOrigin, limits: Limits) {
        self.files = files
        self.origin = origin
        self.limits = limits
        preprocessorSteps = limits.projectPreprocessorSteps
    }

    /// Returns the relevant members of the manifest at `path`.
    ///
    /// - Parameter preprocessing: The options for preprocessing; `nil` if the build doesn't preprocess it.
    func manifest(at path: Path, preprocessing: PreprocessorOptions?) -> Contents {
        let key = ManifestKey(path: path, preprocessing: preprocessing)
        if let contents = manifests[key] { return contents }
        let contents =
            preprocessing.map { preprocessed(path, $0) } ?? contents(at: path, wanted: ManifestKeys.wanted)
        manifests[key] = contents
        return contents
    }

    /// Returns the path of the file that `path` refers to if case is ignored.
    func spelling(of path: Path) -> Path { files.spelling(of: path) }

    /// Returns the property list at `path`.
    func propertyList(at path: Path) -> Contents {
        if let contents = propertyLists[path] { return contents }
        let contents = contents(at: path, wanted: .all, isManifest: false)
        propertyLists[path] = contents
        return contents
    }

    /// Returns the companions of `manifest` from files next to the one at `path`, or in a package around it, if they can
    /// help.
    func companions(of manifest: Manifest, at path: Path) -> [Manifest.Companion] {
        var found: [Manifest.Companion] = []
        if GoogleServiceInfoReader.mayHelp(manifest) {
            let reader = GoogleServiceInfoReader(limits: limits)
            found += companions(in: path.directory.appending(GoogleServiceInfoReader.fileName), reader.companions)
        }
        if manifest.kind.isApplication, let package = path.folderAroundIOS {
            let reader = FlutterPackageReader(limits: limits)
            for name in FlutterPackageReader.fileNames {
                found += companions(in: package.appending(name), reader.companions)
            }
            found += companions(in: package.appending(NPMPackage.fileName)) { bytes, place in
                NPMPackage(bytes, limits: limits).frameworks(at: place)
            }
        }
        return found
    }

    private func companions(
        in file: Path,
        _ read: ([UInt8], Place) -> [Manifest.Companion]
    ) -> [Manifest.Companion] {
        if let known = companions[file] { return known }
        // It isn't an input of its own, so failing to read it isn't a problem.
        let contents = try? files.contents(of: file, limit: limits.manifestBytes)
        let found = contents.map { read($0.bytes, origin.place(file, nil)) } ?? []
        companions[file] = found
        return found
    }

    private func contents(at path: Path, wanted: WantedKeys, isManifest: Bool = true) -> Contents {
        read(path, isManifest: isManifest) { bytes throws(PropertyListError) in
            try PropertyFormat.read(bytes, wanted: wanted, limits: limits)
        }
    }

    /// Returns the relevant members of the dictionary in the value of a setting, which is assigned at `place`.
    func dictionary(_ text: String, at place: Place) -> Contents {
        if let contents = dictionaries[text] { return contents }
        let contents = parsed(Array(text.utf8), at: place) { bytes throws(PropertyListError) in
            try PropertyFormat.read(bytes, wanted: ManifestKeys.wanted, limits: limits)
        }
        dictionaries[text] = contents
        return contents
    }

    /// Returns the preprocessed manifest that a generator writes from the values of `parsed`.
    ///
    /// These values are from the file at `path`.
    func preprocessed(_ parsed: ParsedManifest, at path: Path, _ options: PreprocessorOptions) -> ParsedManifest {
        let preprocessor = InfoPlistPreprocessor(
            options,
            files: files,
            limits: limits,
            // The preprocessed text isn't that of the file, so only headers have lines.
            placing: { [origin] in origin.place($0, $0 == path ? nil : $1) }
        )
        var values = PreprocessedValues(
            parsed.document.root,
            at: path,
            preprocessor: preprocessor,
            knowsComments: options.knowsComments,
            steps: preprocessorSteps
        )
        preprocessorSteps = max(0, preprocessorSteps - values.steps)
        if let stop = values.stop { report(stop, at: path) }
        return ParsedManifest(values.replaced(in: parsed.document, origin: origin), digest: parsed.digest)
    }

    private func preprocessed(_ path: Path, _ options: PreprocessorOptions) -> Contents {
        read(path, isPreprocessed: true) { bytes throws(PropertyListError) in
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
                // The encoding is unsupported. The reader reports it better.
                return try XMLPropertyReader.read(bytes, wanted: ManifestKeys.wanted, limits: limits)
            }
            defer {
                preprocessorSteps = manifest.steps
                diagnostics += manifest.diagnostics.filter { diagnostic in !diagnostics.contains(diagnostic) }
                if let stop = manifest.stop { report(stop, at: path) }
            }
            return try manifest.document()
        }
    }

    private func report(_ stop: UnknownMacroReason, at path: Path) {
        let message =
            stop.isUnsupported
            ? "the manifest was not preprocessed: \(stop.words(in: origin))"
            : "the manifest takes too much work to preprocess"
        report(
            Problem(
                code: .overLimit,
                message: message,
                hint: "simplify its macros and conditions, or run schemereg on the built app",
                place: stop.place ?? origin.place(path, nil)
            )
        )
    }

    private func read(
        _ path: Path,
        isPreprocessed: Bool = false,
        isManifest: Bool = true,
        _ parse: ([UInt8]) throws(PropertyListError) -> PropertyDocument
    ) -> Contents {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try files.contents(of: path, limit: limits.manifestBytes).bytes
        } catch {
            // A manifest behind a link to another place would be missed silently.
            let isAbsent = isManifest ? error == .notFound || error == .encrypted : error.isAbsence
            guard !isAbsent, error != .wrongKind(.directory) else { return .absent }
            report(Problem(error, reading: "the manifest", at: origin.place(path, nil)))
            return .unreadable
        }
        return parsed(bytes, isPreprocessed: isPreprocessed, at: origin.place(path, nil), parse)
    }

    private func parsed(
        _ bytes: [UInt8],
        isPreprocessed: Bool = false,
        at place: Place,
        _ parse: ([UInt8]) throws(PropertyListError) -> PropertyDocument
    ) -> Contents {
        do throws(PropertyListError) {
            let document = try parse(bytes)
            let preprocessed = isPreprocessed ? bytes.count : 0
            return .parsed(ParsedManifest(document, digest: SHA256.hex(of: bytes), preprocessed: preprocessed))
        } catch {
            switch error {
            case .malformed(let irregularity):
                return .malformed(
                    irregularity,
                    format: PropertyFormat.sniff(bytes),
                    digest: SHA256.hex(of: bytes)
                )
            case .overLimit(let what, let limit):
                report(
                    Problem(
                        code: .overLimit,
                        message: "the manifest has more than \(limit.grouped) \(what) and was not read",
                        hint: "shorten or exclude the manifest",
                        place: place
                    )
                )
                return .unreadable
            }
        }
    }

    private func report(_ problem: Problem) {
        if !problems.contains(problem) { problems.append(problem) }
    }
}

extension Problem {
    /// Creates the problem for an error while reading `what`.
    package init(_ error: FileError, reading what: String, at place: Place) {
        let message: String =
            switch error {
            case .notFound: "\(what) does not exist"
            case .permissionDenied: "\(what) cannot be read: permission denied"
            case .wrongKind(.directory): "\(what) is a folder"
            case .wrongKind: "\(what) is not a regular file"
            case .tooLarge(let limit): "\(what) has more than \(limit.grouped) bytes and was not read"
            case .changedWhileReading: "\(what) changed while it was read"
            case .tooSlow: "\(what) was not read in time"
            case .leadsOut(let link): "\(what) is behind the link '\(link.display)', which leads out of the tree"
            case .encrypted: "\(what) is encrypted"
            case .system(let code): "\(what) could not be read: system error \(code)"
            }
        var hint: String?
        if case .leadsOut = error { hint = "also specify what it leads to, or the folder that holds both" }
        self.init(code: error.problemCode, message: message, hint: hint, place: place)
    }
}

extension Path {
    /// The folder with the package of a framework, if this is the path of a manifest in it: `ios/Runner/Info.plist`,
    /// `ios/Info.plist`, or, as Capacitor has it, `ios/App/App/Info.plist`; `nil` for other paths.
    var folderAroundIOS: Path? {
        let folders = [directory, directory.directory, directory.directory.directory]
        return folders.first { $0.lastComponent == "ios" }?.directory
    }
}
