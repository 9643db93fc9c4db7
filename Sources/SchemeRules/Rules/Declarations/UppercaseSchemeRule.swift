import SchemeModel

/// A scheme has uppercase letters.
struct UppercaseSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "uppercase-scheme",
        section: .declarations,
        severity: .warning,
        summary: "schemes with uppercase letters",
        why: """
            The system ignores case when it looks for the app that opens a URL. Safari and web views lowercase the \
            scheme first, as the URL standard requires; other apps leave it unchanged. Code that compares the scheme \
            with the declared spelling finds no match for a link on a web page, and the link does nothing.
            """,
        reportedWhen: """
            Each scheme is reported once, at its first declaration. The finding is a warning if the app's code \
            compares a URL's scheme, or its beginning, case-sensitively with a string that has uppercase letters. It is a note if some \
            code could not be read or analyzed.
            """,
        notReportedWhen: """
            Not reported if the code ignores case (`lowercased()`, `caseInsensitiveCompare`) or never compares the scheme. \
            Also not reported for schemes that:

            - an SDK requires (`QQ41C1685F`);
            - contain the app's own bundle identifier;
            - look like a bundle identifier, if the app's own is unknown;
            - are reported by `placeholder-scheme`, `reserved-scheme` or `known-scheme`;
            - are also declared in lowercase, which `duplicate-scheme` reports;
            - are in test code, unless code compares them.
            """,
        fix: "Write the scheme in lowercase in the manifest and in the code, or ignore case when comparing schemes.",
        sources: [
            .init(
                "URL Standard: a parsed URL's scheme is in lowercase",
                "https://url.spec.whatwg.org/#scheme-state",
                seen: "2026-11-23"
            ),
            .schemeSyntax("the canonical form of a scheme is lowercase"),
        ],
        examples: [
            .init("The app's name", of: "com.acme.wallet", [.init(schemes: ["↓AcmeWallet"])]),
            .init(
                "Two words in camel case, next to a login SDK's scheme",
                of: "com.acme.reader",
                [
                    .init(role: "Editor", name: "com.acme.reader", schemes: ["↓acmeReader", "acmereader-beta"]),
                    .init(role: "Editor", schemes: ["fb1234567890"]),
                ]
            ),
            .init(
                "The bundle identifier, and an SDK's key with uppercase letters",
                of: "com.acme.Reader",
                [.init(schemes: ["com.acme.Reader", "msauth.com.acme.Reader", "QQ41C1685F"])]
            ),
            .init(
                "The app's code ignores case",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["AcmeWallet"])]),
                    .swift(
                        """
                        struct Home: View {
                            var body: some View {
                                Text("Home").onOpenURL { url in
                                    guard url.scheme?.lowercased() == "acmewallet" else { return }
                                    show(url)
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The app's code is case-sensitive",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["↓AcmeWallet"])]),
                    .swift(
                        """
                        struct Home: View {
                            var body: some View {
                                Text("Home").onOpenURL { url in
                                    guard url.scheme == "AcmeWallet" else { return }
                                    show(url)
                                }
                            }
                        }
                        """
                    ),
                ]
            ),
            .init(
                "The app's code compares the beginning of a URL",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["↓AcmeWallet"])]),
                    .swift(
                        """
                        enum Links {
                            static let prefix = "AcmeWallet://"

                            static func isOwn(_ url: URL) -> Bool { url.absoluteString.hasPrefix(prefix) }
                        }
                        """
                    ),
                ]
            ),
            .init("Also declared in lowercase", of: "com.acme.wallet", [.init(schemes: ["Wallet2", "wallet2"])]),
            .init("Only lowercase letters and digits", of: "com.acme.wallet", [.init(schemes: ["wallet2"])]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        var inLowerCase: Set<SchemeKey>?
        return schemes.compactMap { classified in
            guard let scheme = classified.declaration.scheme.key, seen.insert(scheme).inserted,
                let text = classified.declaration.scheme.resolved, ByteString(text) != scheme.text,
                isOpen(classified.classification), !isWanted(text, classified.classification, in: manifest),
                classified.comparison != .ignoresCase,
                classified.isCompared || manifest.isDistrusted || !manifest.origin.path.isTestCode
            else { return nil }
            // If it is also declared in lowercase, it is a duplicate, and in lowercase it would still be one.
            let known = inLowerCase ?? manifest.schemesInLowerCase
            inLowerCase = known
            if !classified.declaration.scheme.isConditional, known.contains(scheme) { return nil }
            return finding(of: text, scheme, classified, in: manifest)
        }
    }

    private func finding(
        of text: String,
        _ scheme: SchemeKey,
        _ classified: ClassifiedScheme,
        in manifest: Manifest
    ) -> Finding {
        var message = "scheme '\(text)' has uppercase letters; Safari opens it as '\(scheme)'"
        var hint = "change it to '\(scheme)'"
        var related: [Finding.Related] = []
        if case .requiresCapitals(let comparison) = classified.comparison {
            let spelling = comparison.schemes.first { SchemeKey($0) == scheme } ?? text
            message += ", but the app's code compares it with '\(spelling)'"
            hint += " in the manifest and in the code"
            related = [.init(app: nil, place: comparison.place, message: "'\(spelling)' is compared here")]
        }
        var finding = finding(
            in: manifest,
            at: manifest.place(of: classified.declaration.scheme.span),
            related.isEmpty ? .note : .warning,
            message,
            hint: hint,
            scheme: scheme,
            related: related,
            subject: scheme.text.string
        )
        finding.spelling = text
        return finding
    }

    /// Whether no other rule has reported the scheme.
    private func isOpen(_ classification: SchemeClassification) -> Bool {
        switch classification {
        case .sdk, .generic, .registered, .own: true
        case .placeholder, .reserved, .foreign: false
        }
    }

    /// Whether an SDK or the app's own identifier requires this case.
    private func isWanted(_ text: String, _ classification: SchemeClassification, in manifest: Manifest) -> Bool {
        if case .sdk(let form) = classification, form.keepsCase { return true }
        if manifest.containsBundleIdentifier(text) || manifest.containsIdentifierOfVariant(text) { return true }
        let dots = text.utf8.count { $0 == UInt8(ascii: ".") }
        if !manifest.app.isKnown, dots >= 2 { return true }
        return manifest.root("TikTokClientKey")?.value.string.map(ByteString.init) == ByteString(text)
    }
}

extension ClassifiedScheme {
    /// Whether code compares the scheme case-sensitively.
    fileprivate var isCompared: Bool {
        if case .requiresCapitals = comparison { true } else { false }
    }
}

extension Manifest {
    /// Whether `text` contains the identifier of another configuration, to which this one adds labels:
    /// `com.acme.Wallet` in `com.acme.Wallet.TEAM`.
    fileprivate func containsIdentifierOfVariant(_ text: String) -> Bool {
        guard case .known(let identifier) = app else { return false }
        var labels = identifier.string.split(separator: ".")
        let text = text.asciiLowercased
        while labels.count > 3 {
            labels.removeLast()
            if text.contains(labels.joined(separator: ".").asciiLowercased) { return true }
        }
        return false
    }

    /// The schemes that are declared in lowercase, outside unresolved preprocessor conditionals.
    fileprivate var schemesInLowerCase: Set<SchemeKey> {
        Set(
            declarations.compactMap { declaration in
                guard !declaration.scheme.isConditional, let key = declaration.scheme.key,
                    let text = declaration.scheme.resolved
                else { return nil }
                return ByteString(text) == key.text ? key : nil
            }
        )
    }
}
