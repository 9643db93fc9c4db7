/// The findings with one cause, which are one problem for the reader of a report.
///
/// A cause is a collision of apps, the schemes that the same variants share, the findings that several configurations
/// cause on one line, one fix that the same apps need at several places, the keys that the same dictionaries lack, or
/// what apps have in common at the same places. So is one message about several archives of a source. A finding with
/// the advice of a collision at its place belongs to that. An accepted finding is a cause of its own.
public struct Cause: Sendable {
    /// The findings in the report's order; not empty.
    public let findings: [Finding]
    /// The first of the most severe findings, one about the collision if there is one.
    public let worst: Finding

    /// The severity of the worst finding.
    public var severity: Severity { worst.severity }

    /// Creates a cause; `nil` without findings.
    private init?(_ findings: [Finding]) {
        guard let severity = findings.lazy.map(\.severity).max(),
            let worst = findings.first(where: { $0.severity == severity && $0.group != nil })
                ?? findings.first(where: { $0.severity == severity })
        else { return nil }
        self.findings = findings
        self.worst = worst
    }

    /// Returns the causes of `findings`, ordered by their first findings.
    package static func causes(of findings: [Finding]) -> [Cause] {
        let open = findings.indices.filter { findings[$0].accepted == nil }
        var groups = findings.indices.filter { findings[$0].accepted != nil }.map { [$0] }
        let rivals = open.map { findings[$0] }.filter { if case .collision = $0.group { true } else { false } }
        let rivalsByPlace = Dictionary(grouping: rivals, by: \.place)
        let subjects = grouped(open.map { [$0] }) { Subject(findings[$0[0]], among: rivalsByPlace) }
        let collisions = grouped(subjects) { group in Rivals(group.map { findings[$0] }) }
        let fixes = grouped(collisions) { group in
            Fix(group.map { findings[$0] }, within: { .scheme($0.first?.scheme) })
        }
        let lists = grouped(fixes) { group in Fix(group.map { findings[$0] }, within: Fix.Scope.init(listOf:)) }
        let gaps = grouped(lists) { group in Gaps(group.map { findings[$0] }) }
        groups += grouped(gaps) { group in Mutual(group.map { findings[$0] }) }
        return groups.sorted { $0[0] < $1[0] }.compactMap { group in Cause(group.map { findings[$0] }) }
    }

    /// Joins the groups with equal keys. Groups without a key stay as they are.
    ///
    /// - Parameter groups: Ascending indices, ordered by the first one, as in the result.
    private static func grouped<Key: Hashable>(_ groups: [[Int]], by key: ([Int]) -> Key?) -> [[Int]] {
        var result: [[Int]] = []
        var positions: [Key: Int] = [:]
        for group in groups {
            guard let key = key(group) else {
                result.append(group)
                continue
            }
            if let position = positions[key] {
                result[position] += group
            } else {
                positions[key] = result.count
                result.append(group)
            }
        }
        return result.map { $0.sorted() }
    }

    /// The collision, the place or the variants that a finding is about.
    private struct Subject: Hashable {
        let rule: String
        let kind: Kind

        enum Kind: Hashable {
            case group(Finding.Group)
            case place(Place, ByteString)
            /// Findings with the same message about whole archives, such as empty ones in a folder.
            case archives(source: String?, message: ByteString, severity: Severity)
            /// Findings of an app's variants on the same line, even if their messages differ.
            case variants(Place, SchemeKey?)
        }

        /// - Parameter collisions: The findings about collisions by place.
        init(_ finding: Finding, among collisions: [Place: [Finding]]) {
            let rivals = finding.group == nil && finding.hint != nil ? collisions[finding.place] ?? [] : []
            let collision = rivals.first { rival in
                rival.hint.map(ByteString.init) == finding.hint.map(ByteString.init)
                    && rival.app?.id == finding.app?.id && rival.severity >= finding.severity
            }
            let finding = collision ?? finding
            rule = finding.rule
            kind =
                if let group = finding.group {
                    .group(group)
                } else if finding.rule == "malformed-archive", finding.place.range?.byteLength == 0 {
                    .archives(
                        source: finding.place.source,
                        message: ByteString(finding.message),
                        severity: finding.severity
                    )
                } else if finding.variant != nil {
                    .variants(finding.place, finding.scheme)
                } else {
                    .place(finding.place, ByteString(finding.message))
                }
        }
    }

    /// Apps that collide on a scheme. They usually collide on others for the same reason.
    ///
    /// The severities don't matter: the apps may adopt one of the schemes, and define another.
    private struct Rivals: Hashable {
        let rule: String
        /// The apps with a finding.
        let subjects: Set<AppID>
        /// All apps in the collision.
        let apps: Set<AppID>
        let isCertain: Bool

