import Foundation
import SchemeKit
import SchemeModel
import Testing
import TestSupport

@testable import schemereg

/// A command that ran in this process: its exit code and all that it printed.
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
        files: any FileAccess = POSIXFiles(),
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

    /// Runs the tool with arguments that need not be text.
    static func run(
        bytes arguments: [[UInt8]],
        in folder: String,
        input: [UInt8] = [],
        environment: [String: String] = [:],
        files: any FileAccess = POSIXFiles(),
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
        let code = schemereg.run(arguments, in: context)
        return CommandRun(code: code, output: output.text, errors: errors.text)
    }

    /// The context that commands are run in unless a test needs another one.
    static func context(in folder: String, input: [UInt8] = []) -> Context {
        Context(
            now: { 1_700_000_000 },
            environment: { _ in nil },
            currentDirectory: Path(folder),
            files: POSIXFiles(),
            readStandardInput: { _ in input },
            output: BufferStream(),
            errors: BufferStream(),
            isInterrupted: { false },
            cores: 2
        )
    }
}

/// The disk, of which some files and folders may not be read; CI is root, to whom everything is readable.
struct ForbiddenFiles: FileAccess {
    /// Absolute paths.
    var forbidden: Set<Path>

    init(_ paths: String...) { forbidden = Set(paths.map { Path($0) }) }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        try check(path)
        return try POSIXFiles().contents(of: path, limit: limit)
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        try check(path)
        return try POSIXFiles().randomAccess(to: path)
    }

    func entries(of path: Path, where isWanted: (DirectoryEntry) -> Bool) throws(FileError) -> [DirectoryEntry] {
        try check(path)
        return try POSIXFiles().entries(of: path, where: isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path { try POSIXFiles().realPath(of: path) }

    func stamp(of path: Path) throws(FileError) -> FileStamp { try POSIXFiles().stamp(of: path) }

    func kind(of path: Path) throws(FileError) -> FileKind {
        // What a file is, is asked of its folder.
        try check(path.directory)
        return try POSIXFiles().kind(of: path)
    }

    private func check(_ path: Path) throws(FileError) {
        if forbidden.contains(where: { path.relative(to: $0) != nil }) { throw .permissionDenied }
    }
}

/// A stream into memory.
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

/// Manifests for tests.
enum Sample {
    /// An iOS app with URL types, each of one role and some schemes.
    static func app(_ identifier: String?, _ types: (role: String?, schemes: [String])..., extra: String = "") -> String
    {
        let declared = types.map { type in
            """
                    <dict>
            \(type.role.map { "            <key>CFBundleTypeRole</key>\n            <string>\($0)</string>\n" } ?? "")\
                        <key>CFBundleURLName</key>
                        <string>com.contoso.links</string>
                        <key>CFBundleURLSchemes</key>
                        <array>
            \(type.schemes.map { "                <string>\($0)</string>\n" }.joined())\
                        </array>
                    </dict>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \(identifier.map { "    <key>CFBundleIdentifier</key>\n    <string>\($0)</string>\n" } ?? "")\
                <key>CFBundlePackageType</key>
                <string>APPL</string>
                <key>UIDeviceFamily</key>
                <array><integer>1</integer></array>
            \(extra)\
                <key>CFBundleURLTypes</key>
                <array>
            \(declared.joined())\
                </array>
            </dict>
            </plist>

            """
    }
}

/// The package's folder and binary.
enum Repository {
    static let root = ProjectFolder.root.path

    /// The tool as the tests were built.
    static let binary = root + "/.build/debug/schemereg"
}
