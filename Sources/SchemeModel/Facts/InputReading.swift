/// The result of reading one input: everything that the registry stores about it.
package struct InputReading: Sendable, Codable {
    /// The path below the source's root.
    package var path: Path
    /// Whether the input was read.
    package var status: Status { didSet { areClean = nil } }
    /// The other files that affected the result, without duplicates, ordered by path.
    package var dependencies: [InputDependency] { didSet { dependencies = dependencies.merged } }
    /// The irregularities of the input that are not those of a manifest, in order.
    package var irregularities: [InputIrregularity]
    /// The link facts of the project or folder that the input is; `nil` if there are none.
    package var code: ProjectCode?
    /// The association file that the input is; `nil` for any other input.
    package var association: AssociationFile?
    /// Whether a file that affects the result exists but could not be read, so the reading may be incomplete.
    package var isPartial: Bool
    /// Whether it is a project whose targets' manifests are all known, so other manifests in their folders belong to no app.
    package var settlesManifests: Bool
    /// For each manifest, whether a ``ManifestScreening`` calls it clean; `nil` if none was asked since
    /// ``status`` changed.
    package var areClean: [Bool]?

    /// Whether an input was read, and what was found.
    package enum Status: Sendable, Codable {
        /// The input was read. `manifests` is empty for a file that declares no app.
        case read(stamp: FileStamp, digest: String, manifests: [Manifest])
        /// The stamp is the same as in the registry, so the input was not opened.
        case unchanged
        /// The input exists but could not be read. Its previous facts are kept and marked stale.
        case unreadable
    }

    /// Asks `screening` about the manifests.
    package mutating func screen(with screening: ManifestScreening) {
        guard case .read(_, _, let manifests) = status else { return }
        areClean = manifests.map(screening.isClean)
    }

    package init(
        path: Path,
        status: Status,
        irregularities: [InputIrregularity] = [],
        dependencies: [InputDependency] = [],
        code: ProjectCode? = nil,
        association: AssociationFile? = nil,
        isPartial: Bool = false,
        settlesManifests: Bool = false
    ) {
        self.path = path
        self.status = status
        self.irregularities = irregularities
        self.dependencies = dependencies.merged
        self.code = code
        self.association = association
        self.isPartial = isPartial
        self.settlesManifests = settlesManifests
    }
}

/// A file other than the input that affected the reading.
package struct InputDependency: Hashable, Sendable, Codable {
    /// The path below the source's root; absolute for a file outside it.
    package var path: Path
    /// Whether it is a manifest that is read as part of the input, so it is not read on its own.
    package var isManifest: Bool
    /// The stamp of the file when it was read; `nil` for a missing file whose creation would change the reading.
    package var stamp: FileStamp?
    /// SHA-256 of its bytes in hexadecimal digits.
    package var digest: String?

    package init(path: Path, isManifest: Bool = false, stamp: FileStamp?, digest: String?) {
        self.path = path
        self.isManifest = isManifest
        self.stamp = stamp
        self.digest = digest
    }
}

extension [InputDependency] {
    /// The files without duplicates, ordered by path. Several readers of one input may have opened the same file.
    package var merged: [InputDependency] {
        guard zip(self, dropFirst()).contains(where: { $0.path >= $1.path }) else { return self }
        var merged: [InputDependency] = []
        merged.reserveCapacity(count)
        for file in sorted(by: { $0.path < $1.path }) {
            guard let last = merged.last, last.path == file.path else {
                merged.append(file)
                continue
            }
            var kept = last.stamp == nil || last.digest == nil && file.digest != nil ? file : last
            kept.isManifest = last.isManifest || file.isManifest
            merged[merged.count - 1] = kept
        }
        return merged
    }
}

/// The stored state of an input that an earlier import could read.
package struct PreviousInput: Hashable, Sendable {
    /// The stamp of the input.
    package var stamp: FileStamp
    /// The version of the reader.
    package var readerVersion: Int
    /// The other files that affected the result, ordered by path.
    package var dependencies: [InputDependency]
    /// Whether it contains a manifest.
    package var isManifest = false
    /// Whether it is a manifest that couldn't be parsed.
    package var isMalformed = false
    /// Whether it is the manifest of an application, was not written by a build, and belongs to no project.
    package var isApplication = false
    /// The value of ``InputReading/settlesManifests``.
    package var settlesManifests = false

    package init(stamp: FileStamp, readerVersion: Int, dependencies: [InputDependency] = []) {
        self.stamp = stamp
        self.readerVersion = readerVersion
        self.dependencies = dependencies
    }
}
