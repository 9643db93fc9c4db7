package import SchemeModel

/// The policies of teams for a run: their configurations, and the sources that each governs.
///
/// A source is only governed by its own configuration, so that a foreign folder can't affect other sources.
package struct TeamPolicies: Sendable {
    /// The configurations, ordered by path.
    package private(set) var configurations: [GoverningConfiguration] = []
    /// The configuration that governs each source, and the path from the configuration's folder to the source's root.
    private var governed: [ByteString: (index: Int, relativePath: Path)] = [:]
    /// The schemes that apps share according to any configuration.
    private var sharedSchemes: Set<SchemeKey> = []
    /// The ids of rules enabled on the command line, regardless of configurations.
    private let requestedRules: Set<String>
    /// The levels of rules from the command line, which override configurations.
    private let levels: [ByteString: TeamConfiguration.RuleLevel]
    /// Whether what the authors of inputs wrote lowers no finding; the index then has distrusted manifests.
    package let isStrict: Bool
    /// The SDK version from the command line.
    private var sdk: Int?
    /// The current time in seconds since 1970.
    private let now: Int

    /// A configuration in the context of a run.
    package struct GoverningConfiguration: Sendable {
        package var configuration: TeamConfiguration
        /// Whether the run covers everything that the configuration is for, so that entries without a match are stale.
        package var isWhole: Bool
        /// Whether the run can check the configuration's example URLs.
        package var checksExamples: Bool

        package init(configuration: TeamConfiguration, isWhole: Bool, checksExamples: Bool) {
            self.configuration = configuration
            self.isWhole = isWhole
            self.checksExamples = checksExamples
        }
    }

    /// Creates policies without configurations.
    ///
    /// - Parameters:
    ///   - requestedRules: The ids of the rules enabled on the command line.
    ///   - levels: The levels of rules from the command line, by id.
    ///   - isStrict: Whether what the authors of inputs wrote lowers no finding.
    package init(
        requestedRules: Set<String> = [],
        levels: [String: TeamConfiguration.RuleLevel] = [:],
        isStrict: Bool = false,
        now: Int = 0
    ) {
        self.isStrict = isStrict
        self.requestedRules = requestedRules
        self.levels = Dictionary(levels.map { (ByteString($0), $1) }, uniquingKeysWith: { first, _ in first })
        self.now = now
    }

    /// Adds a configuration that governs `sources`, each with the path from the configuration's folder to its root.
    package mutating func add(_ governing: GoverningConfiguration, for sources: [(name: String, relativePath: Path)]) {
        for source in sources { governed[ByteString(source.name)] = (configurations.count, source.relativePath) }
        sharedSchemes.formUnion(governing.configuration.sharedSchemes.map(\.scheme))
        configurations.append(governing)
    }

    /// Sets the SDK version from the command line, for apps whose manifests don't specify one. It overrides
    /// configurations.
    package mutating func setSDK(_ version: Int) {
        sdk = version
        for index in configurations.indices { configurations[index].configuration.sdk = version }
    }

    /// Returns the configuration that governs the source; `nil` if none does.
    package func configuration(of source: String?) -> TeamConfiguration? {
        source.flatMap { governed[ByteString($0)] }.map { configurations[$0.index].configuration }
    }

    /// Returns the path patterns to exclude from a source, and the path from their base folder to its root.
    package func exclusions(of source: String) -> (patterns: [Path], relativePath: Path) {
        guard let (index, path) = governed[ByteString(source)] else { return ([], Path(bytes: [])) }
        return (configurations[index].configuration.exclusions, path)
    }

    /// Returns the hosts of association files in a source, by path below its root. Files outside it are left out.
    package func associationFiles(of source: String) -> [Path: [String]] {
        guard let (index, root) = governed[ByteString(source)] else { return [:] }
        return configurations[index].configuration.associationFiles.reduce(into: [:]) { hosts, file in
            guard let path = root.bytes.isEmpty ? file.path : file.path.relative(to: root) else { return }
            hosts[path, default: []].append(file.host)
        }
    }

    /// Returns whether the code of a source is read.
    package func readsCode(of source: String) -> Bool { configuration(of: source)?.readsCode ?? true }

    /// Splits problems into those that fail the run and those that a configuration accepts. Keeps their order.
    package func separated(_ problems: [Problem]) -> (open: [Problem], accepted: [AcceptedProblem]) {
        var matcher = matcher()
        var open: [Problem] = []
        var accepted: [AcceptedProblem] = []
        for problem in problems {
            if let entry = matcher.acceptance(of: problem) {
                let origin = Wording.place(entry.place, from: problem.place)
                accepted.append(AcceptedProblem(problem, reason: entry.reason, by: origin))
            } else {
                open.append(problem)
            }
        }
        return (open, accepted)
    }

    /// Returns the level of `rule` in a source according to the command line or the configuration; `nil` for the default.
    package func level(of rule: RuleDescription, in source: String?) -> TeamConfiguration.RuleLevel? {
        if let level = levels[ByteString(rule.id)] { return level }
        let configured = configuration(of: source)?.severities[ByteString(rule.id)]
        if requestedRules.contains(rule.id) { return configured == .off ? nil : configured }
        return configured ?? (rule.isOn ? nil : .off)
    }

    /// Whether `rule` may report findings in any source.
    func mayRun(_ rule: RuleDescription) -> Bool {
        if let level = levels[ByteString(rule.id)] { return level != .off }
        if rule.isOn || requestedRules.contains(rule.id) { return true }
        return configurations.contains { governing in
            governing.configuration.severities[ByteString(rule.id)].map { $0 != .off } ?? false
        }
    }
}

