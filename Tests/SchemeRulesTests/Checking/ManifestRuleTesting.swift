import SchemeModel
import Testing

@testable import SchemeRules

extension ManifestRule {
    /// Returns the rule's findings for a manifest created by `build`, with the built-in knowledge.
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
    /// The severity and message as one string.
    var text: String { "\(severity.rawValue): \(message)" }
}
