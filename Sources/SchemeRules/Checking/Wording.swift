import SchemeModel

/// Names of things in messages.
enum Wording {
    /// Returns the items as a list: `a`, `a and b`, `a, b and c`.
    static func list(_ items: [String], _ last: String = "and") -> String { items.inWords(" \(last) ") }

    /// Returns the platforms as a list.
    static func list(_ platforms: PlatformSet) -> String { list(platforms.platforms.map(\.displayName)) }

    /// Returns the target and configurations of an outcome in words; `nil` for a manifest without a project.
    static func variant(_ outcome: Manifest.Outcome) -> String? {
        guard let target = outcome.target.map(brief) else { return nil }
        let names = outcome.configurations.map(brief)
        guard !names.isEmpty else { return target }
        return names.count > 3
            ? "\(target), \(names.prefix(2).joined(separator: ", ")) and \(names.count - 2) more"
            : "\(target), \(names.joined(separator: ", "))"
    }

    /// Returns a number with a noun: `1 other app`, `2 other apps`.
    static func count(_ count: Int, _ noun: String) -> String { "\(count.grouped) \(noun)\(count == 1 ? "" : "s")" }

    /// Returns a place for a message about `other`: `Driver/Info.plist:31:7`, with the source if it differs.
    static func place(_ place: Place, from other: Place) -> String {
        let isStandardInput = place.source == Source.standardInputName
        var text = isStandardInput ? Source.standardInputName : place.path.display
        if let member = place.member { text += "/" + member.display }
        if let start = place.range?.lines?.start { text += ":\(start.line):\(start.column)" }
        if let source = place.source, source != other.source, !isStandardInput { text += " in \(source)" }
        return text
    }

    /// Returns the name of an SDK as a subject, with an article if it needs one: `the LINE SDK`, `MSAL`.
    static func sdk(_ name: String) -> String { name.hasSuffix("SDK") ? "the \(name)" : name }

    /// Returns the name of an app.
    static func app(_ app: App) -> String {
        app.id.isKnown ? app.id.text.string : "an app with an unknown identity"
    }

    /// Returns a suggestion for a unique scheme. It contains the app's bundle identifier if that is known.
    static func ownScheme(of manifest: Manifest) -> String {
        guard case .known(let identifier) = manifest.app, SchemeGrammar.isScheme(identifier.string) else {
            return "a scheme of your own that contains the bundle identifier"
        }
        return "a scheme of your own, such as '\(identifier)'"
    }

    /// Returns the script that an irregularity is about, `the build phase 'Run Script'`; `nil` if it is about something else.
    static func script(of irregularity: Irregularity) -> String? {
        let name = quoted(irregularity.subject)
        return switch irregularity.script {
        case .text(let runner), .file(let runner): "the \(runner.rawValue) \(name)"
        case .other: "the script \(name)"
        case nil: nil
        }
    }

    /// Returns an optional value in quotes, shortened if long.
    static func quoted(_ value: String?) -> String { value.map { "'\(brief($0))'" } ?? "none" }

    /// Returns a string from an input, shortened if long.
    ///
    /// Thousands of findings can quote the same value, whose length is up to the input.
    static func brief(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(100)
        return start.endIndex == text.endIndex ? text : "\(Substring(start))…"
    }

    /// Returns distinct values as a list of at most three.
    static func list(quoting values: [String?]) -> String {
        list(values.prefix(3).map(quoted)) + (values.count > 3 ? ", …" : "")
    }
}
