import SchemeModel

extension Handler {
    /// Whether it gets user activities and never looks at them.
    var ignoresActivity: Bool { kind.receivesActivities && looksAt.isEmpty }

    /// Whether it may handle universal links: it looks at them, and does more than to continue a sign-in of an SDK.
    var handlesUniversalLinks: Bool {
        guard kind == .onOpenURL || kind.receivesActivities, resumption == nil else { return false }
        return !ignoresActivity && (activityType.map { $0 == Handler.webActivity } ?? true)
    }
}
