package import SchemeModel
import SchemeReports

/// Checks a configuration without checking any app.
package struct ConfigVerifyCommand: Command {
    /// The configuration file, or a folder whose configuration is searched; relative to the current folder.
    package var path: Path

    /// Creates a command with this path.
    package init(path: Path = ".") { self.path = path }

    /// Reads the configuration, and prints its path if it has no mistakes.
    package func run(in context: Context) throws -> ExitCode {
        guard !path.bytes.isEmpty else {
            throw UsageError("the path is empty", hint: "specify a configuration, or the folder that it is for")
        }
        let absolute = context.currentDirectory.appending(path).normalized
        let isFolder = (try? context.files.kind(of: context.files.realPath(of: absolute))) == .directory
        let named = isFolder ? absolute : absolute.directory
        let root = (try? context.files.realPath(of: named)) ?? named
        let source = Source(name: root.display, root: root, kind: .tree, isNamed: false)
        let options = ConfigurationOptions(choice: isFolder ? .found : .file(path))
        let files = try ConfigurationLoader.read(for: [source], options: options, in: context).files
        guard !files.isEmpty else {
            throw UsageError(
                "there is no \(ConfigurationLoader.name.display) at or above '\(path.display)'",
                hint: "create one: schemereg init"
            )
        }
        let paths = PathDisplay(from: context.currentDirectory, sources: [source])
        for file in files {
            try context.output.write("\(TextEscape.escaped(paths.text(for: file.place))) is valid\n")
        }
        return .clean
    }
}
