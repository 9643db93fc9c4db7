package import SchemeModel

/// A pattern of `--exclude` or of a configuration, matched against the paths of one source.
///
/// A pattern without `/` matches any name below the source's root. A pattern with `/` matches the path from that root
/// or from the current folder. A pattern that starts with `./` or `../` is relative to the current folder; one that
/// starts with `/` is relative to the source's root or to the root of the file system. In a configuration, a pattern
/// with `/` is relative to the configuration's folder only.
package struct Exclusion: Sendable {
    private let pattern: Path
    private let root: Path
    /// Matched against paths from the source's root.
    private let inSource: Glob?
    /// Matched against absolute paths without the leading `/`.
    private let absolute: Glob?
    /// Matched against paths from a configuration's folder; `relativePath` leads from there to the source's root.
    private let configured: (pattern: Glob, relativePath: Path)?
    private let usage: OptionUsage

    /// Returns the pattern of an option `--exclude`, whose folders may be links.
    ///
    /// - Parameters:
    ///   - root: The root of the source.
    ///   - usage: Records whether the pattern excludes something.
    package static func option(_ pattern: Path, below root: Path, usage: OptionUsage, in context: Context) -> Exclusion
    {
        var trimmed = pattern.bytes[...]
        while trimmed.count > 1, trimmed.last == Path.separator { trimmed.removeLast() }
        let first = trimmed.prefix { $0 != Path.separator }
        let startsHere = first.elementsEqual([0x2E]) || first.elementsEqual([0x2E, 0x2E])
        var absolute: Glob?
        if trimmed.contains(Path.separator) || startsHere {
            let written = Path(bytes: trimmed)
            let whole = written.isAbsolute ? written : Glob.escaped(context.currentDirectory).appending(written)
            absolute = Glob(resolved(whole.normalized, in: context))
        }
        return Exclusion(
            pattern: pattern,
            root: root,
            inSource: startsHere ? nil : Glob(pattern),
            absolute: absolute,
            usage: usage
        )
    }

    private init(pattern: Path, root: Path, inSource: Glob?, absolute: Glob?, usage: OptionUsage) {
        self.pattern = pattern
        self.root = root
        self.inSource = inSource
        self.absolute = absolute
        self.usage = usage
        configured = nil
    }

    /// Creates a pattern of a configuration.
    ///
    /// - Parameters:
    ///   - relativePath: The path from the configuration's folder to the source's root.
    ///   - usage: Records whether the pattern excludes something.
    package init(_ pattern: Path, configuredAt relativePath: Path, usage: OptionUsage) {
        self.pattern = pattern
        self.usage = usage
        root = Path(bytes: [])
        inSource = nil
        absolute = nil
        configured = (Glob(pattern), relativePath)
    }

    /// Whether the pattern has excluded something so far.
    package var hadEffect: Bool { usage.hadEffect(pattern) }

    /// Returns whether the pattern excludes `path`, which is relative to the source's root.
    package func matches(_ path: Path) -> Bool {
        guard isMatched(by: path) else { return false }
        usage.didExclude(pattern)
        return true
    }

    private func isMatched(by path: Path) -> Bool {
        if let configured { return configured.pattern.matches(configured.relativePath.appending(path)) }
        if let inSource, inSource.matches(path) { return true }
        guard let absolute else { return false }
        return absolute.matches(Path(bytes: root.appending(path).bytes.dropFirst()))
    }

    /// Returns the pattern with the folders before the first wildcard replaced by their real path.
    private static func resolved(_ pattern: Path, in context: Context) -> Path {
        var literal: Path = "/"
        var rest = pattern.components[...]
        // The last component stays: if it is a link, the pattern means the link.
        while rest.count > 1, let component = rest.first, let name = Glob.literal(component) {
            literal = literal.appending(name)
            rest.removeFirst()
        }
        let real: Path
        do throws(FileError) {
            real = try context.files.realPath(of: literal)
        } catch {
            // Nothing below a folder that doesn't exist or can't be entered is read, so there is nothing to exclude.
            return pattern
        }
        return rest.reduce(Glob.escaped(real)) { $0.appending(Path(bytes: $1)) }
    }
}

extension SourcePlan {
    /// Returns the patterns to skip: those of `--exclude`, and those of the configuration.
    func exclusions(_ patterns: [Path], usage: OptionUsage, in context: Context) -> [Exclusion] {
        // Unused patterns of a configuration are not reported.
        let unreported = OptionUsage()
        return patterns.map { Exclusion.option($0, below: source.root, usage: usage, in: context) }
            + exclusions.patterns.map {
                Exclusion($0, configuredAt: exclusions.relativePath, usage: unreported)
            }
    }
}