// Used by FindingChecker.
extension TeamPolicies {
    /// Whether no team and no option changes what rules report about a manifest.
    var areDefault: Bool { configurations.isEmpty && sdk == nil && levels.isEmpty && !isStrict }

    /// Returns the knowledge for each source.
    func knowledge(adding knowledge: Knowledge) -> (String?) -> Knowledge {
        let all = configurations.map { knowledge.adding($0.configuration) }
        var ownOnly = TeamConfiguration()
        ownOnly.sdk = sdk
        let knowledge = sdk == nil ? knowledge : knowledge.adding(ownOnly)
        return { source in source.flatMap { governed[ByteString($0)] }.map { all[$0.index] } ?? knowledge }
    }

    /// Returns the finding with the severity that the team configured; `nil` if the team disabled the rule.
    func settled(_ finding: Finding, of rule: RuleDescription?) -> Finding? {
        guard let rule else { return finding }
        if let scheme = finding.scheme, rule.traits.contains(.concernsOtherApps),
            configuration(of: finding.place.source)?.sessionSchemes[scheme] != nil
        {
            return nil
        }
        guard let level = level(of: rule, in: finding.place.source) else { return finding }
        guard case .on(let severity) = level else { return nil }
        var finding = finding
        finding.severity = severity
        return finding
    }

    /// Returns the group split by configuration: one part for each that lets apps share the scheme, with its sources as
    /// subjects, and one for all other sources.
    func parts(of group: ClaimGroup) -> [ClaimGroup] {
        guard sharedSchemes.contains(group.scheme) else { return [group] }
        var rest = group
        var parts: [ClaimGroup] = []
        for (index, governing) in configurations.enumerated() {
            guard let shared = governing.configuration.sharedSchemes.first(where: { $0.scheme == group.scheme }) else {
                continue
            }
            let all = rest.subjects ?? Set(group.claims.compactMap(\.place.source))
            let subjects = all.filter { governed[ByteString($0)]?.index == index }
            var part = group
            part.subjects = subjects
            part.sharers = shared.apps
            parts.append(part)
            rest.subjects = all.subtracting(subjects)
        }
        return parts + [rest]
    }

    /// The example URLs that the run can check, by configuration.
    var examples: [TeamConfiguration.Example] {
        configurations.filter(\.checksExamples).flatMap(\.configuration.examples)
    }

