import LibC

/// The pauses between attempts: each is about twice as long as the one before, up to two seconds. They are random, so that
/// processes that collided don't collide again.
struct RetryPause {
    private var attempts = 0

    /// The number of pauses before giving up, which take about fifteen seconds.
    private static let most = 14

    /// Sleeps, and returns `true`; returns `false` at once if it is time to give up.
    mutating func wait() -> Bool {
        guard attempts < Self.most else { return false }
        attempts += 1
        let longest = min(2_000, 25 << attempts)
        usleep(UInt32.random(in: UInt32(longest / 2)...UInt32(longest)) * 1_000)
        return true
    }
}
