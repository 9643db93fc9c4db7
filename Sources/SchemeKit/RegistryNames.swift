import SchemeModel
import SchemeStore

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

extension Registry {
    /// The source that a person names: by its name, `-` for standard input, or by the path that is all of it.
    func source(called name: Path, in context: Context) throws -> Source? {
        let sources = try sources()
        let text = name == "-" ? Source.standardInputName : name.display
        if let source = sources.first(where: { ByteString($0.name) == ByteString(text) }) { return source }
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
        let wanted = Path(name.display).components
        guard !wanted.isEmpty, !name.isAbsolute else { return nil }
        let candidates = try sources().filter { source in
            !source.isNamed && source.kind != .standardInput
                && Path(source.name).components.suffix(wanted.count).elementsEqual(wanted)
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
}
