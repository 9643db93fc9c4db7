import SchemeModel

/// The identifier of a URL type is not in reverse-DNS form.
struct UnqualifiedIdentifierRule: ManifestRule {
    let description = RuleDescription(
        id: "unqualified-identifier",
        section: .declarations,
        severity: .note,
        summary: "identifiers of URL types that are not in reverse-DNS form",
        why: """
            Apple asks for a reverse-DNS name, such as the bundle identifier, to distinguish the URL type from that of \
            another app with the same scheme. Other apps may also use `Facebook` or `deeplink`.
            """,
        reportedWhen: """
            Reported once for each manifest with a URL type whose `CFBundleURLName` doesn't consist of at least two \
            parts with letters, digits, `-` and `_`, separated by dots. Variables are replaced with their values \
            first.
            """,
        notReportedWhen: """
            Not reported for a URL type whose schemes no other app has: those that contain the bundle identifier, and \
            those that an SDK makes unique, such as `fb1234567890`. Also not reported for a scheme that another rule \
            tells you to remove or replace, or in sample code and test code.

            Not reported if it is the app's bundle identifier, if its value is unknown, or if it comes from a build \
            setting and the app's bundle identifier is unknown.
            """,
        fix: "Use the bundle identifier, optionally with a suffix.",
        sources: [
            .customSchemes("the identifier")
        ],
        examples: [
            .init("A word", of: "com.acme.wallet", [.init(name: "↓wallet", schemes: ["acmepay"])]),
            .init(
                "Two URL types",
                of: "com.acme.feed",
                [
                    .init(role: "Editor", name: "↓Feed", schemes: ["acmefeed"]),
                    .init(role: "Editor", name: "Pay", schemes: ["acmepay"]),
                ]
            ),
            .init(
                "An SDK's name, with a scheme that no other app has",
                of: "com.acme.feed",
                [.init(role: "Editor", name: "Google Sign-In", schemes: ["com.googleusercontent.apps.1234-ab"])]
            ),
            .init("A reverse-DNS name", of: "com.acme.wallet", [.init(name: "com.acme.pay_2", schemes: ["acmepay"])]),
            .init(
                "A variable, and no identifier",
                of: "com.acme.wallet",
                [.init(name: "$(NAME)", schemes: ["acmepay"]), .init(name: "", schemes: ["pay"])]
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        let types = manifest.identifiableURLTypes(knowledge) { type in
            guard let identifier = type.identifier, !identifier.value.isEmpty, identifier.isKnown else { return false }
            return !manifest.isLeftOpen(identifier) && !Self.isReverseDNS(identifier.value)
                && manifest.bundleIdentifier.map { ByteString($0.value) } != ByteString(identifier.value)
        }
        return findingOnce(
            in: manifest,
            about: types,
            at: { ($0.identifier?.span ?? $0.span) },
            { type in
                let text = Wording.quoted(type.identifier?.value)
                // Variants resolve one setting to different values, but the line to change is the same.
                return type.identifier?.span.origin == .literal
                    ? "the identifier \(text) is not in reverse-DNS form"
                    : "the identifier expands to \(text), which is not in reverse-DNS form"
            },
            hint: "use the bundle identifier, optionally with a suffix",
            subject: { $0.identifier?.value ?? "" }
        )
    }

    private static func isReverseDNS(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.continuesName || $0 == UInt8(ascii: "-") }
            }
    }
}
