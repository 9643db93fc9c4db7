import Dispatch
import Foundation
import TestSupport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs the tool in a separate process, for tests of signals, limits, pipes and other users.
struct ChildProcess {
    var code: Int32?
    var signal: Int32?
    var output: [UInt8]
    var errors: String

    /// The time after which a script is killed, with everything that it started. Far more than any takes.
    private static let patience = 600.0

    /// Runs a shell script with arguments `$1`, `$2`, … and waits for it.
    static func shell(_ script: String, _ arguments: [String] = [], folder: String? = nil) throws -> ChildProcess {
        try shell(script, bytes: arguments.map { Array($0.utf8) }, folder: folder)
    }

    /// Runs a shell script with arguments that may be invalid UTF-8.
    static func shell(_ script: String, bytes arguments: [[UInt8]], folder: String? = nil) throws -> ChildProcess {
        let work = try TemporaryFolder()
        // Files instead of pipes, so that neither process can block the other.
        let (output, errors) = (work.path + "/out", work.path + "/err")
        // Files of other tests, which a child may inherit, would count for its limits.
        let start = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; " + (folder.map { "cd '\($0)' && " } ?? "")
        let words: [[UInt8]] = [Array("sh".utf8), Array("-c".utf8), Array((start + script).utf8), Array("sh".utf8)]
        var vector = (words + arguments).map { word in strdup(word.map { CChar(bitPattern: $0) } + [0]) } + [nil]
        defer { for pointer in vector { free(pointer) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        // Test threads block signals, and a shell that inherits that waits for its children forever.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // A group of its own, so that all of it can be killed.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var process: pid_t = 0
        let failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, &vector, environ)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        let watchdog = DispatchSource.makeTimerSource()
        let group = -process
        watchdog.setEventHandler { _ = kill(group, SIGKILL) }
        watchdog.schedule(deadline: .now() + patience)
        watchdog.resume()
        // Its ID stays taken until the timer is off.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        watchdog.cancel()
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        return ChildProcess(
            code: signal == 0 ? (status >> 8) & 0xFF : nil,
            signal: signal == 0 ? nil : signal,
            output: Array(try Data(contentsOf: URL(fileURLWithPath: output))),
            errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self)
        )
    }

    var text: String { String(decoding: output, as: UTF8.self) }
}
