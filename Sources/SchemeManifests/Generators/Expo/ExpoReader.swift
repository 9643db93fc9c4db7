package import SchemeModel
import SchemeYAML

/// Reads the configuration of Expo apps (`app.json`, `app.config.json`): the iOS app that `expo prebuild` makes.
///
/// Programs (`app.config.js`, `app.config.ts`) are reported as not read. Plugins, which may add schemes, are not run; those
/// of the app itself are reported if they mention URL types.
///
/// - Source: expo/expo, @expo/config `getConfigFilePaths`, @expo/config-plugins ios `Scheme.ts` (seen 2026-11-21).
package struct ExpoReader: GeneratorReader {
    /// The version of the reader, which changes whenever the same files produce a different result.
    package static let version = 8

    /// The names of programs in order of precedence.
    package static let programs: [Path] = [
        "app.config.ts", "app.config.mts", "app.config.cts", "app.config.js", "app.config.mjs", "app.config.cjs",
    ]

    /// Returns whether a file with this name may contain the configuration of an Expo app.
    package static func reads(_ name: Path) -> Bool {
        name == "app.json" || name == "app.config.json" || programs.contains(name)
    }

    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Reads the app of the file at `path`. The result is empty if it isn't an Expo configuration.
    ///
    /// - Parameter path: The path of the JSON file or the program, absolute or below the root of `origin`.
    package func read(
        fileAt path: Path,
        of origin: ProjectOrigin,
        options: ProjectOptions = ProjectOptions(),
        files: any FileAccess
    ) -> ProjectReading {
        let files = ProjectFileSystem(files, of: origin, limit: limits.projectFilesBytes)
        let path = origin.root.appending(path).normalized
        var reading = ProjectReading()
        do throws(FileError) {
            let bytes = try files.contents(of: path, limit: limits.generatorBytes).bytes
            if path.hasExtension("json") {
                read(bytes, at: path, origin, options, files, into: &reading)
            } else {
                let mention = bytes.firstMention(of: Self.exports)
                reading.reportProgram(path, showing: mention, deciding: Self.decided, of: path, origin)
            }
        } catch {
            reading.problems.append(Problem(error, reading: "the app's configuration", at: origin.place(path, nil)))
        }
        reading.inputs = files.inputs
        return reading
    }

    /// The values that a program computes.
    private static let decided = "the app's bundle identifier and schemes"
    /// What a program exports its configuration with.
    private static let exports = ["export default", "module.exports"]
    /// Words of a program that may change more of `app.json` than what this reader ignores.
    private static let deciding = [
        "ios", "scheme", "bundleIdentifier", "infoPlist", "InfoPlist", "associatedDomains", "ntitlements", "slug",
        "require",
        "import", "eval",
    ]

    private func read(
        _ bytes: [UInt8],
        at path: Path,
        _ origin: ProjectOrigin,
        _ options: ProjectOptions,
        _ files: ProjectFileSystem,
        into reading: inout ProjectReading
    ) {
        let document: YAMLDocument
        do throws(YAMLError) {
            document = try JSONReader.read(bytes, limits: limits)
        } catch {
            switch error {
            // Other tools also use `app.json`.
            case .malformed where !Self.mentionsExpo(bytes): return
            case .malformed(let cause, let range):
                let malformed = Irregularity(malformed: cause, at: origin.place(path, range))
                reading.report([malformed], of: path, origin)
            case .overLimit(let what, let limit):
                reading.problems.append(
                    Problem(
                        code: .overLimit,
                        message: "the app's configuration has more than \(limit.grouped) \(what) and was not read",
                        hint: "shorten or exclude the configuration",
                        place: origin.place(path, nil)
                    )
                )
            }
            return
        }
        let configuration = ExpoConfiguration(
            document.root,
            package: package(in: path.directory, files),
            folder: path.directory
        )
        guard let configuration, configuration.isForIOS else { return }
        let program = decidingProgram(in: path.directory, files)
        reading.isOpenEnded = true
        let digest = SHA256.hex(of: bytes)
        var target = target(configuration, path, digest: digest, isWhole: program == nil, files)
        if program == nil {
            target.entitlements?.domains = configuration.domains.map {
                .init(domain: $0, at: origin.place(path, $0.focus))
            }
        }
        target.resolve(origin, options, files, limits: limits, into: &reading)
        reading.generates = origin.shown(target.project)
        if let program {
            reading.reportProgram(program.path, showing: program.mention, deciding: Self.decided, of: path, origin)
        }
        for plugin in configuration.localPlugins.prefix(Self.mostPlugins) {
            guard let found = mention(inPlugin: path.directory.appending(plugin), files) else { continue }
            reading.reportProgram(found.path, showing: found.range, deciding: Self.decided, of: path, origin)
        }
    }

    /// The number of plugins that are looked at.
    private static let mostPlugins = 100

    /// Returns where the plugin at `path`, which may lack its extension, mentions URL types; `nil` if it doesn't.
    ///
    /// - Source: expo/expo, @expo/config-plugins `resolvePluginForModule` (seen 2026-11-27).
    private func mention(inPlugin path: Path, _ files: ProjectFileSystem) -> (path: Path, range: SourceRange)? {
        let names = ["", ".js", ".ts", ".cjs", ".mjs", "/index.js", "/index.ts"].map {
            Path(bytes: path.bytes + $0.utf8)
        }
        for file in names {
            guard let contents = try? files.contents(of: file, limit: limits.generatorBytes) else { continue }
            return contents.bytes.firstMention(of: Self.changesOfSchemes).map { (file.normalized, $0) }
        }
        return nil
    }

    /// Words of a plugin that adds schemes.
    private static let changesOfSchemes = ["CFBundleURLTypes", "CFBundleURLSchemes", "appendScheme", "setScheme"]

    /// Reads the package in `folder`, or returns `nil` if there is none that is readable.
    private func package(in folder: Path, _ files: ProjectFileSystem) -> ExpoPackage? {
        guard let contents = try? files.contents(of: folder.appending("package.json"), limit: limits.generatorBytes)
        else { return nil }
        return ExpoPackage(contents.bytes, limits: limits)
    }

    private static func mentionsExpo(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains("\"expo\"")
    }

    /// Returns the program beside `app.json` and where it exports its configuration; `nil` if there is none, or if it can't
    /// change values that matter. It gets those of `app.json` as `config`.
    ///
    /// Opens all that come first, so that adding or removing them is noticed.
    private func decidingProgram(
        in folder: Path,
        _ files: ProjectFileSystem
    ) -> (path: Path, mention: SourceRange?)? {
        for name in Self.programs {
            let path = folder.appending(name)
            do throws(FileError) {
                let bytes = try files.contents(of: path, limit: limits.generatorBytes).bytes
                let keepsValues = bytes.firstMention(of: ["...config"]) != nil
                if keepsValues, bytes.firstMention(of: Self.deciding) == nil { return nil }
                return (path, bytes.firstMention(of: Self.exports))
            } catch {
                // An unreadable file may be a program.
                let mayBeThere = !error.isAbsence || error == .encrypted
                if mayBeThere, error != .wrongKind(.directory) { return (path, nil) }
            }
        }
        return nil
    }

    // MARK: The app

    /// - Parameter isWhole: Whether no program can change the values of the file.
    private func target(
        _ configuration: ExpoConfiguration,
        _ path: Path,
        digest: String,
        isWhole: Bool,
        _ files: ProjectFileSystem
    ) -> GeneratedTarget {
        let folder = path.directory.appending("ios")
        let project = project(named: configuration.projectName, in: folder, files)
        let name = configuration.projectName
        let manifest = folder.appending(Path("\(name)/Info.plist"))
        var target = GeneratedTarget(
            file: path,
            digest: digest,
            format: .json,
            project: project,
            name: name,
            range: configuration.name?.focus ?? configuration.root.range
        )
        func set(_ key: String, _ value: String, at node: YAMLNode?) {
            let range = node?.focus ?? target.range
            target.settings.append(XcodeProject.Configuration.Setting(key: key, value: value, range: range))
        }
        set("SDKROOT", "iphoneos", at: nil)
        set("PRODUCT_NAME", name, at: nil)
        set("INFOPLIST_FILE", (manifest.relative(to: path.directory) ?? manifest).display, at: nil)
        if isWhole, let identifier = configuration.bundleIdentifier {
            set("PRODUCT_BUNDLE_IDENTIFIER", identifier.string ?? "", at: identifier)
        } else {
            target.undecided = ["PRODUCT_BUNDLE_IDENTIFIER"]
        }
        var property = YAMLProperty(file: 0, anchor: target.range)
        let document = property.document(
            configuration.manifestMembers,
            adding: [("CFBundleName", "$(PRODUCT_NAME)")],
            format: .json
        )
        target.manifest = XcodeProject.WrittenManifest(
            path: manifest,
            source: path,
            contents: ProjectManifests.ParsedManifest(document, digest: digest)
        )
        let file = folder.appending(Path("\(name)/\(name).entitlements"))
        set("CODE_SIGN_ENTITLEMENTS", (file.relative(to: path.directory) ?? file).display, at: nil)
        let names = isWhole ? configuration.entitlements : nil
        target.entitlements = XcodeProject.WrittenEntitlements(path: file, names: names)
        return target
    }

    /// Returns the project in the native folder.
    ///
    /// This is the one that prebuild would make now, or the only existing one, which it made under an earlier name.
    private func project(named name: String, in folder: Path, _ files: ProjectFileSystem) -> Path {
        let expected = folder.appending(Path(name + ".xcodeproj"))
        // A missing or unreadable folder contains no other project.
        let found: [DirectoryEntry]
        do throws(FileError) {
            found = try files.entries(of: folder) { $0.kind == .directory && $0.name.hasExtension("xcodeproj") }
        } catch {
            return expected
        }
        let names = found.map(\.name).filter { $0 != "Pods.xcodeproj" }
        if names.count == 1, let only = names.first { return folder.appending(only) }
        return expected
    }
}
