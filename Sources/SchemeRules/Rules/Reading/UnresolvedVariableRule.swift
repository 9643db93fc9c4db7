import SchemeModel

/// A scheme or an identifier contains an unresolved variable.
struct UnresolvedVariableRule: ManifestRule {
    let description = RuleDescription(
        id: "unresolved-variable",
        section: .reading,
        severity: .warning,
        summary: "schemes and identifiers with an unresolved variable or macro",
        why: """
            The actual scheme is unknown, so collisions can't be detected. In a built product, the variable will never \
            be replaced: the app claims the literal text, which is not a valid scheme, and App Store Connect rejects \
            it.
            """,
        reportedWhen: """
            Reported for `$(NAME)`, `${NAME}`, `$[NAME]` and `{{name}}` in a scheme or in `CFBundleURLName`, for a \
            scheme whose value depends on a missing file, and for a scheme that the build settings leave empty. It is \
            an error in a built product, and a warning in a source tree.

            A build with `INFOPLIST_PREPROCESS` also expands macros. If a header with macros is missing, or the effect \
            of a preprocessor flag is unknown, any word in the manifest may be a macro. Its schemes and identifiers \
            are then unknown, no other rule checks them, and one finding for the whole manifest names the header and \
            the setting.
            """,
        fix: """
            Run `schemereg` on the Xcode project, which defines the variables. `schemereg settings` shows where a value comes from. \
            If the build generates a settings file, or it is secret, set its value with `--set KEY=VALUE`. In a built \
            app, define the setting in its build. If a build phase generates the header of `INFOPLIST_PREFIX_HEADER`, \
            run it first, or commit a sample header and use `--set INFOPLIST_PREFIX_HEADER=PATH`.
            """,
        sources: [
            .init(
                "Managing your app's information property list values: build settings as variables",
                "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list",
                seen: "2026-11-21"
            ),
            .init(
                "Build settings reference: INFOPLIST_PREFIX_HEADER",
                "https://developer.apple.com/documentation/xcode/build-settings-reference#Infoplist-Preprocessor-Prefix-File",
                seen: "2026-11-22"
            ),
        ],
        examples: [
            .init("The whole scheme", of: "com.acme.wallet", [.init(schemes: ["↓$(APP_URL_SCHEME)"])]),
            .init(
                "A login SDK's scheme that contains the bundle identifier",
                of: "com.acme.mail",
                [
                    .init(
                        role: "Editor",
                        name: "↓$(PRODUCT_BUNDLE_IDENTIFIER)",
                        schemes: ["acmemail", "↓msauth.$(PRODUCT_BUNDLE_IDENTIFIER)"]
                    )
                ]
            ),
            .init("No variables", of: "com.acme.wallet", [.init(name: "com.acme.wallet", schemes: ["wallet"])]),
            .init(
                "A macro in a header that the build generates",
                .project(
                    settings: [
                        "Release": [
                            "INFOPLIST_PREPROCESS": "YES", "INFOPLIST_PREFIX_HEADER": "DerivedSources/InfoPlist.h",
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet",
                        ]
                    ],
                    [
                        .init(
                            role: "Editor",
                            name: "$(PRODUCT_BUNDLE_IDENTIFIER)",
                            schemes: ["↓WALLET_AUTH_SCHEME", "wallet"]
                        )
                    ]
                )
            ),
            .init(
                "A macro that the project defines",
                .project(
                    settings: [
                        "Release": [
                            "INFOPLIST_PREPROCESS": "YES",
                            "INFOPLIST_PREPROCESSOR_DEFINITIONS": "\"WALLET_SCHEME=acme-wallet\"",
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet",
                        ]
                    ],
                    [.init(role: "Editor", name: "$(PRODUCT_BUNDLE_IDENTIFIER)", schemes: ["WALLET_SCHEME"])]
                )
            ),
            .init(
                "A variable in another key",
                of: "com.acme.wallet",
                "<key>CFBundleName</key>\n<string>$(NAME)</string>"
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        (variables(in: manifest) + [macros(in: manifest)].compactMap { $0 }).sorted { $0.place < $1.place }
    }

    // MARK: Macros

    /// Returns the finding about all values that macros may affect; `nil` if all values are known.
    private func macros(in manifest: Manifest) -> Finding? {
        let gaps = manifest.irregularities(.unknownMacros)
        guard let gap = gaps.first, manifest.kind.isApplication, gap.span.isChecked else { return nil }
        let schemes = manifest.declarations.map(\.scheme).filter {
            $0.state == .unknown && cause(of: $0.span, in: manifest) == nil && !manifest.hasLostPart(of: $0.span)
        }
        let names = schemes.prefix(2).map { "'\(Wording.brief($0.raw))'" }
        let more = schemes.count > 2 ? ["\(Wording.count(schemes.count - 2, "other"))"] : []
        let subject =
            schemes.isEmpty
            ? "values of the manifest are"
            : schemes.count == 1 ? "the scheme \(names[0]) is" : "the schemes \(Wording.list(names + more)) are"
        return finding(
            in: manifest,
            at: manifest.place(of: schemes.first?.span ?? gap.span),
            .warning,
            "\(subject) unknown: \(gap.cause ?? "macros are unknown")",
            hint: Self.hint(gap),
            related: gaps.compactMap { gap in
                gap.place.map {
                    Finding.Related(
                        app: manifest.appDescription,
                        place: $0,
                        message: "'\(Wording.brief(gap.subject ?? ""))' is used here"
                    )
                }
            },
            subject: gap.subject ?? "macros"
        )
    }

    private static func hint(_ gap: Irregularity) -> String {
        switch gap.expected {
        case nil: "generate the header first"
        case "INFOPLIST_PREFIX_HEADER"?:
            "generate the header first, or use a copy with --set INFOPLIST_PREFIX_HEADER=PATH"
        case let setting?: "set a known value with --set \(setting)=VALUE"
        }
    }

    // MARK: Variables

    private func variables(in manifest: Manifest) -> [Finding] {
        manifest.checkedURLTypes.flatMap { type -> [Finding] in
            var findings: [Finding] = []
            if let identifier = type.identifier, let variable = VariableReference.first(in: identifier.value) {
                let message = "the identifier contains \(variable)"
                findings.append(finding(message, about: identifier.value, at: identifier.span, in: manifest))
            }
            for scheme in type.schemes {
                guard let message = message(about: scheme, in: manifest) else { continue }
                findings.append(finding(message, about: scheme.raw, at: scheme.span, in: manifest))
            }
            return findings
        }
    }

    private func message(about scheme: DeclaredScheme, in manifest: Manifest) -> String? {
        switch scheme.state {
        case .unresolved:
            return (scheme.resolved.flatMap(VariableReference.first)).map {
                manifest.isBuilt
                    ? "the scheme contains \($0)" : "the scheme contains \($0), so its value is unknown"
            }
        case .unknown where manifest.irregularities(.unboundedSetting).contains { $0.span == scheme.span }:
            // `malformed-project` reports the reason.
            return nil
        case .unknown:
            let known = cause(of: scheme.span, in: manifest)?.cause
            // Macros have one finding for all values, and `preprocessed-comment` reports removed parts.
            if known == nil, manifest.hasUnknownMacros || manifest.hasLostPart(of: scheme.span) { return nil }
            let cause = known ?? "a file that defines it is missing"
            return "the scheme '\(Wording.brief(scheme.raw))' is unknown: \(cause)"
        case .empty where VariableReference.first(in: scheme.raw) != nil:
            let settings = manifest.irregularities(.undefinedSetting).filter { $0.span == scheme.span }
                .compactMap(\.subject)
            let verb = settings.count > 1 ? "are" : "is"
            let what = "\(settings.isEmpty ? "the setting" : Wording.list(settings)) \(verb) undefined"
            return "the build leaves the scheme '\(Wording.brief(scheme.raw))' empty: \(what)"
        case .empty, .claimed, .invalid: return nil
        }
    }

    /// Returns what is known of the setting behind the value at `span`.
    private func cause(of span: ValueSpan, in manifest: Manifest) -> Irregularity? {
        manifest.irregularities.first { $0.kind == .unknownSetting && $0.span == span }
    }

    private func finding(_ message: String, about text: String, at span: ValueSpan, in manifest: Manifest) -> Finding {
        finding(
            in: manifest,
            at: manifest.place(of: span),
            manifest.isBuilt ? .error : .warning,
            manifest.isBuilt ? "\(message), which was not replaced in the build" : message,
            hint: hint(in: manifest, at: span),
            related: manifest.irregularities.filter { $0.span == span && $0.place != nil }.map { irregularity in
                Finding.Related(
                    app: manifest.appDescription,
                    place: manifest.place(of: irregularity),
                    message: "'\(irregularity.subject ?? "")' is used here"
                )
            } + manifest.companions.filter { text.contains($0.name) }.map(manifest.related(to:)),
            subject: text
        )
    }

    private func hint(in manifest: Manifest, at span: ValueSpan) -> String {
        if manifest.isBuilt { return "define the setting in the build of this product" }
        guard let target = manifest.outcome.target else {
            return "run schemereg on the Xcode project, or on the built app"
        }
        guard let setting = cause(of: span, in: manifest), let cause = setting.cause else {
            return "define the setting for the target \(Wording.quoted(target)), or with --set KEY=VALUE"
        }
        // Files with secrets are often created from committed templates.
        let copied = manifest.irregularities(.missingFile).first { file in
            file.found != nil && file.subject.map { cause.contains("'\($0)'") } ?? false
        }
        guard let file = copied?.subject, let template = copied?.found else {
            let set = "set the value with --set \(Self.argument(setting.subject))=VALUE"
            switch setting.found {
            case "generated project"?: return "\(set), or run schemereg on the generated project"
            case let missing?: return "create the \(missing), or \(set)"
            case nil: return set
            }
        }
        // The template is in the place of the missing file.
        let copy = Path(template).directory.belowRoot.appending(Path(file).lastComponent)
        return
            "copy \(Wording.quoted(template)) to \(Wording.quoted(copy.display)) and fill it in, or specify a file with "
            + "--xcconfig FILE"
    }

    /// Returns the name of a setting for a command that the user copies: as it is, unless a shell may interpret it.
    private static func argument(_ name: String?) -> String {
        guard let name, !name.isEmpty, name.utf8.count <= 100,
            name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || isLetterOrDigit($0) })
        else { return "KEY" }
        return name
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}

extension ValueSpan {
    /// Whether it is the app's identity, a declared or queried scheme, or the whole manifest.
    fileprivate var isChecked: Bool {
        let keys = ["CFBundleURLTypes", "LSApplicationQueriesSchemes", "CFBundleIdentifier"]
        return keyPath.isEmpty || keys.contains { isInside($0) }
    }
}
