package import SchemeModel

/// A pattern of `--exclude` or of a configuration, held against the paths of one source.
///
/// One without `/` is held against each name below the source's root. One with `/` is held against the path from that
/// root, and against the path from the working directory, since people write what they see from there. One that begins
/// with `./` or `../` is meant from the working directory, and one that begins with `/` from either root: that of the
/// source or that of the file system. A pattern of a configuration with `/` is meant from the folder of that alone.
package struct Exclusion: Sendable {
    private let pattern: Path
    private let root: Path
    /// Held against paths from the source's root.
    private let inSource: Glob?
    /// Held against absolute paths, without their first `/`.
    private let absolute: Glob?
    /// Held against paths from the folder of a configuration, to which this is the way to the source's root.
    private let configured: (pattern: Glob, way: Path)?
    private let effects: OptionEffects

    /// - Parameters:
    ///   - root: the root of the source.
    ///   - effects: is told when the pattern leaves something out.
    package init(_ pattern: Path, below root: Path, effects: OptionEffects, in context: Context) {
        self.pattern = pattern
        self.root = root
        self.effects = effects
        configured = nil
        var trimmed = pattern.bytes[...]
        while trimmed.count > 1, trimmed.last == Path.separator { trimmed.removeLast() }
        let first = trimmed.prefix { $0 != Path.separator }
        let startsHere = first.elementsEqual([0x2E]) || first.elementsEqual([0x2E, 0x2E])
        inSource = startsHere ? nil : Glob(pattern)
        guard trimmed.contains(Path.separator) || startsHere else {
            absolute = nil
            return
        }
        let written = Path(bytes: trimmed)
        let whole = written.isAbsolute ? written : Glob.escaped(context.currentDirectory).appending(written)
        absolute = Glob(Exclusion.resolved(whole.normalized, in: context))
    }

    /// A pattern of a configuration.
    ///
    /// - Parameters:
    ///   - way: the way from the configuration's folder to the source's root.
    ///   - effects: is told when the pattern leaves something out.
    package init(_ pattern: Path, configuredAt way: Path, effects: OptionEffects) {
        self.pattern = pattern
        self.effects = effects
        root = Path(bytes: [])
        inSource = nil
        absolute = nil
        configured = (Glob(pattern), way)
    }

    /// Whether the pattern left out something so far.
    package var hadEffect: Bool { effects.hadEffect(pattern) }

    /// Whether the pattern leaves out `path`, which is relative to the source's root.
    package func matches(_ path: Path) -> Bool {
        guard isMatched(by: path) else { return false }
        effects.didExclude(pattern)
        return true
    }

    private func isMatched(by path: Path) -> Bool {
        if let configured { return configured.pattern.matches(configured.way.appending(path)) }
        if let inSource, inSource.matches(path) { return true }
        guard let absolute else { return false }
        return absolute.matches(Path(bytes: root.appending(path).bytes.dropFirst()))
    }

    /// The pattern with the folders before the first special character by their real path, as sources have it.
    private static func resolved(_ pattern: Path, in context: Context) -> Path {
        var literal: Path = "/"
        var rest = pattern.components[...]
        // Not the last component: where that is a link, the pattern names the link.
        while rest.count > 1, let component = rest.first, let name = Glob.literal(component) {
            literal = literal.appending(name)
            rest.removeFirst()
        }
        guard let real = try? context.files.realPath(of: literal) else { return pattern }
        return rest.reduce(Glob.escaped(real)) { $0.appending(Path(bytes: $1)) }
    }
}
