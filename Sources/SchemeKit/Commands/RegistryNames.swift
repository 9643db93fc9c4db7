import SchemeModel
import SchemeStore
import Synchronization

extension AppID {
    /// The app that a person names: a bundle identifier in any case, or the text of an unknown identity as reports
    /// print it.
    package init(named text: String) {
        self = AppID(bundleIdentifier: text) ?? AppID(text: text)
    }
}

extension SchemeKey {
    /// The scheme that a person names: `wallet`, `wallet:`, or a URL that begins with it. `nil` when that is no scheme.
    package init?(named text: String) {
        let name = text.prefix { $0 != ":" }
        guard SchemeGrammar.isScheme(String(name)) else { return nil }
        self.init(String(name))
    }
}

extension Path {
    /// What a name on the command line may be meant as: the text by which reports name what has these bytes, then the text
    /// that was typed, perhaps taken from such a report.
    var names: [String] { [display, text].compactMap { $0 } }
}

extension Registry {
    /// Opens the registry at `path`, and waits for other processes a minute, or until the run is asked to end; a person
    /// at a terminal is told.
    ///
    /// - Throws: ``RegistryError``.
    convenience init(at path: Path, for purpose: Purpose, in context: Context) throws(RegistryError) {
        let isTold = Flag()
        try self.init(at: path, for: purpose) { waited in
            guard !context.isInterrupted(), waited < .seconds(60) else { return false }
            if waited > .seconds(2), context.errors.terminalWidth != nil, isTold.set() {
                context.say("waiting for another process that writes the registry")
            }
            return true
        }
    }

    /// Closes a registry that was written, and notes what is left beside it.
    ///
    /// - Throws: ``RegistryError``.
    func finish(in context: Context) throws(RegistryError) {
        guard try !close() else { return }
        context.note(
            "a log stays beside the registry '\(path.display)', which is complete without it",
            hint: "the next import removes it"
        )
    }

    /// The app that a person names.
    func app(called name: Path) throws -> AppCounts? {
        for id in name.names.map(AppID.init(named:)) {
            if let app = try appCounts(of: id) { return app }
        }
        return nil
    }

    /// The source that a person names: by its name, `-` for standard input, or by the path that is all of it.
    func source(called name: Path, in context: Context) throws -> Source? {
        guard !name.bytes.isEmpty else {
            throw UsageError(
                "the name is empty",
                hint: "'schemereg list sources' shows what can be named"
            )
        }
        let sources = try sources()
        for text in name.names + (name == "-" ? [Source.standardInputName] : []) {
            if let source = sources.first(where: { ByteString($0.name) == ByteString(text) }) { return source }
        }
        let absolute = context.currentDirectory.appending(name).normalized
        let real = (try? context.files.realPath(of: absolute)) ?? absolute
        return sources.first { $0.places == [real] }
    }

    /// The source whose path ends in the components of `name`, for a person who does not type all of it; `nil` when
    /// there is none.
    ///
    /// - Throws: ``UsageError`` when there are several, which it lists.
    func source(endingIn name: Path) throws -> Source? {
        // Names of sources are text; a byte that is none stands in them as reports show it.
        let wanted = name.names.map { Path($0).components }
        guard !name.components.isEmpty, !name.isAbsolute else { return nil }
        let candidates = try sources().filter { source in
            let components = Path(source.name).components
            return !source.isNamed && source.kind != .standardInput
                && wanted.contains { components.suffix($0.count).elementsEqual($0) }
        }
        guard candidates.count > 1 else { return candidates.first }
        let shown = candidates.prefix(10).map(\.name)
        let more = candidates.count - shown.count
        throw UsageError(
            "'\(name.display)' may be any of \(candidates.count) sources",
            details: shown + (more > 0 ? ["... and \(more) more ('schemereg list sources' shows all)"] : []),
            hint: "name one of them in full"
        )
    }

    /// What to do about a name that is not known: the nearest one that is, or where they are listed.
    func suggestion(for name: Path) throws -> String {
        let sources = try sources().map { $0.isNamed ? $0.name : Path($0.name).lastComponent.display }
        let schemes = try schemeCounts().map(\.scheme.text.string)
        let apps = try appCounts().map(\.app.id.text.string)
        let nearest = NearName.among(schemes + apps + sources, to: name.display)
        return nearest.map { "did you mean '\($0)'?" }
            ?? "'schemereg list schemes', 'list apps' and 'list sources' show what it knows"
    }
}

/// Something that happens once.
private final class Flag: Sendable {
    private let isSet = Mutex(false)

    /// Whether this is the first call.
    func set() -> Bool {
        isSet.withLock { isSet in
            defer { isSet = true }
            return !isSet
        }
    }
}
