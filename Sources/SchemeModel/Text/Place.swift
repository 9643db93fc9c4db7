extension Located<String> {
    /// Whether the text is known, so no build still has to replace a part of it.
    package var isKnown: Bool { span.origin != .unknown && VariableReference.first(in: value) == nil }
}

/// A place that the user can open: an input, optionally a member of it, and a range.
public struct Place: Hashable, Sendable, Codable {
    /// The name of the source that the input belongs to; `nil` for a path outside any source.
    public var source: String?
    /// The path of the input, relative to the source's root.
    public var path: Path
    /// The path inside the input, for a member of an archive.
    public var member: Path?
    /// The key path of a value in a property list; `nil` if the place is not a value.
    public var keyPath: String?
    /// The range; `nil` for the input as a whole.
    public var range: SourceRange?

    package init(
        source: String? = nil,
        path: Path,
        member: Path? = nil,
        keyPath: String? = nil,
        range: SourceRange? = nil
    ) {
        self.source = source
        self.path = path
        self.member = member
        self.keyPath = keyPath
        self.range = range
    }
}

// Texts are compared by their bytes, so sources whose names are only canonically equivalent are different.
extension Place {
    public static func == (left: Place, right: Place) -> Bool {
        left.path == right.path && left.range == right.range && left.member == right.member
            && left.source.map(ByteString.init) == right.source.map(ByteString.init)
            && left.keyPath.map(ByteString.init) == right.keyPath.map(ByteString.init)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(range)
        hasher.combine(member)
        hasher.combine(source.map(ByteString.init))
        hasher.combine(keyPath.map(ByteString.init))
    }
}

extension Place: Comparable {
    /// Orders places by source, path, member and start of the range; places without a range come first.
    public static func < (left: Place, right: Place) -> Bool {
        let sources = (ByteString(left.source ?? ""), ByteString(right.source ?? ""))
        if sources.0 != sources.1 { return sources.0 < sources.1 }
        if left.path != right.path { return left.path < right.path }
        if left.member != right.member { return (left.member ?? "") < (right.member ?? "") }
        let (from, to) = (left.range?.byteOffset ?? -1, right.range?.byteOffset ?? -1)
        if from != to { return from < to }
        return ByteString(left.keyPath ?? "") < ByteString(right.keyPath ?? "")
    }
}
