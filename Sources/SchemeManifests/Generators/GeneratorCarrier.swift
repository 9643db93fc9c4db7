package import SchemeModel

extension ProjectReading {
    /// Adds irregularities to the manifest that represents the file at the absolute `path`.
    package mutating func report(
        _ irregularities: [Irregularity],
        of path: Path,
        _ origin: ProjectOrigin,
        digest: String,
        format: Manifest.Format
    ) {
        guard !irregularities.isEmpty || carrier != nil else { return }
        let own = ProjectReader().carrier(path, origin, digest: digest, format: format, [])
        var carrier = carrier ?? own
        carrier.outcome.project = own.origin.path
        carrier.irregularities = irregularities + carrier.irregularities
        self.carrier = carrier
    }

    /// Reports that the file at the absolute path `program` is a program, which is not run.
    ///
    /// - Parameters:
    ///   - what: The values that it computes.
    ///   - path: The path of the file that was read, with its digest and format.
    mutating func reportProgram(
        _ program: Path,
        deciding what: String,
        of path: Path,
        _ origin: ProjectOrigin,
        digest: String,
        format: Manifest.Format
    ) {
        let start = SourceRange(byteOffset: 0, byteLength: 0)
        let irregularity = Irregularity(
            .notRead,
            span: ValueSpan(keyPath: "", element: start),
            subject: program.lastComponent.display,
            cause: "it is a program that computes \(what)",
            place: origin.place(program, nil)
        )
        report([irregularity], of: path, origin, digest: digest, format: format)
    }
}

extension Irregularity {
    /// Creates the irregularity for an error in a generator's file.
    init(malformed cause: String, at place: Place) {
        let start = SourceRange(byteOffset: 0, byteLength: 0)
        self.init(.malformedProject, span: ValueSpan(keyPath: "", element: start), cause: cause, place: place)
    }
}
