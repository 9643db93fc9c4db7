import SchemeModel

/// The findings about one collision of apps, written as one block: a headline, then each app.
struct CollisionBlock {
    /// The maximum number of apps that are all shown with source lines.
    private static let shownInFull = 5
    /// The number of source lines if there are more apps.
    private static let snippets = 3
    /// The maximum number of apps that have their own line.
    private static let lines = 20

    /// One app of the block.
    private struct Entry {
        let severity: Severity
        let place: Place
        let app: App?
        let message: String
        /// The hint for only this app, because its identity is unknown.
        var hint: String?
        /// The settings that the claimed scheme comes from.
        var origins: [Finding.Related] = []
    }

    /// The first of the most severe findings.
    private let finding: Finding?
    private let scheme: String
    /// All schemes that the same apps claim.
    private let schemes: [String]
    /// The severities of the schemes that are less severe than the worst.
    private let milder: [String: Severity]
    private let severity: Severity
    private let isCertain: Bool
    private let entries: [Entry]
    private let appCount: Int
    /// Whether every app of the collision has a finding, so that other formats list them all.
    private let isComplete: Bool

    /// The `CFBundleURLName`s that several apps have, with the number of apps.
    private let sharedIdentifiers: [(ByteString, Int)]
    /// The hint of the first of the most severe findings.
    private let hint: String?
    /// The hints, one for each scheme, because different ones for its apps would contradict each other.
    let hints: [String]

    /// The other findings about the claims, with the same advice, one for each message.
    let reasons: [Finding]

    /// - Parameter cause: The findings about the apps of one collision, or of collisions of the same apps on several
    ///   schemes. The apps are shown with the first of the most severe schemes.
    init(_ cause: [Finding]) {
        let all = cause.filter { $0.group != nil }
        reasons = cause.ofOtherRules(than: all.first?.rule ?? "")
        let worst = all.map(\.severity).max() ?? .note
        finding = all.first { $0.severity == worst }
        let main = finding?.scheme
        let severities = Dictionary(grouping: all, by: { $0.scheme?.text.string ?? "" })
            .mapValues { $0.map(\.severity).max() ?? worst }
        scheme = main?.text.string ?? ""
        schemes = Self.schemes(of: all)
        milder = severities.filter { $0.value < worst }
        let findings = all.filter { $0.scheme == main }
        severity = worst
        isCertain = findings.contains { $0.certainty == .certain }
        var known = Set(findings.compactMap(\.app?.id))
        // Related places without an app are not claims.
        var entries = findings.map { finding in
            Entry(
                severity: finding.severity,
                place: finding.place,
                app: finding.app,
                message: finding.message,
                hint: finding.app?.id.isKnown == false ? finding.hint : nil,
                origins: finding.related.filter { $0.app == nil }
            )
        }
        var count = entries.count
        // Add the apps of the collision without findings: accepted ones, and, in a check against a registry, those that
        // are not checked.
        for related in findings.lazy.flatMap(\.related) where related.app.map({ known.insert($0.id).inserted }) ?? false
        {
            count += 1
            if entries.count >= Self.lines { continue }
            entries.append(Entry(severity: .note, place: related.place, app: related.app, message: related.message))
        }
        self.entries = entries
        let others = findings.map { finding in finding.relatedCount - finding.related.count { $0.app == nil } }
        appCount = max(count, (others.max() ?? 0) + 1)
        isComplete = appCount == findings.count
        let identifiers = Dictionary(grouping: findings.compactMap(\.sharedIdentifier), by: ByteString.init)
        sharedIdentifiers = identifiers.mapValues { max($0.count, 2) }.sorted { $0.key < $1.key }
        hint = findings.first { $0.severity == worst }?.hint
        hints = SchemeHints(of: all.filter { $0.severity == severities[$0.scheme?.text.string ?? ""] }).lines
    }

    /// Returns the distinct schemes of `findings`, in order.
    static func schemes(of findings: [Finding]) -> [String] {
        var seen: Set<SchemeKey> = []
        return findings.compactMap(\.scheme).filter { seen.insert($0).inserted }.map(\.text.string)
    }

    /// Writes the headline, the apps and the hint.
    func write(to writer: TextWriter) throws {
        let palette = writer.palette
        let id = finding.map(writer.tag) ?? ""
        try writer.line("\(palette.name(of: severity)): \(palette.paint(writer.message(headline), .strong)) \(id)")
        if schemes.count > 1 { try writer.line("  \(writer.message(list))") }
        if let place = sharedPlace {
            try writeApps(at: place, to: writer)
        } else {
            try writePlaces(to: writer)
        }
        let more = appCount - min(entries.count, Self.lines)
        if more > 0 {
            let advice = isComplete ? " (--format json lists all)" : ""
            try writer.line("  ... and \(TextTerms.count(more, "more app"))\(advice)")
        }
        for note in identifierNotes { try writer.line("  \(palette.name(of: .note)): \(note)") }
        for gap in identityGaps { try writer.line("  identity unknown: \(writer.message(gap))") }
        for reason in reasons {
            let severity = palette.name(of: reason.severity)
            try writer.line("  \(severity): \(writer.message(reason.message)) (\(reason.rule))")
        }
        for hint in hints { try writer.help(hint) }
    }

