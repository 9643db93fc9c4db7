import SchemeModel
internal import Synchronization

/// Finds the templates of missing settings files, which are committed when the files themselves contain secrets.
final class SettingsTemplates: Sendable {
    private let files: any FileAccess
    private let state = Mutex(State())

    private struct State {
        /// The names in each folder that have one of the usual markers.
        var names: [Path: [Path]] = [:]
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
        let name = names(in: path.directory).first { name in
            var parts = Self.parts(of: name)
            guard let mark = parts.firstIndex(where: Self.marks.contains) else { return false }
            parts.remove(at: mark)
            return parts == wanted
        }
        return name.map { path.directory.appending($0) }
    }

    private func names(in folder: Path) -> [Path] {
        if let known = state.withLock({ $0.names[folder] }) { return known }
        var left = state.withLock { $0.left }
        guard left > 0 else { return [] }
        // A missing folder contains no template.
        let entries = try? files.entries(of: folder) { entry in
            left -= 1
            return left > 0 && entry.kind == .regular && Self.parts(of: entry.name).contains(where: Self.marks.contains)
        }
        let names = (entries ?? []).map(\.name)
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
