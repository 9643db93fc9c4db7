package import SchemeModel

// The values of the model as JSON. Every key is always present, in this order, with `null` for unknown values.
extension JSONWriter {
    /// The schema version, which changes when a key in any JSON output is removed or changes its meaning.
    static let schemaVersion = 1

    /// Opens the outermost object with the members that start every JSON document.
    package mutating func openDocument(of tool: Tool) throws {
        try openObject()
        try member("schemaVersion", Self.schemaVersion)
        try key("tool")
        try object(inline: true) {
            try $0.member("name", tool.name)
            try $0.member("version", tool.version)
        }
    }

    /// Writes a member with an app on one line.
    package mutating func member(_ name: StaticString, _ app: App?) throws {
        try key(name)
        guard let app else { return try value(nil) }
        try object(inline: true) {
            try $0.member("id", app.id.text.string)
            try $0.member("bundleIdentifier", app.bundleIdentifier)
            try $0.member("name", app.name)
            try $0.member("platforms", app.platforms.platforms.map(\.rawValue))
            try $0.member("known", app.id.isKnown)
        }
    }

    /// Writes a member with a place on one line.
    package mutating func member(_ name: StaticString, _ place: Place) throws {
        try key(name)
        try value(place)
    }

    /// Writes a place on one line. Columns count UTF-8 bytes.
    mutating func value(_ place: Place) throws {
        try object(inline: true) {
            try $0.member("source", place.source)
            try $0.member("path", place.path.display)
            try $0.member("pathBytes", Base64.textUnlessDisplayed(place.path))
            try $0.member("member", place.member?.display)
            try $0.member("keyPath", place.keyPath)
            try $0.member("line", place.range?.lines?.start.line)
            try $0.member("column", place.range?.lines?.start.column)
            try $0.member("endLine", place.range?.lines?.end.line)
            try $0.member("endColumn", place.range?.lines?.end.column)
            try $0.member("byteOffset", place.range?.byteOffset)
            try $0.member("byteLength", place.range?.byteLength)
        }
    }

    /// Writes a claim.
    ///
    /// Its state is the state of the declaration, or `stale` if the input could not be read at the last import.
    package mutating func value(_ claim: Claim) throws {
        try object {
            try $0.member("scheme", claim.scheme?.text.string)
            try $0.member("spelling", claim.scheme == nil ? nil : claim.declared.resolved)
            try $0.member("raw", claim.declared.raw)
            try $0.member("resolved", claim.declared.resolved)
            try $0.member("app", claim.app)
            try $0.member("role", claim.role)
            try $0.member("identifier", claim.identifier)
            try $0.member("urlTypeIndex", claim.urlTypeIndex)
            try $0.member("schemeIndex", claim.declared.index)
            try $0.member("place", claim.place)
            try $0.key("resolvedFrom")
            try $0.array(claim.declared.resolvedFrom) { try $0.value($1) }
            try $0.member("project", claim.outcome.project?.display)
            try $0.member("target", claim.outcome.target)
            try $0.member("configurations", claim.outcome.configurations)
            try $0.member("conditional", claim.declared.isConditional)
            let isStale = claim.isStale && claim.declared.state == .claimed
            try $0.member("state", isStale ? "stale" : claim.declared.state.rawValue)
        }
    }

    /// Writes a manifest with its values as written.
    package mutating func value(_ manifest: Manifest) throws {
        try object {
            try $0.member("app", manifest.appDescription)
            try $0.member("place", manifest.origin)
            try $0.member("kind", manifest.kind.rawValue)
            try $0.member("format", manifest.format.rawValue)
            try $0.member("version", manifest.version)
            try $0.member("build", manifest.build)
            try $0.member("platforms", manifest.deviceSupport.platforms.platforms.map(\.rawValue))
            try $0.key("urlTypes")
            try $0.array(manifest.urlTypes) { json, type in
                try json.object(inline: true) {
                    try $0.member("role", type.role?.value)
                    try $0.member("identifier", type.identifier?.value)
                    try $0.member("icon", type.icon?.value)
                    try $0.member("schemes", type.schemes.map(\.raw))
                    try $0.member("otherKeys", type.otherKeys.map(\.value))
                }
            }
            try $0.member("queriesSchemes", manifest.queriesSchemes.map(\.value))
            try $0.key("irregularities")
            try $0.array(manifest.irregularities) { json, irregularity in
                try json.object {
                    try $0.member("kind", irregularity.kind.rawValue)
                    try $0.member("subject", irregularity.subject)
                    try $0.member("expected", irregularity.expected)
                    try $0.member("found", irregularity.found)
                    try $0.member("cause", irregularity.cause)
                    try $0.member("place", manifest.place(of: irregularity))
                }
            }
        }
    }

    /// Writes a finding.
    package mutating func value(_ finding: Finding) throws {
        try object {
            try $0.member("rule", finding.rule)
            try $0.member("severity", finding.severity.rawValue)
            try $0.member("message", finding.message)
            try $0.member("hint", finding.hint)
            try $0.member("app", finding.app)
            try $0.member("scheme", finding.scheme?.text.string)
            try $0.member("place", finding.place)
            try $0.key("related")
            try $0.array(finding.related) { json, related in
                try json.object {
                    try $0.member("app", related.app)
                    try $0.member("place", related.place)
                    try $0.member("message", related.message)
                }
            }
            try $0.member("relatedCount", finding.relatedCount)
            try $0.member("certainty", finding.certainty.rawValue)
            try $0.key("edits")
            try $0.array(finding.edits) { json, edit in
                try json.object {
                    try $0.member("place", edit.place)
                    try $0.member("replacement", edit.replacement)
                }
            }
            try $0.member("fingerprint", finding.fingerprint.text)
            try $0.member("id", finding.shortID)
            try $0.key("accepted")
            guard let accepted = finding.accepted else { return try $0.value(nil) }
            try $0.object(inline: true) {
                try $0.member("reason", accepted.reason)
                try $0.member("by", accepted.by)
                try $0.member("inSource", accepted.isInSource)
            }
        }
    }

