import SchemeModel

extension ReportContext {
    /// Returns the causes of `findings` in the order in which people should read them: by rank, and then by place.
    func orderedCauses(of findings: [Finding]) -> [Cause] { ordered(Cause.causes(of: findings), by: \.worst) }

    /// Returns findings in the order of ``orderedCauses(of:)``.
    func ordered(_ findings: [Finding]) -> [Finding] { ordered(findings, by: \.self) }

    private func ordered<Element>(_ elements: [Element], by finding: (Element) -> Finding) -> [Element] {
        let findings = elements.map(finding)
        let ranks = findings.map { ReportRank($0) }
        return elements.indices.sorted { left, right in
            if ranks[left] != ranks[right] { return ranks[left] < ranks[right] }
            let (first, second) = (findings[left].place, findings[right].place)
            return first != second ? first < second : left < right
        }.map { elements[$0] }
    }
}
