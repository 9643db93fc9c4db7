import SchemeModel
import SchemeReports
import SchemeRules
import Testing

/// Reports for people show the findings of these rules first, and the registry has views of them.
@Suite struct MainReportTests {
    @Test func hasTheRulesAboutConflicts() {
        let rules = allRules.map(\.description).filter { $0.section == .conflicts }.map(\.id)
        #expect(MainReport.allCases.flatMap(\.rules).sorted() == rules.sorted())
    }
}
