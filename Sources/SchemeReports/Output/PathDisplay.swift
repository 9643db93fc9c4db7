package import SchemeModel

/// Converts places to paths that the user can open from the current folder.
package struct PathDisplay: Sendable {
    private let folder: Path
    private let roots: [ByteString: Path]
    /// The sources that were read from standard input, with the display names of their input.
    private let streams: [String: String]
    /// Whether all paths are absolute.
    package var areAbsolute = false

    /// - Parameters:
    ///   - folder: The real path of the current folder.
    ///   - sources: The sources that places are relative to.
    package init(from folder: Path, sources: [Source]) {
        self.folder = folder
        roots = Dictionary(sources.map { (ByteString($0.name), $0.root) }, uniquingKeysWith: { first, _ in first })
        let streams = sources.lazy.filter { $0.kind == .standardInput }.map { source in
            (source.name, source.isNamed ? "\(source.name)/\(Source.standardInputName)" : Source.standardInputName)
        }
        self.streams = Dictionary(streams, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the places are from more than one source.
    var hasManySources: Bool { roots.count > 1 }

    /// The location of an input, relative to the folder.
    enum Location: Hashable {
        /// A file: its path below the folder, or its absolute path if it is elsewhere or all paths are absolute.
        case file(Path)
        /// Standard input, with its display name.
        case stream(String)
    }

    /// Returns the location of the input of `place`, or of the archive that contains it.
    func location(of place: Place) -> Location {
        if place.path == "-", let name = place.source.map({ streams[$0] }) ?? Source.standardInputName {
            return .stream(name)
        }
        guard let source = place.source, let root = roots[ByteString(source)] else { return .file(place.path) }
        let path = root.appending(place.path)
        guard !areAbsolute, let below = path.relative(to: folder) else { return .file(path) }
        return .file(below.bytes.isEmpty ? "." : below)
    }

    /// Returns the unescaped path of the input of `place`, relative if it is below the folder.
    ///
    /// The path of a member of an archive follows after a `/`.
    ///
    /// Standard input is `<stdin>`, preceded by the source's name if the user gave one.
    func name(of place: Place) -> String {
        switch location(of: place) {
        case .stream(let name): return name
        case .file(let path):
            let member = place.member.map { [Path.separator] + $0.bytes } ?? []
            let whole = Path(bytes: path.bytes + member)
            return whole.bytes.isEmpty ? "." : whole.display
        }
    }

    /// Returns the unescaped name of the input of `place`, safe to paste into a command line.
    ///
    /// A name gets the prefix `./` unless it begins with a letter, a digit, `.`, `_`, `~` or `/`. It then can't be a
    /// command of a build service or an option such as `-rf`.
    package func text(for place: Place) -> String {
        let name = name(of: place)
        if case .stream = location(of: place) { return name }
        guard let first = name.unicodeScalars.first else { return "." }
        let isTame = first.properties.isAlphabetic || "0123456789._~/".unicodeScalars.contains(first)
        return isTame ? name : "./" + name
    }

    /// Returns the unescaped name of a source: the given one, or the path of its root.
    func name(of source: Source) -> String {
        guard !source.isNamed, source.kind != .standardInput, let below = source.root.relative(to: folder) else {
            return source.name
        }
        return below.bytes.isEmpty ? source.root.lastComponent.display : below.display
    }

    /// Returns the unescaped path with line and column: `Wallet/Info.plist:17:21`.
    package func position(of place: Place) -> String {
        guard let start = place.range?.lines?.start else { return text(for: place) }
        return "\(text(for: place)):\(start.line):\(start.column)"
    }
}
