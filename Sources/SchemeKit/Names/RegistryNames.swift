import SchemeModel
import SchemeStore
import Synchronization

extension AppID {
    /// Creates an identity from user input: a bundle identifier, ignoring case, or the text that reports print for an app
    /// without one.
    package init(named text: String) {
        self = AppID(bundleIdentifier: text) ?? AppID(text: text)
    }
}

extension SchemeKey {
    /// Creates a key from user input: `wallet`, `wallet:`, or a URL with the scheme. `nil` if the scheme is invalid.
    package init?(named text: String) {
        let name = text.prefix { $0 != ":" }
        guard SchemeGrammar.isScheme(String(name)) else { return nil }
        self.init(String(name))
    }
}

extension Path {
    /// The names that an argument may stand for: its form in reports, and the text as typed, which may be copied from a
    /// report.
    var names: [String] { [display, text].compactMap { $0 } }
}

extension Registry {
    /// Opens the registry at `path`. Waits up to a minute for other processes, or until the run is interrupted. At a
    /// terminal, prints a message while it waits.
    ///
    /// - Throws: ``RegistryError``. For a reader, a registry whose folder doesn't exist is just one that doesn't exist:
    ///   an import creates the folder of the default registry.
    convenience init(
        at path: Path,
        for purpose: Purpose,
        distrustsInputs: Bool = false,
        in context: Context
    ) throws(RegistryError) {
        let isTold = Flag()
        do throws(RegistryError) {
            try self.init(at: path, for: purpose, distrustsInputs: distrustsInputs) { waited in
                guard !context.isInterrupted(), waited < .seconds(60) else { return false }
                if waited > .seconds(2), context.errors.terminalWidth != nil, isTold.set() {
                    context.say("waiting for another process that is writing to the registry")
                }
                return true
            }
        } catch {
            var error = error
            if purpose == .reading, error.cause == .folderNotFound { error.cause = .notFound }
            throw error
        }
    }

    /// Opens the registry at `path` for the duration of `body`. Prints a note if a log file remains after writing.
    ///
    /// - Throws: ``RegistryError``, ``NothingImportedError`` instead if there is no registry to read, and the errors of `body`.
    static func with<Result>(
        _ path: Path,
        for purpose: Purpose,
        distrustsInputs: Bool = false,
        in context: Context,
        _ body: (Registry) throws -> Result
    ) throws -> Result {
        let registry: Registry
        do throws(RegistryError) {
            registry = try Registry(at: path, for: purpose, distrustsInputs: distrustsInputs, in: context)
        } catch {
            guard purpose == .reading, error.isAbsence else { throw error }
            throw NothingImportedError(cause: error, isDefault: RegistryLocation.isDefault(path, in: context))
        }
        // After an error, deinit closes it.
        let result = try body(registry)
        if try !registry.close(), purpose == .writing { registry.noteLog(in: context) }
        return result
    }

    private func noteLog(in context: Context) {
        context.note(
            "the registry '\(path.display)' is complete, but its log could not be removed",
            hint: "run 'schemereg import' again before other commands read it"
        )
    }

    /// Returns the app that the user named.
    func app(called name: Path) throws -> AppCounts? {
        for id in name.names.map(AppID.init(named:)) {
            if let app = try appCounts(of: id) { return app }
        }
        return nil
    }

    /// Returns the source that the user named: by its name, `-` for standard input, or its full path.
    func source(called name: Path, in context: Context) throws -> Source? {
        guard !name.bytes.isEmpty else {
            throw UsageError(
                "the name is empty",
                hint: "run 'schemereg list sources' to see all names"
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

    /// Returns the source whose path ends with the components of `name`; `nil` if there is none.
    ///
    /// - Throws: ``UsageError``, with a list, if there are several.
    func source(endingIn name: Path) throws -> Source? {
        // Names of sources are text; invalid bytes appear in them as in reports.
        let wanted = name.names.map { Path($0).components }
        guard !name.components.isEmpty, !name.isAbsolute else { return nil }
        let candidates = try sources().filter { source in
            let components = Path(source.name).components
            return !source.isNamed && source.kind != .standardInput
                && wanted.contains { components.suffix($0.count).elementsEqual($0) }
        }
        guard candidates.count > 1 else { return candidates.first }
        throw UsageError(
            "'\(name.display)' matches \(candidates.count) sources",
            details: candidates.map(\.name).lines(atMost: 10, " (run 'schemereg list sources' to see all)"),
            hint: "give the full name of one of them"
        )
    }

    /// Returns the hint for an unknown name: the nearest known name, or the commands that list them.
    func suggestion(for name: Path) throws -> String {
        let sources = try sources().map { $0.isNamed ? $0.name : Path($0.name).lastComponent.display }
        let schemes = try schemeCounts().map(\.scheme.text.string)
        let apps = try appCounts().map(\.app.id.text.string)
        let nearest = SpellingSuggestion.among(schemes + apps + sources, to: name.display)
        return nearest.map { "did you mean '\($0)'?" }
            ?? "run 'schemereg list schemes', 'list apps', 'list sources' or 'list domains' to see all names"
    }
}

/// A flag that can be set once.
private final class Flag: Sendable {
    private let isSet = Mutex(false)

    /// Sets the flag, and returns whether this was the first call.
    func set() -> Bool {
        isSet.withLock { isSet in
            defer { isSet = true }
            return !isSet
        }
    }
}
