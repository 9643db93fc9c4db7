import Foundation
import Testing
import TestSupport

/// Many files that each take as much memory as possible, in a process with limits set by the kernel.
struct MemoryTests {
    struct Load: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var count: Int
        /// The content of the array of URL types, and the text after the root.
        var types: String
        var tail = ""
        /// The expected result of checking them.
        var code: Int32
        /// The expected result of importing them, if it is another one.
        var importCode: Int32?
        /// The command of short runs; `nil` for both.
        var onlyCommand: String?
    }

    static let loads = [
        Load(
            testDescription: "URL types",
            count: 8,
            types: String(repeating: "<dict/>\n", count: 90_000),
            code: 3,
            onlyCommand: "check"
        ),
        Load(
            testDescription: "as many URL types as are read",
            count: 100,
            types: String(repeating: "<dict/>\n", count: 1_000),
            // Not all findings are kept.
            code: 3,
            importCode: 0,
            onlyCommand: "check"
        ),
        Load(
            testDescription: "keys of a URL type",
            count: 8,
            types: "<dict>" + (0..<40_000).map { "<key>k\($0)</key><true/>" }.joined() + "</dict>",
            code: 3,
            onlyCommand: "import"
        ),
        Load(
            testDescription: "lines",
            count: 10,
            types: "<dict/>",
            tail: String(repeating: "\n", count: 4 * 1024 * 1024),
            code: 0,
            onlyCommand: "import"
        ),
    ]

    @Test(arguments: loads)
    func staysFlat(load: Load) throws {
        let folder = try TemporaryFolder()
        for number in 0..<load.count {
            let identifier = "<key>CFBundleIdentifier</key><string>com.acme.app\(number)</string>"
            let types = "<key>CFBundleURLTypes</key>\n<array>\n\(load.types)</array>"
            try folder.write("in/\(number)/Info.plist", "<plist><dict>\(identifier)\(types)</dict></plist>" + load.tail)
        }
        for command in ["check in", "import --registry registry.sqlite in"] {
            if let only = load.onlyCommand, !TestScale.isTorture, !command.hasPrefix(only) { continue }
            // 5 s of processor time for each file, at least eight times that of a debug build, and 256 MiB. Each job reads a
            // file, so more processors would need more memory.
            let script = "ulimit -t \(5 * load.count); ulimit -d 262144; exec \"$1\" \(command) --jobs 2"
            let run = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
            let code = command.hasPrefix("import") ? load.importCode ?? load.code : load.code
            let isWhole = run.signal == nil && !run.errors.contains("ended unexpectedly")
            #expect(isWhole && run.code == code, "\(command): \(run.errors.prefix(500))")
        }
    }
}
