import LibC
import Synchronization

/// The limits on memory and processor time that the kernel sets for this process.
///
/// They only allow for what is being read at the moment, so each job states its needs.
final class ProcessLimits: Sendable {
    private struct State {
        /// The memory that jobs may take.
        var memory: JobMemory
        /// The processor time that they may take.
        var time = ProcessTimeLimit()
    }

    private let state: Mutex<State>

    /// - Parameter threads: The number of threads that wait for jobs.
    init(threads: Int) {
        // The stacks of other threads than the parser's.
        let stacks = (threads + max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) * 8 * 1024 * 1024
        state = Mutex(State(memory: JobMemory(start: Self.dataBytes() + stacks)))
    }

    /// Allows for `bytes` of a request, which is received before its job begins. A negative number takes them back.
    func add(bytes: Int) {
        state.withLock { state in
            state.memory.add(bytes)
            applyMemory(state)
        }
    }

    /// Runs a job that may take `bytes` of memory, and `seconds` of processor time.
    func allowing<Result>(bytes: Int, seconds: Int, _ job: () -> Result) -> Result {
        let start = Self.usedSeconds()
        state.withLock { state in
            state.time.begin(seconds, used: Self.usedSeconds())
            state.memory.begin(bytes)
            apply(state)
        }
        defer {
            state.withLock { state in
                state.time.finish(seconds, since: start, used: Self.usedSeconds())
                state.memory.finish(bytes, used: Self.dataBytes())
                apply(state)
            }
        }
        return job()
    }

    /// Allows `seconds` of processor time from now on, for the only job.
    func restartTime(_ seconds: Int) {
        state.withLock { state in
            state.time.restart(seconds, used: Self.usedSeconds())
            apply(state)
        }
    }

    private func apply(_ state: State) {
        // One more, because the time used so far is rounded down.
        Self.set(Self.time, state.time.end + 1)
        applyMemory(state)
    }

    private func applyMemory(_ state: State) {
        // Private writable memory. Stacks of the parser are shared mappings, and address space that isn't used, of which
        // the allocator reserves 64 MiB for each thread, doesn't count.
        #if os(Linux)
        Self.set(Self.data, state.memory.limit)
        #endif
    }

    #if os(Linux) && !canImport(Musl)
    private static let time = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    private static let data = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    private static let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    private typealias Resource = __rlimit_resource_t
    #else
    private static let time = RLIMIT_CPU
    private static let data = RLIMIT_DATA
    private static let core = RLIMIT_CORE
    private typealias Resource = Int32
    #endif

    /// Turns off files with the memory of a process that crashed.
    static func turnOffCoreFiles() { set(core, 0) }

    /// Sets the limit that this process can change, but not beyond what it was allowed when it started.
    private static func set(_ resource: Resource, _ value: Int) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
        setrlimit(resource, &limit)
    }

    private static func usedSeconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int(time.tv_sec)
    }

    /// Returns the private writable memory of this process, in bytes.
    private static func dataBytes() -> Int {
        let unknown = 512 * 1024 * 1024
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return unknown }
        defer { close(descriptor) }
        let text = [UInt8](unsafeUninitializedCapacity: 256) { room, count in
            count = max(0, retrying { read(descriptor, room.baseAddress, room.count) })
        }
        let numbers = String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard numbers.count > 5 else { return unknown }
        return numbers[5] * max(4096, sysconf(Int32(_SC_PAGESIZE)))
    }
}
