package import SchemeModel
package import SchemeStore

/// Reads the inputs of one source.
package struct SourceReader {
    /// What to read.
    package let plan: SourcePlan
    package let options: InputOptions
    package let context: Context
    /// Records which options had an effect.
    package var usage = OptionUsage()
    /// Returns what earlier imports stored of the source, so that unchanged inputs aren't opened again. Called while another
    /// thread walks; `nil` for a new source.
    package var previous: (() throws -> PreviousImport)?
    /// The inputs of earlier imports that depend on other files, with these files.
    package var dependencies: [Path: [InputDependency]] = [:]
    package var progress: Progress?
    /// Records what happens to each path.
    package var log: ReadingLog?
    /// Decides about the manifests; `nil` if nobody needs that.
    package var screening: ManifestScreening?

    /// Creates a reader for `plan`.
    package init(_ plan: SourcePlan, options: InputOptions, in context: Context) {
        self.plan = plan
        self.options = options
        self.context = context
    }

    /// Finds and reads the inputs on several threads, and passes each one to `consume`. Projects come first, because
    /// they decide which manifests are read through them; everything else follows in the order of discovery.
    ///
    /// - Throws: ``Interruption`` if the run was interrupted, and the errors of `consume` and of ``previous``.
    package func read(_ consume: (InputReading) throws -> Void) throws -> SourceReadingSummary {
        var state = SourceReadingState(self)
        try state.read(consume)
        return state.summary
    }
}
