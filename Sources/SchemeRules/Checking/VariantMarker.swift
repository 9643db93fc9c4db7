import SchemeModel

/// Marks the findings that one of several variants of a target has and the others do not: who reads one has to know which
/// variant it is about.
///
/// Manifests come in the order of an index, so that those which one target makes of one input follow each other.
struct VariantMarker {
    private var target: Target?
    /// For each manifest of ``target`` so far, the position of its first finding.
    private var starts: [Int] = []

    /// What a target makes of an input.
    private struct Target: Hashable {
        let input: Place
        let project: Path?
        let name: String

        init?(_ manifest: Manifest) {
            guard let name = manifest.outcome.target else { return nil }
            input = manifest.origin
            project = manifest.outcome.project
            self.name = name
        }
    }

    /// What a finding is about, in whatever words.
    private struct Subject: Hashable {
        let rule: String
        let place: Place
        let scheme: SchemeKey?

        init(_ finding: Finding) {
            rule = finding.rule
            place = finding.place
            scheme = finding.scheme
        }
    }

    /// Begins with the next manifest, whose findings are appended to `findings`.
    mutating func begin(_ manifest: Manifest, in findings: inout [Finding]) {
        let next = Target(manifest)
        if next == nil || next != target { end(in: &findings) }
        target = next
        starts.append(findings.count)
    }

    /// Ends the target that was begun last.
    mutating func end(in findings: inout [Finding]) {
        defer { starts = [] }
        guard starts.count > 1 else { return }
        let ranges = zip(starts, starts.dropFirst() + [findings.count]).map { $0..<$1 }
        var variants: [Subject: Int] = [:]
        for range in ranges {
            for subject in Set(findings[range].map(Subject.init)) { variants[subject, default: 0] += 1 }
        }
        for range in ranges {
            for position in range where variants[Subject(findings[position])] == 1 {
                findings[position].isOfOneVariant = true
            }
        }
    }
}
