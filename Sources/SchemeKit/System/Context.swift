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
    /// When standard output is colored.
    package var color = ColorChoice.auto
    /// Returns the time since the start of the process, in seconds.
    package var elapsed: @Sendable () -> Double = { 0 }

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

/// The run was interrupted.
package struct Interruption: Error {}
