package import SchemeModel
import SchemeYAML

/// Reads the configuration of Expo apps (`app.json`, `app.config.json`): the iOS app that `expo prebuild` makes.
///
/// Programs (`app.config.js`, `app.config.ts`) are followed as far as their text shows what they do; what they compute otherwise is
/// reported. Plugins, which may add schemes, are not followed; those of the app itself are reported if they mention URL types.
///
/// - Source: expo/expo, @expo/config `getConfigFilePaths`, @expo/config-plugins ios `Scheme.ts` (seen 2026-11-21).
package struct ExpoReader: GeneratorReader {
    /// The version of the reader, which changes whenever the same files produce a different result.
    package static let version = 22

    /// The names of programs in order of precedence.
    package static let programs: [Path] = [
        "app.config.ts", "app.config.mts", "app.config.cts", "app.config.mjs", "app.config.cjs", "app.config.js",
    ]

    /// Returns whether a file with this name may contain the configuration of an Expo app.
    package static func reads(_ name: Path) -> Bool {
        name.isExpoConfiguration || programs.contains(name)
    }

    let limits: Limits

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
            } else if isExpoProgram(bytes, at: path, files) {
                let program = program(at: path, bytes, nil, files)
                let others = Path.expoConfigurations + Self.programs.prefix { $0 != path.lastComponent }
                let isFirst = others.allSatisfy { isMissing(path.directory.appending($0), files) }
                if !isFirst || !read(program, mustBeKnown: false, origin, options, files, into: &reading) {
                    reading.reportProgram(path, showing: program.mention, deciding: Self.decided, of: path, origin)
                }
            }
        } catch {
            let mayBeOfExpo = path.hasExtension("json") || !error.isAbsence || isExpoProgram([], at: path, files)
            let problem = Problem(error, reading: "the app's configuration", at: origin.place(path, nil))
            if mayBeOfExpo { reading.problems.append(problem) }
        }
        reading.inputs = files.inputs
        return reading
    }

    /// Returns whether a program with these bytes is one of Expo: it has Expo's keys, or the package beside it depends on Expo
    /// or can't be read. Other tools use programs with such names as well.
    private func isExpoProgram(_ bytes: [UInt8], at path: Path, _ files: ProjectFileSystem) -> Bool {
        let package = NPMPackage(in: path.directory, files, limits: limits)
        return package.dependsOnExpo ?? true
            || bytes.firstMention(of: ["bundleIdentifier", "infoPlist", "expo/config"]) != nil
    }

    /// The values that a program computes.
    static let decided = "the app's bundle identifier, schemes and domains"

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
            case .malformed where bytes.firstMention(of: ["\"expo\""]) == nil: return
            case .malformed(let cause, let range):
                let malformed = Irregularity(.malformedProject, cause: cause, place: origin.place(path, range))
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
        let folder = path.directory
        let package = NPMPackage(in: folder, files, limits: limits)
        let configuration = ExpoConfiguration(document.root, package: package, folder: folder)
        guard let configuration else { return }
        let program = program(in: folder, configuration.root, files)
        let deciding = program.flatMap { $0.decides ? $0 : nil }
        if let deciding, read(deciding, mustBeKnown: true, origin, options, files, into: &reading) { return }
        guard configuration.isForIOS else { return }
        let projects = projects(in: folder.appending("ios"), files)
        reading.mayDiffer = configuration.bundleIdentifier == nil && !isMadeAgain(package, in: folder, files)
        let digest = SHA256.hex(of: bytes)
        var target = target(configuration, path, .json, digest: digest, isWhole: deciding == nil, projects ?? [])
        // The code of a native project decides about scenes.
        if projects == [] { target.companions = companions(configuration, package, program, path, origin) }
        if deciding == nil {
            target.entitlements?.granted = configuration.entitlements
        } else if deciding?.keepsDomains ?? false {
            target.entitlements?.granted = configuration.entitlementsWithDomains
            target.entitlements?.isWhole = false
        }
        let unread = deciding.map {
            Irregularity(program: $0.path, showing: $0.mention, deciding: Self.decided, origin)
        }
        add(target, configuration, origin, options, files, into: &reading)
        if let unread { reading.report([unread], of: path, origin) }
        reportPlugins(of: configuration, path, origin, files, into: &reading)
    }

    /// Reads a program without a native project. Returns `false` if its text doesn't show what it exports, or neither the schemes nor
    /// the bundle identifier of the app.
    ///
    /// - Parameter mustBeKnown: Whether to return `false` if it computes either.
    private func read(
        _ program: ExpoProgram,
        mustBeKnown: Bool,
        _ origin: ProjectOrigin,
        _ options: ProjectOptions,
        _ files: ProjectFileSystem,
        into reading: inout ProjectReading
    ) -> Bool {
        let path = program.path
        let folder = path.directory
        guard let script = program.script, projects(in: folder.appending("ios"), files) == [] else { return false }
        let package = NPMPackage(in: folder, files, limits: limits)
        let configuration = ExpoConfiguration(script.root, package: package, folder: folder)
        guard let configuration else { return false }
        let platforms = script.computation(of: ["platforms"]).map { [("platforms", $0)] } ?? []
        guard configuration.isForIOS || !platforms.isEmpty else { return true }
        func computed(_ keys: [[String]]) -> [(key: String, range: SourceRange)] {
            keys.compactMap { key in script.computation(of: key).map { (key.joined(separator: "."), $0) } }
        }
        let identifier = computed([ExpoConfiguration.identifierKey])
        let values = computed(ExpoConfiguration.schemeKeys)
        let entitlements = computed(ExpoConfiguration.domainKeys)
        let changes = script.projectChange.map { [$0] } ?? []
        let isKnown = identifier.isEmpty && values.isEmpty
        guard
            isKnown
                || !mustBeKnown && (configuration.bundleIdentifier != nil || configuration.hasSchemes && values.isEmpty)
        else { return false }
        func irregularity(_ kind: Irregularity.Kind, _ all: [(key: String, range: SourceRange)]) -> Irregularity? {
            guard let first = all.first else { return nil }
            return Irregularity(
                kind,
                subject: path.lastComponent.display,
                found: "part",
                cause: "it is a program, which computes \(all.map { "'\($0.key)'" }.inWords(atMost: 3))",
                place: origin.place(path, first.range)
            )
        }
        let unread = irregularity(.notRead, identifier + values + entitlements + changes + platforms)
        for variant in program.variants {
            // All are variants of one target.
            guard let own = ExpoConfiguration(variant.export.root, package: package, folder: folder) else { continue }
            var target = target(
                own,
                named: configuration.projectName,
                path,
                .javaScript,
                digest: SHA256.hex(of: program.bytes),
                isWhole: identifier.isEmpty,
                []
            )
            if !variant.names.isEmpty { target.configurations = variant.names }
            target.computedManifest = irregularity(.computedManifest, values)
            let isWhole = ExpoConfiguration.domainKeys.allSatisfy { variant.export.computation(of: $0) == nil }
            if isWhole { target.entitlements?.granted = own.entitlements }
            target.companions = companions(own, package, program, path, origin)
            add(target, own, origin, options, files, into: &reading)
        }
        if let unread { reading.report([unread], of: path, origin) }
        reportPlugins(of: configuration, path, origin, files, into: &reading)
        return true
    }

    /// Whether the file is missing.
    private func isMissing(_ path: Path, _ files: ProjectFileSystem) -> Bool {
        do throws(FileError) {
            _ = try files.contents(of: path, limit: limits.generatorBytes)
            return false
        } catch {
            return error == .notFound || error == .wrongKind(.directory)
        }
    }

    /// Adds an app to `reading`.
    private func add(
        _ target: GeneratedTarget,
        _ configuration: ExpoConfiguration,
        _ origin: ProjectOrigin,
        _ options: ProjectOptions,
        _ files: ProjectFileSystem,
        into reading: inout ProjectReading
    ) {
        var target = target
        let path = target.file
        let folder = path.directory
        reading.folders = [origin.shown(folder.appending("ios"))]
        reading.isOpenEnded = true
        if target.entitlements?.granted != nil {
            target.entitlements?.domains = configuration.domains.map {
                .init(domain: $0.string ?? "", at: origin.place(path, $0.focus))
            }
        }
        // Another variant of the same target.
        let former = reading.generates == nil ? nil : reading
        target.resolve(origin, options, files, limits: limits, into: &reading)
        if let former {
            reading.manifests = former.manifests + reading.manifests
            reading.configurations = former.configurations + reading.configurations
        }
        reading.generates = origin.shown(target.project)
    }

    /// Returns whether a script of the package or a build on Expo's servers makes the native project again.
    ///
    /// - Source: docs.expo.dev/eas/json, `prebuildCommand` (seen 2026-11-28).
    private func isMadeAgain(_ package: NPMPackage, in folder: Path, _ files: ProjectFileSystem) -> Bool {
        let commands = ["expo prebuild", "expo run:ios"]
        let scripts = package.root?["scripts"]?.members?.compactMap(\.value.string) ?? []
        if scripts.contains(where: { Array($0.utf8).firstMention(of: commands) != nil }) { return true }
        // An unreadable file shows as little as a missing one.
        let builds = try? files.contents(of: folder.appending("eas.json"), limit: limits.generatorBytes).bytes
        return builds?.firstMention(of: commands + ["prebuildCommand"]) != nil
    }

    /// Returns the Expo SDK that makes the app, and the first plugin or program of each kind that may make it use
    /// scenes; empty if the SDK is unknown.
    private func companions(
        _ configuration: ExpoConfiguration,
        _ package: NPMPackage,
        _ program: ExpoProgram?,
        _ path: Path,
        _ origin: ProjectOrigin
    ) -> [Manifest.Companion] {
        guard let sdk = package.sdk else { return [] }
        var found: [Manifest.Companion] = []
        func add(_ fact: Manifest.Companion.Fact?, _ value: String, _ file: Path, _ range: SourceRange?) {
            guard let fact, !found.contains(where: { $0.kind == .fact(fact) }) else { return }
            found.append(Manifest.Companion(.fact(fact), value: value, place: origin.place(file, range)))
        }
        add(.expoSDK, String(sdk.number), path.directory.appending(NPMPackage.fileName), sdk.range)
        for plugin in configuration.plugins { add(plugin.fact, plugin.name, path, plugin.range) }
        if let program {
            // It can add plugins of others in any case.
            let fact = program.mentionsScenes ? Manifest.Companion.Fact.expoProgram : .expoPlugin
            add(fact, program.path.lastComponent.display, program.path, nil)
        }
        return found
    }

    /// Returns the first program beside `app.json`, which may be unreadable; `nil` if none exists.
    ///
    /// Opens all that come first, so that adding or removing them is noticed.
    private func program(in folder: Path, _ configuration: YAMLNode, _ files: ProjectFileSystem) -> ExpoProgram? {
        for name in Self.programs {
            let path = folder.appending(name)
            do throws(FileError) {
                let bytes = try files.contents(of: path, limit: limits.generatorBytes).bytes
                return program(at: path, bytes, configuration, files)
            } catch {
                // An unreadable file may be a program.
                let mayBeThere = !error.isAbsence || error == .encrypted
                if mayBeThere, error != .wrongKind(.directory) { return ExpoProgram(unreadable: path) }
            }
        }
        return nil
    }

    /// Runs a program.
    ///
    /// - Parameter configuration: The values of the file that it gets; `nil` if there is none.
    private func program(
        at path: Path,
        _ bytes: [UInt8],
        _ configuration: YAMLNode?,
        _ files: ProjectFileSystem
    ) -> ExpoProgram {
        ExpoProgram(path: path, bytes, configuration: configuration) { path in
            // What it can't import isn't known.
            do throws(FileError) { return try files.contents(of: path, limit: limits.generatorBytes).bytes } catch {
                return nil
            }
        }
    }

    /// Returns the Xcode projects in the native folder, except that of CocoaPods; `nil` if it can't be listed.
    private func projects(in folder: Path, _ files: ProjectFileSystem) -> [Path]? {
        do throws(FileError) {
            return try files.entries(of: folder) { $0.name.hasExtension("xcodeproj") && $0.name != "Pods.xcodeproj" }
                .map { folder.appending($0.name) }
        } catch {
            return error == .notFound ? [] : nil
        }
    }

    // MARK: The app

    /// - Parameters:
    ///   - name: The name of the project and its target; `nil` for that of the configuration.
    ///   - isWhole: Whether no program computes the bundle identifier.
    ///   - projects: The projects in the native folder.
    private func target(
        _ configuration: ExpoConfiguration,
        named name: String? = nil,
        _ path: Path,
        _ format: Manifest.Format,
        digest: String,
        isWhole: Bool,
        _ projects: [Path]
    ) -> GeneratedTarget {
        let folder = path.directory.appending("ios")
        let name = name ?? configuration.projectName
        // The project that prebuild would make now, or the only existing one, which it made under an earlier name.
        let project = projects.count == 1 ? projects[0] : folder.appending(Path(name + ".xcodeproj"))
        let manifest = folder.appending(Path("\(name)/Info.plist"))
        var target = GeneratedTarget(
            file: path,
            digest: digest,
            format: format,
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
        let property = YAMLProperty(file: 0, anchor: target.range)
        let document = property.document(
            configuration.manifestMembers,
            adding: [("CFBundleName", "$(PRODUCT_NAME)")],
            format: format
        )
        target.manifest = XcodeProject.WrittenManifest(
            path: manifest,
            source: path,
            contents: ProjectManifests.ParsedManifest(document, digest: digest)
        )
        let file = folder.appending(Path("\(name)/\(name).entitlements"))
        set("CODE_SIGN_ENTITLEMENTS", (file.relative(to: path.directory) ?? file).display, at: nil)
        target.entitlements = XcodeProject.WrittenEntitlements(path: file, granted: nil)
        return target
    }
}
