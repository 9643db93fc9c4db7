import Foundation

/// How many inputs a test tries: few in every run, many with `make torture`.
package enum TestScale {
    /// Whether `SCHEMEREG_TORTURE` asks for the long runs.
    package static let isTorture = ProcessInfo.processInfo.environment["SCHEMEREG_TORTURE"] != nil

    /// Returns the number for this run.
    package static func pick<Number>(_ few: Number, torture many: Number) -> Number { isTorture ? many : few }
}
