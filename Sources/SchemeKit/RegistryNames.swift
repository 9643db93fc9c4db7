import SchemeModel
import SchemeStore

extension AppID {
    /// The app that a person names: a bundle identifier in any case, or the text of an unknown identity as reports
    /// print it.
    init(named text: String) {
        self = AppID(bundleIdentifier: text) ?? AppID(text: text)
    }
}

extension Registry {
    /// The source that a person names: by its name, or by a path that is its root.
    func source(called name: Path, in context: Context) throws -> Source? {
        let sources = try sources()
        if let source = sources.first(where: { ByteString($0.name) == ByteString(name.display) }) { return source }
        let absolute = context.currentDirectory.appending(name).normalized
        let real = (try? context.files.realPath(of: absolute)) ?? absolute
        return sources.first { !$0.isNamed && Path($0.name) == real }
    }
}
