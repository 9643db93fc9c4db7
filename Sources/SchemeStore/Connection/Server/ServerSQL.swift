#if PostgreSQL
/// A statement in the SQL of ``Database``, as PostgreSQL understands it.
struct ServerSQL: Hashable {
    /// What a statement does.
    enum Kind: Hashable {
        /// Returns rows.
        case query
        /// Changes rows.
        case command
        /// Inserts one row into this table, with only parameters as values, so that rows can be copied together.
        case insertion(table: String)
    }

    /// The text; for an insertion, the one that copies rows.
    let text: String
    let kind: Kind

    init(_ sql: String) {
        let start = sql.drop(while: \.isWhitespace)
        let words = start.split(maxSplits: 3, whereSeparator: \.isWhitespace)
        if words.count == 4, words[0] == "INSERT", let values = sql.range(of: "VALUES", after: start.startIndex),
            sql[values.upperBound...].allSatisfy({ "(?), ".contains($0) || $0.isWhitespace })
        {
            let target = sql[..<values.lowerBound].split(maxSplits: 2, whereSeparator: \.isWhitespace).last ?? ""
            kind = .insertion(table: String(words[2].prefix { $0 != "(" }))
            text = "COPY \(target) FROM STDIN (FORMAT binary)"
        } else {
            kind = words.first == "SELECT" || words.first == "WITH" ? .query : .command
            text = Self.translated(sql)
        }
    }

    /// Returns the statement with numbered parameters, and without what only SQLite understands.
    private static func translated(_ sql: String) -> String {
        var bytes: [UInt8] = []
        var number = 0
        var isQuoted = false
        let (quote, mark) = (UInt8(ascii: "'"), UInt8(ascii: "?"))
        let source = Array(sql.utf8)
        var position = 0
        while position < source.count {
            let byte = source[position]
            position += 1
            if byte == quote { isQuoted.toggle() }
            guard !isQuoted, byte == mark else {
                bytes.append(byte)
                continue
            }
            let digits = source[position...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            position += digits.count
            number = Int(String(decoding: digits, as: UTF8.self)) ?? number + 1
            bytes += "$\(number)".utf8
        }
        var result = String(decoding: bytes, as: UTF8.self)
        result.replace("CROSS JOIN", with: "JOIN")
        // Most statements have neither, and looking for a pattern takes long.
        if result.contains(" INDEXED BY ") { result.replace(#/ INDEXED BY \w+/#, with: "") }
        if result.contains("IS NOT ") {
            result.replace(#/\bIS NOT (?!NULL|TRUE|DISTINCT)/#, with: "IS DISTINCT FROM ")
        }
        return result
    }
}

extension String {
    fileprivate func range(of text: String, after start: Index) -> Range<Index>? {
        self[start...].firstRange(of: text)
    }
}
#endif
