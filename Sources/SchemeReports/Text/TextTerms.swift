package import SchemeModel

/// Phrases for text output.
package enum TextTerms {
    /// Returns the number with the noun in singular or plural: `1 app`, `2 apps`.
    package static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number.grouped) \(number == 1 ? noun : plural ?? "\(noun)s")"
    }

    /// Returns a list in words: `1`, `1 and 2`, `1, 2 and 3`.
    static func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.joined() }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Returns the bundle identifier of an app as spelled, escaped.
    static func identifier(of app: App) -> String {
        guard let identifier = app.bundleIdentifier, !identifier.isEmpty else {
            return app.id.isKnown ? TextEscape.escaped(app.id.text.string) : "an app without a bundle identifier"
        }
        return TextEscape.escaped(identifier, limit: TextWriter.nameLimit)
    }

    /// Returns the names of platforms in Apple's spelling: `iOS, macOS`; `-` when unknown.
    static func names(of platforms: PlatformSet) -> String {
        platforms.isEmpty ? "-" : platforms.platforms.map(\.displayName).joined(separator: ", ")
    }

    /// Returns the skipped counts in words: `2 vendored folders and 1 symbolic link skipped`; `nil` if nothing was skipped.
    package static func skipped(_ counts: SkippedCounts) -> String? {
        let parts = [(counts.folders, "vendored folder"), (counts.symlinks, "symbolic link")].filter { $0.0 > 0 }
        return parts.isEmpty ? nil : list(parts.map { count($0.0, $0.1) }) + " skipped"
    }

    /// Returns the last line of a report: the number of findings and what was checked.
    ///
    /// - Parameter problems: The problems. That nothing was found is stated only here.
    static func sentence(_ summary: Summary, _ problems: [Problem], showsAccepted: Bool = false) -> String {
        let found = summary.causes.phrases
        let scope =
            "\(count(summary.manifests, "manifest")) (\(count(summary.apps, "app")), \(count(summary.claims, "claim")))"
        var text = "\(found.isEmpty ? "no findings" : list(found)) in \(scope)"
        // An empty folder also has no findings, but it isn't a passing check.
        if summary.manifests == 0 {
            text = found.isEmpty ? "no manifests found; nothing was checked" : "\(list(found)); no manifests found"
        }
        if summary.accepted > 0 {
            text += "; \(count(summary.accepted, "accepted finding"))\(showsAccepted ? "" : " not shown")"
        }
        if let skipped = summary.skipped.flatMap(skipped) { text += "; \(skipped)" }
        let unread = problems.count { $0.code != .nothingFound }
        if unread > 0 { text += "; \(count(unread, "problem")): the check is incomplete" }
        return text
    }
}

extension App {
    /// The app's name if its bundle identifier is only Xcode's default, which the report's reader never wrote.
    var nameInPlaceOfIdentifier: String? {
        guard !id.isKnown, bundleIdentifier == "$(PRODUCT_BUNDLE_IDENTIFIER)", let name, !name.isEmpty,
            !name.contains("$(")
        else { return nil }
        return name
    }
}
