public import SchemeModel

/// Everything that a command needs of the world, so that it can be run in a test as in a shell.
public struct Context: Sendable {
    /// The time now, in seconds since 1970.
    public var now: @Sendable () -> Int
    /// The value of an environment variable.
    public var environment: @Sendable (String) -> String?
    /// The folder that relative paths start from, absolute.
    public var currentDirectory: Path
    /// The disk.
    public var files: any FileAccess
    /// Reads standard input to its end, at most the given number of bytes and one more.
    public var readStandardInput: @Sendable (Int) throws(FileError) -> [UInt8]
    /// Standard output.
    public var output: any OutputStream
    /// Standard error.
    public var errors: any OutputStream
    /// Whether the run was asked to end (SIGINT, SIGTERM).
    public var isInterrupted: @Sendable () -> Bool
    /// How many inputs are read at once unless `--jobs` says otherwise.
    public var cores: Int
    /// Whether a run says on standard error what the person should know although it goes on.
    public var saysNotes = true

    /// A context of these parts.
    public init(
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

/// Where bytes go: a terminal, a pipe, a file, a test's buffer.
public protocol OutputStream: AnyObject, Sendable {
    /// The width in columns of the terminal that this is, `nil` when it is none.
    var terminalWidth: Int? { get }

    /// Takes bytes, perhaps to write them later. After the reader of a pipe went away they are dropped in silence.
    ///
    /// - Throws: ``OutputError`` when an earlier or this write failed.
    func write(_ bytes: some Sequence<UInt8>) throws(OutputError)

    /// Writes everything taken so far.
    ///
    /// - Throws: ``OutputError``.
    func flush() throws(OutputError)
}

extension OutputStream {
    /// Writes `text` as UTF-8.
    ///
    /// - Throws: ``OutputError``.
    public func write(_ text: String) throws(OutputError) { try write(text.utf8) }
}

/// Output could not be written (a full disk, a closed descriptor).
public struct OutputError: Error, Hashable, Sendable {
    /// The operating system's error number.
    public var code: Int32

    /// An error with the operating system's number.
    public init(code: Int32) { self.code = code }
}

/// The run was asked to end.
package struct Interruption: Error {}

/// How a command ended.
public enum ExitCode: Int32, Sendable {
    /// Nothing at or above the threshold.
    case clean = 0
    /// Findings at or above the threshold.
    case findings = 1
    /// The call or the configuration is wrong.
    case usage = 2
    /// Something could not be read or written, or a limit was met.
    case incomplete = 3
}
