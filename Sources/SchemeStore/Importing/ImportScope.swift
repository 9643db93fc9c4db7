package import SchemeModel

/// Which inputs of a source an import replaces.
package enum ImportScope: Hashable, Sendable {
    /// All of them.
    case whole
    /// The inputs at these paths below the source's root, and those below them.
    case parts([Path])

    /// The input at this path below the source's root, and those below it.
    package static func part(_ path: Path) -> ImportScope { .parts([path]) }

    /// Whether an input at `path` is replaced.
    func contains(_ path: Path) -> Bool {
        switch self {
        case .whole: true
        case .parts(let parts): parts.contains { path.relative(to: $0) != nil }
        }
    }

    /// The same, as ``whole`` where one of the parts is the root.
    var simplified: ImportScope {
        guard case .parts(let parts) = self, parts.contains("") || parts.contains(".") else { return self }
        return .whole
    }
}

/// What an import changed.
package struct ImportResult: Hashable, Sendable {
    /// The number of the import in the registry; `nil` when nothing changed, so that nothing was written of it.
    package var importID: Int?
    /// Inputs that are new, that are not as they were, and that are gone. One that could be read and cannot any more is
    /// not as it was; one that could never be read is none of these.
    package var added = 0, changed = 0, removed = 0
    /// Inputs that are as they were.
    package var unchanged = 0
    /// Inputs and folders that exist and could not be read.
    package var unreadable = 0
    /// The claims that began and ceased, in order of scheme, app, platform.
    package var events: [HistoryEntry] = []
    /// The names of the sources that this one has absorbed, in order.
    package var absorbed: [String] = []
    /// How much the source holds, where it was new; else ``Registry/counts(of:)`` counts it.
    package var counts: RegistryCounts?
}
