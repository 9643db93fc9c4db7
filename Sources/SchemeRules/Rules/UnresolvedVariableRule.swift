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
        fix:
            "Check the built app, in which the variables are replaced. In a built app, define the setting in its build.",
        sources: [
            .init(
                "Managing your app's information property list values: variables that a build replaces",
                "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list",
                seen: "2026-11-20"
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
                guard let message = message(about: scheme, isBuilt: manifest.isBuilt) else { continue }
                findings.append(finding(message, about: scheme.raw, at: scheme.span, in: manifest))
            }
            return findings
        }.sorted { $0.place < $1.place }
    }

    private func message(about scheme: DeclaredScheme, isBuilt: Bool) -> String? {
        switch scheme.state {
        case .unresolved:
            (scheme.resolved.flatMap(Variable.first)).map {
                isBuilt ? "\($0) is left in the scheme" : "\($0) is left in the scheme, so the scheme is not known"
            }
        case .unknown: "'\(scheme.raw)' depends on a file that is missing, so the scheme is not known"
        case .empty where Variable.first(in: scheme.raw) != nil: "the build's settings leave '\(scheme.raw)' empty"
        case .empty, .claimed, .invalid: nil
        }
    }

    private func finding(_ message: String, about text: String, at span: ValueSpan, in manifest: Manifest) -> Finding {
        finding(
            in: manifest,
            at: manifest.place(of: span),
            manifest.isBuilt ? .error : .warning,
            manifest.isBuilt ? "\(message), and no build will replace it" : message,
            hint: manifest.isBuilt
                ? "define the setting in the build that made this product"
                : "check the built app, in which it is replaced",
            subject: text
        )
    }
}
