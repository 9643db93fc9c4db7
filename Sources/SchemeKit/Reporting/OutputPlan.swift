package import SchemeModel
import SchemeReports

/// The formats and destinations of a report on findings.
package struct OutputPlan: Sendable {
    /// The format on standard output; `nil` for the default in the current environment.
    package var format: Format?
    /// Additional reports; one of them may replace the one on standard output.
    package var outputs: [Output]
    /// How much is printed.
    package var verbosity: Verbosity
    /// The maximum number of findings per rule in text; `nil` for no limit.
    package var maxFindings: Int? = OutputPlan.standardMaxFindings
    /// Whether text has only the counts, and no findings.
    package var showsOnlyStatistics = false
    /// Whether text on a terminal, annotations and the step summary show notes as well.
    package var showsNotes = false
    /// Whether SARIF includes accepted findings, as suppressed ones.
    package var keepsSuppressed = false
    /// Whether text says how many findings `fix` can fix.
    var countsFixable = false
    /// Whether findings are added to the step summary of a GitHub workflow, if there is one.
    var addsToStepSummary = true

    /// The default of ``maxFindings``.
    package static let standardMaxFindings = 20

    /// Creates a plan with these values.
    package init(format: Format? = nil, outputs: [Output] = [], verbosity: Verbosity = .normal) {
        self.format = format
        self.outputs = outputs
        self.verbosity = verbosity
    }

    /// A format of a report on findings.
    package struct Format: RawRepresentable, Hashable, Sendable, CaseIterable {
        let format: FindingFormat

        init(_ format: FindingFormat) { self.format = format }

        /// Creates the format with this name, such as `text`, `json` or `sarif`; `nil` if there is none.
        package init?(rawValue: String) {
            guard let format = FindingFormat(rawValue: rawValue) else { return nil }
            self.init(format)
        }

        /// The name of the format.
        package var rawValue: String { format.rawValue }

        package static var allCases: [Format] { FindingFormat.allCases.map(Format.init) }

        /// For people to read.
        package static let text = Format(.text)
        /// For programs to read.
        package static let json = Format(.json)
    }

    /// A report and its destination.
    package struct Output: Hashable, Sendable {
        /// The format of the report.
        package var format: Format
        /// The file to write, relative to the current folder; `nil` for standard output.
        package var file: Path?

        /// Creates a report in `format` to `file`.
        package init(format: Format, file: Path?) {
            self.format = format
            self.file = file
        }
    }

    /// How much a run prints in addition to its findings.
    package enum Verbosity: Sendable {
        /// Nothing, unless there are findings or problems.
        case quiet
        /// Notes for the user.
        case normal
        /// Also what was read, and what was skipped and why.
        case verbose
    }
}

extension OutputPlan {
    /// A plan for text on standard output only, in any environment.
    static var textAlone: OutputPlan {
        var plan = OutputPlan(format: .text)
        plan.addsToStepSummary = false
        return plan
    }

    /// Checks that no report would overwrite another one, or one of `others`, which the command uses as well.
    ///
    /// - Throws: ``UsageError``.
    func validate(avoiding others: [Path], in context: Context) throws(UsageError) {
        var taken: Set<Path> = []
        for output in outputs {
            guard let file = output.file else { continue }
            let path = try ReportFile.path(of: file, for: "a report", keeping: others, in: context)
            guard taken.insert(path).inserted else {
                throw UsageError("two reports would be written to '\(file.display)'", hint: "specify a file for each")
            }
        }
        let printed = outputs.count { $0.file == nil } + (format == nil ? 0 : 1)
        guard printed <= 1 else {
            throw UsageError(
                "\(printed) reports would be written to standard output",
                hint: "write the others to files with --output FORMAT=FILE"
            )
        }
    }

    /// Returns all reports of the run, the one on standard output last. Prints a note if the environment decided the
    /// format.
    func resolved(in context: Context) -> [Output] {
        var files = outputs.filter { $0.file != nil }
        if let printed = outputs.first(where: { $0.file == nil })?.format ?? format {
            return files + [Output(format: printed, file: nil)]
        }
        switch BuildService(in: context) {
        case .github:
            context.note(
                "GITHUB_ACTIONS is set, so findings are printed as annotations (use --format text for plain text)"
            )
            return files + [Output(format: Format(.github), file: nil)]
        case .gitlab where !files.contains { $0.format.format == .gitlab }:
            let file: Path = "gl-code-quality-report.json"
            context.note(
                "GITLAB_CI is set, so a code quality report is written to \(file.display) (--format text disables it)"
            )
            files.append(Output(format: Format(.gitlab), file: BuildService.root(in: context).appending(file)))
        case .xcode:
            context.note(
                "XCODE_VERSION_ACTUAL is set, so findings are printed for Xcode (use --format text for plain text)"
            )
            return files + [Output(format: Format(.xcode), file: nil)]
        case .gitlab, nil: break
        }
        return files + [Output(format: .text, file: nil)]
    }
}

/// A build service that runs the tool.
enum BuildService {
    case github, gitlab
    /// A build phase of Xcode.
    case xcode

    /// Detects the service from the environment; `nil` if there is none.
    init?(in context: Context) {
        if context.environment("GITHUB_ACTIONS") == "true" {
            self = .github
        } else if context.environment("GITLAB_CI") == "true" {
            self = .gitlab
        } else if context.environment("XCODE_VERSION_ACTUAL")?.isEmpty == false {
            self = .xcode
        } else {
            return nil
        }
    }

    /// Returns the folder that paths in reports are relative to: the repository if the current folder is in it,
    /// otherwise the current folder.
    static func root(in context: Context) -> Path {
        let name =
            switch BuildService(in: context) {
            case .github: "GITHUB_WORKSPACE"
            case .gitlab: "CI_PROJECT_DIR"
            case .xcode, nil: ""
            }
        guard let named = context.environment(name), named.hasPrefix("/") else { return context.currentDirectory }
        let root = (try? context.files.realPath(of: Path(named))) ?? Path(named).normalized
        return context.currentDirectory.relative(to: root) == nil ? context.currentDirectory : root
    }
}
