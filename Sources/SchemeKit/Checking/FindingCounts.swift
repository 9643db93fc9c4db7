import SchemeModel

/// How often which finding occurs, by the parts of its fingerprint that do not say which of several equals it is.
struct FindingCounts: Equatable {
    /// What makes findings the same but for their number.
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

    /// The counts that are not 0.
    private(set) var counts: [Key: Int] = [:]

    init() {}

    /// The counts of `findings`.
    init(_ findings: [Finding]) {
        for finding in findings { add(Key(finding.fingerprint)) }
    }

    /// Counts the finding `count` times more; beyond any real number it stays the same.
    mutating func add(_ key: Key, _ count: Int = 1) {
        counts[key] = min(counts[key, default: 0].addingReportingOverflow(count).partialValue, Self.limit)
    }

    /// The highest count, and the highest that may be added.
    static let limit = 1_000_000_000

    /// Takes one away.
    ///
    /// - Returns: whether there was one.
    mutating func take(_ finding: Finding) -> Bool {
        let key = Key(finding.fingerprint)
        guard let count = counts[key] else { return false }
        counts[key] = count > 1 ? count - 1 : nil
        return true
    }

    /// All counts, in order of rule, app and subject.
    var ordered: [(key: Key, count: Int)] {
        func parts(_ key: Key) -> (ByteString, ByteString, ByteString) { (key.rule, key.app ?? "", key.subject) }
        return counts.sorted { parts($0.key) < parts($1.key) }.map { ($0.key, $0.value) }
    }
}
