import Foundation
import SchemeModel

/// Which exclusions and bundle identifiers of a call had an effect, over all its sources. May be told from any thread.
package final class OptionEffects: @unchecked Sendable {
    private let lock = NSLock()
    private var exclusions: Set<Path> = []
    private var inputs: Set<Path> = []

    /// Nothing had an effect yet.
    package init() {}

    /// The pattern, as it was given, left something out.
    func didExclude(_ pattern: Path) { lock.withLock { _ = exclusions.insert(pattern) } }

    /// Whether the pattern left something out.
    func hadEffect(_ pattern: Path) -> Bool { lock.withLock { exclusions.contains(pattern) } }

    /// The input at this absolute path was read.
    func didRead(_ input: Path) { lock.withLock { _ = inputs.insert(input) } }

    /// Says which options had none: a mistyped one must not look like one that worked.
    func sayUnused(of options: InputOptions, in context: Context) {
        lock.lock()
        defer { lock.unlock() }
        for pattern in options.exclusions where !exclusions.contains(pattern) {
            context.note(
                "--exclude '\(pattern.display)' left out nothing",
                hint:
                    "a pattern without / is a name anywhere below; one with / is a path from here or from the source's root"
            )
        }
        let identifiers = options.realBundleIdentifiers(in: context)
        for path in identifiers.keys.sorted() where !inputs.contains(path) {
            context.note("--bundle-id had no effect: '\(path.display)' is not among the files that were read")
        }
    }
}
