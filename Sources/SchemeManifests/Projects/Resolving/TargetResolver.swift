import SchemeModel

/// Resolves the manifest of a target in one configuration for one platform.
final class TargetResolver {
    let scopes: ProjectScopes
    let manifests: ProjectManifests
    let origin: ProjectOrigin
    private let options: ProjectOptions
    private let limits: Limits
    private var scripts: ManifestScripts
    private let digest: String
    private let format: Manifest.Format

    /// The manifests of targets, by absolute path.
    private(set) var infoPlists: Set<Path> = []
    /// Whether a target may use a manifest that is not in ``infoPlists``, because its path depends on an unknown setting or
    /// the file could not be read.
    private(set) var mayUseOthers = false
    /// What to report about targets, apart from the irregularities of their manifests.
    var reports: TargetReports
    /// The number of facts that further manifests may contain.
    private var factsLeft: Int
    /// Whether there were more than ``Limits/projectFacts``.
    var isOverLimit: Bool { factsLeft < 0 }
    /// Invalid manifests that were already reported.
    private var toldOf: Set<Path> = []

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - digest: The digest of the project file.
    ///   - format: The format of the project file.
    init(
        _ scopes: ProjectScopes,
        _ manifests: ProjectManifests,
        origin: ProjectOrigin,
        options: ProjectOptions,
        digest: String,
        format: Manifest.Format
    ) {
        self.scopes = scopes
        self.manifests = manifests
        self.origin = origin
        self.options = options
        self.digest = digest
        self.format = format
        limits = scopes.limits
        factsLeft = limits.projectFacts
        reports = TargetReports(of: scopes.project, manifests, origin: origin, limits: limits)
        scripts = ManifestScripts(of: scopes.project, manifests.files, limits: limits)
    }

    private var project: XcodeProject { scopes.project }

    /// Returns the manifest, or `nil` if the target has no readable manifest.
    func manifest(of target: XcodeProject.Target, _ configuration: String, _ platform: BuildPlatform) -> Manifest? {
        let scope = scopes.scope(target, configuration, platform)
        let file = scope.evaluate("INFOPLIST_FILE")
        let generates = scope.isTrue("GENERATE_INFOPLIST_FILE")
        var found = TargetIrregularities(scope: scope, of: scopes, origin: origin)
        let isLeftover = !project.hasConfiguration(configuration)
        if file.state == .unknown || file.state != .undefined && !file.undefined.isEmpty {
            guard !isLeftover else { return nil }
            mayUseOthers = true
        }
        if !file.value.isEmpty, file.state != .unknown {
            let place = scopes.place(ofPathFrom: file.from)
            let path = spelled(self.path(file.value), by: target.writtenManifest?.path, at: place)
            infoPlists.insert(path)
            if let written = target.writtenManifest, written.path == path {
                factsLeft -= written.contents.weight
                guard !isOverLimit else { return nil }
                let contents = preprocessing(scope, platform).map {
                    manifests.preprocessed(written.contents, at: written.source, $0)
                }
                let source = ManifestSource(
                    contents ?? written.contents,
                    at: written.source,
                    generates: generates,
                    isShared: true
                )
                return resolve(source, target, platform, scope, found)
            }
            switch manifests.manifest(at: path, preprocessing: preprocessing(scope, platform)) {
            case .parsed(let parsed):
                guard case .dictionary = parsed.document.root.content else {
                    let root = parsed.document.root
                    let cause = "expected a dictionary at the root, found \(root.kindName)"
                    let span = ValueSpan(keyPath: "", element: root.element, text: root.text)
                    let irregularity = Irregularity(
                        .malformed,
                        span: span,
                        expected: "a dictionary",
                        found: root.kindName,
                        cause: cause
                    )
                    return malformed(path, irregularity, parsed.document.format, parsed.digest)
                }
                factsLeft -= parsed.weight
                guard !isOverLimit else { return nil }
                let source = ManifestSource(parsed, at: path, generates: generates)
                return resolve(source, target, platform, scope, found)
            case .malformed(let irregularity, let format, let digest):
                return malformed(path, irregularity, format, digest)
            case .unreadable:
                mayUseOthers = true
                return nil
            case .absent:
                guard !isLeftover else { return nil }
                // An app's manifest that is not there is often made from another one beside it.
                if target.productType?.kind == .application { mayUseOthers = true }
                found.missing(manifest: origin.shown(path), at: file.from.first)
                reports.add(absent: path, writtenAs: file.value, of: target, scope, at: file.from.first)
            }
        } else if file.state == .unknown {
            found.note(file, in: ValueSpan(keyPath: "", element: target.range), raw: nil)
            // The reader of a generator reports what it can't evaluate. Missing settings files hardly ever name a manifest.
            let isGenerated = generates && !scope.isAssigned("INFOPLIST_FILE")
            if !isGenerated, target.isProduct(in: scope), file.unknown.contains(where: { $0.cause != .undecided }) {
                let (path, place) = (Path(file.value), file.from.first ?? origin.place(project.file, nil))
                found.missing(manifest: path, at: place)
                reports.add(unknown: path, of: target, at: place, madeBy: target.script(naming: path))
            }
        } else if !generates {
            guard target.productType?.alwaysHasManifest ?? false else { return nil }
            found.missing("Info.plist", at: origin.place(target.file ?? project.file, target.range))
        } else if !(target.productType?.alwaysHasManifest ?? false) {
            return nil
        }
        let source = ManifestSource(
            generatedFor: target,
            of: project,
            generates: generates,
            digest: digest,
            format: format
        )
        return resolve(source, target, platform, scope, found)
    }

