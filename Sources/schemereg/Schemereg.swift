import ArgumentParser
import SchemeKit
import SchemeModel

/// The command line of the tool, which runs commands of SchemeKit.
struct Schemereg: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemereg",
        abstract: "Find out which app opens a URL, and catch ambiguous schemes.",
        discussion: HelpText.discussion(
            """
            Reads the URL types that apps declare in Info.plist, stores them in a SQLite registry, and reports \
            reserved schemes, duplicate registrations and undefined targets.
            """,
            examples: [
                "schemereg check .": "check a folder; store nothing",
                "schemereg import ~/src/wallet ~/src/driver": "store two apps in the registry",
                "schemereg conflicts": "report conflicts between all apps",
                "schemereg --version --verbose": "how it was built, for bug reports",
            ],
            exitCodes: HelpText.findings
        ),
        version: "schemereg \(Release.version)",
        subcommands: [
            CheckOptions.self, ImportOptions.self, ConflictsOptions.self, ResolveOptions.self, DiffOptions.self,
            ListOptions.self, ShowOptions.self, HistoryOptions.self, SuggestOptions.self, ReportOptions.self,
            LinksOptions.self, ForgetOptions.self, RulesOptions.self, ExplainOptions.self, InitOptions.self,
            ConfigOptions.self, FixOptions.self, KnownOptions.self, SettingsOptions.self, RegistryOptions.self,
            CopyOptions.self,
        ]
    )
}

extension Schemereg {
    /// Checks that the first argument, or the one after `help`, names a command, unless it is an option.
    ///
    /// - Throws: ``UsageError``, with a suggestion, when it doesn't.
    fileprivate static func requireCommand(_ arguments: [String]) throws(UsageError) {
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        // ArgumentParser's help ignores names that it doesn't know.
        let named = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        guard let argument = named, !argument.hasPrefix("-"), !names.contains(argument) else { return }
        let text = ArgumentText.shown(argument)
        let isPath = text.contains("/") || text.contains(".")
        let nearest = SpellingSuggestion.among(names, to: text).map { "did you mean '\($0)'?" }
        throw UsageError(
            "unknown command '\(text)'",
            hint: nearest
                ?? (isPath
                    ? "to check a file or folder: schemereg check PATH" : "'schemereg --help' lists the commands")
        )
    }
}

extension Schemereg {
    /// Parses the arguments of a command.
    ///
    /// - Throws: ``UsageError``, and errors of ArgumentParser, which also throws help, the version and completion scripts.
    static func options(of arguments: [String]) throws -> any CommandOptions {
        // ArgumentParser collects the options of all commands unless it knows which one it is.
        let named = configuration.subcommands.first { $0._commandName == arguments.first }
        if let parsed = try? named?.parseAsRoot(Array(arguments.dropFirst())) as? any CommandOptions { return parsed }
        // But messages should name the whole program.
        var parsed = try parseAsRoot(arguments)
        guard let options = parsed as? any CommandOptions else {
            try parsed.run()
            throw CleanExit.helpRequest(Self.self)
        }
        return options
    }
}

/// The options of one command.
protocol CommandOptions: ParsableCommand, Sendable {
    /// Creates the command with these options.
    ///
    /// - Throws: ``UsageError``.
    func command() throws -> any Command

    /// When the output is colored.
    var color: ColorChoice { get }
}

extension CommandOptions {
    var color: ColorChoice { .auto }
}

/// The options of a command with ``FormatArguments``.
protocol FormattedCommandOptions: CommandOptions {
    associatedtype Format: FormatWithText

    var output: FormatArguments<Format> { get }
}

extension FormattedCommandOptions {
    var color: ColorChoice { output.color }
}

/// Parses `arguments`, runs the command, and returns the exit code of the process.
///
/// - Parameters:
///   - arguments: The bytes of each argument, without the program's name.
///   - parse: Parses the arguments. Tests remember what they parsed.
func run(
    _ arguments: [[UInt8]],
    in context: Context,
    parsing parse: ([String]) throws -> any CommandOptions = Schemereg.options(of:)
) -> Int32 {
    defer { context.codeAnalyzer.end() }
    let texts = arguments.map(ArgumentText.text(of:))
    do {
        try Schemereg.requireCommand(texts)
        // ArgumentParser's own --version takes no other option.
        if texts.count == 2, Set(texts) == ["--version", "--verbose"] {
            try context.output.write(Release.details.map { $0 + "\n" }.joined())
            try context.output.flush()
            return ExitCode.clean.rawValue
        }
        let options = try parse(texts)
        var colored = context
        colored.color = options.color
        return try options.command().exitCode(in: colored)
    } catch let error as UsageError {
        return context.fail(error)
    } catch is OutputError {
        return context.fail("the output could not be written", hint: nil, code: .incomplete)
    } catch {
        return end(with: error, in: context)
    }
}

/// Prints help, the version or an error of ArgumentParser.
private func end(with error: any Error, in context: Context) -> Int32 {
    guard Schemereg.exitCode(for: error).isSuccess else { return context.fail(UsageError(refused: error)) }
    let width = context.output.terminalWidth
    let lines = Schemereg.fullMessage(for: error, columns: width)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { ArgumentText.shown(String($0)) }
    do throws(OutputError) {
        try context.output.write(context.printable(lines) + "\n")
        try context.output.flush()
        return ExitCode.clean.rawValue
    } catch {
        return context.fail("the output could not be written", hint: nil, code: .incomplete)
    }
}
