package import Foundation

/// The folder of this package, and what lies beside it.
package enum ProjectFolder {
    /// The root of the package: the nearest folder above this file that holds `Package.swift`.
    package static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// The samples that ship with the project.
    package static let samples = root.appending(path: "sample-plists")

    /// The folder next to the package in which developers keep facts and files of other projects.
    package static let shared = root.deletingLastPathComponent().appending(path: "shared")

    /// Manifests and test files of other projects.
    package static let corpus = shared.appending(path: "corpus")

    /// Whether the corpus exists.
    package static let hasCorpus = FileManager.default.fileExists(atPath: corpus.appending(path: "oracle.jsonl").path)
}
