import SchemeModel

/// The source of a target's manifest: a file, generated keys, or both.
struct ManifestSource {
    private(set) var document: PropertyDocument
    let digest: String
    /// The absolute path of the file, or of the project that generates the manifest.
    let path: Path
    /// Whether there is a file.
    let isFile: Bool
    /// Whether manifests of other targets may share the file, so that its path doesn't identify a manifest.
    let isShared: Bool
    /// The location of generated values.
    let start: SourceRange
    private let generates: Bool
    /// The assignments that contain the URL types, if these come from a setting.
    private var urlTypesFrom: [Place] = []

    /// Creates a source from a file.
    init(_ parsed: ProjectManifests.ParsedManifest, at path: Path, generates: Bool, isShared: Bool = false) {
        document = parsed.document
        digest = parsed.digest
        self.path = path
        isFile = true
        self.isShared = isShared
        self.generates = generates
        let element = parsed.document.root.element
        start = SourceRange(
            byteOffset: element.byteOffset,
            byteLength: 0,
            lines: element.lines.map { SourceRange.Lines(start: $0.start, end: $0.start) }
        )
    }

    /// Creates a source without a file, at the location of the target.
    init(
        generatedFor target: XcodeProject.Target,
        of project: XcodeProject,
        generates: Bool,
        digest: String,
        format: Manifest.Format
    ) {
        document = PropertyDocument(
            format: format,
            root: PropertyNode(.dictionary([]), element: target.range),
            rootKeys: [],
            irregularities: []
        )
        self.digest = digest
        path = target.file ?? project.file
        isFile = false
        isShared = true
        start = target.range
        self.generates = generates
    }

    /// Adds the members of a dictionary, which replace those with the same keys.
    ///
    /// - Parameter places: The assignments that contain them.
    mutating func replace(_ members: [PropertyNode.Member], from places: [Place]) {
        let keys = Set(members.map(\.key))
        let kept = (document.root.members ?? []).filter { !keys.contains($0.key) }
        let added = members.map {
            PropertyNode.Member(key: $0.key, keyRange: start, value: PropertyNode(computed: $0.value.value, at: start))
        }
        document.root.content = .dictionary(kept + added)
        if keys.contains(ManifestKeys.urlTypes) { urlTypesFrom = places }
        document.rootKeys += keys.filter { !document.rootKeys.contains($0) }.sorted()
    }

    /// A manifest with its references expanded.
    struct ResolvedManifest {
        var document: PropertyDocument
        /// The strings with references, by key path.
        var strings: [ByteString: InfoPlistExpansion.ExpandedString]
        /// The `CFBundleIdentifier` that the build writes; `nil` if it doesn't write one.
        var generatedIdentifier: GeneratedInfoPlist.Entry?
        /// The assignments that contain the URL types, if these come from a setting.
        var urlTypesFrom: [Place]
    }

    /// Returns the manifest of a build with the settings of `scope`.
    ///
    /// - Parameter place: Returns the location of a range in the file.
    func resolved(_ scope: SettingScope, at place: (SourceRange) -> Place) -> ResolvedManifest {
        var resolved = ResolvedManifest(document: document, strings: [:], urlTypesFrom: urlTypesFrom)
        let generated = generates ? GeneratedInfoPlist(scope: scope) : nil
        resolved.generatedIdentifier = generated?["CFBundleIdentifier"]
        if isFile, scope.isTrue("INFOPLIST_EXPAND_BUILD_SETTINGS", otherwise: true) {
            let own = document.root.members?.last { $0.key == "CFBundleIdentifier" }?.value
            let expansion = InfoPlistExpansion(
                scope: scope,
                bundleIdentifier: resolved.generatedIdentifier?.value.string ?? own?.string,
                place: resolved.generatedIdentifier?.from.first ?? own.map { place($0.element) },
                knowsIdentifier: resolved.generatedIdentifier != nil || own?.origin != .unknown
            )
            let (node, expanded) = expansion.expand(document.root)
            resolved.document.root = node
            for string in expanded { resolved.strings[ByteString(string.keyPath)] = string }
        }
        if var generated {
            generated.entries.removeAll { !ManifestKeys.wanted.contains($0.key) }
            resolved.document.root = generated.merged(into: resolved.document.root, at: start)
            for entry in generated.entries where !resolved.document.rootKeys.contains(entry.key) {
                resolved.document.rootKeys.append(entry.key)
            }
        }
        return resolved
    }
}
