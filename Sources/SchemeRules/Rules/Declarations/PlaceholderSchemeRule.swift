import SchemeModel

/// A placeholder was never replaced with a scheme.
struct PlaceholderSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "placeholder-scheme",
        section: .declarations,
        severity: .warning,
        summary: "placeholders that were never replaced with a scheme",
        why: """
            Guides show URL types with placeholders: `fb{your-app-id}`, `YOUR_SCHEME`, `myapp`. If they are not replaced, \
            the SDK never gets its callback. App Store Connect rejects a placeholder that is not a valid scheme, and a \
            valid one is shared with every other app whose author copied the same lines.
            """,
        reportedWhen: """
            The finding is an error if the text is not a valid scheme, since App Store Connect rejects it, unless it comes \
            from a build setting of a project. Otherwise it is a warning: for placeholders from the documentation of an \
            SDK, names from tutorials (`myapp`, `com.example.…`), and words that tell the reader what to write (`YOUR`, \
            `CHANGEME`, `xxxx`). An SDK's placeholder is an error in a built product, but a warning in a project, whose \
            public sources may leave out the value. It is a note if the project includes a settings file with `#include?` \
            that is missing, and may replace the placeholder. If a script may change the URL types, and thereby replace a \
            placeholder that is not a valid scheme, it is a note for one in brackets (`{SCHEME}`), and a warning for any \
            other. If the text is not a valid scheme, it is also reported if it ends with the name of a value in capitals, \
            such as `FACEBOOK_APP_ID`.

            If the manifest contains the SDK's own key (`FacebookAppID`, `GIDClientID`), or `GoogleService-Info.plist` \
            is next to it (`REVERSED_CLIENT_ID`, `GOOGLE_APP_ID`), the hint contains the actual scheme. `fix` inserts \
            it only if no other app claims the scheme, and the value comes from the manifest or from a \
            `GoogleService-Info.plist` with the app's `BUNDLE_ID`.

            A placeholder that several apps share is only reported here, not as `undefined-target` or \
            `variant-collision`.
            """,
        notReportedWhen: """
            Not reported in an app that only developers install, where the placeholder is documentation: sample code \
            and test code, in a folder with a name such as `Examples`, `LoginSample`, `demo-app` or `UITesting`, a \
            target such as `LoginDemo`, and an Expo configuration without a bundle identifier. Built products are never sample code.

            Not reported for variables such as `$(NAME)`, which `unresolved-variable` reports, for longer words that \
            contain one of these words, and for schemes that contain the app's own bundle identifier or have the same \
            prefix: `com.example.pay` in the app `com.example.photos`.
            """,
        fix: "Replace the placeholder with the actual value, or use a scheme that contains the bundle identifier.",
        sources: [
            .init(
                "ITMS-90158 for a placeholder from a plugin's guide",
                "https://github.com/baumblatt/capacitor-firebase-auth/issues/91",
                seen: "2026-11-21"
            ),
            .init(
                "ITMS-90158 for `YOUR_WECHAT_APP_ID`",
                "https://github.com/xu-li/cordova-plugin-wechat/issues/30",
                seen: "2026-11-21"
            ),
            .customSchemes(),
        ],
        examples: [
            .init("A name from a tutorial", of: "com.acme.wallet", [.init(schemes: ["↓myapp"])]),
            .init(
                "URL types from the guides of login SDKs",
                of: "com.acme.feed",
                [
                    .init(role: "Editor", name: "com.acme.feed", schemes: ["acmefeed"]),
                    .init(role: "Editor", schemes: ["↓fb{your-app-id}"]),
                    .init(role: "Editor", schemes: ["↓com.googleusercontent.apps.YOUR_CLIENT_ID"]),
                    .init(role: "Editor", name: "weixin", schemes: ["↓YOUR_WECHAT_APP_ID"]),
                ]
            ),
            .init(
                "A script that may replace a placeholder",
                .project(
                    settings: ["Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"]],
                    [
                        .init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["↓YOUR_PAY_SCHEME"]),
                        .init(role: "Editor", name: "com.acme.wallet.scan", schemes: ["↓{SCHEME}"]),
                    ]
                ) + [
                    .init("ci/prepare.sh", "plutil -replace CFBundleURLTypes -json \"$URL_TYPES\" Info.plist\n")
                ]
            ),
            .init(
                "Similar words",
                of: "com.acme.bank",
                [.init(role: "Viewer", schemes: ["mastodon", "todoist", "yourmoney", "myapplication-acme"])]
            ),
            .init(
                "A sample app's own bundle identifier, and its prefix",
                of: "com.example.photos",
                [.init(role: "Editor", schemes: ["com.example.photos", "com.example.pay"])]
            ),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard manifest.audience != .developers else { return [] }
        return schemes.compactMap { classified in
            guard case .placeholder(let use) = classified.classification,
                let text = classified.declaration.scheme.resolved
            else {
                return nil
            }
            let place = manifest.place(of: classified.declaration.scheme.span)
            let key = classified.declaration.scheme.key
            if !manifest.isDistrusted, let other = manifest.replacement(of: classified.declaration.scheme, use) {
                return finding(
                    in: manifest,
                    at: place,
                    other.severity,
                    "\(Wording.quoted(text)) is a placeholder; \(other.name) may replace it",
                    hint: "to check the actual scheme, \(other.hint)",
                    scheme: key,
                    subject: text
                )
            }
            let isScheme = classified.declaration.scheme.state == .claimed
            var message = "\(Wording.quoted(text)) is a placeholder"
            var hint = "replace it with \(Wording.ownScheme(of: manifest))"
            var severity = Severity.warning
            var fix = PlaceholderFix.none
            var related: [Finding.Related] = []
            switch use {
            case .sdk(let form):
                message += " from the \(form.sdk) documentation"
                hint = "replace it with \(form.meaning)"
                if manifest.isBuilt { severity = .error }
                if let (meant, companion) = RequiredScheme.wanted(by: form.sdk, in: manifest, knowledge: knowledge) {
                    related = companion.map { [manifest.related(to: $0)] } ?? []
                    let isThere = manifest.declarations.contains { $0.scheme.key == SchemeKey(meant) }
                    hint = isThere ? SchemeFix.remove(meant).hint : "replace it with '\(meant)'"
                    // A companion file may be for another app or configuration.
                    let isSure = companion == nil || manifest.isNamedByCompanion
                    fix = isSure ? PlaceholderFix(writing: meant, for: classified, in: manifest, knowledge) : .none
                }
            case .brackets(let part):
                message += ": \(Wording.quoted(part)) must be replaced"
            case .common(let word):
                if isScheme { message += " that other apps may also use" }
                let isAll = ByteString(word.asciiLowercased) == ByteString(text.asciiLowercased)
                if !isAll { message += ": it contains '\(word)'" }
                if let form = knowledge.form(beginning: text) { hint = "replace it with \(form.meaning)" }
            }
            if !isScheme {
                message += "; App Store Connect rejects it (ITMS-90158)"
                // Public sources may leave out the value of a setting.
                if manifest.isBuilt || classified.declaration.scheme.isWritten { severity = .error }
            }
            var finding = finding(
                in: manifest,
                at: place,
                severity,
                message,
                hint: hint,
                scheme: key,
                related: related,
                edits: fix.edits,
                subject: text
            )
            finding.introducedScheme = fix.introducedScheme
            return finding
        }
    }
}

