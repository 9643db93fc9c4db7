package import SchemeModel

/// Reads the tables of known schemes.
///
/// A table is text: comments that begin with `#`, a line with the column names, then one row a line. Fields are
/// separated by tabs, and `-` is a field without a value.
struct KnowledgeReader {
    /// The rows that couldn't be read, in order. They are skipped.
    private(set) var badRows: [BadRow] = []

    /// A row that couldn't be read.
    struct BadRow: Error, Hashable {
        /// The name of the table.
        var table: String
        /// The 1-based line.
        var line: Int
        var reason: String
    }

    /// Returns the known schemes in `table`, in order.
    mutating func knownSchemes(_ table: String) -> [KnownScheme] {
        rows(of: table, "known-schemes.tsv", Self.knownSchemeColumns) { fields throws(RowError) in
            try Self.knownScheme(fields)
        }
    }

    private static let knownSchemeColumns = [
        "scheme", "category", "owner", "platforms", "confidence", "source", "seen",
    ]

    /// Returns the known scheme in a row with these fields.
    static func knownScheme(_ fields: [String]) throws(RowError) -> KnownScheme {
        guard fields.count == knownSchemeColumns.count else {
            throw RowError(reason: "\(fields.count) fields instead of \(knownSchemeColumns.count)")
        }
        var row = KnownScheme(
            scheme: try scheme(fields[0]),
            category: try value(KnownScheme.Category(rawValue: fields[1]), "category", fields[1]),
            owner: fields[2] == "-" ? "" : fields[2],
            platforms: try platforms(fields[3]),
            confidence: try value(KnownScheme.Confidence(rawValue: fields[4]), "confidence", fields[4]),
            source: fields[5]
        )
        row.seen = try day(fields[6])
        return row
    }

    /// Returns the schemes in `table` for which the user chooses the app, in order.
    mutating func defaultAppSchemes(_ table: String) -> [DefaultAppScheme] {
        let columns = ["scheme", "platform", "entitlement", "note", "source", "seen"]
        return rows(of: table, "default-app-schemes.tsv", columns) { fields throws(RowError) in
            var row = DefaultAppScheme(
                scheme: try Self.scheme(fields[0]),
                platform: try Self.value(Platform(rawValue: fields[1]), "platform", fields[1]),
                entitlement: fields[2] == "-" ? nil : fields[2],
                note: fields[3],
                source: fields[4]
            )
            row.seen = try Self.day(fields[5])
            return row
        }
    }

