/// What a run may spend on code that crashes or hangs its reader.
///
/// Failures are counted instead of their time, so that the result doesn't depend on how busy the machine is. A file that hangs
/// is only noticed when its time is up, so it counts as several, and one at which the reader is silent counts as a quarter of all.
struct RetryBudget {
    private var left: Int
    /// What is reserved for projects that haven't been read yet, so that one project can't use up everything.
    private let reserve: Int

    init(_ total: Int = 96) { (left, reserve) = (total, total / 4) }

    /// The cost of a hanging file.
    private static let hang = 8

    /// The cost of a file at which the reader is silent for ``Limits/codeWaitSeconds``.
    private static let silence = 24

    mutating func spend(on cause: CodeFailure.Cause) {
        switch cause {
        case .tooSlow: left -= Self.hang
        case .silent: left -= Self.silence
        default: left -= 1
        }
    }

    /// Whether code may be read at all.
    var allowsReading: Bool { left > 0 }

    /// Whether the search for the files that end the reader may go on.
    var allowsSearch: Bool { left > reserve }
}
