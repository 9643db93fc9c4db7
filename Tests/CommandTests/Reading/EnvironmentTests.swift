import Foundation
import Testing
import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Shells and containers that take something from the tool: the report is the same, or the run exits with 3.
@Suite struct EnvironmentTests {
    private static let isLinux: Bool = {
        #if os(Linux)
        true
        #else
        false
        #endif
    }()

    /// Whether a test may change the mounts of its own processes.
    private static let canMount =
        isLinux && getuid() == 0 && (try? ChildProcess.shell("unshare -m mount -t tmpfs none /mnt"))?.code == 0

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("A/Info.plist", Sample.app("com.contoso.a", ("Editor", ["bad_one"])))
        try folder.write("A/A.swift", "import WidgetKit\nfunc a(_ url: URL) { UIApplication.shared.open(url) }\n")
        // Enough folders to be listed by several threads.
        for number in 0..<20 {
            let manifest = Sample.app("com.contoso.b\(number)", ("Editor", ["contoso-b\(number)"]))
            try folder.write("B/\(number)/Info.plist", manifest)
        }
        return folder
    }

    /// Checks a folder with a finding in a shell in which `before` ran.
    private func check(_ before: String, then after: String = "") throws {
        let folder = try Self.folder()
        let command = "check . --format concise"
        let expected = try ChildProcess.shell("'\(Repository.binary)' \(command)", folder: folder.path)
        #expect(expected.code == 1 && expected.text.contains("[invalid-scheme]"))
        let script = "\(before) '\(Repository.binary)' \(command) \(after)"
        let run = try ChildProcess.shell(script, folder: folder.path)
        let isSame = run.code == 1 && run.output == expected.output
        #expect(isSame || run.code == 3, "\(String(describing: run.code)): \(run.text)\(run.errors)")
    }

    /// Limits below that of `--version` say nothing about a check.
    @Test(
        .enabled(if: isLinux, "limits of the shell differ on a Mac"),
        arguments: [
            "-n 8", "-n 32", "-v 150000", "-v 180000", "-v 300000", "-v 400000", "-v 600000", "-v 1000000", "-d 5000",
            "-d 10000", "-d 13000", "-d 20000", "-d 100000", "-s 256",
        ]
    )
    func limitsOfTheShellDoNotChangeTheReport(limit: String) throws {
        let probe = "ulimit \(limit) && '\(Repository.binary)' --version >/dev/null 2>&1"
        guard try ChildProcess.shell(probe).code == 0 else { return }
        try check("ulimit \(limit);")
    }

    @Test(arguments: ["<&-", "2>&-", "<&- 2>&-", "</dev/null 2>/dev/null"])
    func closedStreamsDoNotChangeTheReport(redirection: String) throws {
        try check("", then: redirection)
    }

    @Test func aClosedOutputIsReported() throws {
        let folder = try Self.folder()
        let run = try ChildProcess.shell("\"$1\" check . >&-", [Repository.binary], folder: folder.path)
        #expect(run.code == 3 && run.errors.contains("the output could not be written"), "\(run)")
    }

    /// An allocation that fails ends a Swift program with a signal.
    @Test(.enabled(if: isLinux, "macOS doesn't enforce the limit"))
    func tooLittleMemoryIsReported() throws {
        let limit = "ulimit -d 20000 &&"
        // Some builds need more to start.
        let probe = "\(limit) '\(Repository.binary)' --version >/dev/null 2>&1"
        guard try ChildProcess.shell(probe).code == 0 else { return }
        let folder = try Self.folder()
        let space = String(repeating: " ", count: 15 * 1024 * 1024)
        try folder.write("C/Info.plist", Sample.app("com.contoso.c", ("Editor", ["contoso-c"])) + space)
        let run = try ChildProcess.shell("\(limit) exec '\(Repository.binary)' check .", folder: folder.path)
        #expect(run.code == 3 && run.errors.contains("the limit on memory"), "\(run)")
    }

    @Test func anEmptyEnvironmentDoesNotChangeTheReport() throws { try check("env -i") }

    @Test(
        .enabled(if: canMount, "only root on Linux can hide folders from one process"),
        arguments: [
            "mount -t tmpfs none /proc", "mount -t tmpfs -o ro none /dev/shm",
            "mount --bind /tmp /tmp && mount -o remount,ro,bind /tmp",
        ]
    )
    func missingFoldersDoNotChangeTheReport(mount: String) throws {
        let folder = try Self.folder()
        // The output goes to files that are open already.
        let script = "unshare -m sh -c '\(mount) && exec \"$1\" check . --format concise' sh \"$1\""
        let run = try ChildProcess.shell(script, [Repository.binary], folder: folder.path)
        let isSame = run.code == 1 && run.text.contains("[invalid-scheme]")
        #expect(isSame || run.code == 3, "\(String(describing: run.code)): \(run.text)\(run.errors)")
    }
}
