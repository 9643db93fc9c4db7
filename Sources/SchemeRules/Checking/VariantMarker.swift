import SchemeModel

/// Marks findings that only apply to some variants of a target, so that readers know which ones.
///
/// Manifests come in the order of an index, so that those of one target and input are consecutive.
struct VariantMarker {
    private var target: Target?
    /// For each manifest of ``target`` so far, the index of its first finding.
    private var starts: [Int] = []

    /// A target and its input.
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

    /// The subject of a finding, regardless of its wording.
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

    /// Begins the next manifest, whose findings are then appended to `findings`.
    mutating func begin(_ manifest: Manifest, in findings: inout [Finding]) {
        let next = Target(manifest)
        if next == nil || next != target { end(in: &findings) }
        target = next
        starts.append(findings.count)
    }

    /// Ends the current target.
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
