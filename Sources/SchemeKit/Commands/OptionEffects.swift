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
    private var hasReadProject = false
    private var hasLeftOutCode = false
    /// The configurations of all projects that were read, and of those of the source that is being read.
    private var configurations: (all: Set<ByteString>, ofSource: Set<ByteString>) = ([], [])

    /// Nothing of `options` had an effect yet.
    package init(of options: InputOptions, in context: Context) {
        self.options = options
        identified = Set(options.realBundleIdentifiers(in: context).keys)
    }

    /// The pattern, as it was given, left something out.
    func didExclude(_ pattern: Path) { lock.withLock { _ = exclusions.insert(pattern) } }

    /// Whether the pattern left something out.
    func hadEffect(_ pattern: Path) -> Bool { lock.withLock { exclusions.contains(pattern) } }

    /// Code was found that this build of the tool does not read.
    func didLeaveOutCode() { lock.withLock { hasLeftOutCode = true } }

    /// The input, below this root, was read.
    ///
    /// - Parameter configurations: those of the project that it is, whether the call asks for them or not.
    func didRead(_ reading: InputReading, configurations: [String], below root: Path) {
        // Most calls ask for nothing of it, and this is asked for every input.
        guard !identified.isEmpty || options.build.isGiven, case .read = reading.outcome else { return }
        lock.lock()
        defer { lock.unlock() }
        inputs.insert(root.appending(reading.path))
        for input in reading.dependencies where input.isManifest { inputs.insert(root.appending(input.path)) }
        if !configurations.isEmpty || reading.path.lastComponent == "project.pbxproj" { hasReadProject = true }
        let names = configurations.map(ByteString.init)
        self.configurations.all.formUnion(names)
        self.configurations.ofSource.formUnion(names)
    }

    /// Makes sure that the projects of the source that was just read, if there are any, have one of the configurations that
    /// the call asks for: otherwise nothing of them was read.
    ///
    /// - Throws: ``UsageError``.
    func finishSource() throws(UsageError) {
        let found = lock.withLock {
            defer { configurations.ofSource = [] }
            return configurations.ofSource
        }
        let wanted = options.build.configurations
        if !wanted.contains(where: { found.contains(ByteString($0)) }) { try refuse(wanted, among: found) }
    }

    /// Makes sure that each configuration that the call asks for is one of some project, if there are any: what a mistyped
    /// one leaves out must not pass.
    ///
    /// - Throws: ``UsageError``.
    func finish() throws(UsageError) {
        let found = lock.withLock { configurations.all }
        try refuse(options.build.configurations.filter { !found.contains(ByteString($0)) }, among: found)
    }

    private func refuse(_ wanted: [String], among found: Set<ByteString>) throws(UsageError) {
        guard let name = wanted.first, !found.isEmpty else { return }
        let names = found.sorted().map { "'\($0.string)'" }.joined(separator: ", ")
        throw UsageError(
            "no project that was read has the configuration '\(name)'",
            hint: found.count == 1 ? "there is \(names)" : "there are \(names)"
        )
    }

    /// Says which options had none: a mistyped one must not look like one that worked; and whether code was left out.
    func sayUnused(in context: Context) {
        lock.lock()
        defer { lock.unlock() }
        if hasLeftOutCode {
            context.note(
                "Swift code was not read: this schemereg was built without the trait Links, so nothing is said of links",
                hint: "build it with the trait, as 'make install' does unless LINKS=0 is given"
            )
        }
        for pattern in options.exclusions where !exclusions.contains(pattern) {
            context.note(
                "--exclude '\(pattern.display)' left out nothing",
                hint:
                    "a pattern without / is a name anywhere below; one with / is a path from here or from the source's root"
            )
        }
        if !hasReadProject, options.build.isGiven {
            context.note("no Xcode project was read, so --configuration, --xcconfig and --set had no effect")
        }
        for path in identified.sorted() where !inputs.contains(path) {
            context.note("--bundle-id had no effect: '\(path.display)' is not among the files that were read")
        }
    }
}
