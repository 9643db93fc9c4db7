import SchemeModel

extension InputOptions {
    /// Makes sure that every option makes sense before anything is read.
    ///
    /// - Throws: ``UsageError`` when one does not.
    func validate(in context: Context) throws(UsageError) {
        guard !paths.contains(where: \.bytes.isEmpty) else {
            throw UsageError("a path is empty", hint: "name a file or a folder; . is the current folder")
        }
        guard !exclusions.contains(where: \.bytes.isEmpty) else {
            throw UsageError("--exclude takes a pattern, not an empty text")
        }
        try validateSource()
        try build.validate(in: context)
        try validateBundleIdentifiers(in: context)
    }

    /// Makes sure that `--source` gives a name, and of something that can be one source.
    ///
    /// - Throws: ``UsageError`` when it does not.
    private func validateSource() throws(UsageError) {
        guard let source else { return }
        if source.allSatisfy(\.isWhitespace) {
            throw UsageError("--source wants a name", hint: "leave it out, and each path is a source of its own")
        }
        // Sources without a given name are named by their paths.
        if source.hasPrefix("/") {
            throw UsageError(
                "--source wants a name, and '\(source)' is a path",
                hint: "leave --source out to import the path as a source of its own"
            )
        }
        if ByteString(source) == ByteString(Source.standardInputName) {
            throw UsageError("'\(source)' is what - is called without --source", hint: "give another name")
        }
        if paths.contains("-"), paths.contains(where: { $0 != "-" }) {
            throw UsageError(
                "standard input and paths cannot be one source",
                hint: "import - by itself, under a name of its own"
            )
        }
    }

    /// Makes sure that each `--bundle-id` gives one complete identifier to a file that is there.
    private func validateBundleIdentifiers(in context: Context) throws(UsageError) {
        var given: [Path: String] = [:]
        for (path, identifier) in bundleIdentifiers {
            guard AppID(bundleIdentifier: identifier) != nil else {
                throw UsageError(
                    "--bundle-id gives '\(path.display)' the identifier '\(identifier)', which is none",
                    hint: "a bundle identifier is letters, digits, - and ., such as com.acme.wallet"
                )
            }
            let absolute = context.currentDirectory.appending(path)
            let isStandardInput = path == "-" && paths.contains("-")
            guard isStandardInput || (try? context.files.kind(of: absolute)) == .regular else {
                throw UsageError(
                    "--bundle-id names '\(path.display)', which is no file",
                    hint: "name the Info.plist that lacks an identifier"
                )
            }
            let real = (try? context.files.realPath(of: absolute)) ?? absolute
            if let other = given.updateValue(identifier, forKey: real), ByteString(other) != ByteString(identifier) {
                throw UsageError(
                    "--bundle-id gives '\(path.display)' two identifiers, '\(other)' and '\(identifier)'",
                    hint: "a manifest belongs to one app"
                )
            }
        }
    }
}

extension BuildOptions {
    /// Makes sure that the file of settings is there.
    ///
    /// - Throws: ``UsageError`` when it is not.
    func validate(in context: Context) throws(UsageError) {
        guard let file = settingsFile else { return }
        guard (try? context.files.kind(of: context.currentDirectory.appending(file))) == .regular else {
            throw UsageError("--xcconfig names '\(file.display)', which is no file")
        }
    }
}

extension Problem {
    /// The problem of a run that found no manifest, since a mistyped path must not pass as one without findings.
    ///
    /// - Parameters:
    ///   - action: what was not done: `checked`.
    ///   - source: the name of the first source.
    static func nothingFound(action: String, in source: String?) -> Problem {
        Problem(
            code: .nothingFound,
            message: "no manifests found; nothing was \(action)",
            hint: "name a folder with an Xcode project or an Info.plist, or pass --allow-empty if there may be none",
            place: Place(source: source, path: Path(bytes: []))
        )
    }
}

extension FindingFilter {
    /// Says which schemes and apps nothing is known of: a mistyped one must not look like one without findings.
    func sayUnknown(among findings: [Finding], in index: some ClaimIndex, _ context: Context) throws {
        for scheme in schemes.sorted() where !findings.contains(where: { $0.scheme == scheme }) {
            guard try index.claims(on: scheme).isEmpty else { continue }
            context.note("no app claims the scheme '\(scheme)' of --scheme")
        }
        for app in apps.sorted() where !findings.contains(where: { $0.app?.id.text == app }) {
            guard try index.claims(of: AppID(text: app.string)).isEmpty else { continue }
            context.note("no manifest of the app '\(app)' of --app declares a scheme")
        }
    }
}