    /// Returns the schemes in `table` that several apps share because of an SDK, with the name of the SDK.
    mutating func sharedSchemes(_ table: String) -> [SchemeKey: String] {
        let rows = rows(of: table, "shared-schemes.tsv", ["scheme", "sdk", "source"]) { fields throws(RowError) in
            (try Self.scheme(fields[0]), fields[1])
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the scheme patterns of SDKs in `table`, in order.
    mutating func sdkSchemes(_ table: String) -> [SDKScheme] {
        let columns = [
            "pattern", "kind", "sdk", "owner", "meaning", "queries", "modules", "status", "case", "placeholders",
            "sharing", "confidence", "source", "seen",
        ]
        return rows(of: table, "sdk-schemes.tsv", columns) { fields throws(RowError) in
            var row = SDKScheme(
                pattern: try Self.value(SchemePattern(fields[0]), "pattern", fields[0]),
                kind: try Self.value(SDKScheme.Kind(rawValue: fields[1]), "kind", fields[1]),
                sdk: fields[2],
                owner: Self.text(fields[3]) ?? "",
                meaning: fields[4],
                queries: try Self.schemes(fields[5]),
                isRetired: try Self.value(["current": false, "retired": true][fields[7]], "status", fields[7]),
                keepsCase: try Self.value(["any": false, "kept": true][fields[8]], "case", fields[8]),
                placeholders: Self.text(fields[9])?.split(separator: " ").map(String.init) ?? [],
                sharing: Self.text(fields[10]),
                confidence: try Self.value(KnownScheme.Confidence(rawValue: fields[11]), "confidence", fields[11]),
                source: fields[12]
            )
            row.modules = Self.text(fields[6])?.split(separator: ",").map(String.init) ?? []
            row.seen = try Self.day(fields[13])
            return row
        }
    }

    /// Returns the signs in `table` that an app uses an SDK, in order.
    mutating func sdkRequirements(_ table: String) -> [SDKRequirement] {
        let columns = ["evidence", "strength", "sdk", "scheme", "effect", "source", "seen"]
        return rows(of: table, "sdk-requirements.tsv", columns) { fields throws(RowError) in
            var row = SDKRequirement(
                evidence: try Self.evidence(fields[0]),
                isProof: try Self.value(["proof": true, "hint": false][fields[1]], "strength", fields[1]),
                sdk: fields[2],
                scheme: SDKRequirement.Template(fields[3]),
                effect: fields[4],
                source: fields[5]
            )
            row.seen = try Self.day(fields[6])
            return row
        }
    }

    /// Returns the bundle identifiers in `table`, in order.
    mutating func owners(_ table: String) -> [SchemeOwner] {
        rows(of: table, "scheme-owners.tsv", ["owner", "prefix", "source", "seen"]) { fields throws(RowError) in
            guard fields[1] == fields[1].asciiLowercased else {
                throw RowError(reason: "'\(fields[1])' is not in lowercase")
            }
            var row = SchemeOwner(owner: fields[0], prefix: fields[1], source: fields[2])
            row.seen = try Self.day(fields[3])
            return row
        }
    }

    /// Returns the placeholders for schemes in `table`, in order.
    mutating func placeholders(_ table: String) -> [SchemePlaceholder] {
        rows(of: table, "placeholders.tsv", ["text", "kind", "source", "seen"]) { fields throws(RowError) in
            let kind = try Self.value(SchemePlaceholder.Kind(rawValue: fields[1]), "kind", fields[1])
            var row = SchemePlaceholder(text: fields[0], kind: kind, source: fields[2])
            row.seen = try Self.day(fields[3])
            return row
        }
    }

    /// Returns the schemes in the table `name` that are flagged, in order.
    mutating func flaggedSchemes(_ table: String, _ name: String) -> [FlaggedScheme] {
        rows(of: table, name, ["scheme", "meaning", "source", "seen"]) { fields throws(RowError) in
            var row = FlaggedScheme(scheme: try Self.scheme(fields[0]), meaning: fields[1], source: fields[2])
            row.seen = try Self.day(fields[3])
            return row
        }
    }

    /// The reason why a row can't be read.
    struct RowError: Error { var reason: String }

    private mutating func rows<Row>(
        of table: String,
        _ name: String,
        _ columns: [String],
        _ row: ([String]) throws(RowError) -> Row
    ) -> [Row] {
        var rows: [Row] = []
        var header: [String]?
        var line = 0
        // Splits bytes, since splitting characters would search the whole table for grapheme clusters.
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
            do throws(RowError) {
                guard fields.count == columns.count else {
                    throw RowError(reason: "\(fields.count) fields instead of \(columns.count)")
                }
                guard !fields.contains("") else { throw RowError(reason: "an empty field") }
                rows.append(try row(fields))
            } catch {
                badRows.append(BadRow(table: name, line: line, reason: error.reason))
            }
        }
        return rows
    }

    private static func scheme(_ text: String) throws(RowError) -> SchemeKey {
        guard SchemeGrammar.isScheme(text), text == text.asciiLowercased else {
            throw RowError(reason: "'\(text)' is not a valid scheme in lowercase")
        }
        return SchemeKey(text)
    }

    /// Returns the text of a field; `nil` if it has no value.
    private static func text(_ field: String) -> String? { field == "-" ? nil : field }

    /// Returns a comma-separated list of schemes, regardless of case.
    private static func schemes(_ field: String) throws(RowError) -> [String] {
        let schemes = text(field)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
        if let bad = schemes.first(where: { !SchemeGrammar.isScheme($0) }) {
            throw RowError(reason: "'\(bad)' is not a valid scheme")
        }
        return schemes
    }

    /// Returns a day such as `2026-11-22`; `nil` for a field without a value.
    private static func day(_ field: String) throws(RowError) -> String? {
        guard let text = text(field) else { return nil }
        guard CalendarDay(text) != nil else {
            throw RowError(reason: "'\(field)' is not a valid day; use the form 2026-11-22")
        }
        return text
    }

    private static func evidence(_ field: String) throws(RowError) -> SDKRequirement.Evidence {
        let parts = field.split(separator: ":", maxSplits: 1).map(String.init)
        switch parts.first {
        case "key" where parts.count == 2:
            let words = parts[1].split(separator: " with ").map(String.init)
            guard (1...2).contains(words.count) else { break }
            var queries: [SchemeKey] = []
            for text in words.dropFirst().flatMap({ $0.split(separator: " ") }) {
                queries.append(try scheme(String(text)))
            }
            return .key(words[0], with: queries)
        case "companion" where parts.count == 2: return .companion(parts[1])
        case "query" where parts.count == 2:
            let schemes = parts[1].split(separator: " without ").map(String.init)
            guard (1...2).contains(schemes.count) else { break }
            return .query(try scheme(schemes[0]), unless: schemes.count == 2 ? try scheme(schemes[1]) : nil)
        default: break
        }
        throw RowError(reason: "unknown evidence '\(field)'")
    }

    private static func platforms(_ text: String) throws(RowError) -> PlatformSet {
        if text == "any" { return .all }
        var platforms = PlatformSet()
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            platforms.insert(PlatformSet(try Self.value(Platform(rawValue: String(name)), "platform", String(name))))
        }
        return platforms
    }

    private static func value<Value>(_ value: Value?, _ kind: String, _ text: String) throws(RowError) -> Value {
        guard let value else { throw RowError(reason: "unknown \(kind) '\(text)'") }
        return value
    }
}

extension Knowledge {
    /// The built-in knowledge, read on first use. A test checks every row of the embedded tables, so bad rows are
    /// skipped here.
    package static let builtIn: Knowledge = {
        var reader = KnowledgeReader()
        return Knowledge(
            version: EmbeddedKnowledge.version,
            knownSchemes: [SortedSchemeTable(text: EmbeddedKnowledge.knownSchemes)],
            defaultAppSchemes: reader.defaultAppSchemes(EmbeddedKnowledge.defaultAppSchemes),
            sharedSchemes: reader.sharedSchemes(EmbeddedKnowledge.sharedSchemes),
            sdkSchemes: reader.sdkSchemes(EmbeddedKnowledge.sdkSchemes),
            sdkRequirements: reader.sdkRequirements(EmbeddedKnowledge.sdkRequirements),
            owners: reader.owners(EmbeddedKnowledge.schemeOwners),
            placeholders: reader.placeholders(EmbeddedKnowledge.placeholders),
            genericSchemes: reader.flaggedSchemes(EmbeddedKnowledge.genericSchemes, "generic-schemes.tsv"),
            privateQueries: reader.flaggedSchemes(EmbeddedKnowledge.privateQuerySchemes, "private-query-schemes.tsv")
        )
    }()
}
