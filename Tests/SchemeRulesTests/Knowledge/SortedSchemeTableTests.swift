import SchemeModel
import TestSupport
import Testing

@testable import SchemeRules

@Suite("Looking up schemes in a sorted table")
struct SortedSchemeTableTests {
    private static func table(_ schemes: [String], end: String) -> SortedSchemeTable {
        let rows = schemes.enumerated().map { index, scheme in
            "\(scheme)\tthird-party\tOwner \(index)\tios\thigh\tsource\t2026-11-23"
        }
        let head = ["# A comment", "scheme\tcategory\towner\tplatforms\tconfidence\tsource\tseen"]
        return SortedSchemeTable(text: (head + rows).joined(separator: "\n") + end)
    }

    @Test(arguments: ["", "\n"])
    func findsTheSameAsReadingAllRows(end: String) {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<200 {
            let schemes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                String((0..<Int.random(in: 1...3, using: &random)).map { _ in "ab-".randomElement(using: &random)! })
            }
            .filter { $0.first != "-" }
            let table = Self.table(schemes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, end: end)
            for asked in schemes + ["a", "b", "ab", "ba", "c", "aaaa"] {
                let scheme = SchemeKey(asked)
                #expect(table.rows(about: scheme) == table.rows.filter { $0.scheme == scheme })
            }
        }
    }

    @Test func everyRowOfTheBuiltInTableIsFound() {
        let table = SortedSchemeTable(text: EmbeddedKnowledge.knownSchemes)
        let rows = table.rows
        #expect(rows.count > 500)
        for scheme in Set(rows.map(\.scheme)) {
            #expect(table.rows(about: scheme) == rows.filter { $0.scheme == scheme })
        }
    }
}
