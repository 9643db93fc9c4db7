import SchemeModel

/// The preprocessor removes part of a value that looks like a C comment.
struct PreprocessedCommentRule: ManifestRule {
    let description = RuleDescription(
        id: "preprocessed-comment",
        section: .inputFiles,
        severity: .warning,
        summary: "values of preprocessed manifests that are cut off at // or /*",
        why: """
            A build with `INFOPLIST_PREPROCESS` runs the C preprocessor on the manifest. It doesn't understand XML: in \
            `<string>https://acme.com</string>` it treats `//acme.com</string>` as a comment and removes it. The end \
            of the element is lost, so the build fails, or a value is silently truncated.
            """,
        reportedWhen: """
            Reported once for each manifest, at the first such value: for `//` and `/*` in the text of a value, for a \
            `//` that removes the end of an XML comment, and for a macro whose definition contains a URL such as \
            `https://`. The value is unknown, and no other rule checks it.
            """,
        notReportedWhen: """
            Not reported for comments between elements, for text in quotation marks, for `//` with `-traditional` or \
            `-C` in `INFOPLIST_OTHER_PREPROCESSOR_FLAGS`, or if the effect of these flags is unknown.
            """,
        fix: """
            Add `-traditional` to `INFOPLIST_OTHER_PREPROCESSOR_FLAGS`, which keeps `//`. `-C` keeps `//` and `/*`, \
            but not in definitions. If the value is a scheme, remove the `:` and everything after it.
            """,
        sources: [
            .init(
                "Technical Note TN2175: Preventing URLs from being converted to comments and discarded",
                "https://developer.apple.com/library/archive/technotes/tn2175/_index.html",
                seen: "2026-11-22"
            ),
            .init(
                "Swift Build: the command line for preprocessing an Info.plist",
                "https://github.com/swiftlang/swift-build/blob/main/Sources/SWBUniversalPlatform/Specs/Cpp.xcspec",
                seen: "2026-11-22"
            ),
        ],
        examples: [
            .init(
                "A URL",
                .preprocessed(
                    [:],
                    "<key>AcmeHelp</key>\n<string>https:↓//acme.com/help</string>\n" + Self.types("wallet")
                )
            ),
            .init("A scheme with ://", .preprocessed([:], Self.types("wallet:↓//"))),
            .init(
                "A URL in a definition",
                .preprocessed(
                    ["INFOPLIST_PREPROCESSOR_DEFINITIONS": "\"HELP=https://acme.com/help\""],
                    "<key>AcmeHelp</key>\n<string>↓HELP</string>\n" + Self.types("wallet")
                )
            ),
            .init(
                "-traditional keeps the URL",
                .preprocessed(
                    ["INFOPLIST_OTHER_PREPROCESSOR_FLAGS": "\"-traditional\""],
                    "<key>AcmeHelp</key>\n<string>https://acme.com/help</string>\n" + Self.types("wallet")
                )
            ),
            .init(
                "A comment between elements",
                .preprocessed([:], "// The app's own scheme.\n" + Self.types("wallet"))
            ),
        ]
    )

    private static func types(_ scheme: String) -> String {
        let type = ExampleURLType(role: "Editor", name: "$(PRODUCT_BUNDLE_IDENTIFIER)", schemes: [scheme])
        return ExampleURLType.text(of: [type])
    }

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        let cuts = manifest.irregularities(.removedComment)
        guard let first = cuts.first else { return [] }
        var message = Self.message(cuts)
        if first.cause != nil { message += "; the build cannot parse the rest" }
        return [
            finding(
                in: manifest,
                at: manifest.place(of: first.span),
                .warning,
                message,
                hint: Self.hint(first),
                related: cuts.dropFirst().prefix(Finding.relatedLimit).map { cut in
                    Finding.Related(
                        app: manifest.appDescription,
                        place: manifest.place(of: cut.span),
                        message: Self.message(cut)
                    )
                },
                subject: first.subject ?? ""
            )
        ]
    }

    /// Returns the message about all of the manifest's removed parts; `related` has the details of each.
    private static func message(_ cuts: [Irregularity]) -> String {
        guard let first = cuts.first, cuts.count > 1 else { return cuts.first.map(message) ?? "" }
        let mark = first.found ?? "//"
        let areValues = cuts.allSatisfy { $0.expected == "a value" && ($0.found ?? "//") == mark }
        return areValues
            ? "the preprocessor cuts off \(cuts.count) values at '\(mark)', which starts a C comment"
            : "the preprocessor removes text in \(cuts.count) places that look like C comments"
    }

    private static func message(_ cut: Irregularity) -> String {
        let mark = cut.found ?? "//"
        let text = Wording.quoted(cut.subject)
        return switch cut.expected {
        case "an XML comment": "the preprocessor removes the end of an XML comment, from '\(mark)' on"
        case "a definition": "the preprocessor cuts the definition of \(text) off at '\(mark)'"
        default: "the preprocessor cuts \(text) off at '\(mark)', which starts a C comment"
        }
    }

    private static func hint(_ cut: Irregularity) -> String {
        if cut.span.isSchemeText {
            // A scheme ends before its colon: without the comment alone, 'wallet://' is still the invalid 'wallet:'.
            let mark = cut.found ?? "//"
            let text = cut.subject ?? ""
            let head = text.firstRange(of: mark).map { text[..<$0.lowerBound] } ?? text[...]
            return "remove '\(head.contains(":") ? ":" : mark)' and everything after it"
        }
        return cut.found == "/*"
            ? "add -C to INFOPLIST_OTHER_PREPROCESSOR_FLAGS"
            : "add -traditional to INFOPLIST_OTHER_PREPROCESSOR_FLAGS"
    }
}

extension [RuleDescription.Example.File] {
    /// Returns an Xcode project `App` with one application, built from `Info.plist` with `body`, which is preprocessed.
    fileprivate static func preprocessed(_ settings: KeyValuePairs<String, String>, _ body: String) -> Self {
        let fixed: [(String, String)] = [
            ("INFOPLIST_PREPROCESS", "YES"), ("PRODUCT_BUNDLE_IDENTIFIER", "com.acme.wallet"),
        ]
        return .project(settings: settings.map { ($0.key, $0.value) } + fixed, body: body)
    }
}

extension ValueSpan {
    /// Whether it is a declared or queried scheme.
    fileprivate var isSchemeText: Bool {
        keyPath.contains(".CFBundleURLSchemes[") || isInside("LSApplicationQueriesSchemes")
    }
}