    /// Returns the entries about schemes that no app in their scope claims, in order of configuration and place.
    ///
    /// Skips configurations that the run doesn't cover fully, or with a claim whose scheme is unknown.
    func unmatchedEntries(in index: some ClaimIndex) throws -> [RunFacts.UnmatchedEntry] {
        var entries: [(index: Int, entry: RunFacts.UnmatchedEntry)] = []
        for (number, governing) in configurations.enumerated() where governing.isWhole {
            func claims(on scheme: SchemeKey) throws -> [Claim] {
                try index.claims(on: scheme).filter { self.index(of: $0) == number }
            }
            var found: [RunFacts.UnmatchedEntry] = []
            for shared in governing.configuration.sharedSchemes
            where try !claims(on: shared.scheme).contains(where: { shared.apps.contains($0.app.id) }) {
                let message = "none of the apps listed for the shared scheme '\(shared.scheme)' claims it"
                found.append(.init(place: shared.place, subject: "shared scheme \(shared.scheme)", message: message))
            }
            for (scheme, place) in governing.configuration.sessionSchemes where try claims(on: scheme).isEmpty {
                found.append(.init(place: place, subject: "scheme \(scheme)", message: "no app claims '\(scheme)'"))
            }
            entries += found.sorted { $0.place < $1.place }.map { (number, $0) }
        }
        guard !entries.isEmpty else { return [] }
        var open: Set<Int> = []
        try index.forEachClaim { claim in
            guard claim.declared.state == .unresolved || claim.declared.state == .unknown else { return }
            if let index = self.index(of: claim) { open.insert(index) }
        }
        return entries.filter { !open.contains($0.index) }.map(\.entry)
    }

    /// The index of the configuration that governs the claim's source.
    private func index(of claim: Claim) -> Int? {
        claim.place.source.flatMap { governed[ByteString($0)]?.index }
    }

    /// Returns the path of a place for an acceptance: relative to the folder of the configuration, or of the source.
    package func path(of place: Place) -> Path {
        let root = place.source.flatMap { governed[ByteString($0)] }?.relativePath
        return root?.appending(place.path) ?? place.path
    }

    /// Returns a matcher of findings and problems with acceptances.
    func matcher() -> AcceptanceMatcher { AcceptanceMatcher(self) }

    /// Matches findings and problems with acceptances, and records which are used.
    struct AcceptanceMatcher {
        private let policies: TeamPolicies
        /// The entries by configuration.
        private var entries: [[Entry]]
        /// By configuration: the indices of the entries for each rule, or kind of problem. Those for all rules are under the
        /// empty string.
        private let numbers: [[ByteString: [Int]]]
        /// The last path, and its cached matches.
        private var lastPath: (index: Int, path: Path)?
        private var matching: [Int: Bool] = [:]

        private struct Entry {
            let acceptance: TeamConfiguration.Acceptance
            let pattern: Glob?
            let isOver: Bool
            var isUsed = false
        }

        fileprivate init(_ policies: TeamPolicies) {
            self.policies = policies
            entries = policies.configurations.map { governing in
                governing.configuration.acceptances.map { acceptance in
                    Entry(
                        acceptance: acceptance,
                        pattern: acceptance.path.map(Glob.init),
                        isOver: acceptance.until?.isOver(at: policies.now) ?? false
                    )
                }
            }
            numbers = entries.map { entries in
                Dictionary(grouping: entries.indices) { number in
                    let acceptance = entries[number].acceptance
                    return acceptance.problem.map(Self.key) ?? ByteString(acceptance.rule ?? "")
                }
            }
        }

        /// Returns the key of the entries for a kind of problem, which differs from all ids of rules.
        private static func key(of code: Problem.Code) -> ByteString { ByteString("problem \(code.rawValue)") }

