import SchemeModel

/// The values of a Tuist manifest that are not read, as one irregularity.
struct UnreadTuistValues {
    /// The target that is being read.
    var target: (name: String, type: ProductType)?
    private var values: [Value] = []
    /// Where what was added is, for each target.
    private var places: Set<Location> = []

    private struct Location: Hashable {
        var what: String?
        var offset: Int
        var target: ByteString?
    }

    private struct Value {
        var what: String
        var range: SourceRange
    }

    /// Targets that are not read, with their names where these are written.
    private var lost: [(name: String?, range: SourceRange)] = []

    var isEmpty: Bool { places.isEmpty }
    /// How often a value or target was added, including repeated ones.
    private(set) var additions = 0

    /// Adds the value `what`, once for each place. The values of a function have the place of its call.
    mutating func add(_ what: String, at offset: Int, _ range: SourceRange) {
        additions += 1
        let location = Location(what: what, offset: offset, target: target.map { ByteString($0.name) })
        guard places.insert(location).inserted else { return }
        guard let target else {
            values.append(Value(what: "the \(what)", range: range))
            return
        }
        switch target.type.kind {
        case .application, .appClip: break
        // The platforms of an extension are those of its app.
        case .appExtension: if what == "destinations" || what == "settings" { return }
        // No URL opens a framework or a test.
        default: return
        }
        values.append(Value(what: "the \(what) of '\(target.name)'", range: range))
    }

    /// Adds a target that is not read.
    mutating func addTarget(_ name: String?, at offset: Int, _ range: SourceRange) {
        additions += 1
        guard places.insert(Location(what: name, offset: offset, target: target.map { ByteString($0.name) })).inserted
        else {
            return
        }
        lost.append((name, range))
    }

    private static let most = 4

    /// Says why `what` isn't read.
    static func cause(of what: String) -> String { "Tuist computes \(what) when it generates the project" }

    /// The irregularity; `nil` if everything that matters is read.
    func irregularity(of file: Path, _ origin: ProjectOrigin) -> Irregularity? {
        guard let range = lost.first?.range ?? values.first?.range else { return nil }
        let names = lost.compactMap(\.name)
        var parts: [String] = []
        if names.count < lost.count {
            parts.append("targets")
        } else if !names.isEmpty {
            let list = names.map { "'\($0)'" }.inWords(atMost: Self.most)
            parts.append("the target\(names.count == 1 ? "" : "s") \(list)")
        }
        var seen: Set<ByteString> = []
        let others = values.map(\.what).filter { seen.insert(ByteString($0)).inserted }
        parts += others.prefix(Self.most)
        if others.count > Self.most { parts.append("\(others.count - Self.most) more values") }
        return Irregularity(
            .notRead,
            subject: file.lastComponent.display,
            found: "part",
            cause: Self.cause(of: parts.inWords()),
            place: origin.place(file, range)
        )
    }
}
