import SchemeModel
import SchemeReports

extension InputOptions {
    /// Validates the options before anything is read.
    ///
    /// - Throws: ``UsageError`` for an invalid option.
    func validate(in context: Context) throws(UsageError) {
        guard !paths.contains(where: \.bytes.isEmpty) else {
            throw UsageError("a path is empty", hint: "specify a file or a folder; . is the current folder")
        }
        guard !exclusions.contains(where: \.bytes.isEmpty) else {
            throw UsageError("the pattern of --exclude is empty", hint: "give a name or a path")
        }
        try validateSource()
        try build.validate(in: context)
        try validateBundleIdentifiers(in: context)
        for (host, path) in associationFiles {
            guard host.isHostNameWithPort else {
                throw UsageError(
                    "'\(host)', given by --aasa, is not a domain",
                    hint: "write DOMAIN=FILE with a domain in ASCII, "
                        + "such as acme.com=site/.well-known/apple-app-site-association"
                )
            }
            try context.requireFile(path, of: "--aasa", hint: "specify the association file that \(host) serves")
        }
    }

    /// Validates the name given with `--source`, and that the inputs can form one source.
    ///
    /// - Throws: ``UsageError`` if they can't.
    private func validateSource() throws(UsageError) {
        guard let source else { return }
        if source.allSatisfy(\.isWhitespace) {
            throw UsageError("the name of --source is empty", hint: "omit --source to import each path as a source")
        }
        // Sources without a given name use their path as the name.
        if source.hasPrefix("/") {
            throw UsageError(
                "--source takes a name, not the path '\(source)'",
                hint: "omit --source to import each path as a source"
            )
        }
        if ByteString(source) == ByteString(Source.standardInputName) {
            throw UsageError("'\(source)' is reserved for standard input", hint: "choose another name")
        }
        if paths.contains("-"), paths.contains(where: { $0 != "-" }) {
            throw UsageError(
                "standard input and paths cannot be in one source",
                hint: "import - separately, under another name"
            )
        }
    }

    /// Checks that each `--bundle-id` gives one valid identifier to an existing file.
    private func validateBundleIdentifiers(in context: Context) throws(UsageError) {
        var given: [Path: String] = [:]
        for (path, identifier) in bundleIdentifiers {
            guard AppID(bundleIdentifier: identifier) != nil else {
                throw UsageError(
                    "'\(identifier)', given to '\(path.display)' by --bundle-id, is not a valid bundle identifier",
                    hint: "use letters, digits, - and . only, such as com.acme.wallet"
                )
            }
            let absolute = context.currentDirectory.appending(path)
            let isStandardInput = path == "-" && paths.contains("-")
            if !isStandardInput {
                try context.requireFile(
                    path,
                    of: "--bundle-id",
                    hint: "specify the Info.plist that lacks an identifier"
                )
            }
            let real = (try? context.files.realPath(of: absolute)) ?? absolute
            if let other = given.updateValue(identifier, forKey: real), ByteString(other) != ByteString(identifier) {
                throw UsageError(
                    "--bundle-id gives '\(path.display)' two identifiers: '\(other)' and '\(identifier)'",
                    hint: "give one identifier for each manifest"
                )
            }
        }
    }
}

extension BuildOptions {
    /// Checks that the settings file exists.
    ///
    /// - Throws: ``UsageError`` if it doesn't.
    func validate(in context: Context) throws(UsageError) {
        guard let file = settingsFile else { return }
        try context.requireFile(file, of: "--xcconfig")
    }
}

extension Context {
    /// Checks that `path`, the value of `option`, is an existing file.
    ///
    /// - Throws: ``UsageError`` if it isn't, or if that can't be found out.
    fileprivate func requireFile(_ path: Path, of option: String, hint: String? = nil) throws(UsageError) {
        let mistake: String
        do throws(FileError) {
            guard try files.kind(of: currentDirectory.appending(path)) != .regular else { return }
            mistake = "is not a file"
        } catch {
            mistake =
                error == .notFound ? "does not exist" : "cannot be read: " + Problem(error, of: path, in: nil).message
        }
        throw UsageError("'\(path.display)' (\(option)) \(mistake)", hint: hint)
    }
}

