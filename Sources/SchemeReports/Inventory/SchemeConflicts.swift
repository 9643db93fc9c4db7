import SchemeModel

/// The worst conflict about each scheme, and about each app's claim on it.
package struct SchemeConflicts: Sendable {
    private var byScheme: [SchemeKey: Conflict] = [:]
    private var byClaim: [Pair: Emphasis] = [:]

    private struct Pair: Hashable {
        let scheme: SchemeKey
        let app: AppID
    }

    /// A conflict about a scheme.
    struct Conflict: Hashable, Sendable {
        var emphasis: Emphasis
        /// The id of the rule that reports it.
        var rule: String
        /// The position of its findings among the blocks.
        var block: Int
    }

    /// Creates the conflicts from findings about URLs that may open another app.
    ///
    /// - Parameter blocks: The blocks of all findings, the most severe first.
    package init(_ blocks: [FindingBlock]) {
        for (position, block) in blocks.enumerated() {
            guard let report = MainReport(rule: block.rule), report != .duplicateRegistrations else { continue }
            for finding in block.findings {
                guard let scheme = finding.scheme else { continue }
                let emphasis: Emphasis = finding.accepted == nil ? Emphasis(finding.severity) : .accepted
                let other = byScheme[scheme]
                if other.map({ $0.emphasis < emphasis }) ?? true {
                    byScheme[scheme] = Conflict(emphasis: emphasis, rule: block.rule, block: position)
                }
                for app in finding.apps { raise(Pair(scheme: scheme, app: app.id), to: emphasis) }
            }
        }
    }

    private mutating func raise(_ pair: Pair, to emphasis: Emphasis) {
        byClaim[pair] = max(byClaim[pair] ?? .none, emphasis)
    }

    /// Returns the worst conflict about `scheme`; `nil` if there is none.
    func worst(of scheme: SchemeKey) -> Conflict? { byScheme[scheme] }

    /// Returns how severe the conflict about the claim of `app` on `scheme` is.
    func emphasis(of scheme: SchemeKey, in app: AppID) -> Emphasis {
        byClaim[Pair(scheme: scheme, app: app)] ?? .none
    }
}
