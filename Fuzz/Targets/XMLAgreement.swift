import Foundation
package import SchemeManifests
import SchemeModel

/// A comparison of our reader and Foundation's for an XML property list.
package enum XMLAgreement: Hashable {
    /// Both return the same value, or both reject it.
    case same
    /// We deliberately reject what Foundation accepts.
    case stricter(Strictness)
    /// We deliberately accept what Foundation rejects.
    case laxer(Laxness)
    /// Foundation was not called, since it might crash.
    case notAsked
    /// An unexplained difference.
    case different(String)

    /// The reasons why our reader rejects what Foundation accepts.
    package enum Strictness: String, CaseIterable, Sendable {
        case limits = "it is beyond a limit of ours"
        case keyAmongValues = "Foundation takes a key that stands among values for a string"
        case plistAmongValues = "Foundation reads property lists inside property lists, until they end its process"
        case openTag = "Foundation takes `<a <b>` for one tag, whose end somebody forgot"
        case notUTF8 = "Foundation puts U+FFFD in place of some bytes that are no text, so that two texts become one"
        case date = "Foundation reads dates of no year"
        case control = "Foundation skips control characters before the digits of a number"
        case reference = "Foundation takes a reference without a number for U+0000"
        case utf32 = "UTF-32, which no manifest is in"
        case encoding = "an encoding that only Foundation's converters know"
    }

    /// The reasons why our reader accepts what Foundation rejects.
    package enum Laxness: String, CaseIterable, Sendable {
        case directives = "lines of the preprocessor, which a build takes out before"
        case utf16 = "UTF-16 without a byte order mark, whose first character Foundation skips"
        case emptyComment = "an empty comment before the first element, whose end Foundation misses"
    }

    /// Compares `result`, which our reader returned for `bytes`, with Foundation's result.
    package init(_ bytes: [UInt8], _ result: Result<PropertyDocument, PropertyListError>) {
        guard FoundationValue.isSafe(bytes), PropertyFormat.sniff(bytes) == .xml else {
            self = .notAsked
            return
        }
        var theirs = FoundationValue.read(bytes)
        // After failing as XML, `<61 62>` is parsed as data in the OpenStep format.
        if let format = theirs?.format, format != .xml { theirs = nil }
        switch (result, theirs) {
        case (.success(let document), let (root, _)?):
            self = FoundationValue.agrees(document.root, root) ? .same : .different("Foundation reads other values")
        case (.success(let document), nil):
            self = Self.laxness(document, bytes).map { .laxer($0) } ?? .different("Foundation refuses what is read")
        case (.failure, nil):
            self = .same
        case (.failure(let failure), _?):
            self = Self.strictness(failure, bytes).map { .stricter($0) } ?? .different("Foundation reads: \(failure)")
        }
    }

    private static func strictness(_ failure: PropertyListError, _ bytes: [UInt8]) -> Strictness? {
        guard case .malformed(let irregularity) = failure, let cause = irregularity.cause else { return .limits }
        if cause.hasPrefix("found `<key>` ") { return .keyAmongValues }
        if cause.hasPrefix("`<plist>` is nested inside") { return .plistAmongValues }
        if cause.hasPrefix("the tag `"), cause.hasSuffix("is not closed with `>`") { return .openTag }
        if cause.hasPrefix("unresolved merge conflict") { return .openTag }
        if cause.hasPrefix("the byte 0x") { return .notUTF8 }
        if cause.hasPrefix("`<date>` contains") { return .date }
        if cause.hasPrefix("`<integer>` contains") || cause.hasPrefix("`<real>` contains"),
            bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) })
        {
            return .control
        }
        if cause == "`&#;` is not a character" || cause == "`&#x;` is not a character" { return .reference }
        if cause.contains("UTF-32") { return .utf32 }
        if cause.hasPrefix("the encoding `") { return .encoding }
        return nil
    }

    private static func laxness(_ document: PropertyDocument, _ bytes: [UInt8]) -> Laxness? {
        if document.irregularities.contains(where: { $0.kind == .conditional }) { return .directives }
        // Foundation would read the value if the text were written in another way.
        func isRead(_ bytes: [UInt8]?) -> Bool {
            guard let bytes, let (root, _) = FoundationValue.read(bytes) else { return false }
            return FoundationValue.agrees(document.root, root)
        }
        if isRead(bytes.markedUTF16) { return .utf16 }
        let text = String(decoding: bytes, as: UTF8.self)
        let start = text.firstRange(of: #/<[a-z]/#)?.lowerBound ?? text.endIndex
        let spaced = text[..<start].replacing("<!---->", with: "<!-- -->") + text[start...]
        return isRead(Array(spaced.utf8)) ? .emptyComment : nil
    }
}

extension [UInt8] {
    /// The text with a byte order mark, if it is UTF-16 without one: a zero next to its first character shows it.
    ///
    /// Foundation skips the first character of such a text, as if it were the mark.
    ///
    /// - Source: swift-corelibs-foundation, CFPropertyList.c, encodingForXMLData.
    fileprivate var markedUTF16: [UInt8]? {
        guard count >= 2, (self[0] == 0) != (self[1] == 0) else { return nil }
        return (self[0] == 0 ? [0xFE, 0xFF] : [0xFF, 0xFE]) + self
    }
}

/// A comparison of OpenStep property lists with Foundation.
enum OpenStepAgreement {
    /// Checks that Foundation also reads `root` from `bytes`.
    ///
    /// - Throws: ``Violation`` if it doesn't.
    static func check(_ root: PropertyNode, _ bytes: [UInt8]) throws {
        // Foundation rejects a file with one invalid byte, even in a comment.
        let isText = bytes.starts(with: [0xFE, 0xFF]) || String(validating: bytes, as: UTF8.self) != nil
        guard isText, FoundationValue.isSafe(bytes) else { return }
        guard let (theirs, _) = FoundationValue.read(bytes.markedUTF16 ?? bytes) else {
            throw Violation("Foundation refuses what is read")
        }
        try require(FoundationValue.agrees(root, theirs), "Foundation reads other values")
    }
}
