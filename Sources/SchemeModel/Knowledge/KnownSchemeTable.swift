/// A table of schemes with a known owner.
package protocol KnownSchemeTable: Sendable {
    /// All rows, in table order.
    var rows: [KnownScheme] { get }

    /// Returns the rows about `scheme`, in table order.
    func rows(about scheme: SchemeKey) -> [KnownScheme]
}

/// A table in memory.
package struct KnownSchemeList: KnownSchemeTable {
    package let rows: [KnownScheme]
    private let rowsByScheme: [SchemeKey: [KnownScheme]]

    package init(_ rows: [KnownScheme]) {
        self.rows = rows
        rowsByScheme = Dictionary(grouping: rows, by: \.scheme)
    }

    package func rows(about scheme: SchemeKey) -> [KnownScheme] { rowsByScheme[scheme] ?? [] }
}
