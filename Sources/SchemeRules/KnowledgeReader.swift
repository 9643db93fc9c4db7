package import SchemeModel

/// Reads the tables of the knowledge.
///
/// A table is lines of text: comments that begin with `#`, one line that names the columns, then one row a line with
/// its fields between tabs. `-` stands for a field without a value.
struct KnowledgeReader {
    /// The rows that could not be read, in order; they are left out.
    private(set) var badRows: [BadRow] = []

    /// A row that could not be read.
    struct BadRow: Error, Hashable {
        /// The table's name.
        var table: String
        /// The 1-based line.
        var line: Int
        /// What is wrong with it.
        var reason: String
    }

    /// The known schemes of `table`, in order.
    mutating func knownSchemes(_ table: String) -> [KnownScheme] {
        let columns = ["scheme", "category", "owner", "platforms", "confidence", "source"]
        return rows(of: table, "known-schemes.tsv", columns) { fields throws(Complaint) in
            KnownScheme(
                scheme: try Self.scheme(fields[0]),
                category: try Self.value(KnownScheme.Category(rawValue: fields[1]), "category", fields[1]),
                owner: fields[2] == "-" ? "" : fields[2],
                platforms: try Self.platforms(fields[3]),
                confidence: try Self.value(KnownScheme.Confidence(rawValue: fields[4]), "confidence", fields[4]),
                source: fields[5]
            )
        }
    }

    /// The schemes of `table` for which the person chooses, in order.
    mutating func defaultAppSchemes(_ table: String) -> [DefaultAppScheme] {
        let columns = ["scheme", "platform", "entitlement", "note", "source"]
        return rows(of: table, "default-app-schemes.tsv", columns) { fields throws(Complaint) in
            DefaultAppScheme(
                scheme: try Self.scheme(fields[0]),
                platform: try Self.value(Platform(rawValue: fields[1]), "platform", fields[1]),
                entitlement: fields[2] == "-" ? nil : fields[2],
                note: fields[3],
                source: fields[4]
            )
        }
    }

    /// The schemes of `table` that an SDK makes apps share, and the SDK.
    mutating func sharedSchemes(_ table: String) -> [SchemeKey: String] {
        let rows = rows(of: table, "shared-schemes.tsv", ["scheme", "sdk", "source"]) { fields throws(Complaint) in
            (try Self.scheme(fields[0]), fields[1])
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    private struct Complaint: Error { var reason: String }

    private mutating func rows<Row>(
        of table: String,
        _ name: String,
        _ columns: [String],
        _ row: ([String]) throws(Complaint) -> Row
    ) -> [Row] {
        var rows: [Row] = []
        var header: [String]?
        var line = 0
        // By bytes: splitting by characters would look for grapheme clusters in all of the table.
        for text in Array(table.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
            let fields = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard header != nil else {
                header = fields
                if fields != columns { badRows.append(BadRow(table: name, line: line, reason: "wrong columns")) }
                continue
            }
            do throws(Complaint) {
                guard fields.count == columns.count else {
                    throw Complaint(reason: "\(fields.count) fields instead of \(columns.count)")
                }
                guard !fields.contains("") else { throw Complaint(reason: "an empty field") }
                rows.append(try row(fields))
            } catch {
                badRows.append(BadRow(table: name, line: line, reason: error.reason))
            }
        }
        return rows
    }

    private static func scheme(_ text: String) throws(Complaint) -> SchemeKey {
        guard SchemeGrammar.isScheme(text), text == text.asciiLowercased else {
            throw Complaint(reason: "'\(text)' is no scheme in lower case")
        }
        return SchemeKey(text)
    }

    private static func platforms(_ text: String) throws(Complaint) -> PlatformSet {
        if text == "any" { return .all }
        var platforms = PlatformSet()
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            platforms.insert(PlatformSet(try Self.value(Platform(rawValue: String(name)), "platform", String(name))))
        }
        return platforms
    }

    private static func value<Value>(_ value: Value?, _ kind: String, _ text: String) throws(Complaint) -> Value {
        guard let value else { throw Complaint(reason: "unknown \(kind) '\(text)'") }
        return value
    }
}

extension Knowledge {
    /// What the tool knows by itself, read on first use. The tables are part of the program and a test reads every row,
    /// so rows that cannot be read are left out here.
    package static let builtIn: Knowledge = {
        var reader = KnowledgeReader()
        return Knowledge(
            version: KnowledgeTables.version,
            knownSchemes: reader.knownSchemes(KnowledgeTables.knownSchemes),
            defaultAppSchemes: reader.defaultAppSchemes(KnowledgeTables.defaultAppSchemes),
            sharedSchemes: reader.sharedSchemes(KnowledgeTables.sharedSchemes)
        )
    }()
}
