package import SchemeModel

extension ProjectReading {
    /// Adds irregularities of the file at the absolute `path`, before those that it has.
    package mutating func report(_ irregularities: [Irregularity], of path: Path, _ origin: ProjectOrigin) {
        let place = origin.place(path, nil)
        self.irregularities.insert(contentsOf: irregularities.map { InputIrregularity($0, of: place) }, at: 0)
    }

    /// Reports that the file at the absolute path `program` is a program, which is not run.
    ///
    /// - Parameters:
    ///   - mention: The place in it to show; `nil` for its beginning.
    ///   - what: The values that it computes.
    ///   - path: The path of the file that was read.
    mutating func reportProgram(
        _ program: Path,
        showing mention: SourceRange?,
        deciding what: String,
        of path: Path,
        _ origin: ProjectOrigin
    ) {
        report([Irregularity(program: program, showing: mention, deciding: what, origin)], of: path, origin)
    }
}

extension Irregularity {
    /// Creates that the file at the absolute path `program` is a program, which is not run.
    ///
    /// - Parameters:
    ///   - mention: The place in it to show; `nil` for its beginning.
    ///   - what: The values that it computes.
    init(program: Path, showing mention: SourceRange?, deciding what: String, _ origin: ProjectOrigin) {
        self.init(
            .notRead,
            subject: program.lastComponent.display,
            cause: "it is a program, which may compute \(what)",
            place: origin.place(program, mention)
        )
    }
}