    /// The schemes, possibly truncated; not escaped.
    var list: String {
        schemes.map { name in milder[name].map { "\(name) (\($0.rawValue))" } ?? name }
            .inWords(", ", atMost: Self.lines)
    }

    /// The place where all apps claim the scheme; `nil` if there are several.
    private var sharedPlace: Place? {
        entries.first.flatMap { first in entries.allSatisfy { $0.place == first.place } ? first.place : nil }
    }

    /// Writes the shared line, then the apps that claim the scheme there.
    private func writeApps(at place: Place, to writer: TextWriter) throws {
        try writer.line("  \(writer.position(place)): \(writer.palette.name(of: .note)): claimed here by")
        try writer.snippet(place, severity, indent: "  ")
        for entry in entries.prefix(Self.lines) {
            let own = entry.severity == severity ? "" : "\(writer.palette.name(of: entry.severity)): "
            try writer.line("    \(own)\(description(of: entry, writer))")
            try writeOrigins(of: entry, indent: "      ", to: writer)
            if entry.hint != hint { try writer.help(entry.hint, indent: "      ") }
        }
    }

    private func writeOrigins(of entry: Entry, indent: String, to writer: TextWriter) throws {
        for origin in entry.origins {
            let note = "\(writer.palette.name(of: .note)): \(writer.message(origin.message))"
            try writer.line("\(indent)\(writer.position(origin.place)): \(note)")
        }
    }

    /// Writes each app with its place, and the first ones with their source lines.
    private func writePlaces(to writer: TextWriter) throws {
        let palette = writer.palette
        let full = entries.count <= Self.shownInFull ? entries.count : Self.snippets
        for entry in entries.prefix(full) {
            let name = palette.name(of: entry.severity)
            try writer.line("  \(writer.position(entry.place)): \(name): \(description(of: entry, writer))")
            try writer.snippet(entry.place, entry.severity, indent: "  ")
            try writeOrigins(of: entry, indent: "    ", to: writer)
            if entry.hint != hint { try writer.help(entry.hint, indent: "    ") }
        }
        for entry in entries.prefix(Self.lines).dropFirst(full) {
            let name = palette.name(of: entry.severity)
            try writer.line("  \(writer.position(entry.place)): \(name): \(description(of: entry, writer))")
        }
    }

    /// Escaped notes about each `CFBundleURLName` that several apps have.
    private var identifierNotes: [String] {
        sharedIdentifiers.prefix(Self.snippets).map { identifier, count in
            let who = appCount == 2 ? "both" : count >= appCount ? "all" : "\(count.grouped) of them"
            let name = TextEscape.escaped(identifier.string, limit: TextWriter.nameLimit)
            return "\(who) have the CFBundleURLName '\(name)', which should be unique"
        }
    }

    /// The reasons why identities of apps are unknown, each with the number of apps if there are several; not escaped.
    private var identityGaps: [String] {
        let gaps = entries.prefix(Self.lines).compactMap { $0.app?.identityGap }
        let counts = Dictionary(gaps.map { (ByteString($0), 1) }, uniquingKeysWith: +)
        return counts.sorted { $0.key < $1.key }.map { gap, count in
            count == 1 ? gap.string : "\(gap.string) (\(TextTerms.count(count, "app")))"
        }
    }

    /// The headline and the reasons; not escaped.
    var sentence: String { ([headline] + reasons.map(\.message)).joined(separator: "; ") }

    var headline: String {
        let claim =
            schemes.count > 1
            ? "\(schemes.count.grouped) schemes are claimed by the same \(appCount.grouped) apps"
            : "scheme '\(scheme)' is claimed by \(appCount.grouped) apps"
        let urls = schemes.count > 1 ? "their URLs" : "its URLs"
        return circumstance.isEmpty
            ? "\(claim); which one opens \(urls) is undefined"
            : "\(claim); \(circumstance)it is undefined which one opens \(urls)"
    }

    /// The condition under which the apps collide; empty if the collision is certain.
    ///
    /// An iOS app may run on other devices next to the apps made for them, and an app of unknown platform on any
    /// device.
    private var circumstance: String {
        if isCertain { return "" }
        let platforms = entries.map { $0.app?.platforms ?? [] }
        let all = platforms.reduce(into: PlatformSet()) { $0.formUnion($1) }
        var devices: [String] = []
        if all.contains(.macOS) { devices.append("a Mac") }
        if all.contains(.visionOS) { devices.append("an Apple Vision Pro") }
        if platforms.contains([]) || devices.isEmpty { return "if they are installed on the same device, " }
        return "on \(devices.joined(separator: " or ")), where iOS apps can run, "
    }

    private func description(of entry: Entry, _ writer: TextWriter) -> String {
        entry.app.map(writer.describe) ?? writer.message(entry.message)
    }
}
