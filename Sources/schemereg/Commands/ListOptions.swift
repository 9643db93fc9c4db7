import ArgumentParser
package import SchemeKit
import SchemeModel
package import SchemeReports

/// The options of `schemereg list`.
struct ListOptions: FormattedCommandOptions {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List schemes, apps, claims, links and more.",
        discussion: HelpText.discussion(
            examples: [
                "schemereg list schemes": "schemes, and how many apps claim them",
                "schemereg list schemes --unknown": "schemes that nothing is known about",
                "schemereg list apps --scheme wallet": "the apps that claim a scheme",
                "schemereg list claims --format json": "declared schemes, with file and line",
                "schemereg list domains": "associated domains and their apps",
                "schemereg list links --unknown": "links whose URL is unknown",
                "schemereg list links --kind widgetURL": "links of one kind",
                "schemereg list claims --format csv": "all claims, for a spreadsheet",
            ],
            exitCodes: [0: "done", 2: "invalid usage", 3: "the registry couldn't be read"]
        )
    )

    @Argument(help: "What to list.")
    var subject: ListCommand.Subject?

    @OptionGroup(title: "Reading") var registry: RegistryArguments
    @OptionGroup(title: "Reporting") var rows: ListArguments
    @OptionGroup(title: "Output") var output: FormatArguments<ListFormat>

    func command() throws -> any Command {
        guard let subject else {
            throw UsageError(
                "no subject given",
                details: ListCommand.Subject.allCases.map { "schemereg list \($0.rawValue)" },
                hint: "use one of these"
            )
        }
        return ListCommand(subject: subject, registry: registry.path, filter: try rows.filter(), format: output.format)
    }
}

/// The rows to print, for `list`.
struct ListArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("List only this scheme. Repeatable.", valueName: "scheme"),
        completion: .schemes
    )
    var scheme: [String] = []

    @Option(name: .long, help: ArgumentHelp("List only this app. Repeatable.", valueName: "bundle id"))
    var app: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("List only this source (its name, or the end of its path). Repeatable.", valueName: "name")
    )
    var source: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "List only this kind of app or target, source, link or handler. Repeatable.",
            valueName: "kind"
        )
    )
    var kind: [String] = []

    @Flag(name: .long, help: "List only apps with a known identity, known schemes, or links with a known URL.")
    var known = false

    @Flag(name: .long, help: "List only apps with an unknown identity, other schemes, or links with an unknown URL.")
    var unknown = false

    /// - Throws: ``UsageError`` if a scheme is invalid, a name is empty or the options contradict each other.
    func filter() throws(UsageError) -> ListFilter {
        guard !known || !unknown else { throw UsageError("--known and --unknown cannot be combined") }
        var filter = ListFilter(isKnown: known ? true : unknown ? false : nil)
        filter.schemes = try FindingArguments.schemes(scheme)
        filter.apps = try FindingArguments.apps(app)
        filter.sources = source.map { Path(argument: $0) }
        filter.kinds = Set(kind.map(ArgumentText.shown))
        return filter
    }
}

extension ListFormat: FormatWithText {}
extension ListCommand.Subject: ExpressibleByArgument {}
