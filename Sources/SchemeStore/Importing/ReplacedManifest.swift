import SchemeModel

/// The key by which a manifest replaces an earlier one of the same input.
struct ManifestKey: Hashable {
    private let member, project: Path?
    private let target: ByteString?
    private let configurations: [ByteString]

    init(_ manifest: Manifest) {
        member = manifest.origin.member
        project = manifest.outcome.project
        target = manifest.outcome.target.map { ByteString($0) }
        configurations = manifest.outcome.configurations.map { ByteString($0) }
    }
}

/// A manifest whose row another manifest replaces.
struct ReplacedManifest {
    let id: Int
    let firstImport: Int
    private var claims: [ByteString: (type: Int, declared: DeclaredScheme, imports: ManifestWriter.Imports)] = [:]

    /// - Parameter claimImports: The imports of its claims, in order.
    init(_ stored: ManifestLoader.StoredManifest, claimImports: [ManifestWriter.Imports]) {
        id = stored.id
        firstImport = stored.firstImport
        let declared = stored.manifest.urlTypes.flatMap { type in type.schemes.map { (type.index, $0) } }
        for ((type, declared), imports) in zip(declared, claimImports) where claims[Self.key(declared)] == nil {
            claims[Self.key(declared)] = (type, declared, imports)
        }
    }

    /// Returns the key that identifies a claim, wherever it moves: its scheme, or its text if it has none.
    private static func key(_ declared: DeclaredScheme) -> ByteString {
        declared.key?.text ?? ByteString(declared.raw)
    }

    /// Returns the imports of a claim that existed before, or `nil` for a new claim.
    func imports(of declared: DeclaredScheme, in type: URLType, current: Int) -> ManifestWriter.Imports? {
        guard let before = claims[Self.key(declared)] else { return nil }
        let isSame = before.type == type.index && before.declared == declared
        return (before.imports.first, isSame ? before.imports.last : current)
    }
}
