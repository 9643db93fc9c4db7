import SchemeModel
import Testing

@testable import SchemeRules

extension ManifestRule {
    /// What the rule says of a manifest that `build` makes, by the built-in knowledge.
    func findings(
        _ identifier: String? = "com.acme.wallet",
        platforms: PlatformSet = .iOS,
        kind: ProductKind = .application,
        build: (inout ManifestBuilder) -> Void
    ) -> [Finding] {
        var builder = ManifestBuilder(identifier, platforms: platforms, kind: kind)
        build(&builder)
        return findings(in: builder.manifest, knowledge: .builtIn)
    }
}

extension Finding {
    /// Severity and message, as one text.
    var text: String { "\(severity.rawValue): \(message)" }
}