        /// Returns the finding with the first matching acceptance. All matching ones count as used.
        mutating func accepted(_ finding: Finding) -> Finding {
            let entry = use([ByteString(finding.rule), ""], at: finding.place) { entry in
                (entry.scheme == nil || entry.scheme == finding.scheme)
                    && (entry.app == nil || finding.apps.contains { $0.id == entry.app })
            }
            guard let entry, finding.accepted == nil else { return finding }
            var finding = finding
            let origin = Wording.place(entry.place, from: finding.place)
            finding.accepted = Finding.Acceptance(reason: entry.reason, by: origin)
            return finding
        }

        /// Returns the first entry in effect that accepts `problem`. All matching ones count as used.
        mutating func acceptance(of problem: Problem) -> TeamConfiguration.Acceptance? {
            use([Self.key(of: problem.code)], at: problem.place) { $0.path != nil }
        }

        /// Marks the entries with these keys that match as used, and returns the first one in effect.
        private mutating func use(
            _ keys: [ByteString],
            at place: Place,
            where fits: (TeamConfiguration.Acceptance) -> Bool
        ) -> TeamConfiguration.Acceptance? {
            guard let source = place.source, let (index, relativePath) = policies.governed[ByteString(source)],
                !entries[index].isEmpty
            else { return nil }
            let path = relativePath.appending(place.path).appending(member: place.member)
            var found: TeamConfiguration.Acceptance?
            for number in keys.flatMap({ numbers[index][$0] ?? [] }).sorted() {
                let entry = entries[index][number]
                guard fits(entry.acceptance), matches(number, of: index, path) else { continue }
                entries[index][number].isUsed = true
                if !entry.isOver, found == nil { found = entry.acceptance }
            }
            return found
        }

        /// Findings are ordered by path, so each pattern is matched once for each path.
        private mutating func matches(_ number: Int, of index: Int, _ path: Path) -> Bool {
            guard let pattern = entries[index][number].pattern else { return true }
            if lastPath?.index != index || lastPath?.path != path {
                lastPath = (index, path)
                matching = [:]
            }
            if let known = matching[number] { return known }
            let matches = pattern.holds(path)
            matching[number] = matches
            return matches
        }

        /// Returns the usage of the acceptances, in order of configuration and place.
        ///
        /// - Parameter problems: The problems of the run. An input with a problem may have findings.
        mutating func facts(problems: [Problem]) -> [RunFacts.AcceptanceFacts] {
            for problem in problems { _ = acceptance(of: problem) }
            return policies.configurations.enumerated().flatMap { index, governing in
                entries[index].map { entry in
                    // Hidden changes are found later, and only with `--changed-since`.
                    let isUnused =
                        governing.isWhole && entry.acceptance.problem != .hiddenChange
                        && !problems.contains { mayHide($0, entry.acceptance, of: index) }
                    return RunFacts.AcceptanceFacts(
                        acceptance: entry.acceptance,
                        isUsed: entry.isUsed ? true : isUnused ? false : nil,
                        isOver: entry.isOver
                    )
                }
            }
        }

        /// Returns whether `problem` may be why nothing matched an entry: for an entry about a problem, it is at a path in the
        /// entry's path or around it.
        private func mayHide(_ problem: Problem, _ entry: TeamConfiguration.Acceptance, of index: Int) -> Bool {
            guard entry.problem != nil, let pattern = entry.path, let source = problem.place.source,
                let governing = policies.governed[ByteString(source)]
            else { return true }
            guard governing.index == index else { return false }
            // A pattern without a separator matches in any folder.
            guard pattern.bytes.dropLast().contains(Path.separator) else { return true }
            let folders = pattern.components.prefix { !$0.contains { "*?[".utf8.contains($0) } }
            let path = governing.relativePath.appending(problem.place.path)
            return zip(path.components, folders).allSatisfy { $0 == $1 }
        }
    }
}

extension Path {
    /// Returns the path of a member in the archive at this path; the path itself if `member` is `nil`.
    fileprivate func appending(member: Path?) -> Path {
        member.map { Path(bytes: bytes + [Path.separator] + $0.bytes) } ?? self
    }
}
