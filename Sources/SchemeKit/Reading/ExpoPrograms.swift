import SchemeManifests
import SchemeModel

extension InputReading {
    /// Removes what the reading says about unread Expo programs beside a native project.
    ///
    /// The native project has the values that the app is built with, and generating it again may overwrite changes.
    ///
    /// - Parameter projects: The Xcode projects of the same source.
    mutating func removeExpoPrograms(besides projects: Set<Path>) {
        guard !projects.isEmpty, irregularities.contains(where: \.isExpoProgram) else { return }
        let folders = Set(projects.map(\.directory.belowRoot))
        irregularities.removeAll { entry in
            entry.isExpoProgram && folders.contains(entry.programFolder.appending("ios"))
        }
    }
}

extension InputIrregularity {
    fileprivate var isExpoProgram: Bool {
        irregularity.kind == .notRead && ExpoReader.programs.contains(programPath.lastComponent)
    }

    fileprivate var programFolder: Path { programPath.directory.belowRoot }

    private var programPath: Path { irregularity.place?.path ?? origin.path }
}
