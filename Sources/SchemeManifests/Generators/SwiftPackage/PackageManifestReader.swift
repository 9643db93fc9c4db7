package import SchemeModel

/// Reads Swift packages that are apps, and Tuist projects.
///
/// Such a package has a `Package.swift` with `.iOSApplication(…)`, as Swift Playgrounds creates it. A package manifest
/// is a program, and is not run. Literal arguments are read; others are reported as not read. The same applies to
/// Tuist's `Project.swift`.
package struct PackageManifestReader: GeneratorReader {
    /// The version of the reader, which changes whenever the same files produce a different result.
    package static let version = 19

    /// Returns whether a file with this name describes a Swift package or a Tuist project.
    package static func reads(_ name: Path) -> Bool { name == "Package.swift" || name == "Project.swift" }

    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Reads the apps of the package, or the targets of the Tuist project, with the manifest at `path`.
    ///
    /// The result is empty for a package without apps.
    ///
    /// - Parameter path: The path of `Package.swift` or `Project.swift`, absolute or below the root of `origin`.
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
            if path.lastComponent == "Package.swift" {
                read(bytes, at: path, origin, options, files, into: &reading)
            } else {
                TuistReader(origin: origin, files: files, limits: limits)
                    .read(bytes, at: path, options: options, into: &reading)
            }
        } catch {
            reading.problems.append(Problem(error, reading: "the package's manifest", at: origin.place(path, nil)))
        }
        reading.inputs = files.inputs
        return reading
    }

    private func read(
        _ bytes: [UInt8],
        at path: Path,
        _ origin: ProjectOrigin,
        _ options: ProjectOptions,
        _ files: ProjectFileSystem,
        into reading: inout ProjectReading
    ) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        let calls = AppProductCall.all(in: text, limit: limits.projectOutcomes)
        guard !calls.isEmpty else { return }
        let digest = SHA256.hex(of: bytes)
        let map = TextMap(text, storage: .utf8(mark: mark))
        var irregularities: [Irregularity] = []
        for call in calls {
            for label in Self.labels where call.arguments[label].map({ $0.literal == nil }) ?? false {
                let range = call.arguments[label].map { map.range($0.range) }
                irregularities.append(
                    Irregularity(.notRead, subject: label, cause: Self.computed, place: origin.place(path, range))
                )
            }
            var own = ProjectReading()
            var target = target(call, path, digest: digest, map)
            if let file = call.arguments[Self.manifestLabel], file.literal == nil {
                target.computedManifest = Irregularity(
                    .computedManifest,
                    subject: Self.manifestLabel,
                    cause: Self.computed,
                    place: origin.place(path, map.range(file.range))
                )
            }
            target.resolve(origin, options, files, limits: limits, into: &own)
            reading.add(own)
        }
        reading.report(irregularities, of: path, origin)
    }

    /// The arguments that affect manifests.
    private static let labels = ["name", "bundleIdentifier", manifestLabel]
    private static let manifestLabel = "additionalInfoPlistContentFilePath"
    private static let computed = "it is computed when the package manifest runs"

    private func target(_ call: AppProductCall, _ path: Path, digest: String, _ map: TextMap) -> GeneratedTarget {
        let named = call.arguments["name"]
        let name = named?.literal ?? "app"
        var target = GeneratedTarget(
            file: path,
            digest: digest,
            format: .swift,
            project: path.directory.appending(Path(name + ".xcodeproj")),
            name: name,
            range: map.range(named?.range ?? call.range)
        )
        func set(_ key: String, _ value: String, _ argument: AppProductCall.Argument? = nil) {
            let range = argument.map { map.range($0.range) } ?? target.range
            target.settings.append(XcodeProject.Configuration.Setting(key: key, value: value, range: range))
        }
        set("SDKROOT", "iphoneos")
        set("GENERATE_INFOPLIST_FILE", "YES")
        if call.families?.contains("mac") ?? false { set("SUPPORTS_MACCATALYST", "YES") }
        if named?.literal != nil { target.packageProducts = [name] }
        if named?.literal != nil { set("PRODUCT_NAME", name, named) } else { target.undecided.insert("PRODUCT_NAME") }
        let key = "PRODUCT_BUNDLE_IDENTIFIER"
        if let identifier = call.arguments["bundleIdentifier"], let text = identifier.literal {
            set(key, text, identifier)
        } else {
            // Xcode derives it from the team and the name.
            target.undecided.insert(ByteString(key))
        }
        if let manifest = call.arguments[Self.manifestLabel], let text = manifest.literal {
            set("INFOPLIST_FILE", text, manifest)
        }
        return target
    }
}

extension ProjectReading {
    /// Adds the reading of another app in the same file.
    fileprivate mutating func add(_ other: ProjectReading) {
        manifests += other.manifests
        if configurations.isEmpty { configurations = other.configurations }
        targets += other.targets
        infoPlists.formUnion(other.infoPlists)
        problems += other.problems
        irregularities += other.irregularities
    }
}
