import SchemeModel

/// Two URL types of one manifest have the same identifier but different roles, or two apps that deliberately share a
/// scheme have the same identifier.
struct DuplicateIdentifierRule: ManifestRule, AcceptedCollisionRule {
    let description = RuleDescription(
        id: "duplicate-identifier",
        section: .reports,
        severity: .note,
        summary: "URL types that share an identifier and differ in role",
        why: """
            Apple gives `CFBundleURLName` the job of telling URL types apart: it is the main way to refer to one, and \
            the key of its localized name.
            """,
        details: """
            One finding for each identifier of a manifest. Not for empty identifiers, identifiers in which a setting \
            is left, and an app that uses its bundle identifier throughout.

            Warning where a team has accepted that an app claims a scheme which another app claims too, and both have \
            one identifier; where the collision is not accepted, `undefined-target` says so.
            """,
        fix: "Give each URL type an identifier of its own, such as the bundle identifier and a word.",
        sources: [
            .init(
                "Core Foundation Keys: the keys of CFBundleURLTypes",
                "https://developer.apple.com/library/archive/documentation/General/Reference/InfoPlistKeyReference/Articles/CoreFoundationKeys.html",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "One identifier, two roles",
                of: "com.acme.wallet",
                [
                    .init(role: "Editor", name: "com.acme.pay", schemes: ["acmepay"]),
                    .init(role: "Viewer", name: "↓com.acme.pay", schemes: ["lightning"]),
                ]
            ),
            .init(
                "One with a role and a copy of it without",
                of: "com.acme.feed",
                [
                    .init(role: "Editor", name: "Acme Feed", schemes: ["acmefeed"]),
                    .init(name: "↓Acme Feed", schemes: ["db-0a1b2c3d4e5f"]),
                ]
            ),
            .init(
                "A collision that was accepted",
                [
                    .manifest(
                        "Driver/Info.plist",
                        of: "com.acme.driver",
                        [.init(role: "Editor", name: "com.acme.pay", schemes: ["↓acme-pay"])]
                    ),
                    .manifest(
                        "Wallet/Info.plist",
                        of: "com.acme.wallet",
                        [.init(role: "Editor", name: "com.acme.pay", schemes: ["↓acme-pay"])]
                    ),
                    .configuration(
                        """
                        accept:
                          - rule: undefined-target
                            scheme: acme-pay
                            reason: Nobody has both apps; they are for two countries.
                        """
                    ),
                ]
            ),
            .init(
                "The bundle identifier throughout",
                of: "com.acme.wallet",
                [
                    .init(role: "Editor", name: "com.acme.wallet"),
                    .init(name: "com.acme.wallet"),
                ]
            ),
            .init(
                "One identifier, one role",
                of: "com.acme.wallet",
                [
                    .init(name: "com.acme.pay"),
                    .init(name: "com.acme.pay"),
                ]
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var first: [ByteString: URLType] = [:]
        var reported = Set<ByteString>()
        var findings: [Finding] = []
        for type in manifest.judgedURLTypes {
            guard let identifier = type.identifier, !identifier.value.isEmpty,
                identifier.isKnown, type.role?.isKnown ?? true, !manifest.isBundleIdentifier(identifier.value)
            else { continue }
            let key = ByteString(identifier.value)
            guard let other = first[key] else {
                first[key] = type
                continue
            }
            let roles = [other.role?.value, type.role?.value]
            guard roles[0].map(ByteString.init) != roles[1].map(ByteString.init), reported.insert(key).inserted
            else { continue }
            findings.append(
                finding(
                    in: manifest,
                    at: manifest.place(of: identifier.span),
                    .note,
                    "two URL types have the identifier \(Wording.quoted(key.string)) and different roles "
                        + "(\(Wording.list(quoting: roles)))",
                    hint: "give each URL type an identifier of its own",
                    related: [
                        Finding.Related(
                            app: manifest.appDescription,
                            place: manifest.place(of: (other.identifier ?? identifier).span),
                            message: "the other URL type with this identifier"
                        )
                    ],
                    subject: key.string
                )
            )
        }
        return findings
    }

    func findings(onAccepted finding: Finding) -> [Finding] {
        guard let identifier = finding.sharedIdentifier, let scheme = finding.scheme else { return [] }
        return [
            Finding(
                rule: description.id,
                severity: .warning,
                message:
                    "the URL type with '\(scheme)' has the CFBundleURLName \(Wording.quoted(identifier)), and so has one of "
                    + "another app that claims the scheme",
                hint: "give each app's URL type an identifier of its own, such as the bundle identifier and a word",
                app: finding.app,
                scheme: scheme,
                place: finding.place,
                subject: identifier
            )
        ]
    }
}

extension Manifest {
    /// Whether `identifier` is the app's own, compared without ASCII case.
    fileprivate func isBundleIdentifier(_ identifier: String) -> Bool {
        let key = ByteString(identifier.asciiLowercased)
        return app == .known(key) || bundleIdentifier.map { ByteString($0.value.asciiLowercased) } == key
    }
}
