/// A simple command of a shell script, as far as its text shows it.
struct ShellCommand: Sendable {
    /// The words without their quotes and without redirections.
    var words: [Substring] = []
    /// The files to which its output goes, without quotes.
    var outputs: [Substring] = []
    /// The offsets of its bytes in the script.
    var range: Range<Int>
    /// Whether it reads the output of the command before.
    var isPiped = false
    /// Whether it only runs if the command before fails.
    var isFallback = false
    /// Whether it may be no command: it is text in quotes, or text that another command reads.
    var isText = false

    private static let (mostBytes, mostWords) = (4_096, 256)

    /// Whether it is short enough for all that takes more than a look at each word.
    var isBounded: Bool { range.count <= Self.mostBytes && words.count + outputs.count <= Self.mostWords }

    /// The name of its program, without folders; empty if there is none.
    var program: Substring { programPath.map(Self.name) ?? "" }

    private static func name(of program: Substring) -> Substring { program.split(separator: "/").last ?? "" }

    /// Its program, as written.
    private var programPath: Substring? { words[first...].first }

    /// The words that may be scripts that it runs: its program, or the first argument of a shell or interpreter.
    var scripts: [Substring] {
        let isInterpreter = program.hasPrefix("$") || Self.interpreters.contains { program.hasPrefix($0) }
        let argument = isInterpreter || program == "." ? arguments.first { !$0.hasPrefix("-") } : nil
        return [programPath, argument].compactMap(\.self)
    }

    private static let interpreters = [
        "bash", "dash", "node", "perl", "python", "ruby", "sh", "source", "swift", "zsh",
    ]

    /// The words after its program.
    var arguments: ArraySlice<Substring> { words[first...].dropFirst() }

    private var first: Int {
        words.firstIndex { !Self.prefixes.contains(Self.name(of: $0)) && !$0.contains("=") } ?? words.endIndex
    }

    /// Whether it prints its arguments.
    var isPrinting: Bool { ["echo", "printf"].contains(program) }

    /// Whether it tests something.
    var isTest: Bool { ["[", "[[", "test"].contains(program) }

    /// The words before a program.
    private static let prefixes: Set<Substring> = [
        "!", "command", "do", "elif", "else", "env", "exec", "if", "sudo", "then", "time", "until", "while", "xcrun",
        "{",
    ]
}
