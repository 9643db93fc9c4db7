package import SchemeModel

/// Reads a team's table of known schemes: CSV whose first record has the column names.
///
/// An error in any row rejects the whole table, since its author relies on every row. All errors are reported at once,
/// up to ``errorLimit``.
package struct TeamTableReader {
    /// The errors in a table, ordered by place; never empty.
    package struct TableError: Error, Hashable, Sendable {
        package var errors: [RowError]
        /// Whether there are more errors.
        package var hasMore = false
    }

    /// An error in a table.
    package struct RowError: Hashable, Sendable {
        /// The 1-based line.
        package var line: Int
        /// The column in UTF-8 bytes, 1-based.
        package var column: Int
        /// The reason and the expected value, without a period.
        package var reason: String
    }

    /// The maximum number of errors to report.
    static let errorLimit = 20

    /// The columns of a table.
    enum Column: String, CaseIterable {
        case scheme, owner, category, platforms, confidence
        case identifiers = "bundle-identifiers"
        case source

        var isRequired: Bool { self == .scheme || self == .owner }
    }

    private let name: String
    private let limits: Limits
    private var columns: [Column: Int] = [:]
    private var team: TeamTable
    private var failure = TableError(errors: [])
    /// The lines of rows by the key that must be unique.
    private var lines: [Pair: Int] = [:]
    /// The identifiers so far, to skip duplicates.
    private var listed: Set<Pair> = []

    /// A scheme or an identifier, and its owner.
    private struct Pair: Hashable {
        var text: ByteString
        var owner: ByteString

        init(_ text: String, _ owner: String) {
            self.text = ByteString(text)
            self.owner = ByteString(owner)
        }
    }

    /// Reads the table in `bytes`. Errors refer to it as `name`.
    package static func read(
        _ bytes: [UInt8],
        name: String,
        limits: Limits = .standard
    ) throws(TableError) -> TeamTable {
        var reader = TeamTableReader(name: name, limits: limits)
        do throws(CSVText.SyntaxError) {
            reader.read(try CSVText(bytes).records)
        } catch {
            reader.report(error.reason, error.line, error.column)
        }
        guard reader.failure.errors.isEmpty else { throw reader.failure }
        return reader.team
    }

    private init(name: String, limits: Limits) {
        self.name = name
        self.limits = limits
        team = TeamTable(name: name, schemes: [], owners: [])
    }

    private mutating func read(_ records: [[CSVText.Field]]) {
        guard let header = records.first else {
            return report("the table is empty; begin with the column names: \(Self.columnNames)", 1, 1)
        }
        readHeader(header)
        guard failure.errors.isEmpty else { return }
        let rows = records.dropFirst()
        if rows.isEmpty { return report("no rows after the column names", header[0].line, 1) }
        guard rows.count <= limits.teamSchemes else {
            return report(
                "more than \(limits.teamSchemes.grouped) rows",
                rows[rows.startIndex + limits.teamSchemes][0].line,
                1
            )
        }
        for row in rows where !failure.hasMore { read(row, columnCount: header.count) }
    }

    private mutating func readHeader(_ header: [CSVText.Field]) {
        for (index, field) in header.enumerated() {
            let text = Self.trimmed(field.text).asciiLowercased
            guard let column = Column(rawValue: text) else {
                let isElse = header.count == 1 && text.contains { ";\t".contains($0) }
                let hint = isElse ? "fields are separated by commas" : "the columns are \(Self.columnNames)"
                report("unknown column \(Wording.quoted(field.text)); \(hint)", field)
                continue
            }
            if columns[column] != nil { report("the column '\(text)' appears twice", field) }
            columns[column] = index
        }
        for column in Column.allCases where column.isRequired && columns[column] == nil && failure.errors.isEmpty {
            report("the column '\(column.rawValue)' is missing; the columns are \(Self.columnNames)", header[0])
        }
    }

    private mutating func read(_ row: [CSVText.Field], columnCount: Int) {
        guard row.count == columnCount else {
            let count = "\(row.count) \(row.count == 1 ? "field" : "fields")"
            let hint = row.count > columnCount ? "; quote fields that contain a comma" : ""
            return report(
                "\(count) instead of \(columnCount)\(hint)",
                row[min(row.count - 1, columnCount)]
            )
        }
        let before = failure.errors.count
        func field(_ column: Column) -> CSVText.Field? {
            guard let index = columns[column] else { return nil }
            let text = Self.trimmed(row[index].text)
            return text.isEmpty ? nil : CSVText.Field(text: text, line: row[index].line, column: row[index].column)
        }
        let scheme = scheme(field(.scheme), in: row)
        let owner = owner(field(.owner), in: row)
        let category = category(field(.category))
        let platforms = platforms(field(.platforms))
        let confidence = confidence(field(.confidence))
        let identifiers = identifiers(field(.identifiers))
        let source = field(.source)?.text ?? name
        guard failure.errors.count == before, let scheme, let owner else { return }
        if let line = lines.updateValue(row[0].line, forKey: Pair(scheme.text.string, owner)) {
            return report("'\(scheme)' of \(Wording.brief(owner)) is already in line \(line)", row[0])
        }
        team.schemes.append(
            KnownScheme(
                scheme: scheme,
                category: category,
                owner: owner,
                platforms: platforms,
                confidence: confidence,
                source: source,
                origin: name
            )
        )
        for identifier in identifiers where listed.insert(Pair(identifier, owner)).inserted {
            team.owners.append(SchemeOwner(owner: owner, prefix: identifier, source: source))
        }
    }
}

