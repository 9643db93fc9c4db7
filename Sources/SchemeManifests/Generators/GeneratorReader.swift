package import SchemeModel

/// A reader of the files of a generator, from which projects are generated or which describe an app.
package protocol GeneratorReader: Sendable {
    /// The version of the reader, which changes whenever the same files produce a different result.
    static var version: Int { get }

    /// Returns whether the generator uses files with this name.
    static func reads(_ name: Path) -> Bool

    init(limits: Limits)

    /// Reads the file at `path`. The result is empty for a file of another tool.
    ///
    /// - Parameter path: The path of the file, absolute or below the root of `origin`.
    func read(
        fileAt path: Path,
        of origin: ProjectOrigin,
        options: ProjectOptions,
        files: any FileAccess
    ) -> ProjectReading
}

/// The readers of all generators.
package enum GeneratorReaders {
    /// All readers. The first one that reads a name is used.
    package static let all: [any GeneratorReader.Type] = [
        PackageManifestReader.self,
        ExpoReader.self,
        XcodeGenReader.self,
    ]

    /// Returns the reader for files with this name; `nil` if no generator uses them.
    package static func reader(for name: Path) -> (any GeneratorReader.Type)? { all.first { $0.reads(name) } }
}
