import SchemeModel

extension PreparedStatement {
    // An invalid place can only come from damage. This place never matches the checksum.
    private static let nowhere = ValueSpan(keyPath: "", element: SourceRange(byteOffset: -1, byteLength: -1))

    func place(_ column: CInt) -> ValueSpan? {
        isNull(column) ? nil : withBytes(column) { PlaceText.span($0) } ?? Self.nowhere
    }

    private func range(_ column: CInt) -> SourceRange? {
        isNull(column) ? nil : withBytes(column) { PlaceText.range($0) } ?? Self.nowhere.element
    }

    func located(_ value: CInt, place column: CInt) -> Located<String>? {
        optionalText(value).map { Located($0, place(column) ?? Self.nowhere) }
    }

    /// Returns the place in the columns of ``StoredColumns/span``, starting at `column`.
    func span(_ column: CInt) -> ValueSpan {
        var focus = SourceRange(byteOffset: int(column + 7), byteLength: int(column + 8))
        if !isNull(column + 1) {
            focus.lines = SourceRange.Lines(start: position(column + 1), end: position(column + 4))
        }
        let keyPath = text(column)
        return withBytes(column + 9) { PlaceText.span($0, keyPath: keyPath, focus: focus) } ?? Self.nowhere
    }

    private func position(_ column: CInt) -> TextPosition {
        TextPosition(line: int(column), column: int(column + 1), columnUTF16: int(column + 2))
    }

    func urlType() -> URLType {
        var type = URLType(index: int(2), span: span(10))
        type.role = located(3, place: 4)
        type.identifier = located(5, place: 6)
        type.icon = located(7, place: 8)
        type.schemesSpan = place(9)
        return type
    }

    func declaredScheme() -> DeclaredScheme {
        DeclaredScheme(
            index: int(3),
            raw: text(4),
            resolved: optionalText(5),
            span: span(8),
            isConditional: bool(7)
        ).with(state: DeclaredScheme.State(rawValue: text(6)))
    }

    func place() -> Place {
        Place(
            source: optionalText(4),
            path: path(5),
            member: optionalPath(6),
            keyPath: optionalText(7),
            range: range(8)
        )
    }

    func companion(in source: String) -> Manifest.Companion {
        let (kind, path) = (Manifest.Companion.Kind(name: text(2)), path(4))
        let place = Place(
            source: path.isAbsolute ? nil : source,
            path: path,
            member: optionalPath(5),
            keyPath: kind.key,
            range: range(6)
        )
        return Manifest.Companion(kind, value: text(3), place: place)
    }

    func rootKey() -> Manifest.RootKey {
        let value = PropertyText.value(kind: text(3), text: text(4)) ?? .other("damaged")
        return Manifest.RootKey(name: text(2), value: Located(value, span(5)))
    }

    /// Returns the irregularity in the columns of ``StoredColumns/irregularity``.
    func irregularity(in source: String) -> Irregularity {
        // An unknown kind comes from damage, because newer registries were rejected before. The first one is of old registries.
        let kind = text(2) == "signed-association" ? .unreadAssociation : Irregularity.Kind(rawValue: text(2))
        return Irregularity(
            kind ?? .malformed,
            span: span(10),
            subject: optionalText(3),
            expected: optionalText(4),
            found: optionalText(5),
            cause: optionalText(6),
            related: range(7),
            place: optionalPath(8).map { Place(source: $0.isAbsolute ? nil : source, path: $0, range: range(9)) }
        )
    }
}

extension DeclaredScheme {
    /// Returns a copy with the stored state. The state that follows from the text is the same, unless a grammar rule
    /// has changed since.
    func with(state: State?) -> DeclaredScheme {
        var copy = self
        if let state { copy.state = state }
        return copy
    }
}
