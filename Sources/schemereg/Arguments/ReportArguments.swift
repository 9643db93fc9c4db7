import ArgumentParser
package import SchemeKit
import SchemeModel
package import SchemeReports

/// The formats and files of a report, for `conflicts` and `check`.
struct ReportArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format of the printed report. (default: text; github on GitHub Actions, xcode in a build phase)",
            valueName: "format"
        )
    )
    var format: OutputPlan.Format?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Also write a report to a file; - prints it. Repeatable.",
            valueName: "format=file"
        )
    )
    var output: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "List these findings in text and on GitHub instead of only counting them.",
            valueName: "findings"
        )
    )
    var show: [ShownFindings] = []

    @Option(
        name: .customLong("max-findings"),
        help: ArgumentHelp("Show at most this many findings per rule in text; 0 shows all.", valueName: "n")
    )
    var maxFindings = OutputPlan.standardMaxFindings

    @Flag(name: .customLong("sarif-suppressed"), help: "Include accepted findings in SARIF, as suppressed ones.")
    var sarifSuppressed = false

    @Flag(name: .long, help: "Print only the number of findings per rule.")
    var statistics = false

    @Option(name: .long, help: ArgumentHelp("When to color the output.", valueName: "when"))
    var color = ColorChoice.auto

    @Flag(name: .shortAndLong, help: "Print nothing unless there are findings.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print details, such as what was read or skipped, and why.")
    var verbose = false

    func plan() throws -> OutputPlan {
        guard !quiet || !verbose else { throw UsageError("--quiet and --verbose cannot be combined") }
        guard maxFindings >= 0 else { throw UsageError("--max-findings takes a whole number, 0 or more") }
        if statistics, let format, format != .text {
            throw UsageError(
                "--statistics and --format \(format.rawValue) cannot be combined",
                hint: "omit one of them"
            )
        }
        var plan = OutputPlan(
            format: statistics ? .text : format,
            outputs: try output.map(Self.output),
            verbosity: quiet ? .quiet : verbose ? .verbose : .normal
        )
        plan.maxFindings = maxFindings == 0 ? nil : maxFindings
        plan.showsOnlyStatistics = statistics
        plan.showsNotes = show.contains(.notes)
        plan.keepsSuppressed = sarifSuppressed
        return plan
    }

    /// Parses `FORMAT=FILE`.
    private static func output(_ argument: String) throws(UsageError) -> OutputPlan.Output {
        let bytes = ArgumentText.bytes(of: argument)
        let parts = bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let formats = OutputPlan.Format.allCases.map(\.rawValue).joined(separator: ", ")
        guard parts.count == 2, let format = OutputPlan.Format(rawValue: Path(bytes: parts[0]).display) else {
            throw UsageError(
                "--output takes FORMAT=FILE, not '\(ArgumentText.shown(argument))'",
                hint: "for example --output sarif=schemereg.sarif; formats: \(formats)"
            )
        }
        let file = Path(bytes: parts[1])
        return OutputPlan.Output(format: format, file: file == "-" ? nil : file)
    }
}

/// Findings that text only counts unless they are asked for.
enum ShownFindings: String, ExpressibleByArgument, CaseIterable {
    /// Notes, on a terminal.
    case notes
}

extension ReportFormat: FormatWithText {}
extension OutputPlan.Format: ExpressibleByArgument {}
extension ColorChoice: ExpressibleByArgument {}
