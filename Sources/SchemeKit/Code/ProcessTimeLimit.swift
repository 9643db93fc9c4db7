/// The processor time at which the kernel ends a process that runs several jobs at once, in seconds.
///
/// The kernel only counts the time of the whole process, so the limit is the sum of the times that its jobs may take.
struct ProcessTimeLimit {
    /// The limit.
    private(set) var end = 0
    private var jobs = 0

    /// Adds the time of a job that begins when the process has used `used`.
    mutating func begin(_ seconds: Int, used: Int) {
        // The time that earlier jobs left is only kept for those that still run.
        end = (jobs == 0 ? used : max(used, end)) + seconds
        jobs += 1
    }

    /// Removes the time that a job can't have used. It began when the process had used `start`.
    ///
    /// Otherwise, many short jobs would add up to hours for one that hangs.
    mutating func finish(_ seconds: Int, since start: Int, used: Int) {
        jobs -= 1
        // One more, because both are rounded down. Without a job, the process needs what is left to answer.
        if jobs > 0 { end -= max(0, seconds - (used - start + 1)) }
    }

    /// Allows the only job `seconds` from now on.
    mutating func restart(_ seconds: Int, used: Int) { end = used + seconds }
}
