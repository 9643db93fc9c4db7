import LibC
import SchemeModel

/// A process that a run starts. Call ``wait()`` once.
struct ChildProcess: Sendable {
    let id: pid_t

    /// Why a process didn't start.
    struct Failure: Error {
        /// The value of `errno`.
        let code: Int32
    }

    /// How a process ended.
    enum Ending: Hashable {
        case exit(code: Int32)
        case signal(Int32)
    }

    /// Starts `program`.
    ///
    /// - Parameters:
    ///   - words: The arguments, from the name of the program on.
    ///   - environment: The variables, as `NAME=VALUE`.
    ///   - streams: What becomes the standard input, the output and the error output; `nil` for `/dev/null`.
    ///   - blocked: The signals that the process doesn't receive.
    ///   - restored: The signals that end it even if this process ignores them.
    /// - Throws: ``Failure`` if the system can't start it.
    init(
        _ program: Path,
        _ words: [[UInt8]],
        environment: [String],
        streams: [Int32?],
        blocked: [Int32] = [],
        restored: [Int32]
    ) throws(Failure) {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, stream) in streams.enumerated() {
            if let stream {
                posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_WRONLY, 0)
            }
        }
        var mask = Self.set(blocked)
        var defaults = Self.set(restored)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = words.map { strdup(Path(bytes: $0).nulTerminated) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, program.nulTerminated, &actions, &attributes, arguments, variables)
        guard code == 0 else { throw Failure(code: code) }
        self.id = id
    }

    private static func set(_ signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }

    /// Ends the process, unless it has ended.
    func end() { kill(id, SIGKILL) }

    /// Waits until the process ends; `nil` if the system doesn't say how.
    func wait() -> Ending? {
        var status: Int32 = 0
        guard retrying({ waitpid(id, &status, 0) }) == id else { return nil }
        return status & 0x7F == 0 ? .exit(code: (status >> 8) & 0xFF) : .signal(status & 0x7F)
    }
}
