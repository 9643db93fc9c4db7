import SchemeModel

/// A scheme or an identifier contains an unresolved variable.
struct UnresolvedVariableRule: ManifestRule {
    let description = RuleDescription(
        id: "unresolved-variable",
        section: .inputFiles,
        severity: .warning,
        summary: "schemes and identifiers with an unresolved variable or macro",
        why: """
            The actual scheme is unknown, so collisions can't be detected. In a built product, the variable will never \
            be replaced: the app claims the literal text, which is not a valid scheme, and App Store Connect rejects \
            it.
            """,
        reportedWhen: """
            Reported for `$(NAME)`, `${NAME}`, `$[NAME]` and `{{name}}` in a scheme or in `CFBundleURLName`, for a \
            scheme whose value depends on a missing file, and for a scheme that the build settings leave empty. The finding is \
            an error in a built product. In a source tree, it is a warning, or a note if only identifiers are affected, if a \
            setting is defined without a value, or if missing settings files, scripts or the generator of the project may \
            define the values. \
            Values in a manifest that need the same fix are reported in one finding.

            A build with `INFOPLIST_PREPROCESS` also expands macros. If a header is missing, or the effect of a \
            preprocessor flag is unknown, words in capitals and words with underscores may be macros; others are ordinary words. \
            Such schemes and identifiers are unknown, no other rule checks them, and one finding for the whole manifest \
            names the header and the setting.
            """,
        notReportedWhen: """
            Not reported for build settings in a manifest of a Tuist project whose `Project.swift` was skipped: \
            `unread-program` says how to generate the project, which defines them.
            """,
        fix: """
            Run `schemereg` on the Xcode project, which defines the variables; generate it first if it is not in the \
            repository. `schemereg settings` shows where a value comes from. \
            If a value is secret, or comes from a file that the build generates, set it with `--set KEY=VALUE`. If a \
            built app contains a variable, its Info.plist was copied without expansion: see \
            `INFOPLIST_EXPAND_BUILD_SETTINGS`. If the build generates the header that `INFOPLIST_PREFIX_HEADER` names, \
            build once first, or commit a sample header and use `--set INFOPLIST_PREFIX_HEADER=PATH`.
            """,
        sources: [
            .propertyListValues("build settings as variables"),
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
                        schemes: ["acmemail", "msauth.$(PRODUCT_BUNDLE_IDENTIFIER)"]
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
                "A setting of a Tuist project that is a program",
                [
                    .init("Project.swift", "import ProjectDescription\n\nlet project = makeWallet()\n"),
                    .manifest("Wallet/Info.plist", of: "com.acme.wallet", [.init(schemes: ["$(APP_URL_SCHEME)"])]),
                ]
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

    /// The maximum number of settings that a hint names.
    private static let namedSettings = 3

    /// An unknown value.
    private struct UnknownValue {
        var message: String
        /// The value as written in the manifest.
        var text: String
        var span: ValueSpan
        var isIdentifier = false
        /// Whether the setting is defined without a value, as public sources leave out secrets.
        var isLeftEmpty = false
    }

    /// What makes values known. One fix often makes several of them known.
    private enum Fix: Hashable {
        case hint(String)
        /// Define this variable in the build of the product.
        case define(String)
        /// Copy a template to the place of a missing settings file, and define the settings there.
        case copy(template: String, file: String)
        /// Create what `cause` names, or use another settings file that defines the settings.
        case create(missing: String, cause: String, settingsFile: String?)
    }

    /// Returns one finding for each fix, at the first value that it makes known.
    private func variables(in manifest: Manifest) -> [Finding] {
        // `unread-program` reports the program around the manifest that defines them.
        let programs = manifest.irregularities(.unreadProject).compactMap(\.subject).map { Path($0) }.filter {
            $0.lastComponent == "Project.swift" && manifest.origin.path.isIn($0.directory.belowRoot)
        }
        let values = unknownValues(in: manifest)
            .filter { programs.isEmpty || manifest.isBuilt || $0.text.contains("{{") }
            .map { (value: $0, fix: fix(of: $0, in: manifest)) }
        var groups = Dictionary(grouping: values) { $0.fix }
        return values.compactMap { groups.removeValue(forKey: $0.fix) }.map { group in
            finding(about: group.map { $0.value }, group[0].fix, in: manifest)
        }
    }

    private func unknownValues(in manifest: Manifest) -> [UnknownValue] {
        manifest.checkedURLTypes.flatMap { type -> [UnknownValue] in
            var values: [UnknownValue] = []
            // `incomplete-checkout` reports encrypted files.
            if let identifier = type.identifier, let variable = VariableReference.first(in: identifier.value),
                cause(of: identifier.span, in: manifest)?.found != Self.encrypted
            {
                let known = manifest.isBuilt ? nil : cause(of: identifier.span, in: manifest)?.cause
                let message =
                    known.map { "the identifier '\(Wording.brief(identifier.value))' is unknown: \($0)" }
                    ?? "the identifier contains \(variable)"
                values.append(
                    UnknownValue(message: message, text: identifier.value, span: identifier.span, isIdentifier: true)
                )
            }
            for scheme in type.schemes {
                // The settings in an empty scheme that nothing defines.
                let undefined = scheme.state == .empty ? manifest.irregularities(.undefinedSetting) : []
                let settings = undefined.filter { $0.span == scheme.span }.compactMap(\.subject)
                guard let message = message(about: scheme, undefined: settings, in: manifest) else { continue }
                values.append(
                    UnknownValue(
                        message: message,
                        text: scheme.raw,
                        span: scheme.span,
                        isLeftEmpty: scheme.state == .empty && settings.isEmpty
                    )
                )
            }
            return values
        }
    }

    private func message(about scheme: DeclaredScheme, undefined settings: [String], in manifest: Manifest) -> String? {
        switch scheme.state {
        case .unresolved:
            return (scheme.resolved.flatMap(VariableReference.first)).map {
                manifest.isBuilt
                    ? "the scheme contains \($0)" : "the scheme contains \($0), so its value is unknown"
            }
        case .unknown where manifest.irregularities(.unboundedSetting).contains { $0.span == scheme.span }:
            // `malformed-project` reports the reason.
            return nil
        case .unknown where cause(of: scheme.span, in: manifest)?.found == Self.encrypted: return nil
        case .unknown:
            let known = cause(of: scheme.span, in: manifest)?.cause
            // Macros have one finding for all values, and `preprocessed-comment` reports removed parts.
            if known == nil, manifest.hasUnknownMacros || manifest.hasLostPart(of: scheme.span) { return nil }
            let cause = known ?? "a file that defines it is missing"
            return "the scheme '\(Wording.brief(scheme.raw))' is unknown: \(cause)"
        case .empty where VariableReference.first(in: scheme.raw) != nil:
            let verb = settings.count > 1 ? "are" : "is"
            let what = settings.isEmpty ? "the setting has no value" : "\(Wording.list(settings)) \(verb) undefined"
            return "the build leaves the scheme '\(Wording.brief(scheme.raw))' empty: \(what)"
        case .empty, .claimed, .invalid: return nil
        }
    }

    /// Returns what is known of the setting behind the value at `span`.
    func cause(of span: ValueSpan, in manifest: Manifest) -> Irregularity? {
        manifest.irregularities.first { $0.kind == .unknownSetting && $0.span == span }
    }

    /// Returns the finding about values with the same fix, at the first one.
    private func finding(about values: [UnknownValue], _ fix: Fix, in manifest: Manifest) -> Finding {
        let (value, others) = (values[0], values.dropFirst())
        var message = value.message + (manifest.isBuilt ? ", which was not replaced in the build" : "")
        if !others.isEmpty {
            message +=
                "; \(Wording.count(others.count, "other value")) \(others.count == 1 ? "has" : "have") the same problem"
        }
        let causes = manifest.irregularities.filter { $0.span == value.span && $0.place != nil }.map { irregularity in
            Finding.Related(
                app: manifest.appDescription,
                place: manifest.place(of: irregularity),
                message: "'\(irregularity.subject ?? "")' is used here"
            )
        }
        let companions = manifest.companions.filter { companion in
            companion.kind.key.map { key in values.contains { $0.text.contains(key) } } ?? false
        }
        let more = others.prefix(Finding.relatedLimit).map {
            Finding.Related(
                app: manifest.appDescription,
                place: manifest.place(of: $0.span),
                message: "another value with the same problem"
            )
        }
        let related = causes + companions.map(manifest.related(to:)) + more
        var finding = finding(
            in: manifest,
            at: manifest.place(of: value.span),
            severity(of: values, in: manifest),
            message,
            hint: hint(fix, for: values, in: manifest),
            related: related,
            subject: value.text
        )
        finding.relatedCount = related.count + others.count - more.count
        return finding
    }

    private func severity(of values: [UnknownValue], in manifest: Manifest) -> Severity {
        if manifest.isBuilt { return .error }
        // Identifiers don't decide which app opens a URL. Scripts may set the value, and repositories lack secrets.
        let isMinor = values.allSatisfy { value in
            guard !value.isIdentifier, !manifest.isDistrusted else { return value.isIdentifier }
            return value.isLeftEmpty
                || cause(of: value.span, in: manifest)?.found.map(Self.minorCauses.contains) ?? false
        }
        return isMinor || manifest.audience == .developers ? .note : .warning
    }

    /// What an unknown setting was found in, if an encrypted file may define it, or if a script mentions it.
    private static let (encrypted, script) = ("encrypted file", "script")
    /// What unknown settings were found in that a build on the team's computers probably defines.
    private static let minorCauses: Set<String> = [script, "generated project", "missing file", "missing files"]

    private func fix(of value: UnknownValue, in manifest: Manifest) -> Fix {
        if manifest.isBuilt { return .define(VariableReference.first(in: value.text).map(String.init) ?? value.text) }
        if value.text.contains("{{") {
            return .hint("replace the mark, or run schemereg on the built app if a script replaces it")
        }
        guard let target = manifest.outcome.target else {
            let command = manifest.irregularities(.unreadProject).first?.expected
            return .hint(
                command.map { "run `\($0)`, then run schemereg on the generated project" }
                    ?? "run schemereg on the Xcode project, or on the built app"
            )
        }
        guard let setting = cause(of: value.span, in: manifest), let cause = setting.cause else {
            return .hint(
                "define the setting for the target \(Wording.quoted(target)), or pass it with --set KEY=VALUE as you do to xcodebuild"
            )
        }
        // Files with secrets are often created from committed templates.
        let copied = manifest.irregularities(.missingFile).first { file in
            file.found != nil && file.subject.map { cause.contains("'\($0)'") } ?? false
        }
        guard let file = copied?.subject, let template = copied?.found else {
            let set = "set the value with --set \(Self.argument(setting.subject))=VALUE"
            switch setting.found {
            case "generated project"?: return .hint("\(set), or run schemereg on the generated project")
            case Self.script?: return .hint("\(set), or run schemereg on the built app")
            case let missing?:
                return .create(missing: missing, cause: cause, settingsFile: setting.expected)
            case nil: return .hint(set)
            }
        }
        // The template is in the place of the missing file.
        let copy = Path(template).directory.belowRoot.appending(Path(file).lastComponent)
        return .copy(template: template, file: copy.display)
    }

    private func hint(_ fix: Fix, for values: [UnknownValue], in manifest: Manifest) -> String {
        switch fix {
        case .hint(let hint): return hint
        case .define: return "define the setting when building this product"
        case .create(let missing, _, let file?):
            return "use --xcconfig \(Wording.quoted(file)), which defines the same settings, or create the \(missing)"
        case .create(let missing, _, nil):
            let settings = settings(of: values, in: manifest)
            let values = settings.prefix(Self.namedSettings).map { "--set \($0)=VALUE" }.joined(separator: " ")
            return "create the \(missing), or set the value\(settings.count == 1 ? "" : "s") with \(values)"
        case .copy(let template, let file):
            let settings = settings(of: values, in: manifest)
            let others = settings.count - Self.namedSettings
            let names = settings.prefix(Self.namedSettings) + (others > 0 ? [Wording.count(others, "other")] : [])
            return
                "copy \(Wording.quoted(template)) to \(Wording.quoted(file)) and define \(Wording.list(Array(names))) there, "
                + "or specify a file with --xcconfig FILE"
        }
    }

    /// Returns the names of the unknown settings in `values`, for commands.
    private func settings(of values: [UnknownValue], in manifest: Manifest) -> [String] {
        let names = values.map { Self.argument(cause(of: $0.span, in: manifest)?.subject) }
        return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the name of a setting for a command that the user copies: as it is, unless a shell may interpret it.
    private static func argument(_ name: String?) -> String {
        guard let name, !name.isEmpty, name.utf8.count <= 100,
            name.utf8.allSatisfy(\.continuesName)
        else { return "KEY" }
        return name
    }
}
