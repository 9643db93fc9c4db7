/// Goes through the commands of a shell script in their order, with the values of the variables that its text shows.
struct ShellRun {
    private var commands: IndexingIterator<[ShellCommand]>
    /// The variables after the last command. Those with one value have it from the start, since functions may use them before
    /// the line that sets them.
    private(set) var variables: ShellVariables

    /// - Parameter text: The bytes of the script.
    init(_ text: [UInt8]) {
        let all = ShellReader.commands(in: text)
        commands = all.makeIterator()
        variables = ShellVariables(constantsIn: all)
    }

    /// Returns the next command; `nil` after the last one. If it is bounded, its words begin with values in place of variables.
    mutating func next() -> ShellCommand? {
        guard var command = commands.next() else { return nil }
        variables.assign(in: command)
        guard command.isBounded else { return command }
        // A program in a variable may have arguments: `$PYTHON edit.py`
        let program = command.words.prefix(1).flatMap { word in
            let value = variables.expanded(word)
            return value == word ? [word] : value.split(separator: " ")
        }
        command.words = program + command.words.dropFirst().map(variables.expanded)
        command.outputs = command.outputs.map(variables.expanded)
        return command
    }
}
