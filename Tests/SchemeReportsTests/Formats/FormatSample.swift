import SchemeModel

/// A rule for formats that carry what rules say of themselves.
enum FormatSample {
    static let rule = RuleDescription(
        id: "undefined-target",
        section: .conflicts,
        severity: .error,
        summary: "schemes that several apps claim",
        why: "It is undefined which app opens.",
        reportedWhen: "When several apps claim a scheme.",
        fix: "Use another scheme.",
        sources: [.init("Apple", "https://developer.apple.com", seen: "2026-11-21")],
        examples: []
    )
}
