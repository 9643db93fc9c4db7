import SchemeModel

/// Two URL types of one manifest have the same identifier but different roles, or two apps that deliberately share a
/// scheme have the same identifier.
struct DuplicateIdentifierRule: ManifestRule, AcceptedCollisionRule {
    let description = RuleDescription(
        id: "duplicate-identifier",
        section: .conflicts,
        severity: .note,
        summary: "URL types that share an identifier but have different roles",
        why: """
            Apple uses `CFBundleURLName` to tell URL types apart: it identifies the URL type, and is the key of its \
            localized name.
            """,
        reportedWhen: """
            Reported once for each identifier in a manifest. Also reported, as a warning, if two apps claim the same \
            scheme with the same identifier and the configuration accepts that conflict. If it isn't accepted, \
            `undefined-target` mentions the shared identifier.
            """,
        notReportedWhen: """
            Not reported for empty identifiers, for identifiers that contain a build setting, or for the app's bundle \
            identifier.
            """,
        fix: "Give each URL type its own identifier, such as the bundle identifier with a suffix.",
        sources: [
            .coreFoundationKeys("the keys of CFBundleURLTypes")
        ],
        examples: [
            .init(
                "One identifier with two roles",
                of: "com.acme.wallet",
                [
                    .init(role: "Editor", name: "com.acme.pay", schemes: ["acmepay"]),
                    .init(role: "Viewer", name: "↓com.acme.pay", schemes: ["lightning"]),
                ]
            ),
            .init(
                "A copy without a role",
                of: "com.acme.feed",
                [
                    .init(role: "Editor", name: "Acme Feed", schemes: ["acmefeed"]),
                    .init(name: "↓Acme Feed", schemes: ["db-0a1b2c3d4e5f"]),
                ]
            ),
            .init(
                "An accepted collision",
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
                "The bundle identifier",
                of: "com.acme.wallet",
                [
                    .init(role: "Editor", name: "com.acme.wallet"),
                    .init(name: "com.acme.wallet"),
                ]
            ),
            .init(
                "One identifier with one role",
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
        for type in manifest.checkedURLTypes {
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
                    "two URL types have the identifier \(Wording.quoted(key.string)) but different roles "
                        + "(\(Wording.list(quoting: roles)))",
                    hint: "give each URL type its own identifier",
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
                    "the URL type with '\(scheme)' has the CFBundleURLName \(Wording.quoted(identifier)), which another "
                    + "app that claims the scheme also uses",
                hint: "give each app's URL type its own identifier, such as the bundle identifier with a suffix",
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
