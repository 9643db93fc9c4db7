package import SchemeModel

/// Writes the report of `conflicts` and `check` in one format.
///
/// The caller calls ``begin()`` once, then ``report(_:)`` for each finding in the report's order, then
/// ``end(problems:summary:)`` once. Reporters escape all text from findings and problems.
package protocol Reporter {
    /// Writes everything before the findings.
    ///
    /// - Throws: An error from the output.
    mutating func begin() throws

    /// Writes one finding, or holds it back until the following ones are known.
    ///
    /// - Throws: An error from the output.
    mutating func report(_ finding: Finding) throws

    /// Writes the rest and flushes the output.
    ///
    /// - Throws: An error from the output.
    mutating func end(problems: [Problem], summary: Summary) throws
}

extension Reporter {
    /// Writes a whole report.
    ///
    /// - Throws: An error from the output.
    package mutating func write(_ report: CheckReport) throws {
        try begin()
        for finding in report.findings { try self.report(finding) }
        try end(problems: report.problems, summary: report.summary)
    }
}

/// The program that writes a report.
package struct Tool: Hashable, Sendable {
    /// The name of the program.
    package var name: String
    /// The version of the program.
    package var version: String

    package init(name: String = "schemereg", version: String) {
        self.name = name
        self.version = version
    }
}

/// The context in which a reporter writes findings.
package struct ReportContext {
    /// The program that writes the report.
    package var tool: Tool
    /// The conversion of places to paths.
    package var paths: PathDisplay
    /// Returns the UTF-8 bytes of the first line of a place, without its line end; `nil` if they are not available.
    package var sourceLine: (Place) -> ArraySlice<UInt8>?
    /// Whether text is colored.
    package var usesColor: Bool
    /// The number of columns of the terminal; `nil` if the output is not a terminal.
    package var width: Int?
    /// The lowest severity that makes the run fail; `nil` if none does.
    package var failsFrom: Severity?
    /// The descriptions of the rules, for formats that include them.
    package var rules: [RuleDescription]
    /// Whether text includes accepted findings.
    package var showsAccepted = false
    /// Whether text shows the ids of findings.
    package var showsIDs = false
    /// Whether text, Markdown and annotations only count notes.
    package var foldsNotes = false
    /// Whether SARIF includes accepted findings, as suppressed ones.
    package var keepsSuppressed = false
    /// The maximum number of results in a run of SARIF. Code scanning rejects larger logs.
    package var mostResults = 25_000
    /// Whether text says how many findings `fix` can fix.
    package var countsFixable = false
    /// Whether text has only the counts, and no findings.
    package var showsOnlyStatistics = false
    /// The maximum number of findings per rule in text; `nil` for no limit.
    package var maxFindings: Int?
    /// The duration of the run, for the last lines of text; `nil` to leave it out.
    package var seconds: Double?

    package init(
        tool: Tool,
        paths: PathDisplay,
        usesColor: Bool = false,
        width: Int? = nil,
        failsFrom: Severity? = .error,
        rules: [RuleDescription] = [],
        sourceLine: @escaping (Place) -> ArraySlice<UInt8>?
    ) {
        self.tool = tool
        self.paths = paths
        self.usesColor = usesColor
        self.width = width
        self.failsFrom = failsFrom
        self.rules = rules
        self.sourceLine = sourceLine
    }
}

extension ReportContext {
    /// Writes problems as text when there is no report to include them.
    ///
    /// - Throws: An error from the output.
    package func write(_ problems: [Problem], to output: ByteOutput) throws {
        let writer = TextWriter(to: output, context: self)
        for problem in problems { try writer.problem(problem) }
        try writer.flush()
    }
}
