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

    /// `conflicts` reports the same rules, and those about links that depend on other apps.
    @Test func conflictsReportsMoreRulesAboutOtherApps() {
        let others = allRules.filter(\.isOfConflicts).map(\.description.id).filter { id in
            !MainReport.allCases.contains { $0.rules.contains(id) }
        }
        #expect(others.sorted() == ["link-to-undefined-target", "shared-link-domain", "undeclared-own-scheme"])
    }
}
