import SchemeLinks
import SchemeManifests
import SchemeModel
import Threading

/// The comments in the code of a project, or of a folder without one, with which a team accepts findings.
struct CodeAcceptances {
    /// By the position of the file.
    private let byFile: [Int: [CodeAcceptance]]

    /// The maximum number of comments in a target.
    private static let limit = 1_000

    /// Reads the comments in `files`.
    init(in files: [SourceFile]) {
        let found = files.concurrentMap { file in
            CodeAcceptanceReader.acceptances(in: file.bytes, of: file.place, limit: Self.limit + 1)
        }
        byFile = Dictionary(uniqueKeysWithValues: zip(files.indices, found).filter { !$0.1.isEmpty })
    }

    /// Returns the comments in the files at these positions, ordered by place, and a problem if there are too many.
    func list(of files: [Int]) -> (comments: [CodeAcceptance], excess: Problem?) {
        guard !byFile.isEmpty else { return ([], nil) }
        let found = Array(Set(files).sorted().lazy.flatMap { byFile[$0] ?? [] }.prefix(Self.limit + 1))
        let excess = found.dropFirst(Self.limit).first.map { comment in
            Problem(
                code: .overLimit,
                message: "more than \(Self.limit.grouped) comments in one target accept findings, so those from here on"
                    + " have no effect",
                hint: "accept findings by rule and path in .schemereg.yml instead",
                place: comment.place
            )
        }
        return (found.prefix(Self.limit).sorted { $0.place < $1.place }, excess)
    }
}
