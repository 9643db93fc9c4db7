import Foundation
import SchemeManifests
package import SchemeModel

/// Reads one candidate after another, on any thread.
package struct InputReader: Sendable {
    /// What looking at one candidate gave.
    package struct Look: Sendable {
        /// What the registry and the index get.
        package var reading: InputReading
        /// What kept the tool from looking, or from taking everything.
        package var problems: [Problem] = []
    }

    private let source: Source
    private let context: Context
    private let limits: Limits
    private let bundleIdentifiers: [Path: String]
    private let known: [Path: FileStamp]
    private let containers = ContainerCache()

    /// A reader for one source.
    ///
    /// - Parameters:
    ///   - bundleIdentifiers: by real path, the bundle identifiers that the call gives to manifests.
    ///   - known: by path below the source's root, the stamps of inputs whose facts are known; an input with the same
    ///     stamp is not opened.
    package init(
        source: Source,
        context: Context,
        limits: Limits = .standard,
        bundleIdentifiers: [Path: String] = [:],
        known: [Path: FileStamp] = [:]
    ) {
        self.source = source
        self.context = context
        self.limits = limits
        self.bundleIdentifiers = bundleIdentifiers
        self.known = known
    }

    /// Looks at `candidate`.
    package func look(at candidate: Candidate) -> Look {
        if let stamp = known[candidate.path], stamp.isReliable, saysAll(ofReading: candidate),
            (try? context.files.stamp(of: candidate.absolutePath)) == stamp
        {
            return Look(reading: InputReading(path: candidate.path, outcome: .unchanged))
        }
        let contents: FileContents
        do throws(FileError) {
            contents = try read(candidate)
        } catch {
            let wanted: FileKind = source.kind == .standardInput ? .other : .regular
            let problem = Problem(error, of: candidate.path, in: source.name, wanted: wanted)
            return Look(reading: InputReading(path: candidate.path, outcome: .unreadable), problems: [problem])
        }
        let reading = ManifestReader(limits: limits).read(
            contents.bytes,
            origin: Place(source: source.name, path: candidate.path),
            context: ManifestContext(
                isNamed: candidate.isNamed,
                bundleIdentifierOverride: bundleIdentifiers[candidate.absolutePath],
                container: container(of: candidate),
                isInBuiltBundle: candidate.isInBuiltBundle
            )
        )
        // An input that is beyond a limit was not looked at: what is known of it stays.
        guard !reading.manifests.isEmpty || reading.problems.isEmpty else {
            return Look(reading: InputReading(path: candidate.path, outcome: .unreadable), problems: reading.problems)
        }
        return Look(
            reading: InputReading(
                path: candidate.path,
                outcome: .read(
                    stamp: reliable(contents.stamp, of: candidate),
                    digest: reading.manifests.first?.digest ?? SHA256.hex(of: contents.bytes),
                    manifests: reading.manifests
                )
            ),
            problems: reading.problems
        )
    }

    /// Whether a reading of `candidate` follows from its bytes alone: not from what the call says of it, nor from the
    /// app around it.
    private func saysAll(ofReading candidate: Candidate) -> Bool {
        !candidate.isNamed && !candidate.isInBuiltBundle && bundleIdentifiers[candidate.absolutePath] == nil
    }

    /// The stamp, made unreliable where more than the bytes counted, and where the file changed so lately that it may
    /// change again without a new time.
    private func reliable(_ stamp: FileStamp, of candidate: Candidate) -> FileStamp {
        let settled = (context.now() - 2) * 1_000_000_000
        var stamp = stamp
        if !saysAll(ofReading: candidate) || stamp.changed >= settled { stamp.changed = 0 }
        return stamp
    }

    private func read(_ candidate: Candidate) throws(FileError) -> FileContents {
        guard source.kind == .standardInput else {
            return try context.files.contents(of: candidate.absolutePath, limit: limits.manifestBytes)
        }
        let bytes = try context.readStandardInput(limits.manifestBytes)
        guard bytes.count <= limits.manifestBytes else { throw .tooLarge(limit: limits.manifestBytes) }
        return FileContents(bytes: bytes, stamp: FileStamp(size: bytes.count, modified: 0, changed: 0, inode: 0))
    }

    /// The app that the outermost bundle around `candidate` is.
    private func container(of candidate: Candidate) -> AppID? {
        guard let path = candidate.containerManifest else { return nil }
        return containers.app(at: path) {
            // The bundle's own manifest is a candidate too; what is wrong with it is said there.
            guard let contents = try? context.files.contents(of: path, limit: limits.manifestBytes) else { return nil }
            let manifestPath = path.relative(to: source.root) ?? path
            let reading = ManifestReader(limits: limits).read(
                contents.bytes,
                origin: Place(source: source.name, path: manifestPath),
                context: ManifestContext(
                    isNamed: true,
                    bundleIdentifierOverride: bundleIdentifiers[path],
                    container: nil,
                    isInBuiltBundle: true
                )
            )
            return reading.manifests.first?.app
        }
    }
}

/// The apps of bundles that were met, so that the manifest of a bundle is read once for all that lies inside it.
private final class ContainerCache: @unchecked Sendable {
    private let lock = NSLock()
    private var apps: [Path: AppID?] = [:]

    func app(at path: Path, read: () -> AppID?) -> AppID? {
        lock.lock()
        defer { lock.unlock() }
        if let app = apps[path] { return app }
        let app = read()
        apps[path] = .some(app)
        return app
    }
}