    /// Returns the absolute path for the text of a setting.
    func path(_ text: String) -> Path {
        // A path in SRCROOT uses the bytes of that folder, which may not be UTF-8.
        let folder = project.directory.display
        if text == folder { return project.directory }
        if text.hasPrefix(folder + "/") {
            return project.directory.appending(Path(String(text.dropFirst(folder.count + 1)))).normalized
        }
        return project.directory.appending(Path(text)).normalized
    }

    /// Returns the path of the file that `path` refers to if case is ignored.
    ///
    /// - Parameters:
    ///   - made: The path of a generated file, which may not exist.
    ///   - place: The location of the path.
    func spelled(_ path: Path, by made: Path?, at place: Place?) -> Path {
        guard path != made else { return path }
        let actual = manifests.spelling(of: path)
        if actual != path {
            reports.add(PathCaseMismatch(written: path, actual: actual, place: place))
        }
        return actual
    }

    /// Returns the options for preprocessing the manifest, or `nil` if the build doesn't preprocess it.
    private func preprocessing(_ scope: SettingScope, _ platform: BuildPlatform) -> PreprocessorOptions? {
        guard scope.isTrue("INFOPLIST_PREPROCESS") else { return nil }
        return PreprocessorOptions(scope: scope, platform: platform, directory: project.directory, path: path)
    }

    private func malformed(
        _ path: Path,
        _ irregularity: Irregularity,
        _ format: Manifest.Format,
        _ digest: String
    ) -> Manifest? {
        guard toldOf.insert(path).inserted else { return nil }
        let shown = origin.shown(path)
        var manifest = Manifest(
            origin: origin.place(path, nil),
            format: format,
            digest: digest,
            app: .unknown(ByteString(shown.display))
        )
        manifest.irregularities = [irregularity]
        return manifest
    }

    // MARK: Resolving

    private func resolve(
        _ written: ManifestSource,
        _ target: XcodeProject.Target,
        _ platform: BuildPlatform,
        _ scope: SettingScope,
        _ given: TargetIrregularities
    ) -> Manifest? {
        var found = given
        var source = written
        guard overlay(&source, target, scope) else { return nil }
        let resolved = source.resolved(scope, at: { origin.place(source.path, $0) })
        let unknown = AppID.unknown(ByteString(name(of: source, target)))
        var manifest = Manifest(
            origin: origin.place(source.path, nil),
            format: source.document.format,
            digest: source.digest,
            app: unknown
        )
        var extraction = ManifestExtraction(
            resolved.document.root.members ?? [],
            of: resolved.document,
            origin: manifest.origin,
            limits: limits
        )
        let isWithinLimits = extraction.fill(&manifest, context: ManifestContext(isNamed: true))
        for problem in extraction.problems { reports.add(problem) }
        guard isWithinLimits else { return nil }
        manifest.isBuilt = false
        manifest.kind = target.kind(in: scope) ?? manifest.kind
        if let sdk = platform.sdk {
            manifest.deviceSupport = DeviceSupport(of: platform, in: scope)
            // The key of a companion app has no effect outside watch apps.
            if sdk != .watchos { manifest.container = manifest.app }
        }
        identify(&manifest, unknown: unknown, source, resolved, scope, &found)
        resolved.trace(&manifest, &found)
        if source.isFile { manifest.companions = manifests.companions(of: manifest, at: source.path) }
        addEntitlements(of: target, to: &manifest, scope, &found)
        addTeam(to: &manifest, scope)
        found.noteLevels()
        if manifest.kind.isApplication {
            if let mention = scripts.urlTypeMention(of: target, manifest: source.isFile ? source.path : nil) {
                found.note(mention, of: target)
            }
            if target.isProduct(in: scope),
                let change = scripts.change(of: target, manifest: source.isFile ? source.path : nil)
            {
                reports.add(change, of: target, at: found.place(of: change, in: target))
            }
            if let script = scripts.sceneScript(of: target) {
                let place = found.place(of: script, in: target)
                manifest.companions.append(.init(.fact(.sceneSource), value: script.name, place: place))
            }
        }
        manifest.irregularities += found.all + [target.computedManifest].compactMap(\.self)
        factsLeft -= (manifest.entitlements?.count ?? 0) + manifest.companions.count
        factsLeft -= manifest.urlTypes.reduce(manifest.irregularities.count) { $0 + 4 * $1.schemes.count }
        if let place = found.overLimit { reports.add(tooMuchWorkAt: place) }
        return manifest
    }

