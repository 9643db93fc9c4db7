/// A table of a registry, which all kinds of databases have with the same columns.
struct StoredTable: Hashable {
    /// The type of a column's values. SQLite stores Booleans as numbers.
    enum ColumnType: String {
        case bigint, boolean, text, bytea
    }

    var name: String
    /// The columns in order. The first ones are the primary key, or an ID.
    var columns: [Column] = []

    /// A column of a table.
    struct Column: Hashable {
        /// The name as SQL writes it.
        var name: String
        var type: ColumnType
    }

    /// All tables, each after those that it refers to.
    ///
    /// They are read from the migrations for PostgreSQL, where every column has its type. A line of them starts a table, or is
    /// one column, its constraint or a comment.
    static let all: [StoredTable] = {
        var tables: [StoredTable] = []
        var isInside = false
        for line in Migration.onServer.flatMap({ $0.sql.split(separator: "\n") }) {
            let words = line.split(separator: " ")
            if line.hasPrefix("CREATE TABLE "), words[2] != "schemereg_version" {
                tables.append(StoredTable(name: String(words[2])))
                isInside = true
            } else if line.hasPrefix(")") {
                isInside = false
            } else if isInside, words.count > 1 {
                let type = words[1].prefix { $0.isLetter }
                guard let type = ColumnType(rawValue: String(type)) else { continue }
                tables[tables.count - 1].columns.append(Column(name: String(words[0]), type: type))
            }
        }
        return tables
    }()
}
