import LibC

/// The limits on memory and processor time that the kernel sets, mostly for the process that analyzes code.
///
/// Those are far above what code within ``Limits`` needs. They only end what those limits failed to bound.
enum ProcessLimits {
    /// Allows `bytes` of memory and `seconds` of processor time more than what this process has now.
    static func allow(bytes: Int, seconds: Int) {
        // One more, because the time used so far is rounded down.
        set(time, usedSeconds() + seconds + 1)
        // Private writable memory. Stacks of the parser are shared mappings, and address space that isn't used, of which
        // the allocator reserves 64 MiB for each thread, doesn't count.
        #if os(Linux)
        set(data, dataBytes() + bytes)
        #endif
    }

    /// Allows `seconds` of processor time from now on.
    static func restartTime(_ seconds: Int) { set(time, usedSeconds() + seconds + 1) }

    /// Removes both limits.
    static func removeAll() {
        set(time, .max)
        #if os(Linux)
        set(data, .max)
        #endif
    }

    #if os(Linux) && !canImport(Musl)
    private static let time = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    private static let data = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    private static let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    private static let addresses = __rlimit_resource_t(RLIMIT_AS.rawValue)
    private typealias Resource = __rlimit_resource_t
    #else
    private static let time = RLIMIT_CPU
    private static let data = RLIMIT_DATA
    private static let core = RLIMIT_CORE
    private static let addresses = RLIMIT_AS
    private typealias Resource = Int32
    #endif

    /// Whether the shell limits the memory of this process.
    static var isMemoryLimited: Bool { isSet(data) || isSet(addresses) }

    /// Lets all threads allocate from one heap if addresses are limited. glibc reserves 64 MiB of them for each thread, and
    /// if there are too few, tries that again for each allocation.
    static func shareHeap() {
        #if os(Linux)
        typealias Option = @convention(c) (Int32, Int32) -> Int32
        guard isSet(addresses), let mallopt = dlsym(nil, "mallopt") else { return }
        // M_ARENA_MAX of <malloc.h>, which the module of the C library leaves out.
        _ = unsafeBitCast(mallopt, to: Option.self)(-8, 1)
        #endif
    }

    private static func isSet(_ resource: Resource) -> Bool {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 && limit.rlim_cur < rlim_t(Int.max)
    }

    /// Turns off files with the memory of a process that crashed.
    static func turnOffCoreFiles() { set(core, 0) }

    /// Sets the limit that this process can change, but not beyond what it was allowed when it started.
    private static func set(_ resource: Resource, _ value: Int) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
        setrlimit(resource, &limit)
    }

    private static func usedSeconds() -> Int { usedMilliseconds() / 1_000 }

    /// Returns the processor time of this process. A handler of a signal may call it.
    static func usedMilliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
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
