import SchemeModel

// Safe edits for rules to offer: they remove what has no effect, or add what an SDK needs. A scheme is never renamed,
// since code, servers and an SDK's console may use it. An ineffective entry is never made effective, since other apps
// may already claim the resulting scheme.
//
// The file's content must be exactly what a rule checked: XML with a `<string>` element, text without entities or
// CDATA, and `</string>`, in an ASCII-compatible encoding, and not preprocessed. Products are never edited: an edit
// breaks the signature, and an archive member is not a file.
extension Manifest {
    private var isEditable: Bool {
        format == .xml && !isBuilt && !irregularities.contains { $0.kind == .conditional }
    }

    /// Whether `located` is written literally, so that it is the same in every outcome of the file.
    func isPlain(_ located: Located<String>) -> Bool { isPlain(located.span, located.value) }

    /// Whether one of the declared schemes is literally `scheme`, ignoring case.
    func declaresPlainly(_ scheme: String) -> Bool {
        let key = SchemeKey(scheme)
        return declarations.contains { $0.scheme.isWritten && $0.scheme.key == key }
    }

    /// Returns the edit that removes `declared` from the URL type `type`; none if this is not safe, for example because
    /// a build computes the text, or the URL type would become empty.
    func removal(of declared: DeclaredScheme, in type: URLType, knowledge: Knowledge) -> [Finding.Edit] {
        let leavesOthers = type.schemes.contains { other in
            guard other.index != declared.index, other.isWritten, other.key != nil else { return false }
            return PlaceholderUse(other.raw, in: self, knowledge: knowledge) == nil
        }
        return leavesOthers && declared.isWritten ? removal(of: declared.raw, at: declared.span) : []
    }

    /// Whether the element at `span` is exactly `<string>text</string>`.
    private func isPlain(_ span: ValueSpan, _ text: String) -> Bool {
        guard isEditable, span.origin == .literal else { return false }
        let (tag, end) = ("<string>".utf8.count, "</string>".utf8.count)
        guard let inner = span.text else {
            return text.isEmpty
                && ["<string/>".utf8.count, "<string />".utf8.count, tag + end].contains(span.element.byteLength)
        }
        return inner.byteLength == text.utf8.count && inner.byteOffset == span.element.byteOffset + tag
            && span.element.byteLength == tag + inner.byteLength + end
    }

    /// Returns the edit that replaces `text` at `span` with `replacement`; none if this is not safe.
    func replacement(of text: String, at span: ValueSpan, by replacement: String) -> [Finding.Edit] {
        guard isPlain(span, text) else { return [] }
        return [Finding.Edit(place: place(keyPath: span.keyPath, range: span.text), replacement: replacement)]
    }

    /// Returns the edit that removes the element at `span` with `text`; none if this is not safe.
    func removal(of text: String, at span: ValueSpan) -> [Finding.Edit] {
        guard isPlain(span, text) else { return [] }
        return [Finding.Edit(place: place(keyPath: span.keyPath, range: span.element), replacement: "")]
    }

    /// The app's identifier for use in the file: as it is written there, or the build setting for it; `nil` if unknown.
    var writtenIdentifier: String? {
        guard let identifier = bundleIdentifier else { return nil }
        guard isPlain(identifier) else { return outcome.project == nil ? nil : "$(PRODUCT_BUNDLE_IDENTIFIER)" }
        return identifier.value.isEmpty || identifier.value.utf8.contains { $0 >= 0x80 } ? nil : identifier.value
    }

    private var indentation: Indentation? {
        guard let type = urlTypes.last, let outer = type.span.element.lines?.start,
            let inner = type.schemes.last?.span.element.lines?.start
        else { return nil }
        return Indentation(ofURLTypeAt: outer, schemeAt: inner)
    }

    /// Returns the edit that adds a URL type for `scheme` after the last one; none if this is not safe, or if there is
    /// no URL type.
    func addition(ofURLTypeFor scheme: String) -> [Finding.Edit] {
        guard let last = urlTypes.last, let sample = last.schemes.last, isPlain(sample.span, sample.raw),
            let column = last.span.element.lines?.start.column, let indentation
        else { return [] }
        let name = writtenIdentifier.map { [(1, "<key>CFBundleURLName</key>"), (1, "<string>\($0)</string>")] } ?? []
        let head = [(0, "<dict>"), (1, "<key>CFBundleTypeRole</key>"), (1, "<string>Editor</string>")]
        let schemes = [
            (1, "<key>CFBundleURLSchemes</key>"), (1, "<array>"), (2, "<string>\(scheme)</string>"), (1, "</array>"),
            (0, "</dict>"),
        ]
        let lines = (head + name + schemes).map { indentation.line(from: column, deeper: $0.0) + $0.1 }
        return [insertion(of: lines.joined(), after: last.span)]
    }

    /// Returns the edit that adds `schemes` after the last queried scheme; none if this is not safe, or if there is no
    /// queried scheme.
    func addition(ofQueriesFor schemes: [String]) -> [Finding.Edit] {
        guard let last = queriesSchemes.last, isPlain(last.span, last.value),
            let column = last.span.element.lines?.start.column, let indentation
        else { return [] }
        let lines = schemes.map { indentation.line(from: column) + "<string>\($0)</string>" }
        return [insertion(of: lines.joined(), after: last.span)]
    }

    private func insertion(of text: String, after span: ValueSpan) -> Finding.Edit {
        let end = span.element.lines?.end
        let range = SourceRange(
            byteOffset: span.element.byteOffset + span.element.byteLength,
            byteLength: 0,
            lines: end.map { SourceRange.Lines(start: $0, end: $0) }
        )
        return Finding.Edit(place: place(keyPath: span.keyPath, range: range), replacement: text)
    }
}

extension DeclaredScheme {
    /// Whether it is the same in every outcome of its file, without build settings.
    var isWritten: Bool {
        span.origin == .literal && (resolved.map { ByteString($0) == ByteString(raw) } ?? false)
    }
}

/// The indentation of a manifest, judging by its last URL type. One byte per level is a tab, as in Xcode, and more are
/// spaces.
private struct Indentation {
    private let blank: String
    private let step: Int
    private let lineEnd: String

    /// - Parameters:
    ///   - type: The position of the URL type.
    ///   - scheme: The position of its last scheme, two levels deeper.
    init(ofURLTypeAt type: TextPosition, schemeAt scheme: TextPosition) {
        lineEnd = type.line == scheme.line ? "" : "\n"
        step = type.line == scheme.line ? 0 : max(0, (scheme.column - type.column) / 2)
        blank = step == 1 ? "\t" : " "
    }

    /// Returns the beginning of a new line that is `levels` deeper than an element at `column`. Empty if everything is
    /// on one line, and a line break alone if elements don't begin their lines.
    func line(from column: Int, deeper levels: Int = 0) -> String {
        lineEnd + (step == 0 ? "" : String(repeating: blank, count: column - 1 + levels * step))
    }
}
