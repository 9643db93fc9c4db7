import LibC
package import SchemeModel

/// The location of the registry.
package enum RegistryLocation {
    /// Returns the path of the registry: `given`, `SCHEMEREG_REGISTRY`, or a file in the user's data folder.
    ///
    /// - Throws: ``UsageError`` if `given` is empty, or if there is no data folder.
    package static func path(given: Path?, in context: Context) throws(UsageError) -> Path {
        guard given?.bytes.isEmpty != true else {
            throw UsageError("the file of --registry is empty", hint: "specify a file")
        }
        if let given { return context.currentDirectory.appending(given) }
        if let named = context.environment("SCHEMEREG_REGISTRY"), !named.isEmpty {
            return context.currentDirectory.appending(Path(named))
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

    /// Creates the folders of the default registry, accessible only to the user.
    ///
    /// - Throws: ``FolderError`` if a folder can't be created.
    package static func makeFolder(of path: Path) throws(FolderError) {
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