extension Problem {
    /// The problem of a run that found no manifest. It exists so that a mistyped path doesn't pass as a clean check.
    ///
    /// - Parameters:
    ///   - action: What didn't happen, such as `checked`.
    ///   - source: The name of the first source.
    ///   - generators: The files from which projects can be generated.
    ///   - associations: The number of association files, for which the action did happen.
    static func nothingFound(
        action: String,
        in source: String?,
        generators: [Path] = [],
        associations: Int = 0
    ) -> Problem {
        let generator = generators.lazy.compactMap { path in
            GeneratorCommand.generating(from: path).map { (path: path, command: $0) }
        }.first
        let files = TextTerms.count(associations, "association file")
        return Problem(
            code: .nothingFound,
            message: "no manifests found; "
                + (associations == 0
                    ? "nothing was \(action)" : "only \(files) \(associations == 1 ? "was" : "were") \(action)"),
            hint: generator.map {
                "found '\($0.path.display)': run `\($0.command)` first, then run schemereg on the generated project"
            }
                ?? "specify a folder that contains an Xcode project or an Info.plist, "
                + "or pass --allow-empty if that is expected",
            place: Place(source: source, path: Path(bytes: []))
        )
    }
}

extension Problem {
    /// The problem of a run that found no app other than those that the program at `place` defines; `nil` if no project
    /// is generated from that file.
    static func unreadApp(at place: Place) -> Problem? {
        GeneratorCommand.generating(from: place.path).map { command in
            Problem(
                code: .unreadApp,
                message: "no app was checked, because '\(place.path.display)' is a program, which is not run",
                hint: "run `\(command)`, then run schemereg on the generated project, "
                    + "or pass --allow-empty if there is no app",
                place: Place(source: place.source, path: place.path)
            )
        }
    }
}

extension FindingFilter {
    /// Returns a copy that selects apps also by their display names, by the folders of their manifests, and by the starts of
    /// their bundle identifiers or names.
    ///
    /// Prints a note about each such name. Names of apps with claims, which come from `--app`, stay as they are.
    ///
    /// - Throws: ``RegistryError``.
    func namingApps(among findings: [Finding], in index: some ClaimIndex, _ context: Context) throws -> FindingFilter {
        let unknown = try apps.filter { app in
            try !findings.contains { $0.apps.contains { $0.id.text == app } }
                && index.claims(of: AppID(text: app.string)).isEmpty
        }
        guard !unknown.isEmpty else { return self }
        var names = unknown.sorted().map { (wanted: $0, matches: AppMatches($0.string)) }
        for app in findings.flatMap(\.apps) {
            for position in names.indices { names[position].matches.add(app, at: nil, isApplication: false) }
        }
        try index.forEachClaim { claim in
            let isApplication = claim.profile.isApplication
            for position in names.indices {
                names[position].matches.add(claim.app, at: claim.place, isApplication: isApplication)
            }
        }
        var filter = self
        for (wanted, matches) in names {
            let (selected, others) = (matches.selected.sorted(), matches.others)
            guard !selected.isEmpty else { continue }
            filter.apps.remove(wanted)
            filter.apps.formUnion(selected.map(\.text))
            let rest = others.isEmpty ? "" : ", but not \(others.map(\.text.string).inWords(", ", atMost: 3))"
            context.note("--app '\(wanted)' selects \(selected.map(\.text.string).inWords(", ", atMost: 3))\(rest)")
        }
        return filter
    }

    /// Prints a note for each selected scheme and app that doesn't exist, since a typo would look like a clean result.
    func reportUnknown(among findings: [Finding], in index: some ClaimIndex, _ context: Context) throws {
        for scheme in schemes.sorted() where !findings.contains(where: { $0.scheme == scheme }) {
            guard try index.claims(on: scheme).isEmpty else { continue }
            context.note("no app claims the scheme '\(scheme)' given with --scheme")
        }
        for app in apps.sorted() where !findings.contains(where: { $0.app?.id.text == app }) {
            guard try index.claims(of: AppID(text: app.string)).isEmpty else { continue }
            context.note("no app that declares a scheme matches --app '\(app)'")
        }
    }
}
