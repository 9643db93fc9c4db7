import SchemeModel

// The edits that rules offer. Only those that are sure: they take out what has no effect, or add what an SDK demands. A
// scheme is never renamed, since code, servers and an SDK's console may use it as it is, and an entry that has no effect is
// never made one that has, since other apps may claim what it would then claim.
//
// Only where the text of the file is exactly what a rule checked: XML whose element is `<string>`, the text without an entity
// or CDATA, and `</string>`, in an encoding that writes these as ASCII does, and outside of files that a preprocessor
// changes. Never in a product: an edit breaks its signature, and a member of an archive is not a file.
extension Manifest {
    private var isEditable: Bool {
        format == .xml && !isBuilt && !irregularities.contains { $0.kind == .conditional }
    }

    /// Whether `located` is written plainly, so that it is the same in every outcome of the file.
    func isPlain(_ located: Located<String>) -> Bool { isPlain(located.span, located.value) }

    /// Whether one of the declared schemes is plainly `scheme`, whatever its case.
    func declaresPlainly(_ scheme: String) -> Bool {
        let key = SchemeKey(scheme)
        return declarations.contains { $0.scheme.isWritten && $0.scheme.key == key }
    }

    /// The edit that takes `declared` out of the URL type `type`; none where that is not sure, as where a build made its text,
    /// or where nothing else in the URL type would be left.
    func removal(of declared: DeclaredScheme, in type: URLType, knowledge: Knowledge) -> [Finding.Edit] {
        let leavesOthers = type.schemes.contains { other in
            guard other.index != declared.index, other.isWritten, other.key != nil else { return false }
            return PlaceholderUse(other.raw, in: self, knowledge: knowledge) == nil
        }
        return leavesOthers && declared.isWritten ? removal(of: declared.raw, at: declared.span) : []
    }

    /// Whether the element at `span` is written as `<string>text</string>`, byte for byte.
    private func isPlain(_ span: ValueSpan, _ text: String) -> Bool {
        guard isEditable, span.making == .written else { return false }
        let (tag, end) = ("<string>".utf8.count, "</string>".utf8.count)
        guard let inner = span.text else {
            return text.isEmpty
                && ["<string/>".utf8.count, "<string />".utf8.count, tag + end].contains(span.element.byteLength)
        }
        return inner.byteLength == text.utf8.count && inner.byteOffset == span.element.byteOffset + tag
            && span.element.byteLength == tag + inner.byteLength + end
    }

    /// The edit that puts `replacement` in the place of `text`, which is written at `span`; none where that is not sure.
    func replacement(of text: String, at span: ValueSpan, by replacement: String) -> [Finding.Edit] {
        guard isPlain(span, text) else { return [] }
        return [Finding.Edit(place: place(keyPath: span.keyPath, range: span.text), replacement: replacement)]
    }

    /// The edit that takes out the element at `span`, which holds `text`; none where that is not sure.
    func removal(of text: String, at span: ValueSpan) -> [Finding.Edit] {
        guard isPlain(span, text) else { return [] }
        return [Finding.Edit(place: place(keyPath: span.keyPath, range: span.element), replacement: "")]
    }

    /// The app's identifier as a text of the file would have it: as it stands there, or the setting that a build makes it
    /// from; `nil` where that is not sure.
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

    /// The edit that adds a URL type for `scheme` after the last one; none where that is not sure, or there is none.
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

    /// The edit that adds `schemes` after the last scheme that is queried; none where that is not sure, or there is none.
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
    /// Whether it says the same in every outcome of its file: no build replaces a part of it.
    var isWritten: Bool {
        span.making == .written && (resolved.map { ByteString($0) == ByteString(raw) } ?? false)
    }
}

/// How lines of a manifest begin, as far as its last URL type tells by the places of its schemes: a level of one byte is a tab,
/// as Xcode writes it, and one of more bytes is blanks.
private struct Indentation {
    private let blank: String
    private let step: Int
    private let lineEnd: String

    /// - Parameters:
    ///   - type: where the URL type begins.
    ///   - scheme: where its last scheme begins, two levels deeper.
    init(ofURLTypeAt type: TextPosition, schemeAt scheme: TextPosition) {
        lineEnd = type.line == scheme.line ? "" : "\n"
        step = type.line == scheme.line ? 0 : max(0, (scheme.column - type.column) / 2)
        blank = step == 1 ? "\t" : " "
    }

    /// The beginning of a new line that many levels deeper than an element at `column`; nothing where all stands in one
    /// line, and no blanks where elements do not begin their lines.
    func line(from column: Int, deeper levels: Int = 0) -> String {
        lineEnd + (step == 0 ? "" : String(repeating: blank, count: column - 1 + levels * step))
    }
}
