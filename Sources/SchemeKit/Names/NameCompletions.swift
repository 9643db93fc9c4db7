import SchemeManifests
package import SchemeModel
import SchemeStore

/// Names that a shell offers to complete, in order. Errors give no names, because a shell can't show them.
///
/// Names come from inputs, and shells evaluate what they complete. So names with characters that mean anything to a shell are
/// left out.
package enum NameCompletions {
    /// Returns the schemes in a registry.
    ///
    /// - Parameter registry: The path of the registry; `nil` for the default one.
    package static func schemes(registry: Path?, in context: Context) -> [String] {
        var context = context
        // A shell must not wait for another process.
        context.isInterrupted = { true }
        guard let path = try? RegistryLocation.path(given: registry, in: context), !Registry.isServer(path),
            let store = try? Registry(at: path, for: .reading, in: context)
        else { return [] }
        let schemes = (try? store.schemeCounts()) ?? []
        // Nothing was written, so it doesn't matter if closing fails.
        _ = try? store.close()
        return schemes.map(\.scheme.text.string).filter(isPlain)
    }

    /// Returns the targets of the Xcode projects at or in `paths`.
    ///
    /// - Parameter paths: Projects and folders; other paths are ignored.
    package static func targets(of paths: [Path], in context: Context) -> [String] {
        var names: Set<ByteString> = []
        for path in paths {
            guard let root = try? context.files.realPath(of: context.currentDirectory.appending(path)) else { continue }
            var projects = [root]
            if !root.hasExtension("xcodeproj") {
                let entries = (try? context.files.entries(of: root) { $0.name.hasExtension("xcodeproj") }) ?? []
                projects = entries.map { root.appending($0.name) }
            }
            for project in projects {
                let folder = project.directory
                let origin = ProjectOrigin(source: folder.display, root: folder, boundary: folder)
                let reading = ProjectReader().read(projectAt: project, of: origin, files: context.files)
                names.formUnion(reading.targets.map { ByteString($0.name) })
            }
        }
        return names.sorted().map(\.string).filter(isPlain)
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.first != "-"
            && name.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._+-".unicodeScalars.contains(scalar)
            }
    }
}
