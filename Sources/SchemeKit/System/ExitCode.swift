/// The result of a command.
package enum ExitCode: Int32, Sendable {
    /// No findings at or above the threshold.
    case clean = 0
    /// Findings at or above the threshold.
    case findings = 1
    /// Invalid usage or configuration.
    case usage = 2
    /// Something couldn't be read or written, or a limit was exceeded.
    case incomplete = 3
}
