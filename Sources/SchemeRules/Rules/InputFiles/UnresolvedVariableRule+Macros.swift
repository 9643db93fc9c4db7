import SchemeModel

extension UnresolvedVariableRule {
    /// Returns the finding about all values that macros may affect; `nil` if all values are known.
    func macros(in manifest: Manifest) -> Finding? {
        let gaps = manifest.irregularities(.unknownMacros)
        guard let gap = gaps.first, manifest.kind.isApplication, gap.span.isChecked else { return nil }
        let schemes = manifest.declarations.map(\.scheme).filter {
            $0.state == .unknown && cause(of: $0.span, in: manifest) == nil && !manifest.hasLostPart(of: $0.span)
        }
        // Roles and identifiers don't decide which app opens a URL.
        let areQueriesKnown = !manifest.queriesSchemes.contains { $0.span.origin == .unknown }
        guard !schemes.isEmpty || !gap.span.isBesideSchemes || !areQueriesKnown else { return nil }
        let names = schemes.prefix(2).map { "'\(Wording.brief($0.raw))'" }
        let more = schemes.count > 2 ? [Wording.count(schemes.count - 2, "other")] : []
        let subject =
            switch schemes.count {
            case 0: "values of the manifest are"
            case 1: "the scheme \(names[0]) is"
            default: "the schemes \(Wording.list(names + more)) are"
            }
        return finding(
            in: manifest,
            at: manifest.place(of: schemes.first?.span ?? gap.span),
            manifest.isDistrusted ? .warning : .note,
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
        case nil where gap.found == "unsupported": "avoid this C syntax, or run schemereg on the built app"
        case nil: "generate the header first"
        case "INFOPLIST_PREFIX_HEADER"?:
            "generate the header first, or use a copy with --set INFOPLIST_PREFIX_HEADER=PATH"
        case let setting?: "set a known value with --set \(setting)=VALUE"
        }
    }
}

extension ValueSpan {
    /// Whether it is a value of a URL type other than a scheme.
    fileprivate var isBesideSchemes: Bool { isInside("CFBundleURLTypes") && !keyPath.contains("CFBundleURLSchemes") }

    /// Whether it is the app's identity, a declared or queried scheme, or the whole manifest.
    fileprivate var isChecked: Bool {
        let keys = ["CFBundleURLTypes", "LSApplicationQueriesSchemes", "CFBundleIdentifier"]
        return keyPath.isEmpty || keys.contains { isInside($0) }
    }
}
