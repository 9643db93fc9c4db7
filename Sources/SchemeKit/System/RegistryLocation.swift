package import SchemeModel

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where the registry is when the call does not say.
package enum RegistryLocation {
    /// The path of the registry: `given`, else `SCHEMEREG_REGISTRY`, else one in the person's data folder.
    ///
    /// - Throws: ``UsageError`` when `given` is empty, or nothing says where the data folder is.
    package static func path(given: Path?, in context: Context) throws(UsageError) -> Path {
        guard given?.bytes.isEmpty != true else { throw UsageError("--registry takes a file, not an empty text") }
        if let given { return context.currentDirectory.appending(given) }
        if let named = context.environment("SCHEMEREG_REGISTRY"), !named.isEmpty {
            return context.currentDirectory.appending(Path(named))
        }
        if let data = context.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
            return Path(data).appending(name)
        }
        guard let home = context.environment("HOME"), home.hasPrefix("/") else {
            throw UsageError(
                "there is no home folder to keep a registry in",
                hint: "say where it is with --registry FILE or SCHEMEREG_REGISTRY"
            )
        }
        #if os(macOS)
        return Path(home).appending("Library/Application Support").appending(name)
        #else
        return Path(home).appending(".local/share").appending(name)
        #endif
    }

    /// Makes the folders of the default registry, for the person alone.
    ///
    /// - Throws: ``FolderError`` when one cannot be made.
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

/// A folder that the registry needs cannot be made.
package struct FolderError: Error, Hashable, Sendable {
    /// The folder.
    package var path: Path
    /// The operating system's error number.
    package var code: Int32

    /// What happened, without a full stop.
    package var description: String {
        "the folder '\(path.display)' for the registry cannot be made: \(SystemError.text(of: code))"
    }

    /// What to do about it.
    package var hint: String { "say where the registry is with --registry FILE or SCHEMEREG_REGISTRY" }
}
