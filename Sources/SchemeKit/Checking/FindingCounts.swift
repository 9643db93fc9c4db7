import SchemeModel

/// The number of occurrences of each finding, regardless of its place.
struct FindingCounts: Equatable {
    /// The identity of equal findings.
    struct Key: Hashable {
        var rule: ByteString
        var app: ByteString?
        var subject: ByteString

        init(_ fingerprint: Fingerprint) {
            rule = ByteString(fingerprint.rule)
            app = fingerprint.app.map(ByteString.init)
            subject = ByteString(fingerprint.subject)
        }
    }

    /// The counts above 0.
    private(set) var counts: [Key: Int] = [:]

    init() {}

    /// Counts `findings`.
    init(_ findings: [Finding]) {
        for finding in findings { add(Key(finding.fingerprint)) }
    }

    /// Adds `count` occurrences, up to the limit.
    mutating func add(_ key: Key, _ count: Int = 1) {
        counts[key] = min(counts[key, default: 0].addingReportingOverflow(count).partialValue, Self.limit)
    }

    /// The maximum count.
    static let limit = 1_000_000_000

    /// Removes one occurrence.
    ///
    /// - Returns: Whether there was one.
    mutating func take(_ finding: Finding) -> Bool {
        let key = Key(finding.fingerprint)
        guard let count = counts[key] else { return false }
        counts[key] = count > 1 ? count - 1 : nil
        return true
    }

    /// The sum of all counts, up to the limit.
    var total: Int {
        counts.values.reduce(0) { min($0.addingReportingOverflow($1).partialValue, Self.limit) }
    }

    /// All counts, ordered by rule, app and subject. No app comes before every app, even one without a name.
    var ordered: [(key: Key, count: Int)] {
        func names(_ key: Key) -> (ByteString, ByteString, ByteString) { (key.rule, key.app ?? "", key.subject) }
        return counts.sorted { left, right in
            let (left, right) = (left.key, right.key)
            guard names(left) == names(right) else { return names(left) < names(right) }
            return left.app == nil && right.app != nil
        }.map { ($0.key, $0.value) }
    }
}
