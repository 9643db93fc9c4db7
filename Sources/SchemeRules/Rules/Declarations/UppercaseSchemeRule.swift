import SchemeModel

/// A scheme has upper-case letters.
struct UppercaseSchemeRule: StandingRule {
    let description = RuleDescription(
        id: "uppercase-scheme",
        section: .declarations,
        severity: .warning,
        summary: "schemes with upper-case letters",
        why: """
            Schemes are compared without regard to case, and the system hands the app a URL whose scheme is in lower \
            case. Code that compares it with the declared spelling then finds no match, and the link does nothing.
            """,
        details: """
            One finding for each scheme, at its first declaration. Not where the form of an SDK has capitals \
            (`QQ41C1685F`), where the scheme contains the app's own bundle identifier, or where it looks like one and \
            the app's is not known. A note where all code of the app that compares the scheme ignores the case \
            (`lowercased()`, `caseInsensitiveCompare`). Nor where another rule has spoken of the scheme as a placeholder or as somebody \
            else's.
            """,
        fix: "Write the scheme in lower case, and compare schemes without regard to case. The edit lowers the letters.",
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
            .init("Digits, and no capitals", of: "com.acme.wallet", [.init(schemes: ["wallet2"])]),
        ]
    )

    func findings(about schemes: [JudgedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        var inLowerCase: [SchemeKey: Int]?
        return schemes.compactMap { judged in
            guard let scheme = judged.declaration.scheme.key, seen.insert(scheme).inserted,
                let text = judged.declaration.scheme.resolved, ByteString(text) != scheme.text,
                isOpen(judged.standing), !isWanted(text, judged.standing, in: manifest)
            else { return nil }
            // Declared in lower case before, it is a duplicate, whatever its letters.
            let known = inLowerCase ?? manifest.schemesInLowerCase
            inLowerCase = known
            if let offset = known[scheme], offset < judged.declaration.scheme.span.element.byteOffset { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: judged.declaration.scheme.span),
                judged.isFoldedInCode ? .note : .warning,
                "scheme '\(text)' has upper-case letters; URLs arrive with '\(scheme)', "
                    + (judged.isFoldedInCode
                        ? "and the app's code ignores the case" : "and code that compares exactly fails"),
                hint: "write '\(scheme)'",
                scheme: scheme,
                subject: scheme.text.string
            )
        }
    }

    /// Whether no other rule has spoken of the scheme.
    private func isOpen(_ standing: SchemeStanding) -> Bool {
        switch standing {
        case .sdk, .generic, .registered, .own: true
        case .placeholder, .reserved, .foreign: false
        }
    }

    /// Whether somebody wants the scheme in this case.
    private func isWanted(_ text: String, _ standing: SchemeStanding, in manifest: Manifest) -> Bool {
        if case .sdk(let form) = standing, form.keepsCase { return true }
        if manifest.containsBundleIdentifier(text) { return true }
        let dots = text.utf8.count { $0 == UInt8(ascii: ".") }
        if !manifest.app.isKnown, dots >= 2 { return true }
        return manifest.root("TikTokClientKey")?.value.string.map(ByteString.init) == ByteString(text)
    }
}

extension Manifest {
    /// Where the schemes that are declared in lower case first stand: their byte offsets.
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
