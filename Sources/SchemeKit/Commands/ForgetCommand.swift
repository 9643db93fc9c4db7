package import SchemeModel
package import SchemeReports
import SchemeStore

/// Removes a source or an app from a registry.
package struct ForgetCommand: Command {
    /// The name or path of a source, or a bundle identifier.
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
        // Opened for reading first, so that an unknown name leaves the file unchanged.
        let (source, app) = try Registry.with(path, for: .reading, in: context) { store in
            let source = try store.source(called: name, in: context)
            let app = try store.app(called: name)
            return (source == nil && app == nil ? try store.source(endingIn: name) : source, app)
        }
        guard source != nil || app != nil else {
            throw UsageError(
                "the registry has no source or app named '\(name.display)'",
                hint: "run 'schemereg list sources' or 'schemereg list apps' to see all names"
            )
        }
        let forgotten = try Registry.with(path, for: .writing, in: context) { store in
            try store.retrying {
                if let source {
                    let released = try store.forgetSource(source.name, at: context.now())
                    return ForgetResult(source: source.name, app: nil, released: released)
                }
                let id = app?.app.id ?? AppID(named: name.display)
                return ForgetResult(source: nil, app: id, released: try store.forgetApp(id, at: context.now()))
            }
        }
        try forgotten.write(format, to: context.byteOutput, tool: context.reportContext().tool)
        return .clean
    }
}
