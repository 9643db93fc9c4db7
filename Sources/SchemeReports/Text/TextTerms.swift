package import SchemeModel

/// Phrases for text output.
package enum TextTerms {
    /// Returns the number with the noun in singular or plural: `1 app`, `2 apps`.
    package static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number.grouped) \(number == 1 ? noun : plural ?? "\(noun)s")"
    }

    /// Returns the word for what happened to a claim.
    static func word(for event: HistoryEntry.Event) -> String {
        switch event {
        case .claimed: "claimed"
        case .released: "removed"
        }
    }

    /// Returns a list in words: `1`, `1 and 2`, `1, 2 and 3`.
    static func list(_ parts: [String]) -> String { parts.inWords() }

    /// Returns the bundle identifier of an app as spelled, escaped; a phrase if it has none, or only Xcode's default.
    static func identifier(of app: App) -> String {
        guard let identifier = app.bundleIdentifier, !identifier.isEmpty else {
            return app.id.isKnown ? TextEscape.escaped(app.id.text.string) : "an app without a bundle identifier"
        }
        if app.hasOnlyDefaultIdentifier { return "an app with an unknown bundle identifier" }
        return TextEscape.escaped(identifier, limit: TextWriter.nameLimit)
    }

    /// Returns the names of platforms in Apple's spelling: `iOS, macOS`; `-` when unknown.
    static func names(of platforms: PlatformSet) -> String {
        platforms.isEmpty ? "-" : platforms.platforms.map(\.displayName).joined(separator: ", ")
    }

    /// Returns the skipped counts in words: `2 vendored folders and 1 symbolic link skipped`; `nil` if nothing was
    /// skipped.
    package static func skipped(_ counts: SkippedCounts) -> String? {
        let parts = [
            (counts.folders, "vendored folder"), (counts.symlinks, "symbolic link"),
            (counts.manifests, "unused manifest"),
        ].filter { $0.0 > 0 }
        return parts.isEmpty ? nil : list(parts.map { count($0.0, $0.1) }) + " skipped"
    }

    /// Returns the counts of a report: the number of findings and what was checked.
    ///
    /// - Parameters:
    ///   - problems: The problems. That nothing was found is stated only here.
    ///   - scope: What was checked; `nil` for the apps and schemes.
    ///   - seconds: How long the run took; `nil` to leave it out.
    static func sentence(
        _ summary: Summary,
        _ problems: [Problem],
        scope: String? = nil,
        showsAccepted: Bool = false,
        seconds: Double? = nil
    ) -> String {
        let phrases = summary.causes.phrases
        let found = phrases.isEmpty ? "no \(nameOfNone(in: summary))" : phrases.joined(separator: ", ")
        var text = "\(found) in \(scope ?? self.scope(of: summary))"
        let isChecked = summary.manifests > 0 || summary.associations > 0 || !phrases.isEmpty
        // An empty folder also has no findings, but it isn't a passing check.
        if summary.manifests == 0, summary.associations > 0 {
            text = "\(found) in \(count(summary.associations, "association file")); no manifests found"
        } else if summary.manifests == 0 {
            text = isChecked ? "\(found); no manifests found" : "no manifests found; nothing was checked"
        }
        if isChecked, let seconds { text += ", \(self.seconds(seconds))" }
        if summary.accepted > 0 {
            text += "; \(count(summary.accepted, "accepted finding"))\(showsAccepted ? "" : " not shown")"
        }
        let leftOut = summary.leftOut.phrases
        if !leftOut.isEmpty { text += "; \(list(leftOut)) not shown" }
        let others = summary.ofOtherRules?.phrases ?? []
        if !others.isEmpty { text += "; \(list(others)) of other rules not shown (--all shows them)" }
        let unread = problems.count { $0.code != .nothingFound }
        guard unread > 0 else { return text }
        // That nothing was found in the rest must not look like a result.
        let problems = count(unread, "problem")
        return isChecked ? "the check is incomplete (\(problems)): \(text)" : "\(text); \(problems)"
    }

    /// Returns what a report without findings has none of, which must not promise more than was shown.
    private static func nameOfNone(in summary: Summary) -> String {
        let leftOut = summary.leftOut
        if summary.ofOtherRules != nil {
            let noun = summary.reportsOnlyNew ? "new conflicts" : "conflicts"
            return leftOut.phrases.isEmpty ? noun : "matching \(noun)"
        }
        if leftOut.errors > 0 { return "matching findings" }
        if leftOut.warnings > 0 { return "errors" }
        if leftOut.notes > 0 { return "errors or warnings" }
        return summary.reportsOnlyNew ? "new findings" : "findings"
    }

    /// Returns the products and schemes in words: `2 apps and 1 other target (5 schemes)`.
    private static func scope(of summary: Summary) -> String {
        "\(products(summary.products, apps: summary.apps)) (\(count(summary.schemes, "scheme")))"
    }

    /// Returns the number of apps, and that of other targets such as extensions, frameworks and test bundles.
    package static func products(_ all: Int, apps: Int) -> String {
        let others = max(0, all - apps)
        return list([count(apps, "app")] + (others > 0 ? [count(others, "other target")] : []))
    }

    /// Returns a time with one decimal: `1.2 s`.
    private static func seconds(_ seconds: Double) -> String {
        let tenths = Int((max(0, min(seconds, 1e9)) * 10).rounded())
        return "\((tenths / 10).grouped).\(tenths % 10) s"
    }
}

extension App {
    /// Whether the bundle identifier is only Xcode's default, which the report's reader never wrote.
    var hasOnlyDefaultIdentifier: Bool { !id.isKnown && bundleIdentifier == "$(PRODUCT_BUNDLE_IDENTIFIER)" }

    /// The app's name if its bundle identifier is only Xcode's default.
    var nameInPlaceOfIdentifier: String? {
        guard hasOnlyDefaultIdentifier, let name, !name.isEmpty, !name.contains("$(") else { return nil }
        return name
    }
}
