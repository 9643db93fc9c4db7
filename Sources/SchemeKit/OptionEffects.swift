import Foundation
import SchemeModel

/// Which exclusions and bundle identifiers of a call had an effect, over all its sources. May be told from any thread.
package final class OptionEffects: @unchecked Sendable {
    private let options: InputOptions
    /// The real paths of the manifests that the call gives bundle identifiers to.
    private let identified: Set<Path>
    private let lock = NSLock()
    private var exclusions: Set<Path> = []
    private var inputs: Set<Path> = []
    private var configurations: Set<ByteString> = []
    private var hasReadProject = false

    /// Nothing of `options` had an effect yet.
    package init(of options: InputOptions, in context: Context) {
        self.options = options
        identified = Set(options.realBundleIdentifiers(in: context).keys)
    }

    /// The pattern, as it was given, left something out.
    func didExclude(_ pattern: Path) { lock.withLock { _ = exclusions.insert(pattern) } }

    /// Whether the pattern left something out.
    func hadEffect(_ pattern: Path) -> Bool { lock.withLock { exclusions.contains(pattern) } }

    /// The input, below this root, was read.
    func didRead(_ reading: InputReading, below root: Path) {
        // Most calls ask for nothing of it, and this is asked for every input.
        guard !identified.isEmpty || options.build.isGiven, case .read(_, _, let manifests) = reading.outcome else {
            return
        }
        lock.lock()
        defer { lock.unlock() }
        inputs.insert(root.appending(reading.path))
        for input in reading.dependencies where input.isManifest { inputs.insert(root.appending(input.path)) }
        if reading.path.lastComponent == "project.pbxproj" { hasReadProject = true }
        for manifest in manifests { configurations.formUnion(manifest.outcome.configurations.map(ByteString.init)) }
    }

    /// Says which options had none: a mistyped one must not look like one that worked.
    func sayUnused(in context: Context) {
        lock.lock()
        defer { lock.unlock() }
        for pattern in options.exclusions where !exclusions.contains(pattern) {
            context.note(
                "--exclude '\(pattern.display)' left out nothing",
                hint:
                    "a pattern without / is a name anywhere below; one with / is a path from here or from the source's root"
            )
        }
        let build = options.build
        if !hasReadProject, build.isGiven {
            context.note("no Xcode project was read, so --configuration, --xcconfig and --set had no effect")
        } else {
            for name in build.configurations where !configurations.contains(ByteString(name)) {
                context.note(
                    "--configuration '\(name)' had no effect: no target that was read has it",
                    hint: "nothing of these projects was judged unless another --configuration names it"
                )
            }
        }
        for path in identified.sorted() where !inputs.contains(path) {
            context.note("--bundle-id had no effect: '\(path.display)' is not among the files that were read")
        }
    }
}
