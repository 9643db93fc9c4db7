import SchemeModel

/// How messages name things.
enum Wording {
    /// The items as a sentence lists them: `a`, `a and b`, `a, b and c`.
    static func list(_ items: [String], _ last: String = "and") -> String {
        guard let end = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " \(last) " + end
    }

    /// The platforms as a sentence lists them.
    static func list(_ platforms: PlatformSet) -> String { list(platforms.platforms.map(\.displayName)) }

    /// The target and the configurations of an outcome, in some words; `nil` for a manifest as it stands.
    static func variant(_ outcome: Manifest.Outcome) -> String? {
        guard let target = outcome.target.map(brief) else { return nil }
        let names = outcome.configurations.map(brief)
        guard !names.isEmpty else { return target }
        return names.count > 3
            ? "\(target), \(names.prefix(2).joined(separator: ", ")) and \(names.count - 2) more"
            : "\(target), \(names.joined(separator: ", "))"
    }

    /// `1 other app`, `2 other apps`.
    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// A place as a message names it beside another: `Driver/Info.plist:31:7`, with the source where that differs.
    static func place(_ place: Place, from other: Place) -> String {
        let isStandardInput = place.source == Source.standardInputName
        var text = isStandardInput ? Source.standardInputName : place.path.display
        if let member = place.member { text += "/" + member.display }
        if let start = place.range?.lines?.start { text += ":\(start.line):\(start.column)" }
        if let source = place.source, source != other.source, !isStandardInput { text += " in \(source)" }
        return text
    }

    /// An app as a message names it.
    static func app(_ app: App) -> String {
        app.id.isKnown ? app.id.text.string : "an app of unknown identity"
    }

    /// A scheme to use instead: one that contains the app's bundle identifier, where that is one.
    static func ownScheme(of manifest: Manifest) -> String {
        guard case .known(let identifier) = manifest.app, SchemeGrammar.isScheme(identifier.string) else {
            return "a scheme of your own that contains the bundle identifier"
        }
        return "a scheme of your own, such as '\(identifier)'"
    }

    /// A value of a URL type that may be missing, between quotes; its beginning where it is long.
    static func quoted(_ value: String?) -> String { value.map { "'\(brief($0))'" } ?? "none" }

    /// A text that an input holds; its beginning where it is long.
    ///
    /// Thousands of findings may quote one value, and the input decides how long it is.
    static func brief(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(100)
        return start.endIndex == text.endIndex ? text : "\(Substring(start))…"
    }

    /// Different values as a sentence lists them, three at most.
    static func list(quoting values: [String?]) -> String {
        list(values.prefix(3).map(quoted)) + (values.count > 3 ? ", …" : "")
    }
}
