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

    /// The path of the input of `place`, relative where it lies below the current folder. A member of an archive follows
    /// after a `/`. Not yet escaped.
    ///
    /// Standard input is `<stdin>`, after the name of its source where the call gave one.
    ///
    /// A name that begins with neither a letter, a digit, `.`, `_`, `~` nor `/` gets `./` before it: it then begins no
    /// command of a build service, and can be pasted where `-rf` could not.
    package func text(for place: Place) -> String {
        if place.path == "-", let name = place.source.map({ streams[$0] }) ?? Source.standardInputName { return name }
        var path = place.path
        if let source = place.source, let root = roots[ByteString(source)] {
            path = root.appending(path)
            if let below = path.relative(to: folder) { path = below.bytes.isEmpty ? "." : below }
        }
        if let member = place.member { path = Path(bytes: path.bytes + [Path.separator] + member.bytes) }
        let text = path.display
        guard let first = text.unicodeScalars.first else { return "." }
        let isTame = first.properties.isAlphabetic || "0123456789._~/".unicodeScalars.contains(first)
        return isTame ? text : "./" + text
    }

    /// The path with line and column: `Wallet/Info.plist:17:21`. Not yet escaped.
    package func position(of place: Place) -> String {
        guard let start = place.range?.lines?.start else { return text(for: place) }
        return "\(text(for: place)):\(start.line):\(start.column)"
    }
}
