import ArgumentParser
import SchemeKit
import SchemeModel

/// The options of `schemereg report`.
struct ReportOptions: CommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a page about apps, their schemes and conflicts.",
        usage: "schemereg report --output <html=file> [<options>] [<path> ...]",
        discussion: HelpText.discussion(
            """
            Reads the paths as 'check' does, and stores nothing. Without a path, the page covers the registry. The page is a single \
            HTML file that loads no other resources and can be read without JavaScript.
            """,
            examples: [
                "schemereg report . --output html=report.html": "a page about a folder",
                "schemereg report --output html=report.html": "a page about the registry",
            ],
            exitCodes: [
                0: "the page was written, whatever it reports",
                2: "invalid usage or configuration",
                3: "something couldn't be read, or the page couldn't be written",
            ]
        )
    )

    @Argument(
        help: ArgumentHelp(
            "Folders, Xcode projects, built apps, archives or manifests. (default: the registry)",
            valueName: "path"
        ),
        completion: .file()
    )
    var paths: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Write the page to this file (required); - prints it.", valueName: "html=file")
    )
    var output: String?

    @OptionGroup var registry: RegistryArguments
    @OptionGroup(title: "Reading") var reading: ReadingArguments
    @OptionGroup(title: "Reading") var emptiness: AllowEmptyArguments
    @OptionGroup(title: "Comparing") var known: TeamTableArguments
    @OptionGroup(title: "Reporting") var configuration: ConfigurationArguments<SearchFromPaths>
    @OptionGroup(title: "Reporting") var sdk: SDKArguments

    @Option(
        name: .long,
        help: ArgumentHelp("Accept the findings in this file.", valueName: "file"),
        completion: .file()
    )
    var baseline: String?

    func command() throws -> any Command {
        ReportCommand(
            on: try subject(),
            file: try file(),
            known: known.paths,
            configuration: try configuration.options(sdk: sdk.version()),
            baseline: BaselineOptions(file: try baselineFile())
        )
    }

    private func subject() throws -> ReportCommand.Subject {
        guard !paths.isEmpty else {
            guard known.known.isEmpty else {
                throw UsageError(
                    "--known needs a path",
                    hint: "add the table to the registry with 'schemereg known import'"
                )
            }
            return .registry(registry.path)
        }
        guard registry.path == nil else {
            throw UsageError("a path and --registry cannot be combined", hint: "omit one of them")
        }
        var inputs = try reading.inputs(paths)
        inputs.allowsEmpty = emptiness.allowEmpty
        return .inputs(inputs)
    }

    /// Parses `html=FILE`; `nil` for standard output.
    private func file() throws -> Path? {
        let bytes = output.map(ArgumentText.bytes)
        guard let bytes, bytes.starts(with: "html=".utf8) else {
            let given = output.map { ", not '\(ArgumentText.shown($0))'" } ?? ""
            throw UsageError(
                output == nil ? "--output is missing" : "--output takes html=FILE\(given)",
                hint: "for example --output html=report.html"
            )
        }
        let file = Path(bytes: bytes.dropFirst("html=".utf8.count))
        return file == "-" ? nil : file
    }

    private func baselineFile() throws -> Path? {
        let file = baseline.map { Path(argument: $0) }
        guard file?.bytes.isEmpty != true else { throw UsageError("--baseline needs a file name") }
        return file
    }
}
