import LibC
package import SchemeModel
import SchemeStore

/// The location of the registry.
package enum RegistryLocation {
    /// Returns the path or the address of the registry: `given`, `SCHEMEREG_REGISTRY`, or a file in the user's data folder.
    ///
    /// - Throws: ``UsageError`` if `given` is empty, or if there is no data folder.
    package static func path(given: Path?, in context: Context) throws(UsageError) -> Path {
        guard given?.bytes.isEmpty != true else {
            throw UsageError("the file of --registry is empty", hint: "specify a file")
        }
        if let given { return resolved(given, in: context) }
        if let named = context.environment("SCHEMEREG_REGISTRY"), !named.isEmpty {
            return resolved(Path(named), in: context)
        }
        if let data = context.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
            return Path(data).appending(name)
        }
        guard let home = context.environment("HOME"), home.hasPrefix("/") else {
            throw UsageError(
                "there is no home folder for the registry",
                hint: "specify the file with --registry FILE or SCHEMEREG_REGISTRY"
            )
        }
        #if os(macOS)
        return Path(home).appending("Library/Application Support").appending(name)
        #else
        return Path(home).appending(".local/share").appending(name)
        #endif
    }

    /// Returns whether the user named a registry, with an option or with `SCHEMEREG_REGISTRY`.
    static func isNamed(_ given: Path?, in context: Context) -> Bool {
        given != nil || context.environment("SCHEMEREG_REGISTRY")?.isEmpty == false
    }

    /// Returns the absolute path of a registry that the user named, or the address of a server.
    static func resolved(_ name: Path, in context: Context) -> Path {
        Registry.isServer(name) ? name : context.currentDirectory.appending(name)
    }

    /// Returns whether commands use the registry at `path` unless they are told otherwise.
    static func isDefault(_ path: Path, in context: Context) -> Bool {
        do throws(UsageError) {
            return try self.path(given: nil, in: context) == path
        } catch {
            return false
        }
    }

    /// Creates the folders of the default registry, accessible only to the user. A server needs none.
    ///
    /// - Throws: ``FolderError`` if a folder can't be created.
    package static func makeFolder(of path: Path) throws(FolderError) {
        if Registry.isServer(path) { return }
        var missing: [Path] = []
        var folder = path.directory
        while folder.bytes.count > 1, access(folder.nulTerminated, F_OK) != 0 {
            missing.append(folder)
            folder = folder.directory
        }
        for folder in missing.reversed() where mkdir(folder.nulTerminated, 0o700) != 0 && errno != EEXIST {
            throw FolderError(path: folder, code: errno)
        }
    }

    private static let name: Path = "schemereg/registry.sqlite"
}

/// A failure to create a folder for the registry.
package struct FolderError: ReportedError, Hashable, Sendable {
    /// The folder.
    package var path: Path
    /// The operating system's error number.
    package var code: Int32

    /// The message, without a period at the end.
    package var message: String {
        "the folder '\(path.display)' for the registry cannot be created: \(SystemError.text(of: code))"
    }

    /// How to fix it.
    package var hint: String? { "specify the file with --registry FILE or SCHEMEREG_REGISTRY" }
}
