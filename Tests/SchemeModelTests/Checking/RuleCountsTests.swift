import SchemeModel
import Testing

@Suite struct RuleCountsTests {
    @Test func countsCausesFindingsAndSchemesByRule() {
        func finding(_ rule: String, _ severity: Severity, _ scheme: String?, of app: String = "a") -> Finding {
            let app = App(id: .known(ByteString(app)), bundleIdentifier: nil, name: nil, platforms: .iOS)
            let key = scheme.map { SchemeKey($0) }
            let place = Place(path: Path("\(app.id.text)"))
            var finding = Finding(
                rule: rule,
                severity: severity,
                message: scheme ?? "",
                app: app,
                scheme: key,
                place: place,
                subject: ""
            )
            if rule == "collision" { finding.group = key.map(Finding.Group.collision) }
            return finding
        }
        let findings = [
            finding("style", .note, nil), finding("collision", .error, "pay"),
            finding("collision", .note, "pay", of: "b"), finding("collision", .note, "desk"),
            finding("names", .error, "d"), finding("names", .error, "c"), finding("names", .error, "b"),
            finding("names", .error, "a"),
        ]
        var summary = Summary()
        summary.count(findings)
        func row(_ counts: RuleCounts) -> String {
            let schemes = counts.firstSchemes.joined(separator: ",")
            return "\(counts.severity) \(counts.rule) \(counts.causes) \(counts.findings) \(counts.schemes) \(schemes)"
        }
        #expect(
            summary.rules.map(row) == [
                "error collision 1 2 1 pay", "error names 4 4 4 a,b,c", "note collision 1 1 1 desk",
                "note style 1 1 0 ",
            ]
        )
        #expect(summary.rules.reduce(0) { $0 + $1.causes } == summary.causes.errors + summary.causes.notes)
    }

    @Test func spellsSchemesAsInputsDo() {
        func finding(_ scheme: String, _ line: Int) -> Finding {
            var finding = Finding(
                rule: "uppercase-scheme",
                severity: .note,
                message: "",
                app: nil,
                scheme: SchemeKey(scheme),
                place: Place(path: Path("\(line)")),
                subject: ""
            )
            if scheme != scheme.lowercased() { finding.spelling = scheme }
            return finding
        }
        var summary = Summary()
        summary.count([finding("walletPay", 1), finding("Wallet", 2), finding("walletpay", 3), finding("pay", 4)])
        #expect(summary.rules.map(\.firstSchemes) == [["pay", "Wallet", "walletPay"]])
        #expect(summary.rules.map(\.schemes) == [3])
    }

    @Test func countsEachRuleOfACause() {
        func finding(_ rule: String, _ severity: Severity) -> Finding {
            let scheme = SchemeKey("spotify")
            let app = App(id: .known("a"), bundleIdentifier: nil, name: nil, platforms: .iOS)
            var finding = Finding(
                rule: rule,
                severity: severity,
                message: rule,
                hint: "remove it",
                app: app,
                scheme: scheme,
                place: Place(path: "a"),
                subject: ""
            )
            if rule == "collision" { finding.group = .collision(scheme) }
            return finding
        }
        var summary = Summary()
        summary.count([finding("collision", .error), finding("known", .warning)])
        #expect((summary.causes.errors, summary.causes.warnings) == (1, 0))
        let rows = summary.rules.map { "\($0.severity) \($0.rule) \($0.findings) \($0.causes) \($0.sharedCauses)" }
        #expect(rows == ["error collision 1 1 0", "warning known 1 0 1"])
    }
}