    /// Writes a problem.
    package mutating func value(_ problem: Problem) throws {
        try object { try $0.members(of: problem) }
    }

    /// Writes a problem that doesn't fail the run.
    mutating func value(_ accepted: AcceptedProblem) throws {
        try object {
            try $0.members(of: accepted.problem)
            try $0.key("accepted")
            try $0.object(inline: true) {
                try $0.member("reason", accepted.acceptance.reason)
                try $0.member("by", accepted.acceptance.by)
            }
        }
    }

    private mutating func members(of problem: Problem) throws {
        try member("code", problem.code.rawValue)
        try member("message", problem.message)
        try member("hint", problem.hint)
        try member("place", problem.place)
    }

    /// Writes a history entry on one line.
    package mutating func value(_ entry: HistoryEntry) throws {
        try object(inline: true) {
            try $0.member("time", UTCTime(entry.time).dateTime)
            try $0.member("event", entry.event.rawValue)
            try $0.member("scheme", entry.scheme.text.string)
            try $0.member("app", entry.app.text.string)
            try $0.member("platforms", entry.platforms.platforms.map(\.rawValue))
            try $0.member("source", entry.source)
        }
    }

    /// Writes the members of a source to the open object.
    package mutating func members(of source: Source) throws {
        try member("name", source.name)
        try member("root", source.root.display)
        try member("rootBytes", Base64.textUnlessDisplayed(source.root))
        try member("kind", source.kind.name)
    }

    /// Writes the counts of a run.
    mutating func value(_ summary: Summary) throws {
        try object {
            try $0.member("inputs", summary.inputs)
            try $0.member("skippedInputs", summary.skippedInputs)
            try $0.member("skippedFolders", summary.skipped?.folders)
            try $0.member("skippedSymlinks", summary.skipped?.symlinks)
            try $0.member("manifests", summary.manifests)
            try $0.member("urlTypes", summary.urlTypes)
            try $0.member("claims", summary.claims)
            try $0.member("products", summary.products)
            try $0.member("apps", summary.apps)
            try $0.member("schemes", summary.schemes)
            try $0.member("errors", summary.errors)
            try $0.member("warnings", summary.warnings)
            try $0.member("notes", summary.notes)
            try $0.key("causes")
            try $0.value(summary.causes)
            try $0.key("rules")
            try $0.array(summary.rules) { json, counts in
                try json.object(inline: true) {
                    try $0.member("rule", counts.rule)
                    try $0.member("severity", counts.severity.rawValue)
                    try $0.member("findings", counts.findings)
                    try $0.member("causes", counts.causes)
                    try $0.member("schemes", counts.schemes)
                }
            }
            try $0.member("accepted", summary.accepted)
            // Most runs leave nothing out.
            if summary.leftOut != SeverityCounts() {
                try $0.key("leftOut")
                try $0.value(summary.leftOut)
            }
            if let others = summary.ofOtherRules, others != SeverityCounts() {
                try $0.key("otherRules")
                try $0.value(others)
            }
            if summary.older != SeverityCounts() {
                try $0.key("older")
                try $0.value(summary.older)
            }
            try $0.member("problems", summary.problems)
            try $0.key("policyFiles")
            try $0.array(summary.policyFiles) { try $0.value($1) }
        }
    }

    /// Writes counts by severity.
    private mutating func value(_ counts: SeverityCounts) throws {
        try object {
            try $0.member("errors", counts.errors)
            try $0.member("warnings", counts.warnings)
            try $0.member("notes", counts.notes)
        }
    }

    /// Writes a policy file.
    mutating func value(_ file: PolicyFile) throws {
        try object {
            try $0.member("kind", file.kind.rawValue)
            try $0.member("place", file.place)
            try $0.member("sha256", file.digest)
            try $0.key("effects")
            try $0.object(inline: true) {
                try $0.member("rulesOff", file.effects.rulesOff)
                try $0.member("severities", file.effects.severities)
                try $0.member("acceptances", file.effects.acceptances)
                try $0.member("sharedSchemes", file.effects.sharedSchemes)
                try $0.member("sessionSchemes", file.effects.sessionSchemes)
                try $0.member("exclusions", file.effects.exclusions)
                try $0.member("codeOff", file.effects.codeOff)
                try $0.member("findings", file.effects.findings)
                try $0.member("comments", file.effects.comments)
            }
            try $0.member("revision", file.revision?.name)
            try $0.member("commit", file.revision?.commit)
            try $0.member("change", file.change?.rawValue)
            try $0.member("earlierUsed", file.isEarlier)
            try $0.key("additions")
            try $0.array(file.additions) { try $0.value($1) }
        }
    }
}

/// Encodes bytes as Base64.
///
/// - Source: RFC 4648 §4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the encoded bytes of `path`; `nil` if its displayed text has the same bytes.
    static func textUnlessDisplayed(_ path: Path) -> String? {
        path.display.utf8.elementsEqual(path.bytes) ? nil : text(of: path.bytes)
    }

    /// Returns `bytes` in Base64 with padding.
    static func text(of bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for position in 0..<4 {
                let digit = alphabet[word >> (18 - 6 * position) & 63]
                result.append(position <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
