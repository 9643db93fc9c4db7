import SchemeManifests
import SchemeModel

extension InputReader.Look: Weighed {
    var weight: Int {
        guard case .read(_, _, let manifests)? = reading?.outcome else { return 512 * problems.count }
        return manifests.reduce(512 * problems.count) { $0 + $1.weight }
    }
}

extension Manifest {
    /// About how many bytes it takes: its text, and its parts with the places and the paths that each carries.
    fileprivate var weight: Int {
        let small = urlTypes.reduce(queriesSchemes.count) { $0 + $1.schemes.count + $1.otherKeys.count }
        return 1024 + textBytes + 1536 * urlTypes.count + 512 * (small + rootKeys.count) + 1024 * irregularities.count
    }
}