/// What may replace a placeholder.
private struct Replacement {
    var name: String
    /// What shows the actual scheme.
    var hint: String
    /// The severity of the finding.
    var severity: Severity
}

/// The replacement for an SDK's placeholder.
private struct PlaceholderFix {
    var edits: [Finding.Edit] = []
    /// The scheme that the edits add a claim to.
    var introducedScheme: SchemeKey?

    static let none = PlaceholderFix()

    private init() {}

    /// Replaces the placeholder with `meant`, or removes it if `meant` is already declared. Has no edits unless they
    /// are certain.
    init(writing meant: String, for classified: ClassifiedScheme, in manifest: Manifest, _ knowledge: Knowledge) {
        let declared = classified.declaration.scheme
        let key = SchemeKey(meant)
        if manifest.declarations.contains(where: { $0.scheme.key == key }) {
            guard manifest.declaresPlainly(meant) else { return }
            edits = manifest.removal(of: declared, in: classified.declaration.type, knowledge: knowledge)
        } else if declared.isWritten, manifest.canIntroduce(meant, knowledge: knowledge) {
            edits = manifest.replacement(of: declared.raw, at: declared.span, by: meant)
            introducedScheme = key
        }
    }
}

extension Knowledge {
    /// The SDK's form whose text before the first gap begins `text`; `nil` if that is too short to tell.
    fileprivate func form(beginning text: String) -> SDKScheme? {
        let start = text.asciiLowercased.utf8
        return sdkSchemes.first { form in
            form.kind == .own && form.pattern.head.utf8.count >= 8 && start.starts(with: form.pattern.head.utf8)
        }
    }
}

extension Manifest {
    /// Returns what may replace a placeholder; `nil` if nothing is known to replace it.
    fileprivate func replacement(of scheme: DeclaredScheme, _ use: PlaceholderUse) -> Replacement? {
        let files = irregularities(.replaceableValue)
        if let file = files.first(where: { $0.span.keyPath == scheme.span.keyPath })?.subject {
            return Replacement(
                name: "'\(file)', which is missing,",
                hint: "create the file, or set the value with --set",
                severity: .note
            )
        }
        // A script that changes URL types may add others.
        guard scheme.state != .claimed, let script = changingScript else { return nil }
        let isMarked = if case .brackets = use { true } else { false }
        return Replacement(name: script, hint: "run schemereg on the built app", severity: isMarked ? .note : .warning)
    }

    /// Whether the companion file has the bundle identifier of this app.
    fileprivate var isNamedByCompanion: Bool {
        companion("BUNDLE_ID").flatMap { AppID(bundleIdentifier: $0.value) }.map { $0 == app } ?? false
    }
}