extension TeamTableReader {
    private mutating func scheme(_ field: CSVText.Field?, in row: [CSVText.Field]) -> SchemeKey? {
        guard let field else {
            report("the scheme is missing", row[columns[.scheme] ?? 0])
            return nil
        }
        guard SchemeGrammar.isScheme(field.text), field.text.utf8.count <= limits.schemeBytes else {
            let bare = SchemeTextCleanup.withoutRest(field.text)
            let hint = bare != field.text && SchemeGrammar.isScheme(bare) ? "; use '\(bare)'" : ""
            report("\(Wording.quoted(field.text)) is not a valid scheme\(hint)", field)
            return nil
        }
        return SchemeKey(field.text)
    }

    private mutating func owner(_ field: CSVText.Field?, in row: [CSVText.Field]) -> String? {
        if field == nil { report("the owner is missing", row[columns[.owner] ?? 0]) }
        return field?.text
    }

    private mutating func category(_ field: CSVText.Field?) -> KnownScheme.Category {
        guard let field else { return .partner }
        let categories = KnownScheme.Category.allCases.filter(\.isPrivate)
        if let found = categories.first(where: { $0.rawValue == field.text.asciiLowercased }) { return found }
        report("\(Wording.quoted(field.text)) is not one of \(Wording.list(categories.map(\.rawValue), "or"))", field)
        return .partner
    }

    private mutating func confidence(_ field: CSVText.Field?) -> KnownScheme.Confidence {
        guard let field else { return .high }
        if let found = KnownScheme.Confidence(rawValue: field.text.asciiLowercased) { return found }
        report("\(Wording.quoted(field.text)) is not low, medium or high", field)
        return .high
    }

    private mutating func platforms(_ field: CSVText.Field?) -> PlatformSet {
        guard let field, field.text.asciiLowercased != "any" else { return .all }
        var platforms = PlatformSet()
        let count = failure.errors.count
        for name in field.text.split(whereSeparator: { " |".contains($0) }) {
            if let platform = Platform(rawValue: String(name).asciiLowercased) {
                platforms.insert(PlatformSet(platform))
            } else {
                report(
                    "\(Wording.quoted(String(name))) is not a platform; use \(Wording.list(Platform.allCases.map(\.rawValue))), or any",
                    field
                )
            }
        }
        if platforms.isEmpty, failure.errors.count == count {
            report("\(Wording.quoted(field.text)) is not a platform; leave it empty for any", field)
        }
        return platforms
    }

    /// Returns the space-separated bundle identifiers in lower case. `com.acme.*` becomes `com.acme.`.
    private mutating func identifiers(_ field: CSVText.Field?) -> [String] {
        guard let field else { return [] }
        return field.text.split(whereSeparator: { " |".contains($0) }).compactMap { written in
            let identifier = String(written.hasSuffix(".*") ? written.dropLast() : written).asciiLowercased
            let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
            let isWhole = parts.dropLast().allSatisfy { !$0.isEmpty } && parts.count > 1
            let isPlain = identifier.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
            }
            if isWhole, isPlain { return identifier }
            report(
                "\(Wording.quoted(String(written))) is not a bundle identifier or a prefix of one",
                field
            )
            return nil
        }
    }

    private static let columnNames = Wording.list(Column.allCases.map(\.rawValue))

    private static func trimmed(_ text: String) -> String { SchemeTextCleanup.trimmed(text) }

    private mutating func report(_ reason: String, _ field: CSVText.Field) { report(reason, field.line, field.column) }

    private mutating func report(_ reason: String, _ line: Int, _ column: Int) {
        guard failure.errors.count < Self.errorLimit else { return failure.hasMore = true }
        failure.errors.append(RowError(line: line, column: column, reason: reason))
    }
}
