/// The private writable memory that a process which runs several jobs at once may have, in bytes.
///
/// The kernel only limits the memory of the whole process, so the limit is the sum of what its jobs may take, of what it
/// had before, and of what the allocator kept of earlier jobs.
struct JobMemory {
    /// The memory of the process before it read anything.
    private let start: Int
    /// The memory that isn't taken by jobs.
    private var base: Int
    /// The memory that jobs may take.
    private var allowed = 0
    private var jobs = 0

    /// The maximum of what the allocator may keep. Beyond that, the next job has less.
    static let mostKept = 512 * 1024 * 1024
    /// Memory to receive requests and send responses.
    static let spare = 16 * 1024 * 1024

    init(start: Int) {
        self.start = start
        base = start
    }

    /// The limit.
    var limit: Int { base + allowed + Self.spare }

    /// Adds the memory of a job.
    mutating func begin(_ bytes: Int) {
        allowed += bytes
        jobs += 1
    }

    /// Removes the memory of a job. `used` is the memory that the process has now.
    mutating func finish(_ bytes: Int, used: Int) {
        allowed -= bytes
        jobs -= 1
        if jobs == 0 { base = min(max(start, used), start + Self.mostKept) }
    }

    /// Adds the memory of a part of a request, which is received before its job begins; a negative number removes it.
    mutating func add(_ bytes: Int) { allowed += bytes }
}
