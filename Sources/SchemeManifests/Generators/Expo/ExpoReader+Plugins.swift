import SchemeModel

extension ExpoReader {
    /// Reports the plugins of the app itself that are missing, or that may change schemes.
    func reportPlugins(
        of configuration: ExpoConfiguration,
        _ path: Path,
        _ origin: ProjectOrigin,
        _ files: ProjectFileSystem,
        into reading: inout ProjectReading
    ) {
        let folder = path.directory
        for plugin in configuration.plugins.filter(\.isLocal).prefix(Self.mostPlugins) {
            let file = folder.appending(Path(plugin.name)).normalized
            guard let contents = contents(ofPlugin: file, files) else {
                // It isn't known whether a file outside the source exists.
                guard file.relative(to: origin.root) != nil else { continue }
                let missing = Irregularity(
                    .notRead,
                    subject: plugin.name,
                    cause: "the plugin was not found, and may add schemes",
                    place: origin.place(path, plugin.range)
                )
                reading.report([missing], of: path, origin)
                continue
            }
            let mention = contents.bytes.flatMap(Self.changeOfSchemes)
            guard contents.bytes == nil || mention != nil else { continue }
            reading.reportProgram(contents.path, showing: mention, deciding: Self.decided, of: path, origin)
        }
    }

    /// The number of plugins that are looked at.
    private static let mostPlugins = 100

    /// Returns the plugin at `path`, which may lack its extension or be a folder, and its text, or `nil` for the text if
    /// it can't be read; `nil` if there is no such plugin.
    ///
    /// - Source: expo/expo, @expo/config-plugins `resolvePluginForModule` (seen 2026-11-27).
    private func contents(ofPlugin path: Path, _ files: ProjectFileSystem) -> (path: Path, bytes: [UInt8]?)? {
        let file = path.appending(NPMPackage.fileName)
        let package = NPMPackage(in: path, files, limits: limits)
        guard package.dependsOnExpo != nil else { return (file, nil) }
        let main = package.main.map { path.appending(Path($0)).normalized }
        let ends = ["", ".js", ".ts", ".cjs", ".mjs", "/index.js", "/index.ts", "/app.plugin.js"]
        let names = [main, path].compactMap { $0 }.flatMap { name in ends.map { Path(bytes: name.bytes + $0.utf8) } }
        // A package whose main file is missing isn't a missing plugin.
        for file in names + [file] {
            do throws(FileError) {
                return (file, try files.contents(of: file, limit: limits.generatorBytes).bytes)
            } catch {
                if error != .notFound, error != .wrongKind(.directory) { return (file, nil) }
            }
        }
        return nil
    }

    /// Returns where a plugin with these bytes changes schemes of iOS; `nil` if it doesn't.
    private static func changeOfSchemes(_ bytes: [UInt8]) -> SourceRange? {
        let words = ["CFBundleURLTypes", "CFBundleURLSchemes", "appendScheme", "setScheme"]
        let assignments = [".scheme = ", ".scheme='", ".scheme=\""]
        // An intent filter of Android has a scheme, too.
        let isForIOS =
            bytes.mentions("ios") || bytes.firstMention(of: ["infoPlist", "InfoPlist"]) != nil
            || bytes.mentions("...config") && bytes.firstMention(of: ["intentFilters", "intent-filter"]) == nil
        return bytes.firstMention(of: words + assignments + (isForIOS ? ["scheme:"] : []))
    }
}

extension [UInt8] {
    /// Returns whether the text contains `word`, which isn't a part of a longer word or followed by a member.
    fileprivate func mentions(_ word: String) -> Bool {
        ranges(of: Array(word.utf8)).contains { range in
            let after = self[range.upperBound...].first ?? 0
            return !(self[..<range.lowerBound].last?.continuesName ?? false) && !after.continuesName
                && (word == "ios" || after != UInt8(ascii: "."))
        }
    }
}
