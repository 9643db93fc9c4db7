public import SchemeModel
import SchemeReports
import SchemeStore

/// Removes a source or an app from a registry.
public struct ForgetCommand: Command {
    /// The name or path of a source, or a bundle identifier.
    public var name: Path
    /// The registry; `nil` for the default one.
    public var registry: Path?
    /// The output format.
    public var format: OutputFormat

    /// Creates a command with these options.
    public init(name: Path, registry: Path?, format: OutputFormat = .text) {
        self.name = name
        self.registry = registry
        self.format = format
    }

    public func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        // Opened for reading first, so that an unknown name leaves the file unchanged.
        let reading = try Registry(at: path, for: .reading, in: context)
        var source = try reading.source(called: name, in: context)
        let app = try reading.app(called: name)
        if source == nil, app == nil { source = try reading.source(endingIn: name) }
        try reading.close()
        guard source != nil || app != nil else {
            throw UsageError(
                "the registry has no source or app named '\(name.display)'",
                hint: "run 'schemereg list sources' or 'schemereg list apps' to see all names"
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
