package import SchemeModel

/// Turns places into paths as the person would open them from the current folder.
package struct PathDisplay: Sendable {
    private let folder: Path
    private let roots: [ByteString: Path]
    /// The sources that were read from standard input, and how their one input is called.
    private let streams: [String: String]

    /// - Parameters:
    ///   - folder: the real path of the current folder.
    ///   - sources: the sources that places are relative to.
    package init(from folder: Path, sources: [Source]) {
        self.folder = folder
        roots = Dictionary(sources.map { (ByteString($0.name), $0.root) }, uniquingKeysWith: { first, _ in first })
        let streams = sources.lazy.filter { $0.kind == .standardInput }.map { source in
            (source.name, source.isNamed ? "\(source.name)/\(Source.standardInputName)" : Source.standardInputName)
        }
        self.streams = Dictionary(streams, uniquingKeysWith: { first, _ in first })
    }

    /// Where an input is, seen from the folder.
    enum Location: Hashable {
        /// A file, by its path below the folder, or by its absolute path where it lies elsewhere.
        case file(Path)
        /// Standard input, as it is called.
        case stream(String)
    }

    /// Where the input of `place` is, or the archive that the input is a member of.
    func location(of place: Place) -> Location {
        if place.path == "-", let name = place.source.map({ streams[$0] }) ?? Source.standardInputName {
            return .stream(name)
        }
        guard let source = place.source, let root = roots[ByteString(source)] else { return .file(place.path) }
        let path = root.appending(place.path)
        guard let below = path.relative(to: folder) else { return .file(path) }
        return .file(below.bytes.isEmpty ? "." : below)
    }

    /// The path of the input of `place`, relative where it lies below the folder. A member of an archive follows after a
    /// `/`. Not yet escaped.
    ///
    /// Standard input is `<stdin>`, after the name of its source where the call gave one.
    func name(of place: Place) -> String {
        switch location(of: place) {
        case .stream(let name): return name
        case .file(let path):
            let member = place.member.map { [Path.separator] + $0.bytes } ?? []
            let whole = Path(bytes: path.bytes + member)
            return whole.bytes.isEmpty ? "." : whole.display
        }
    }

    /// The name of the input of `place` as a person would type it. Not yet escaped.
    ///
    /// A name that begins with neither a letter, a digit, `.`, `_`, `~` nor `/` gets `./` before it: it then begins no
    /// command of a build service, and can be pasted where `-rf` could not.
    package func text(for place: Place) -> String {
        let name = name(of: place)
        if case .stream = location(of: place) { return name }
        guard let first = name.unicodeScalars.first else { return "." }
        let isTame = first.properties.isAlphabetic || "0123456789._~/".unicodeScalars.contains(first)
        return isTame ? name : "./" + name
    }

    /// The path with line and column: `Wallet/Info.plist:17:21`. Not yet escaped.
    package func position(of place: Place) -> String {
        guard let start = place.range?.lines?.start else { return text(for: place) }
        return "\(text(for: place)):\(start.line):\(start.column)"
    }
}
