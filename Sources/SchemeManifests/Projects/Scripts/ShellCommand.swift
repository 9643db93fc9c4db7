/// A simple command of a shell script, as far as its text shows it.
struct ShellCommand: Sendable {
    /// The words without their quotes and without redirections.
    var words: [Substring] = []
    /// The files to which its output goes, without quotes.
    var outputs: [Substring] = []
    /// The offsets of its bytes in the script.
    var range: Range<Int>
    /// Whether it only runs if the command before fails.
    var isFallback = false
    /// Whether it may be no command: it is text in quotes, or text that another command reads.
    var isText = false

    /// The name of its program, without folders; empty if there is none.
    var program: Substring { words[first...].first?.split(separator: "/").last ?? "" }

    /// The words after its program.
    var arguments: ArraySlice<Substring> { words[first...].dropFirst() }

    private var first: Int {
        words.firstIndex { !Self.prefixes.contains($0) && !$0.contains("=") } ?? words.endIndex
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
