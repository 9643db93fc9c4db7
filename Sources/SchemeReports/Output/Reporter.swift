package import SchemeModel

/// Writes what `conflicts` and `check` found, in one format.
///
/// A reporter is called once with ``begin()``, then with each finding in the report's order, then once with
/// ``end(problems:summary:)``. It escapes everything that it takes from findings and problems.
package protocol Reporter {
    /// Writes what comes before the findings.
    ///
    /// - Throws: what the output throws.
    mutating func begin() throws

    /// Writes one finding, or keeps it until its neighbours are known.
    ///
    /// - Throws: what the output throws.
    mutating func report(_ finding: Finding) throws

    /// Writes the rest and flushes the output.
    ///
    /// - Throws: what the output throws.
    mutating func end(problems: [Problem], summary: Summary) throws
}

extension Reporter {
    /// Writes a whole report.
    ///
    /// - Throws: what the output throws.
    package mutating func write(_ report: Report) throws {
        try begin()
        for finding in report.findings { try self.report(finding) }
        try end(problems: report.problems, summary: report.summary)
    }
}

/// The formats of what `conflicts` and `check` found, as `--format` and `--output` name them.
package enum FindingFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For programs.
    case json
    /// For code scanning: SARIF 2.1.0.
    case sarif
    /// Annotations of a GitHub workflow.
    case github
    /// GitLab's code quality report.
    case gitlab
    case junit
    case checkstyle
    /// For a comment or a step summary.
    case markdown
    /// For a spreadsheet.
    case csv

    /// A reporter of this format that writes to `output`.
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

    /// Whether paths are those below the root of the repository, where build services look for them, rather than those
    /// that a person would open from the current folder.
    package var wantsRepositoryPaths: Bool {
        switch self {
        case .text, .json, .csv: false
        case .sarif, .github, .gitlab, .junit, .checkstyle, .markdown: true
        }
    }
}

/// The formats of everything that is no list of findings: listings, pages, details.
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

/// What a reporter needs besides findings.
package struct ReportContext {
    /// The program that writes the report.
    package var tool: Tool
    /// How places become paths.
    package var paths: PathDisplay
    /// The UTF-8 bytes of the line at which a place begins, without its end; `nil` where they cannot be had any more.
    package var sourceLine: (Place) -> ArraySlice<UInt8>?
    /// Whether text is coloured.
    package var usesColor: Bool
    /// The columns of the terminal; `nil` when the output is none.
    package var width: Int?
    /// The lowest severity that makes the run fail; `nil` where none does.
    package var failsFrom: Severity?
    /// What rules say of themselves, for formats that carry it.
    package var rules: [RuleDescription]
    /// Whether text shows accepted findings.
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
    /// Writes what kept the tool from looking at inputs, for people, where there is no report to write it in.
    ///
    /// - Throws: what the output throws.
    package func write(_ problems: [Problem], to output: ByteOutput) throws {
        let layout = TextLayout(to: output, context: self)
        for problem in problems { try layout.problem(problem) }
        try layout.flush()
    }
}
