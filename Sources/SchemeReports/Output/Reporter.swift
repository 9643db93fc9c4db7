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

/// The formats of the reports of `conflicts` and `check`, as named by `--format` and `--output`.
package enum FindingFormat: String, CaseIterable, Sendable {
    /// Text for users.
    case text
    /// JSON for programs.
    case json
    /// SARIF 2.1.0 for code scanning.
    case sarif
    /// Annotations of a GitHub workflow.
    case github
    /// GitLab's code quality report.
    case gitlab
    case junit
    case checkstyle
    /// Markdown for a comment or a step summary.
    case markdown
    /// CSV for a spreadsheet.
    case csv

    /// Returns a reporter of this format that writes to `output`.
    package func reporter(to output: ByteOutput, context: ReportContext) -> any Reporter {
        switch self {
        case .text: TextReporter(to: output, context: context)
        case .json: JSONReporter(to: output, tool: context.tool)
        case .sarif: SARIFReporter(to: output, context: context)
        case .github: GitHubReporter(to: output, context: context)
        case .gitlab: GitLabReporter(to: output, context: context)
        case .junit: JUnitReporter(to: output, context: context)
        case .checkstyle: CheckstyleReporter(to: output, context: context)
        case .markdown: MarkdownReporter(to: output, context: context)
        case .csv: CSVReporter(to: output, context: context)
        }
    }

    /// Whether paths are relative to the root of the repository, as build services expect.
    ///
    /// Otherwise they are relative to the current folder.
    package var wantsRepositoryPaths: Bool {
        switch self {
        case .text, .json, .csv: false
        case .sarif, .github, .gitlab, .junit, .checkstyle, .markdown: true
        }
    }
}

/// The formats of all other output: lists, pages and details.
package enum ReportFormat: String, CaseIterable, Sendable {
    case text
    case json
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
        let layout = TextLayout(to: output, context: self)
        for problem in problems { try layout.problem(problem) }
        try layout.flush()
    }
}
