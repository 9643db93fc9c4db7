import SchemeModel

/// Decides which of the proposed edits are offered.
///
/// Rejects edits that could be wrong: those that only some builds of a file need, that contradict a team's acceptance,
/// or that add a claim on a scheme that another app claims or is about to claim.
struct EditReview {
    /// The number of manifests, of applications and in total.
    private struct Count {
        var applications = 0
        var all = 0

        mutating func add(_ manifest: Manifest) {
            if manifest.kind.isApplication { applications += 1 }
            all += 1
        }

        /// Whether these include all relevant `others`: those of applications, if there are any.
        func isAll(of others: Count) -> Bool {
            others.applications > 0 ? applications == others.applications : all == others.all
        }
    }

    /// By input: the number of manifests built from it.
    private var manifests: [Place: Count] = [:]
    /// By edit: the number of manifests with findings that propose it.
    private var offers: [Finding.Edit: Count] = [:]
    /// By scheme: the containers of the apps that edits would add a claim to.
    private var newcomers: [SchemeKey: Set<AppID>] = [:]

    /// Adds the findings of all rules about `manifest`.
    mutating func add(_ findings: [Finding], about manifest: Manifest) {
        manifests[manifest.origin, default: Count()].add(manifest)
        for edit in Set(findings.lazy.flatMap(\.edits)) { offers[edit, default: Count()].add(manifest) }
        for finding in findings where !finding.edits.isEmpty {
            guard let scheme = finding.introducedScheme else { continue }
            newcomers[scheme, default: []].insert(manifest.container)
        }
    }

    /// Returns the findings, each with all of its edits or none.
    ///
    /// - Throws: The error of reading `index`.
    func reviewed(_ findings: [Finding], in index: some ClaimIndex) throws -> [Finding] {
        guard !offers.isEmpty else { return findings }
        let refused = Set(findings.lazy.filter { $0.accepted != nil }.flatMap(\.edits))
        return try findings.map { finding in
            guard !finding.edits.isEmpty else { return finding }
            let isAgreed = finding.edits.allSatisfy { edit in
                let input = Place(source: edit.place.source, path: edit.place.path, member: edit.place.member)
                guard let offer = offers[edit], let all = manifests[input] else { return false }
                return offer.isAll(of: all) && !refused.contains(edit)
            }
            if isAgreed, try isFree(finding.introducedScheme, in: index) { return finding }
            var finding = finding
            finding.edits = []
            return finding
        }
    }

    /// Whether no app claims `scheme`, except the single app that edits would add a claim to.
    private func isFree(_ scheme: SchemeKey?, in index: some ClaimIndex) throws -> Bool {
        guard let scheme else { return true }
        guard let containers = newcomers[scheme], containers.count == 1 else { return false }
        return try index.claims(on: scheme).allSatisfy { containers.contains($0.container) }
    }
}
