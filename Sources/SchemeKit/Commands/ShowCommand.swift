package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Shows everything that a registry knows about a scheme, an app, a source or a domain.
package struct ShowCommand: Command {
    /// A scheme, a bundle identifier, the name or path of a source, or a domain of universal links.
    package var name: Path
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(name: Path, registry: Path?, format: ReportFormat = .text) {
        self.name = name
        self.registry = registry
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        return try Registry.with(path, for: .reading, in: context) { store in
            guard let details = try details(in: store, context) else {
                throw UsageError(unknown: name, hint: try store.suggestion(for: name))
            }
            let reportContext = context.reportContext(sources: try store.sources(), digest: store.digest(of:))
            try format.write(details, to: context.byteOutput, context: reportContext)
            return .clean
        }
    }

    /// Returns the details for the name: of a source by its name or path, an app, a scheme, a domain, a source by the end of
    /// its path, an app by its display name or by a folder of its manifest, a known scheme, or finally an app by the start of
    /// its identifier or name. The path comes after schemes, because most folder names are also valid schemes.
    ///
    /// Prints a note about other apps that the name fits.
    private func details(in store: Registry, _ context: Context) throws -> Details? {
        let knowledge = Knowledge.builtIn.adding(try store.teamTables())
        let index = RegistryIndex(store, knowledge: knowledge)
        if let source = try store.source(called: name, in: context) { return try details(of: source, store, index) }
        let text = name.display
        if let app = try store.app(called: name) { return try details(of: app, index) }
        if let scheme = SchemeKey(named: text) {
            let claims = try index.claims(on: scheme)
            let history = try index.history(of: scheme)
            let known = knowledge.known(scheme)
            if !claims.isEmpty || !history.isEmpty {
                return .scheme(SchemeDetails(scheme: scheme, known: known, claims: claims, history: history))
            }
        }
        let domain = DomainPattern(text)
        if domain.host.withoutPort.isInternationalHostName {
            let claims = try index.domainClaims(on: domain)
            let files = try index.associationFiles(of: .host(ByteString(domain.associationHost)))
            if !claims.isEmpty || !files.isEmpty {
                return .domain(DomainDetails(domain: domain, claims: claims, files: files))
            }
        }
        if let source = try store.source(endingIn: name) { return try details(of: source, store, index) }
        var matches = AppMatches(text)
        try index.forEachManifest {
            matches.add($0.appDescription, at: $0.origin, isApplication: $0.kind.isApplication)
        }
        // A scheme that no app claims may still be known.
        if let scheme = SchemeKey(named: text), case let known = knowledge.known(scheme), !known.isEmpty {
            guard matches.isExact else {
                noteOthers(matches.all, in: context)
                return .scheme(SchemeDetails(scheme: scheme, known: known, claims: [], history: []))
            }
            context.note("'\(text)' is also a known scheme", hint: "run 'schemereg known \(scheme.text.string)'")
        }
        let (selected, others) = try matches.only()
        guard let id = selected.first, let app = try store.appCounts(of: id) else { return nil }
        noteOthers(selected.dropFirst() + others, in: context)
        return try details(of: app, index)
    }

    private func noteOthers(_ apps: [AppID], in context: Context) {
        guard !apps.isEmpty else { return }
        let names = apps.map(\.text.string).inWords(", ", atMost: 3)
        context.note("'\(name.display)' also matches \(names)", hint: "give a bundle identifier to see another app")
    }

    private func details(of app: AppCounts, _ index: RegistryIndex) throws -> Details {
        .app(
            AppDetails(
                app: app.app,
                manifests: try index.manifests(of: app.app.id),
                claims: try index.claims(of: app.app.id),
                history: try index.history(of: app.app.id)
            )
        )
    }

    private func details(of source: Source, _ store: Registry, _ index: RegistryIndex) throws -> Details {
        let manifests = try index.manifests(ofSource: source.name)
        let claims = try index.claims(ofSource: source.name)
        return .source(
            SourceDetails(
                source: SourceCounts(
                    source: source,
                    manifests: manifests.count,
                    products: Set(manifests.map(\.app)).count,
                    apps: Set(manifests.lazy.filter(\.kind.isApplication).map(\.app)).count,
                    claims: claims.count { $0.scheme != nil }
                ),
                manifests: manifests,
                claims: claims,
                problems: try store.problems(of: source.name).map(\.ofImport)
            )
        )
    }
}

extension UsageError {
    /// Creates the error for a name that the registry doesn't have.
    fileprivate init(unknown name: Path, hint: String) {
        let text = name.display
        if SchemeKey(named: text) != nil {
            self.init("the registry has no scheme, app, source or domain named '\(text)'", hint: hint)
        } else {
            self.init(
                "the registry has no app, source or domain named '\(text)', and it is not a valid scheme",
                hint: hint
            )
        }
    }
}
