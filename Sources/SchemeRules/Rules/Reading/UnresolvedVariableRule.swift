import SchemeModel

/// A variable is left in a scheme or an identifier.
struct UnresolvedVariableRule: ManifestRule {
    let description = RuleDescription(
        id: "unresolved-variable",
        section: .reading,
        severity: .warning,
        summary: "schemes and identifiers in which a variable is left",
        why: """
            Which scheme the app declares is then not known, so nothing can be said about whom it meets. In a built \
            product no build will replace the variable any more: the app claims the text as it stands, which is no \
            scheme, and App Store Connect refuses it.
            """,
        details: """
            For `$(NAME)`, `${NAME}`, `$[NAME]` and `{{name}}` in a scheme or in `CFBundleURLName`, for a scheme whose \
            value depends on a missing file, and for a scheme that the build's settings leave empty. Error in a built \
            product, warning in a source tree.
            """,
        fix: """
            Import the Xcode project, which says what the variables stand for; `schemereg settings` shows where a value \
            comes from. Where a file of settings is made by the build or kept secret, give its value with \
            `--set KEY=VALUE`. In a built app, define the setting in its build.
            """,
        sources: [
            .init(
                "Managing your app's information property list values: variables that a build replaces",
                "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list",
                seen: "2026-11-21"
            )
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
            .init("Nothing left", of: "com.acme.wallet", [.init(name: "com.acme.wallet", schemes: ["wallet"])]),
            .init(
                "A variable in another key",
                of: "com.acme.wallet",
                "<key>CFBundleName</key>\n<string>$(NAME)</string>"
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.judgedURLTypes.flatMap { type -> [Finding] in
            var findings: [Finding] = []
            if let identifier = type.identifier, let variable = Variable.first(in: identifier.value) {
                let message = "\(variable) is left in the identifier"
                findings.append(finding(message, about: identifier.value, at: identifier.span, in: manifest))
            }
            for scheme in type.schemes {
                guard let message = message(about: scheme, in: manifest) else { continue }
                findings.append(finding(message, about: scheme.raw, at: scheme.span, in: manifest))
            }
            return findings
        }.sorted { $0.place < $1.place }
    }

    private func message(about scheme: DeclaredScheme, in manifest: Manifest) -> String? {
        switch scheme.state {
        case .unresolved:
            return (scheme.resolved.flatMap(Variable.first)).map {
                manifest.isBuilt
                    ? "\($0) is left in the scheme" : "\($0) is left in the scheme, so the scheme is not known"
            }
        case .unknown where manifest.irregularities(.unboundedSetting).contains { $0.span == scheme.span }:
            // `malformed-project` says why.
            return nil
        case .unknown:
            let cause = cause(of: scheme.span, in: manifest)?.cause ?? "a file that defines it is missing"
            return "the scheme '\(Wording.brief(scheme.raw))' is not known: \(cause)"
        case .empty where Variable.first(in: scheme.raw) != nil:
            let settings = manifest.irregularities(.undefinedSetting).filter { $0.span == scheme.span }
                .compactMap(\.subject)
            let what = settings.isEmpty ? "nothing sets it" : "nothing sets \(Wording.list(settings))"
            return "the build leaves the scheme '\(Wording.brief(scheme.raw))' empty: \(what)"
        case .empty, .claimed, .invalid: return nil
        }
    }

    /// What is known of the setting that a value at `span` depends on.
    private func cause(of span: ValueSpan, in manifest: Manifest) -> Irregularity? {
        manifest.irregularities.first { $0.kind == .unknownSetting && $0.span == span }
    }

    private func finding(_ message: String, about text: String, at span: ValueSpan, in manifest: Manifest) -> Finding {
        finding(
            in: manifest,
            at: manifest.place(of: span),
            manifest.isBuilt ? .error : .warning,
            manifest.isBuilt ? "\(message), and no build will replace it" : message,
            hint: hint(in: manifest, at: span),
            related: manifest.irregularities.filter { $0.span == span && $0.place != nil }.map { irregularity in
                Finding.Related(
                    app: manifest.appDescription,
                    place: manifest.place(of: irregularity),
                    message: "here '\(irregularity.subject ?? "")' is referred to"
                )
            } + manifest.companions.filter { text.contains($0.name) }.map(manifest.related(to:)),
            subject: text
        )
    }

    private func hint(in manifest: Manifest, at span: ValueSpan) -> String {
        if manifest.isBuilt { return "define the setting in the build that made this product" }
        guard let target = manifest.outcome.target else {
            return "import the Xcode project, which says what it stands for, or the built app"
        }
        guard let cause = cause(of: span, in: manifest)?.cause else {
            return "define the setting for the target \(Wording.quoted(target)), or with --set KEY=VALUE"
        }
        // Files with secrets are made from others that are committed.
        let copied = manifest.irregularities(.missingFile).first { file in
            file.found != nil && file.subject.map { cause.contains("'\($0)'") } ?? false
        }
        guard let file = copied?.subject, let template = copied?.found else {
            return "make the missing file, or give the value with --set KEY=VALUE"
        }
        // The template lies where the file should.
        let copy = Path(template).directory.belowRoot.appending(Path(file).lastComponent)
        return "copy \(Wording.quoted(template)) to \(Wording.quoted(copy.display)) and fill it in, or give a file with "
            + "--xcconfig FILE"
    }
}
