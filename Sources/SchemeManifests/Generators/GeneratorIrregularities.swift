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
        let start = SourceRange(byteOffset: 0, byteLength: 0)
        let irregularity = Irregularity(
            .notRead,
            span: ValueSpan(keyPath: "", element: start),
            subject: program.lastComponent.display,
            cause: "it is a program, which may compute \(what)",
            place: origin.place(program, mention)
        )
        report([irregularity], of: path, origin)
    }

    /// Reports that the app's own `plugin` doesn't exist, such as one that is compiled before it is used.
    mutating func reportMissingPlugin(_ plugin: String, at range: SourceRange, of path: Path, _ origin: ProjectOrigin) {
        let irregularity = Irregularity(
            .notRead,
            span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0)),
            subject: plugin,
            cause: "the plugin was not found, and may add schemes",
            place: origin.place(path, range)
        )
        report([irregularity], of: path, origin)
    }
}

extension Irregularity {
    /// Creates the irregularity for an error in a generator's file.
    init(malformed cause: String, at place: Place) {
        let start = SourceRange(byteOffset: 0, byteLength: 0)
        self.init(.malformedProject, span: ValueSpan(keyPath: "", element: start), cause: cause, place: place)
    }
}
