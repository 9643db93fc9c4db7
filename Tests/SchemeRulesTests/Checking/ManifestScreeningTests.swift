import SchemeModel
import Testing

@testable import SchemeRules

/// Which manifests no rule reports anything about by themselves.
@Suite struct ManifestScreeningTests {
    private func manifest(_ scheme: String, target: String? = nil) -> Manifest {
        Manifest.app(schemes: [scheme]).with { $0.outcome.target = target }
    }

    @Test func nothingIsReported() { #expect(ManifestScreening.byRules.isClean(manifest("acme-wallet"))) }

    @Test(arguments: ["tel", "acme wallet", "Acme-Wallet", "app"])
    func somethingIsReported(scheme: String) { #expect(!ManifestScreening.byRules.isClean(manifest(scheme))) }

    @Test func aVariantMayBeReportedBecauseOfAnother() {
        #expect(!ManifestScreening.byRules.isClean(manifest("acme-wallet", target: "Wallet")))
    }

    @Test func onlyRulesThatAreOnByDefaultAreCovered() {
        #expect(ManifestScreening.covers(allRules.filter(\.description.isOn)))
        #expect(!ManifestScreening.covers(allRules))
    }
}
