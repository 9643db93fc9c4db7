public import SchemeModel
import SchemeReports
import SchemeStore

/// Removes a source or an app.
public struct ForgetCommand: Command {
    /// A source's name or path, or a bundle identifier.
    public var name: Path
    /// The registry; `nil` for the default one.
    public var registry: Path?
    /// How the result is printed.
    public var format: OutputFormat

    /// A command with these options.
    public init(name: Path, registry: Path?, format: OutputFormat = .text) {
        self.name = name
        self.registry = registry
        self.format = format
    }

    public func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        // Reading first, so that a name that is not there leaves the file untouched.
        let reading = try Registry(at: path, for: .reading, in: context)
        var source = try reading.source(called: name, in: context)
        let app = try reading.app(called: name)
        if source == nil, app == nil { source = try reading.source(endingIn: name) }
        try reading.close()
        guard source != nil || app != nil else {
            throw UsageError(
                "the registry knows no source or app '\(name.display)'",
                hint: "'schemereg list sources' and 'schemereg list apps' show what it knows"
            )
        }
        let store = try Registry(at: path, for: .writing, in: context)
        let forgotten: Forgotten
        if let source {
            let released = try store.forgetSource(source.name, at: context.now())
            forgotten = Forgotten(source: source.name, app: nil, released: released)
        } else {
            let id = app?.app.id ?? AppID(named: name.display)
            forgotten = Forgotten(source: nil, app: id, released: try store.forgetApp(id, at: context.now()))
        }
        try store.finish(in: context)
        try forgotten.write(format.report, to: context.byteOutput, tool: context.reportContext().tool)
        return .clean
    }
}
