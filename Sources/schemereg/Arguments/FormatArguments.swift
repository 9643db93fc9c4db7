import ArgumentParser
import SchemeKit

/// The output of commands that print one report.
struct FormatArguments<Format: FormatWithText>: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The output format.", valueName: "format"))
    var format = Format.text

    @Option(name: .long, help: ArgumentHelp("When to color the output.", valueName: "when"))
    var color = ColorChoice.auto
}

/// The formats of a command, of which text is the default.
protocol FormatWithText: ExpressibleByArgument, Sendable {
    static var text: Self { get }
}
