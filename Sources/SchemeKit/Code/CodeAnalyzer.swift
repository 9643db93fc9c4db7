package import SchemeLinks
package import SchemeModel

/// Finds links and handlers in code.
package protocol CodeAnalyzer: Sendable {
    /// Prepares for code that will be analyzed soon. Returns at once.
    func prepare()

    /// Returns what the code of each target contains.
    func analyze(_ code: CodeToAnalyze) -> CodeAnalysis

    /// Ends what ``prepare()`` and ``analyze(_:)`` started. Call it when nothing is being analyzed.
    func end()
}

/// The code of a project, or of a folder without one.
package struct CodeToAnalyze: Hashable, Sendable {
    package var files: [SourceFile]
    package var targets: [LinkTarget]
    package var limits: Limits

    package init(files: [SourceFile], targets: [LinkTarget], limits: Limits = .standard) {
        self.files = files
        self.targets = targets
        self.limits = limits
    }

    /// The number of bytes of all files.
    var byteCount: Int { files.reduce(0) { $0 + $1.bytes.count } }

    /// The processor time that the analysis may take, in seconds.
    var seconds: Int { limits.codeSeconds + limits.codeSecondsForMebibyte * (byteCount >> 20) }
}

/// The links and handlers found in code, and the parts that could not be analyzed.
package struct CodeAnalysis: Sendable {
    /// The facts about each target, in order.
    package var facts: [LinkFacts]
    /// The parts that could not be analyzed, in the order in which they were found.
    package var failures: [CodeFailure] = []

    package init(facts: [LinkFacts], failures: [CodeFailure] = []) {
        self.facts = facts
        self.failures = failures
    }

    /// Creates an analysis that contains nothing, because of `failures`.
    package init(of code: CodeToAnalyze, failures: [CodeFailure]) {
        self.init(facts: code.targets.map { LinkFacts(target: $0.name) }, failures: failures)
    }
}

/// A failure to analyze a part of code.
package struct CodeFailure: Hashable, Sendable {
    /// The file or target; `nil` for all code.
    package var part: ReadingPart?
    package var cause: Cause

    package init(part: ReadingPart?, cause: Cause) {
        self.part = part
        self.cause = cause
    }

    /// Why a part could not be analyzed.
    package enum Cause: Hashable, Sendable {
        /// A signal ended the process.
        case signal(Int32)
        /// The process exited unexpectedly.
        case exit
        /// The process used too much processor time, or none for too long.
        case tooSlow
        /// The process used some processor time, but sent nothing for too long.
        case silent
        /// Other code of the run crashed or hung its reader too often.
        case skipped
        /// The process sent an invalid answer.
        case invalidAnswer
        /// The run was interrupted.
        case interrupted
    }
}

/// Analyzes code in this process. Input that crashes the parser ends the process.
package struct InProcessAnalyzer: CodeAnalyzer {
    package init() {}

    package func prepare() {}

    package func analyze(_ code: CodeToAnalyze) -> CodeAnalysis {
        CodeAnalysis(facts: CodeIndex(files: code.files, limits: code.limits).facts(of: code.targets))
    }

    package func end() {}
}
