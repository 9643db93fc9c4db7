package import SchemeModel
import SchemeYAML

/// Reads the universal links in an `apple-app-site-association` file.
///
/// - Source: Apple, Bundle Resources: applinks (seen 2026-11-24); Supporting associated domains: JSON, at most 128 KiB.
package struct AssociationFileReader: Sendable {
    /// A number that changes whenever the same bytes give another result.
    package static let version = 10

    private let limits: Limits

    package init(limits: Limits = .standard) { self.limits = limits }

    /// What a file says.
    package struct Reading: Hashable, Sendable {
        /// The file; `nil` if it couldn't be read at all.
        package var file: AssociationFile?
        /// Invalid parts, ordered by place.
        package var irregularities: [InputIrregularity] = []
        /// Limits that the file exceeds.
        package var problems: [Problem] = []
    }

    /// Whether a file of this name is an association file.
    package static func isAssociationFile(_ name: Path) -> Bool {
        name == "apple-app-site-association" || name == "apple-app-site-association.json"
    }

    /// Returns the host that the path of a file names: the nearest folder, except for ``AssociationFile/innerFolders``, has
    /// the name of a host.
    ///
    /// Returns `nil` for files of tests and samples, which no host serves.
    package static func host(ofPath path: Path) -> String? {
        guard !path.isTestCode, !path.isSampleCode else { return nil }
        var folder = path.directory
        while AssociationFile.innerFolders.contains(folder.lastComponent) { folder = folder.directory }
        let name = folder.lastComponent.display
        return name.isHostName ? name.asciiLowercased : nil
    }

    /// Whether `bytes` seem to be an association file, so that a file of any name is one.
    package static func describesAssociation(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= Limits.standard.associationBytes,
            let document = try? JSONReader.read(bytes)
        else { return false }
        return document.root["applinks"] != nil
    }

    /// Reads the file in `bytes`.
    ///
    /// - Parameter hosts: The hosts that serve the file; empty if unknown.
    package func read(_ bytes: [UInt8], origin: Place, hosts: [String]) -> Reading {
        do throws(Fault) {
            return read(json: try json(in: bytes), origin: origin, hosts: hosts)
        } catch {
            var reading = Reading()
            reading.irregularities = [error.irregularity(of: origin)]
            return reading
        }
    }

    /// A reason why there is no JSON to read.
    private struct Fault: Error {
        var kind = Irregularity.Kind.malformedAssociation
        var subject: String?
        var cause: String
        var hint: String
        var range = SourceRange(byteOffset: 0, byteLength: 0)

        func irregularity(of origin: Place) -> InputIrregularity {
            let span = ValueSpan(keyPath: "", element: range)
            let found = Irregularity(kind, span: span, subject: subject, expected: hint, cause: cause)
            return InputIrregularity(found, of: origin)
        }
    }

    /// Returns the JSON in `bytes` at its place: everything around it is blank.
    private func json(in bytes: [UInt8]) throws(Fault) -> [UInt8] {
        let isText = bytes.starts(with: "-----BEGIN ".utf8)
        guard isText || SignedMessage.begins(bytes) else {
            try checkSize(bytes.count)
            return bytes
        }
        let unsigned = "serve the JSON without a signature, which systems since iOS 9 do not need"
        func unread(_ form: String) -> Fault {
            let cause = "the file is signed \(form), and was not read"
            return Fault(kind: .unreadAssociation, subject: "signature", cause: cause, hint: unsigned)
        }
        func malformed(_ cause: String, at offset: Int) -> Fault {
            let range = SourceRange(byteOffset: offset, byteLength: bytes.count - offset)
            return Fault(cause: cause, hint: "sign the file again, or \(unsigned)", range: range)
        }
        guard !isText else { throw unread("in PEM format") }
        let content: [Range<Int>]
        do throws(SignedMessage.Fault) {
            content = try SignedMessage(bytes).content
        } catch {
            switch error {
            case .truncated(let offset):
                let end = "it ends within the element at byte \(offset.grouped)"
                throw malformed("the signed file is truncated: \(end)", at: offset)
            case .malformed(let offset):
                let found = "unexpected data at byte \(offset.grouped)"
                throw malformed("the file is not a valid signed message: \(found)", at: offset)
            case .isDetached: throw malformed("the file contains a signature, but not the signed JSON", at: 0)
            }
        }
        guard content.count <= 1 else { throw unread("in several parts") }
        let range = content.first ?? 0..<0
        try checkSize(range.count)
        return bytes.enumerated().map { offset, byte in
            range.contains(offset) || byte == 0x0A || byte == 0x0D ? byte : 0x20
        }
    }

    private func checkSize(_ count: Int) throws(Fault) {
        guard count > limits.associationBytes else { return }
        let limit = (limits.associationBytes / 1024).grouped
        throw Fault(
            cause: "the file has \(count.grouped) bytes; Apple's systems read at most \(limit) KiB",
            hint: "combine entries with wildcards or substitution variables"
        )
    }

    private func read(json: [UInt8], origin: Place, hosts: [String]) -> Reading {
        var reading = Reading()
        do throws(YAMLError) {
            var parser = AssociationParser(origin: origin, hosts: hosts, limits: limits)
            if json.starts(with: [0xEF, 0xBB, 0xBF]) { parser.reportByteOrderMark() }
            let contents = parser.contents(of: try JSONReader.readStrictly(json, limits: limits))
            reading.irregularities = parser.irregularities
            if parser.isOverLimit {
                reading.problems = [overLimit("values", limits.associationValues, at: origin)]
            } else {
                reading.file = contents.map { AssociationFile(origin: origin, contents: $0) }
            }
        } catch {
            switch error {
            case .malformed(let cause, let range):
                let isTemplate = Self.isTemplate(json, at: range.byteOffset)
                let fault =
                    isTemplate
                    ? Fault(
                        kind: .unreadAssociation,
                        subject: "template",
                        cause: "the file is a template, or stands for a file in Git LFS, and was not read",
                        hint: "check the file that the website serves: --aasa DOMAIN=FILE"
                    )
                    : Fault(
                        cause: "the file is not valid JSON: \(cause)",
                        hint: Self.hint(for: cause),
                        range: range
                    )
                reading.irregularities = [fault.irregularity(of: origin)]
            case .overLimit(let what, let limit):
                reading.problems = [overLimit(what, limit, at: origin)]
            }
        }
        return reading
    }

    /// Whether a text that isn't JSON is a template, or stands for a file that Git LFS keeps.
    ///
    /// - Parameter offset: Where it stops being JSON. In a template, a part that a program replaces is there.
    private static func isTemplate(_ bytes: [UInt8], at offset: Int) -> Bool {
        if ["---", "version https://git-lfs"].contains(where: { bytes.starts(with: $0.utf8) }) { return true }
        // The page of an error, and a bracket too many.
        let first = bytes.drop { " \t\r\n".utf8.contains($0) }
        if first.starts(with: "<?xml".utf8) { return false }
        if first.starts(with: "{{\"".utf8), String(decoding: bytes, as: UTF8.self).contains("\":") { return false }
        let text = String(decoding: bytes.prefix(offset + 2), as: UTF8.self)
        let marks = [("{{", "}}"), ("{%", "%}"), ("{#", "#}"), ("<%", "%>"), ("<?", "?>"), ("${", "}")]
        return marks.contains { start, end in
            let parts = text.split(separator: start, omittingEmptySubsequences: false)
            return parts.count > 1 && parts.last?.contains(end) == false
        }
    }

    /// Returns what to do about a mistake in the JSON.
    private static func hint(for cause: String) -> String {
        switch cause {
        case JSONReader.trailingComma: "remove the comma"
        case JSONReader.comment: "remove the comment"
        default: "correct the JSON"
        }
    }

    private func overLimit(_ what: String, _ limit: Int, at origin: Place) -> Problem {
        Problem(
            code: .overLimit,
            message: "the association file has more than \(limit.grouped) \(what) and was not read",
            hint: "shorten the file, or skip it with --exclude",
            place: origin
        )
    }
}
