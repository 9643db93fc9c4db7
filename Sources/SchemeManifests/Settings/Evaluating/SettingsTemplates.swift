import SchemeModel
internal import Synchronization

/// Finds the templates of missing settings files, which are committed when the files themselves contain secrets.
final class SettingsTemplates: Sendable {
    private let files: any FileAccess
    private let state = Mutex(State())

    private struct State {
        /// The first name in each folder that has one of the usual markers, by its other parts.
        var names: [Path: [[String]: Path]] = [:]
        /// The number of names that may still be checked.
        var left = SettingsTemplates.mostNames
    }

    /// The words in a template's name that the copy's name lacks.
    private static let marks: Set<String> = ["template", "example", "sample", "dist"]
    private static let (mostNames, longestName) = (200_000, 255)

    init(_ files: any FileAccess) {
        self.files = files
    }

    /// Returns the first template in the folder of the missing file at `path`.
    ///
    /// A template has the same name and one of the usual markers: `Secrets.template.xcconfig`,
    /// `Secrets.xcconfig.example`, `Secrets-Sample.xcconfig`.
    func template(of path: Path) -> Path? {
        let wanted = Self.parts(of: path.lastComponent)
        guard !wanted.isEmpty else { return nil }
        return names(in: path.directory)[wanted].map { path.directory.appending($0) }
    }

    private func names(in folder: Path) -> [[String]: Path] {
        if let known = state.withLock({ $0.names[folder] }) { return known }
        var left = state.withLock { $0.left }
        guard left > 0 else { return [:] }
        // A missing folder contains no template.
        let entries = try? files.entries(of: folder) { entry in
            left -= 1
            return left > 0 && entry.kind == .regular && Self.parts(of: entry.name).contains(where: Self.marks.contains)
        }
        var names: [[String]: Path] = [:]
        for entry in entries ?? [] {
            var parts = Self.parts(of: entry.name)
            guard let mark = parts.firstIndex(where: Self.marks.contains) else { continue }
            parts.remove(at: mark)
            if names[parts] == nil { names[parts] = entry.name }
        }
        state.withLock { state in
            state.left = min(state.left, left)
            state.names[folder] = names
        }
        return names
    }

    private static func parts(of name: Path) -> [String] {
        guard name.bytes.count <= longestName else { return [] }
        return name.display.asciiLowercased.split { ".-_ ".contains($0) }.map(String.init)
    }
}
