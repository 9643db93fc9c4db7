package import SchemeModel

/// The environment of a command, which tests can replace.
package struct Context: Sendable {
    /// Returns the current time, in seconds since 1970.
    package var now: @Sendable () -> Int
    /// Returns the value of an environment variable.
    package var environment: @Sendable (String) -> String?
    /// The absolute path of the current folder.
    package var currentDirectory: Path
    /// The disk.
    package var files: any FileAccess
    /// Reads standard input to the end, up to one byte more than the given limit.
    package var readStandardInput: @Sendable (Int) throws(FileError) -> [UInt8]
    /// Standard output.
    package var output: any OutputStream
    /// Standard error.
    package var errors: any OutputStream
    /// Returns whether the run was interrupted (SIGINT, SIGTERM).
    package var isInterrupted: @Sendable () -> Bool
    /// The number of inputs to read at once, unless `--jobs` is given.
    package var cores: Int
    /// Finds links in code.
    package var codeAnalyzer: any CodeAnalyzer = InProcessAnalyzer()
    /// Whether notes are printed on standard error.
    package var saysNotes = true

    /// Creates a context of these parts.
    package init(
        now: @escaping @Sendable () -> Int,
        environment: @escaping @Sendable (String) -> String?,
        currentDirectory: Path,
        files: any FileAccess,
        readStandardInput: @escaping @Sendable (Int) throws(FileError) -> [UInt8],
        output: any OutputStream,
        errors: any OutputStream,
        isInterrupted: @escaping @Sendable () -> Bool,
        cores: Int
    ) {
        self.now = now
        self.environment = environment
        self.currentDirectory = currentDirectory
        self.files = files
        self.readStandardInput = readStandardInput
        self.output = output
        self.errors = errors
        self.isInterrupted = isInterrupted
        self.cores = cores
    }
}

/// A destination of bytes: a terminal, a pipe, a file or a buffer.
package protocol OutputStream: AnyObject, Sendable {
    /// The width of the terminal in columns; `nil` if it isn't a terminal.
    var terminalWidth: Int? { get }

    /// Writes bytes, possibly buffered. After the reader of a pipe is gone, bytes are dropped silently.
    ///
    /// - Throws: ``OutputError`` if this or an earlier write failed.
    func write(_ bytes: some Sequence<UInt8>) throws(OutputError)

    /// Writes all buffered bytes.
    ///
    /// - Throws: ``OutputError``.
    func flush() throws(OutputError)
}

extension OutputStream {
    /// Writes `text` as UTF-8.
    ///
    /// - Throws: ``OutputError``.
    package func write(_ text: String) throws(OutputError) { try write(text.utf8) }
}

/// A failure to write output, such as a full disk or a closed descriptor.
package struct OutputError: Error, Hashable, Sendable {
    /// The operating system's error number.
    package var code: Int32

    /// Creates an error with the operating system's number.
    package init(code: Int32) { self.code = code }
}

/// The run was interrupted.
package struct Interruption: Error {}

/// The result of a command.
package enum ExitCode: Int32, Sendable {
    /// No findings at or above the threshold.
    case clean = 0
    /// Findings at or above the threshold.
    case findings = 1
    /// Invalid usage or configuration.
    case usage = 2
    /// Something couldn't be read or written, or a limit was exceeded.
    case incomplete = 3
}
