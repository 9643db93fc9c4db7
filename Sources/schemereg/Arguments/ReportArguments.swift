import ArgumentParser
package import SchemeKit
import SchemeModel
package import SchemeReports

/// The formats and files of a report, for `conflicts` and `check`.
struct ReportArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format to print. (default: text, or the native format on GitHub Actions and GitLab CI)",
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

    @Flag(name: .long, help: "Print nothing unless there are findings.")
    var quiet = false

    @Flag(name: .long, help: "Print what was read, and what was skipped and why.")
    var verbose = false

    func plan() throws -> OutputPlan {
        guard !quiet || !verbose else { throw UsageError("--quiet and --verbose cannot be combined") }
        return OutputPlan(
            format: format,
            outputs: try output.map(Self.output),
            verbosity: quiet ? .quiet : verbose ? .verbose : .normal
        )
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

/// The output format, for every other command.
struct FormatArguments: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The output format.", valueName: "format"))
    var format: ReportFormat = .text
}

extension ReportFormat: ExpressibleByArgument {}
extension OutputPlan.Format: ExpressibleByArgument {}
