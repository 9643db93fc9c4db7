package import SchemeModel

/// The rules about one manifest, by what they need.
struct ManifestRules {
    private var declaredSchemeRules: [any DeclaredSchemeRule] = []
    private var otherRules: [any ManifestRule] = []
    private var targetRules: [any TargetRule] = []
    private var irregularityRules: [any IrregularityRule] = []

    init(_ rules: [any Rule]) {
        for shape in rules.lazy.map(\.shape) {
            switch shape {
            case .manifest(let rule as any DeclaredSchemeRule): declaredSchemeRules.append(rule)
            case .manifest(let rule): otherRules.append(rule)
            case .target(let rule): targetRules.append(rule)
            case .irregularity(let rule): irregularityRules.append(rule)
            case .source, .scheme, .domain, .run: break
            }
        }
    }

    /// Whether there is no such rule.
    var isEmpty: Bool {
        declaredSchemeRules.isEmpty && otherRules.isEmpty && targetRules.isEmpty && irregularityRules.isEmpty
    }

    /// Returns the findings about `manifest`.
    ///
    /// - Parameters:
    ///   - bound: Limits the findings of each rule.
    ///   - marking: Adds to the declared schemes what is known from code.
    func findings(
        in manifest: Manifest,
        knowledge: Knowledge,
        bound: inout FindingBound,
        marking: ([ClassifiedScheme]) -> [ClassifiedScheme] = { $0 }
    ) -> [Finding] {
        var findings: [Finding] = []
        let origins = SchemeOrigins(manifest)
        // Most rules find nothing in most manifests.
        func add(_ found: [Finding]) {
            if !found.isEmpty { findings += origins.added(to: bound.bounded(found)) }
        }
        for rule in otherRules { add(rule.findings(in: manifest, knowledge: knowledge)) }
        // Only files beside a manifest tell that its code is in a language that isn't read.
        if !manifest.companions.isEmpty {
            for rule in targetRules { findings += bound.bounded(rule.findings(in: manifest, knowledge: knowledge)) }
        }
        let irregularities = irregularityRules.isEmpty ? [] : manifest.irregularityFacts
        if !irregularities.isEmpty {
            for rule in irregularityRules { add(irregularities.compactMap(rule.finding(about:))) }
        }
        let schemes = declaredSchemeRules.isEmpty ? [] : marking(manifest.classifiedSchemes(knowledge))
        if !schemes.isEmpty {
            for rule in declaredSchemeRules {
                add(rule.findings(about: schemes, in: manifest, knowledge: knowledge))
            }
        }
        return findings
    }
}

extension ManifestScreening {
    /// The screening by all rules that are on by default, with the knowledge of the tool.
    ///
    /// A manifest of a project isn't called clean, because its findings also depend on the other variants.
    package static let byRules = ManifestScreening(version: "\(rulesVersion) \(Knowledge.builtIn.version)") {
        manifest in
        guard manifest.outcome.project == nil, manifest.outcome.target == nil else { return false }
        var bound = FindingBound()
        return screening.findings(in: manifest, knowledge: .builtIn, bound: &bound).isEmpty
    }

    /// Made when the first manifest is screened: most imports of a folder that is known find none.
    private static let screening = ManifestRules(screeningRules)
    private static let screeningRules = allRules.filter(\.description.isOn)
    private static let screeningIDs = Set(screeningRules.map(\.description.id))

    /// Whether ``byRules`` uses all of `rules`.
    static func covers(_ rules: [any Rule]) -> Bool {
        rules.allSatisfy { screeningIDs.contains($0.description.id) }
    }
}

extension Knowledge {
    /// Whether it is the tool's own, without a team's tables.
    var isBuiltIn: Bool {
        version == Knowledge.builtIn.version
            && knownSchemeTables.count == Knowledge.builtIn.knownSchemeTables.count
    }
}
