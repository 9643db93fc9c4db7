import Synchronization

@testable import schemereg

/// Parses equal arguments once.
///
/// Many tests run the same command in folders of their own. In a debug build, ArgumentParser examines all options of the command
/// each time, which takes longer than a small check.
enum ParsedOptions {
    private static let known = Mutex<[[String]: any CommandOptions]>([:])

    static func options(of arguments: [String]) throws -> any CommandOptions {
        if let options = known.withLock({ $0[arguments] }) { return options }
        let options = try Schemereg.options(of: arguments)
        known.withLock { $0[arguments] = options }
        return options
    }
}
