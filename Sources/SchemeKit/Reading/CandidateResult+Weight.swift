import SchemeManifests
import SchemeModel

extension InputReader.CandidateResult: Weighable {
    var weight: Int {
        guard let reading, case .read(_, _, let manifests) = reading.status else { return 512 * problems.count }
        let others =
            512 * problems.count + 256 * reading.dependencies.count
            + 1024 * reading.irregularities.count + (reading.code?.weight ?? 0)
        return manifests.reduce(others) { $0 + $1.weight }
    }
}

extension Manifest {
    /// The approximate size in bytes: the text, and the parts with their places and paths.
    var weight: Int {
        let small = urlTypes.reduce(queriesSchemes.count) { $0 + $1.schemes.count + $1.otherKeys.count }
        return 1024 + textBytes + 1536 * urlTypes.count + 512 * (small + rootKeys.count) + 1024 * irregularities.count
    }
}

extension ProjectCode {
    /// The approximate size in bytes: each link and handler with its places.
    fileprivate var weight: Int {
        targets.reduce(0) { sum, target in
            let facts = target.facts
            let shown = facts.widgets.reduce(0) { $0 + $1.links.count }
            let members = facts.widgetURLConflicts.reduce(0) { $0 + $1.members.count }
            let routes = facts.handlers.reduce(0) { $0 + $1.accepts.count }
            let others =
                facts.widgets.count + facts.activityAttributes.count + facts.delegates.count
                + facts.schemeComparisons.count + target.acceptances.count
            return sum + 1024 * (1 + facts.links.count + facts.handlers.count + shown + members + routes + others)
        }
    }
}
