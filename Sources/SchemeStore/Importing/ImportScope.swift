package import SchemeModel

/// The inputs of a source that an import replaces.
package enum ImportScope: Hashable, Sendable {
    /// All inputs.
    case whole
    /// The inputs at these paths, relative to the source's root, and all inputs inside them.
    case parts([Path])

    /// Returns the scope of the input at this path, relative to the source's root, and all inputs inside it.
    package static func part(_ path: Path) -> ImportScope { .parts([path]) }

    /// Returns whether the import replaces an input at `path`.
    func contains(_ path: Path) -> Bool {
        switch self {
        case .whole: true
        case .parts(let parts): parts.contains { path.relative(to: $0) != nil }
        }
    }

    /// The same scope; ``whole`` if one of the parts is the root.
    var simplified: ImportScope {
        guard case .parts(let parts) = self, parts.contains("") || parts.contains(".") else { return self }
        return .whole
    }
}
