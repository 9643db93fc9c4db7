import SchemeModel

/// The orders of findings in a report. They are total, so that the order of facts has no influence.
enum FindingOrder {
    /// Orders by place, then rule.
    static func byPlace(_ left: Finding, _ right: Finding) -> Bool {
        if left.place < right.place { return true }
        if right.place < left.place { return false }
        if left.rule != right.rule { return ByteString(left.rule) < ByteString(right.rule) }
        // Keeps the findings of one variant together.
        if left.severity != right.severity { return left.severity > right.severity }
        let messages = (ByteString(left.message), ByteString(right.message))
        if messages.0 != messages.1 { return messages.0 < messages.1 }
        return precedes(left, right)
    }

    /// Orders by scheme, app, then rule.
    static func byScheme(_ left: Finding, _ right: Finding) -> Bool {
        let schemes = (left.scheme?.text ?? "", right.scheme?.text ?? "")
        if schemes.0 != schemes.1 { return schemes.0 < schemes.1 }
        let apps = (left.app?.id.text ?? "", right.app?.id.text ?? "")
        if apps.0 != apps.1 { return apps.0 < apps.1 }
        if left.rule != right.rule { return ByteString(left.rule) < ByteString(right.rule) }
        if left.place < right.place { return true }
        if right.place < left.place { return false }
        return precedes(left, right)
    }

    /// Orders findings of one rule at one place, since several targets can use one input.
    private static func precedes(_ left: Finding, _ right: Finding) -> Bool {
        for (one, other) in zip(texts(of: left), texts(of: right)) where one != other { return one < other }
        if left.severity != right.severity { return left.severity > right.severity }
        if left.relatedCount != right.relatedCount { return left.relatedCount < right.relatedCount }
        return left.related.map(\.place).lexicographicallyPrecedes(right.related.map(\.place))
    }

    private static func texts(of finding: Finding) -> [ByteString] {
        [
            finding.app?.id.text ?? "",
            ByteString(finding.fingerprint.subject),
            ByteString(finding.message),
            ByteString(finding.hint ?? ""),
            ByteString(finding.app?.bundleIdentifier ?? ""),
            ByteString(finding.app?.name ?? ""),
        ]
    }
}
