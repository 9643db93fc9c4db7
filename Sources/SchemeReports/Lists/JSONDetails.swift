import SchemeModel

/// Writes the output of `show` as one JSON object, with the subject under `scheme`, `app`, `source` or `domain`.
enum JSONDetails {
    /// Writes the object to `output` without flushing it.
    static func write(_ details: Details, to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        switch details {
        case .scheme(let scheme):
            try json.member("scheme", scheme.scheme.text.string)
            try json.key("known")
            try json.array(scheme.known) { try $0.value($1) }
            try write(scheme.claims, to: &json)
            try write(scheme.history, to: &json)
        case .app(let app):
            try json.member("app", app.app)
            try write(app.manifests, to: &json)
            try write(app.claims, to: &json)
            try write(app.history, to: &json)
        case .source(let source):
            try json.key("source")
            try json.value(source.source)
            try write(source.manifests, to: &json)
            try write(source.claims, to: &json)
            try json.key("problems")
            try json.array(source.problems) { try $0.value($1) }
        case .domain(let domain):
            try json.member("domain", domain.domain.text)
            try json.key("claims")
            try json.array(domain.claims) { try $0.value($1) }
            try json.key("files")
            try json.array(domain.files) { json, file in
                try json.object {
                    try $0.member("place", file.origin)
                    try $0.member("apps", file.contents.listedApps.map(\.identifier))
                    try $0.key("details")
                    try $0.array(file.contents.details) { try write($1, of: file, to: &$0) }
                }
            }
        }
        try json.close()
    }

    private static func write(
        _ detail: AssociationFile.Detail,
        of file: AssociationFile,
        to json: inout JSONWriter
    ) throws {
        try json.object {
            try $0.member("apps", detail.apps.map(\.identifier))
            try $0.key("entries")
            guard let entries = detail.entries else { return try $0.value(nil as String?) }
            try $0.array(entries) { json, entry in
                try json.object {
                    try $0.member("text", entry.text)
                    try $0.member("excluded", entry.isExcluded)
                    try $0.member("understood", entry.isKnown)
                    try $0.member("place", file.place(entry.range))
                }
            }
        }
    }

    private static func write(_ claims: [Claim], to json: inout JSONWriter) throws {
        try json.key("claims")
        try json.array(claims) { try $0.value($1) }
    }

    private static func write(_ manifests: [Manifest], to json: inout JSONWriter) throws {
        try json.key("manifests")
        try json.array(manifests) { try $0.value($1) }
    }

    private static func write(_ history: [HistoryEntry], to json: inout JSONWriter) throws {
        try json.key("history")
        try json.array(history) { try $0.value($1) }
    }
}

extension JSONWriter {
    /// Writes a row of the knowledge on one line.
    mutating func value(_ known: KnownScheme) throws {
        try object(inline: true) {
            try $0.member("category", known.category.rawValue)
            try $0.member("owner", known.owner)
            try $0.member("platforms", known.platforms.platforms.map(\.rawValue))
            try $0.member("confidence", known.confidence.rawValue)
            try $0.member("source", known.source)
        }
    }
}
