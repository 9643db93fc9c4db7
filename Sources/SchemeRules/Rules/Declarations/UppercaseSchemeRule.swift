import SchemeModel

/// A scheme has upper-case letters.
struct UppercaseSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "uppercase-scheme",
        section: .declarations,
        severity: .warning,
        summary: "schemes with upper-case letters",
        why: """
            The system ignores case when it looks for the app that opens a URL, and it hands the app a URL whose scheme is \
            in lower case. Code that compares the scheme exactly with the declared spelling finds no match, and the link \
            does nothing.
            """,
        details: """
            Each scheme has one finding, at its first declaration. It is a warning where the app's code compares the scheme \
            of a URL exactly with a text that has upper-case letters, and a note otherwise: where the code ignores case \
            (`lowercased()`, `caseInsensitiveCompare`), where it never compares the scheme, and where it was not read.

            Not reported are schemes whose form an SDK demands (`QQ41C1685F`), schemes that contain the app's own bundle \
            identifier, schemes that look like a bundle identifier if the app's is unknown, and schemes that another rule \
            reports as placeholders or as owned by someone else.
            """,
        fix:
            "Write the scheme in lower case in the manifest and in the code, or compare schemes without regard to case.",
        sources: [
            .init(
                "RFC 3986 §3.1: the canonical form of a scheme is lower case",
                "https://www.rfc-editor.org/rfc/rfc3986#section-3.1",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init("The name of the app", of: "com.acme.wallet", [.init(schemes: ["↓AcmeWallet"])]),
            .init(
                "Two words run together, beside a login SDK's scheme",
                of: "com.acme.reader",
                [
                    .init(role: "Editor", name: "com.acme.reader", schemes: ["↓acmeReader", "acmereader-beta"]),
                    .init(role: "Editor", schemes: ["fb1234567890"]),
                ]
            ),
            .init(
                "The bundle identifier, and a key that an SDK wants in capitals",
                of: "com.acme.Reader",
                [.init(schemes: ["com.acme.Reader", "msauth.com.acme.Reader", "QQ41C1685F"])]
            ),
            .init(
                "The app's code ignores the case",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["↓AcmeWallet"])]),
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
                "The app's code compares the scheme exactly",
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
            .init("Digits, and no capitals", of: "com.acme.wallet", [.init(schemes: ["wallet2"])]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        var inLowerCase: [SchemeKey: Int]?
        return schemes.compactMap { judged in
            guard let scheme = judged.declaration.scheme.key, seen.insert(scheme).inserted,
                let text = judged.declaration.scheme.resolved, ByteString(text) != scheme.text,
                isOpen(judged.standing), !isWanted(text, judged.standing, in: manifest)
            else { return nil }
            // If it is also declared in lower case before, it is a duplicate.
            let known = inLowerCase ?? manifest.schemesInLowerCase
            inLowerCase = known
            if let offset = known[scheme], offset < judged.declaration.scheme.span.element.byteOffset { return nil }
            return finding(of: text, scheme, judged, in: manifest)
        }
    }

    private func finding(
        of text: String,
        _ scheme: SchemeKey,
        _ judged: ClassifiedScheme,
        in manifest: Manifest
    ) -> Finding {
        var message = "scheme '\(text)' has upper-case letters; URLs arrive with '\(scheme)'"
        var hint = "write '\(scheme)'"
        var related: [Finding.Related] = []
        switch judged.comparison {
        case .unknown: break
        case .ignoresCase: message += ", and the app's code ignores case"
        case .requiresCapitals(let comparison):
            let spelling = comparison.schemes.first { SchemeKey($0) == scheme } ?? text
            message += ", and the app's code compares it exactly with '\(spelling)'"
            hint += " in the manifest and in the code"
            related = [.init(app: nil, place: comparison.place, message: "'\(spelling)' is compared here")]
        }
        return finding(
            in: manifest,
            at: manifest.place(of: judged.declaration.scheme.span),
            related.isEmpty ? .note : .warning,
            message,
            hint: hint,
            scheme: scheme,
            related: related,
            subject: scheme.text.string
        )
    }

    /// Whether no other rule has reported the scheme.
    private func isOpen(_ standing: SchemeClassification) -> Bool {
        switch standing {
        case .sdk, .generic, .registered, .own: true
        case .placeholder, .reserved, .foreign: false
        }
    }

    /// Whether an SDK or the app's own identifier requires this case.
    private func isWanted(_ text: String, _ standing: SchemeClassification, in manifest: Manifest) -> Bool {
        if case .sdk(let form) = standing, form.keepsCase { return true }
        if manifest.containsBundleIdentifier(text) { return true }
        let dots = text.utf8.count { $0 == UInt8(ascii: ".") }
        if !manifest.app.isKnown, dots >= 2 { return true }
        return manifest.root("TikTokClientKey")?.value.string.map(ByteString.init) == ByteString(text)
    }
}

extension Manifest {
    /// The byte offsets of the first declaration of each scheme in lower case.
    fileprivate var schemesInLowerCase: [SchemeKey: Int] {
        var offsets: [SchemeKey: Int] = [:]
        for declaration in declarations {
            guard let key = declaration.scheme.key, let text = declaration.scheme.resolved, ByteString(text) == key.text
            else { continue }
            let offset = declaration.scheme.span.element.byteOffset
            offsets[key] = min(offsets[key] ?? offset, offset)
        }
        return offsets
    }
}
