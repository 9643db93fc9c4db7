import SchemeModel

/// An input, as the registry stores it.
struct StoredInput {
    var id: Int
    var isReadable: Bool
    var stamp: FileStamp?
    var digest: String?
    var readerVersion: Int?
    var settlesManifests: Bool
    /// The checksum of its own irregularities; `nil` without any.
    var irregularityChecksum: Int?
    var dependencies: [InputDependency]
    /// The IDs and checksums of its manifests, in the order in which they were written.
    var manifests: [(id: Int, checksum: Int)]
    /// The checksum of its code; `nil` without code.
    var codeChecksum: Int?
    /// The checksum of the association file that it is; `nil` for other inputs.
    var associationChecksum: Int?
}