        /// - Parameter findings: The findings about one scheme.
        /// - Returns: `nil` if they are not about a collision, or if not all of its apps are known.
        init?(_ findings: [Finding]) {
            let findings = findings.filter { $0.group != nil }
            guard let first = findings.first, case .collision = first.group else { return nil }
            rule = first.rule
            subjects = Set(findings.compactMap { $0.app?.id })
            apps = Set(findings.flatMap { [$0.app?.id] + $0.related.map { $0.app?.id } }.compactMap { $0 })
            isCertain = findings.contains { $0.certainty == .certain }
            guard findings.allSatisfy({ $0.app != nil && $0.relatedCount == $0.related.count }) else { return nil }
        }
    }

    /// Findings about apps that meet at the same places, told from the side of each app.
    private struct Mutual: Hashable {
        let rule: String
        let severity: Severity
        let places: Set<Place>

        /// - Parameter findings: The findings with one fix.
        /// - Returns: `nil` if one of them doesn't name all other apps, or if they are already grouped.
        init?(_ findings: [Finding]) {
            guard let first = findings.first else { return nil }
            for finding in findings {
                guard finding.group == nil, finding.app != nil, finding.severity == first.severity,
                    !finding.related.isEmpty, finding.relatedCount == finding.related.count,
                    finding.related.allSatisfy({ $0.app.map { $0.id != finding.app?.id } ?? false })
                else { return nil }
            }
            rule = first.rule
            severity = first.severity
            places = Set(findings.flatMap { [$0.place] + $0.related.map(\.place) })
        }
    }

    /// Keys that the same dictionaries lack, such as the role and the identifier of a URL type.
    private struct Gaps: Hashable {
        let severity: Severity
        let places: Set<Place>
        let relatedCount: Int
        let apps: Set<Fix.Variant>
        let isFixable: Bool

        /// - Parameter findings: The findings about one key.
        /// - Returns: `nil` if they are not about a missing key.
        init?(_ findings: [Finding]) {
            guard let first = findings.first, findings.allSatisfy({ $0.isOfMissingKey && $0.group == nil }) else {
                return nil
            }
            severity = first.severity
            places = Set(findings.flatMap { [$0.place] + $0.related.map(\.place) })
            relatedCount = findings.reduce(0) { $0 + $1.relatedCount }
            apps = Set(findings.compactMap(Fix.Variant.init))
            isFixable = findings.allSatisfy { !$0.edits.isEmpty }
        }
    }

    /// What has to be done in some apps, wherever they need it about one scheme, or in one list of schemes.
    private struct Fix: Hashable {
        let rule: String
        let hint: ByteString
        let scope: Scope
        let severity: Severity
        let apps: Set<Variant>

        enum Scope: Hashable {
            case scheme(SchemeKey?)
            /// The list in a manifest with this key path.
            case list(Path, keyPath: ByteString)

            /// Returns `nil` if the findings are not all about elements of one list, or are errors, which are looked at
            /// one by one.
            init?(listOf findings: [Finding]) {
                guard findings.allSatisfy({ $0.severity < .error }) else { return nil }
                let lists = Set(findings.map { Self.list(around: $0.place) })
                guard lists.count == 1, let list = lists.first ?? nil else { return nil }
                self = list
            }

            /// The list of an element whose key path ends with its position:
            /// `CFBundleURLTypes[0].CFBundleURLSchemes[3]`.
            private static func list(around place: Place) -> Scope? {
                guard let keyPath = place.keyPath, keyPath.hasSuffix("]"), let end = keyPath.lastIndex(of: "[") else {
                    return nil
                }
                return .list(place.path, keyPath: ByteString(String(keyPath[..<end])))
            }
        }

        /// An app as one build of it makes it.
        struct Variant: Hashable {
            let app: AppID
            let name: ByteString?
            let isOnly: Bool

            /// Returns `nil` for a finding about no app.
            init?(_ finding: Finding) {
                guard let app = finding.app?.id else { return nil }
                self.app = app
                name = finding.variant.map(ByteString.init)
                isOnly = finding.isOfOneVariant
            }
        }

        /// - Parameter findings: The findings about one subject.
        /// - Returns: `nil` if they have no app, no advice or no advice in common, are about a group of apps, or have
        ///   no scope.
        init?(_ findings: [Finding], within scope: ([Finding]) -> Scope?) {
            guard findings.allSatisfy({ $0.group == nil }), let first = findings.first, let hint = first.hint,
                let scope = scope(findings)
            else { return nil }
            var apps: Set<Variant> = []
            for finding in findings {
                guard let app = Variant(finding), finding.hint.map(ByteString.init) == ByteString(hint),
                    finding.severity == first.severity
                else { return nil }
                apps.insert(app)
            }
            rule = first.rule
            self.hint = ByteString(hint)
            self.scope = scope
            severity = first.severity
            self.apps = apps
        }
    }
}
