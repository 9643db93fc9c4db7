import SchemeModel

extension CodeReader.Reading {
    /// Adds what to report about code files over the size limit.
    ///
    /// A file of an app or extension is a problem. Large files of packages and frameworks are mostly generated, and hardly
    /// ever open or receive URLs, so they only get a note.
    ///
    /// - Parameter oversized: The problems by position of the file.
    mutating func add(_ oversized: [Int: Problem], of targets: [CodeTarget], project: Path?) {
        for (position, problem) in oversized.sorted(by: { $0.key < $1.key }) {
            let owners = targets.filter { $0.files.contains(position) }
            guard project != nil, !owners.isEmpty, owners.allSatisfy(\.isLibrary) else {
                problems.append(problem)
                continue
            }
            let irregularity = Irregularity(
                .missingPart,
                subject: problem.place.path.display,
                found: "large-file",
                cause: problem.message,
                place: problem.place
            )
            if !irregularities.contains(irregularity) { irregularities.append(irregularity) }
        }
    }
}

extension CodeTarget {
    /// Whether it is neither an app nor an extension of one.
    fileprivate var isLibrary: Bool {
        !kind.isApplication && kind != .appExtension && kind != .appClip && kind != .unknown
    }
}