    /// Adds the keys in `INFOPLIST_FILE_CONTENTS`, which replace those of the file. Returns whether the limits allow them.
    ///
    /// - Source: swift-build, InfoPlistProcessorTaskAction.swift (seen 2026-11-27).
    private func overlay(_ source: inout ManifestSource, _ target: XcodeProject.Target, _ scope: SettingScope) -> Bool {
        let name = "INFOPLIST_FILE_CONTENTS"
        guard scope.isAssigned(name) else { return true }
        let contents = scope.evaluate(name)
        let place = contents.from.first ?? origin.place(project.file, nil)
        guard contents.state != .unknown else {
            if target.isProduct(in: scope) { reports.add(unknown: Path("$(\(name))"), of: target, at: place) }
            return true
        }
        guard !contents.value.isEmpty else { return true }
        switch manifests.dictionary(contents.value, at: place) {
        case .parsed(let parsed) where parsed.document.root.members != nil:
            factsLeft -= parsed.weight
            source.replace(parsed.document.root.members ?? [], from: contents.from)
        case .unreadable: return false
        default: reports.add(malformed: "the value of \(name) is not a dictionary", at: place)
        }
        return !isOverLimit
    }

    /// Returns the name of an app without an identity.
    ///
    /// This is its location or, for those that share the location of a generated manifest, its target.
    private func name(of source: ManifestSource, _ target: XcodeProject.Target) -> String {
        let path = origin.shown(source.path).display
        return source.isShared ? "\(path) (\(target.name))" : path
    }

    /// Sets the app's identity.
    ///
    /// It is known if its bundle identifier is complete and doesn't depend on an undefined or unknown setting.
    private func identify(
        _ manifest: inout Manifest,
        unknown: AppID,
        _ source: ManifestSource,
        _ resolved: ManifestSource.ResolvedManifest,
        _ scope: SettingScope,
        _ found: inout TargetIrregularities
    ) {
        var span = manifest.bundleIdentifier?.span ?? ValueSpan(keyPath: "CFBundleIdentifier", element: source.start)
        let expanded = resolved.strings[ByteString(span.keyPath)]
        var result: SettingResult<String>
        if let entry = resolved.generatedIdentifier {
            result = SettingResult(value: entry.value.string ?? "", state: entry.unknown.isEmpty ? .defined : .unknown)
            (result.from, result.undefined, result.unknown) = (entry.from, entry.undefined, entry.unknown)
        } else if let written = manifest.bundleIdentifier {
            let state: SettingState = written.span.origin == .unknown ? .unknown : .defined
            result = expanded?.result ?? SettingResult(value: written.value, state: state)
            if state == .unknown { result.state = .unknown }
        } else {
            // Signing uses the setting if the manifest has no value.
            result = scope.evaluate("PRODUCT_BUNDLE_IDENTIFIER")
            // A generator's file contains both, and the setting's location is better.
            if source.isFile, source.isShared, let place = result.from.last(where: { $0.path == manifest.origin.path })
            {
                span.element = place.range ?? span.element
            }
        }
        manifest.bundleIdentifier = result.value.isEmpty ? nil : Located(result.value, span)
        found.note(result, in: span, raw: expanded?.raw)
        // If a setting leaves a part of the identifier empty, an unknown override fills it in.
        let hasGap = !result.from.isEmpty && result.value.hasEmptyLabel
        let isComplete = result.state != .unknown && result.undefined.isEmpty && !hasGap
        let given = options.bundleIdentifiers[source.path].flatMap { AppID(bundleIdentifier: $0) }
        let isAlone = manifest.container == manifest.app
        manifest.app = given ?? (isComplete ? AppID(bundleIdentifier: result.value) : nil) ?? unknown
        if isAlone { manifest.container = manifest.app }
    }
}

extension String {
    /// Whether it starts or ends with a dot, or has two dots in a row.
    fileprivate var hasEmptyLabel: Bool {
        utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains { $0.isEmpty }
    }
}
