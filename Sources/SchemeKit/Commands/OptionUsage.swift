import Foundation
import SchemeModel

/// Tracks which exclusions, bundle identifiers and build options of a run had an effect. Safe to use from any thread.
package final class OptionUsage: @unchecked Sendable {
    private let options: InputOptions
    /// The real paths of the manifests named by `--bundle-id`.
    private let identified: Set<Path>
    private let lock = NSLock()
    private var exclusions: Set<Path> = []
    private var inputs: Set<Path> = []
    private var hasReadProject = false
    private var hasLeftOutCode = false
    /// The names of the configurations in all projects so far, and in those of the current source.
    private var configurations: (all: Set<ByteString>, ofSource: Set<ByteString>) = ([], [])

    /// Creates a tracker in which no option has had an effect yet.
    package init(of options: InputOptions, in context: Context) {
        self.options = options
        identified = Set(options.realBundleIdentifiers(in: context).keys)
    }

    /// Records that the pattern, as given, excluded something.
    func didExclude(_ pattern: Path) { lock.withLock { _ = exclusions.insert(pattern) } }

    /// Returns whether the pattern excluded something.
    func hadEffect(_ pattern: Path) -> Bool { lock.withLock { exclusions.contains(pattern) } }

    /// Records that code was found that this build of the tool doesn't read.
    func didLeaveOutCode() { lock.withLock { hasLeftOutCode = true } }

    /// Records that an input below `root` was read.
    ///
    /// - Parameter configurations: All configurations, if the input is a project.
    func didRead(_ reading: InputReading, configurations: [String], below root: Path) {
        // This is called for every input, and most runs don't need it.
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

    /// Checks that the projects of the source just read, if any, have at least one of the requested configurations.
    /// If none did, nothing in them was read.
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

    /// Checks that each requested configuration exists in some project, if there are projects. A mistyped name must not
    /// go unnoticed.
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
            "no project has the configuration '\(name)'",
            hint: found.count == 1 ? "use \(names)" : "use one of these: \(names)"
        )
    }

    /// Prints a note for each option that had no effect, and one if code was skipped.
    func reportUnused(in context: Context) {
        lock.lock()
        defer { lock.unlock() }
        if hasLeftOutCode {
            context.note(
                "Swift code was skipped because this schemereg was built without the trait Links",
                hint: "build it with 'make install', without LINKS=0"
            )
        }
        for pattern in options.exclusions where !exclusions.contains(pattern) {
            context.note(
                "--exclude '\(pattern.display)' matched nothing",
                hint:
                    "give a name, or a path from the current folder or the source's root"
            )
        }
        if !hasReadProject, options.build.isGiven {
            context.note("no Xcode project was read, so --configuration, --xcconfig and --set had no effect")
        }
        for path in identified.sorted() where !inputs.contains(path) {
            context.note("--bundle-id had no effect: '\(path.display)' was not read")
        }
    }
}
