/// Goes through the commands of a shell script in their order, with the values of the variables that its text shows.
struct ShellRun {
    private var commands: IndexingIterator<[ShellCommand]>
    /// The variables after the last command.
    private(set) var variables = ShellVariables()

    /// - Parameter text: The bytes of the script.
    init(_ text: [UInt8]) { commands = ShellReader.commands(in: text).makeIterator() }

    /// Returns the next command, with the values of the variables at the start of its words; `nil` after the last one.
    mutating func next() -> ShellCommand? {
        guard var command = commands.next() else { return nil }
        variables.assign(in: command)
        command.words = command.words.map(variables.expanded)
        command.outputs = command.outputs.map(variables.expanded)
        return command
    }
}
