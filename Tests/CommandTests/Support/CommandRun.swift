import Foundation
import SchemeKit
import SchemeModel
import Synchronization
import Testing
import TestSupport

@testable import schemereg

/// A command that ran in this process: its exit code and its output.
struct CommandRun {
    var code: Int32
    var output: String
    var errors: String

    /// Runs the tool with `arguments` as a shell would, in `folder`.
    static func run(
        _ arguments: [String],
        in folder: String,
        input: [UInt8] = [],
        environment: [String: String] = [:],
        files: any FileAccess = POSIXFileSystem(),
        now: Int = 1_700_000_000
    ) -> CommandRun {
        run(
            bytes: arguments.map { Array($0.utf8) },
            in: folder,
            input: input,
            environment: environment,
            files: files,
            now: now
        )
    }

    /// Runs the tool with arguments that may be invalid UTF-8.
    static func run(
        bytes arguments: [[UInt8]],
        in folder: String,
        input: [UInt8] = [],
        environment: [String: String] = [:],
        files: any FileAccess = POSIXFileSystem(),
        now: Int = 1_700_000_000
    ) -> CommandRun {
        var context = context(in: folder, input: input)
        context.environment = { environment[$0] }
        context.files = files
        context.now = { now }
        return run(arguments, in: context)
    }

    /// Runs the tool in a context of ``context(in:input:)``.
    static func run(_ arguments: [[UInt8]], in context: Context) -> CommandRun {
        let (output, errors) = (BufferStream(), BufferStream())
        var context = context
        context.output = output
        context.errors = errors
        let code = schemereg.run(arguments, in: context, parsing: ParsedOptions.options(of:))
        return CommandRun(code: code, output: output.text, errors: errors.text)
    }

    private static let helpTexts = Mutex<[String: String]>([:])

    /// Returns the help of a command, which many tests look at.
    static func help(_ command: String) -> String {
        if let known = helpTexts.withLock({ $0[command] }) { return known }
        let help = run(command.split(separator: " ").map(String.init) + ["--help"], in: "/").output
        helpTexts.withLock { $0[command] = help }
        return help
    }

    /// Many tests run several commands over the same samples or folder.
    private static let codeAnalyzer = RememberingAnalyzer()

    /// Returns the default context of commands in tests.
    static func context(in folder: String, input: [UInt8] = []) -> Context {
        var context = Context(
            now: { 1_700_000_000 },
            environment: { _ in nil },
            currentDirectory: Path(folder),
            files: POSIXFileSystem(),
            readStandardInput: { _ in input },
            output: BufferStream(),
            errors: BufferStream(),
            isInterrupted: { false },
            cores: 2
        )
        context.codeAnalyzer = codeAnalyzer
        return context
    }
}

/// A disk on which some files and folders are unreadable, because CI runs as root, who can read everything.
struct ForbiddenFileSystem: FileAccess {
    /// The absolute paths of these.
    var forbidden: Set<Path>

    init(_ paths: String...) { forbidden = Set(paths.map { Path($0) }) }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        try check(path)
        return try POSIXFileSystem().contents(of: path, limit: limit)
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        try check(path)
        return try POSIXFileSystem().randomAccess(to: path)
    }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try check(path)
        return try POSIXFileSystem().entries(of: path, where: isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path { try POSIXFileSystem().realPath(of: path) }

    func stamp(of path: Path) throws(FileError) -> FileStamp { try POSIXFileSystem().stamp(of: path) }

    func kind(of path: Path) throws(FileError) -> FileKind {
        // The kind of a file is read from its folder.
        try check(path.directory)
        return try POSIXFileSystem().kind(of: path)
    }

    private func check(_ path: Path) throws(FileError) {
        if forbidden.contains(where: { path.relative(to: $0) != nil }) { throw .permissionDenied }
    }
}

/// An in-memory output stream.
final class BufferStream: SchemeKit.OutputStream, @unchecked Sendable {
    let terminalWidth: Int?
    private let lock = NSLock()
    private var bytes: [UInt8] = []

    init(terminalWidth: Int? = nil) { self.terminalWidth = terminalWidth }

    var text: String {
        lock.withLock { String(decoding: bytes, as: UTF8.self) }
    }

    func write(_ bytes: some Sequence<UInt8>) { lock.withLock { self.bytes.append(contentsOf: bytes) } }

    func flush() {}
}

/// The paths of the package and its binary.
enum Repository {
    static let root = ProjectFolder.root.path

    /// The binary built with the tests.
    static let binary = root + "/.build/debug/schemereg"
}
