import SchemeModel

/// The build settings behind a declared scheme. The line to change is often not the one that declares it.
extension Finding {
    /// The maximum number of settings that a finding lists.
    private static let originLimit = 3

    /// Adds the lines that define the variables of `scheme`, and counts them in ``relatedCount``. They belong to no
    /// app.
    mutating func addOrigins(of scheme: DeclaredScheme) {
        guard scheme.state == .claimed || scheme.state == .invalid, let resolved = scheme.resolved else { return }
        let named = Set(related.map(\.place))
        let places = scheme.resolvedFrom.filter { !named.contains($0) }.prefix(Self.originLimit)
        let isWhole = places.count == 1 && VariableReference.first(in: scheme.raw).map(String.init) == scheme.raw
        let message = "\(isWhole ? "" : "part of ")'\(Wording.brief(resolved))' comes from this setting"
        related =
            related.prefix(Finding.relatedLimit - places.count)
            + places.map { Related(app: nil, place: $0, message: message) }
        relatedCount += places.count
    }
}

/// The declared schemes of one manifest that contain variables, by place.
struct SchemeOrigins {
    private let schemes: [Place: DeclaredScheme]
    private let variant: String?

    init(_ manifest: Manifest) {
        var schemes: [Place: DeclaredScheme] = [:]
        for scheme in manifest.urlTypes.lazy.flatMap(\.schemes) where !scheme.resolvedFrom.isEmpty {
            schemes[manifest.place(of: scheme.span)] = scheme
        }
        self.schemes = schemes
        variant = Wording.variant(manifest.outcome)
    }

    /// Returns the findings, each with its variant and the lines that define its scheme.
    func added(to findings: [Finding]) -> [Finding] {
        guard !schemes.isEmpty || variant != nil else { return findings }
        return findings.map { finding in
            var finding = finding
            finding.variant = variant
            if let scheme = schemes[finding.place] { finding.addOrigins(of: scheme) }
            return finding
        }
    }
}
