package import SchemeModel

/// Discovers and reads one source, on several threads, and gives what it read in the order of discovery.
package final class SourceReader {
    /// What could not be looked at so far.
    package private(set) var problems: [Problem] = []

    private let context: Context
    private let walk: Walk
    private let readAhead: ReadAhead<Discovered, InputReader.Look>
    private let progress: Progress?

    /// Starts reading.
    ///
    /// - Parameter known: the stamps of inputs that need not be opened again.
    package init(
        _ plan: SourcePlan,
        options: InputOptions,
        context: Context,
        known: [Path: FileStamp] = [:],
        progress: Progress?
    ) {
        self.context = context
        self.progress = progress
        let reader = InputReader(
            source: plan.source,
            context: context,
            bundleIdentifiers: options.realBundleIdentifiers(in: context),
            known: known
        )
        let walk = Walk(
            Discovery(
                of: plan.source,
                from: plan.starts,
                excluding: options.exclusions.map(Glob.init),
                files: context.files
            )
        )
        self.walk = walk
        readAhead = ReadAhead(
            workers: options.jobs ?? context.cores,
            pull: { walk.next() },
            transform: { discovered in
                switch discovered {
                case .candidate(let candidate): reader.look(at: candidate)
                case .problem(let problem):
                    InputReader.Look(
                        reading: InputReading(path: problem.place.path, outcome: .unreadable),
                        problems: [problem]
                    )
                }
            }
        )
    }

    deinit { readAhead.cancel() }

    /// The next input, `nil` after the last.
    ///
    /// - Throws: ``Interruption`` when the run was asked to end.
    package func next() throws(Interruption) -> InputReading? {
        guard !context.isInterrupted() else { throw Interruption() }
        guard let look = readAhead.next() else { return nil }
        problems += look.problems
        progress?.advance()
        return look.reading
    }

    /// How many files were nothing that the tool reads, without those that were opened to find out. Final once
    /// ``next()`` gave `nil`.
    package var passedOver: Int { walk.passedOver }
}

/// A discovery that one thread after another advances; ``ReadAhead`` sees to it that never two do.
private final class Walk: @unchecked Sendable {
    private var discovery: Discovery

    init(_ discovery: Discovery) { self.discovery = discovery }

    func next() -> Discovered? { discovery.next() }

    var passedOver: Int { discovery.passedOver }
}

extension InputOptions {
    /// The bundle identifiers of the call, by the real paths of their manifests.
    fileprivate func realBundleIdentifiers(in context: Context) -> [Path: String] {
        var identifiers: [Path: String] = [:]
        for (path, identifier) in bundleIdentifiers {
            let absolute = context.currentDirectory.appending(path)
            // `validateBundleIdentifiers` has said by now which paths are not there.
            identifiers[(try? context.files.realPath(of: absolute)) ?? absolute] = identifier
        }
        return identifiers
    }

    /// Makes sure that each `--bundle-id` names a file that is there.
    ///
    /// - Throws: ``UsageError`` when one does not.
    func validateBundleIdentifiers(in context: Context) throws(UsageError) {
        for (path, _) in bundleIdentifiers {
            guard (try? context.files.kind(of: context.currentDirectory.appending(path))) == .regular else {
                throw UsageError("--bundle-id names '\(path.display)', which is no file")
            }
        }
    }
}
