import SchemeModel
import SchemeReports
import SchemeRules

/// The JSON Schema of configurations, with which editors complete and check them.
///
/// It accepts every valid configuration. Mistakes that it can't express, such as two entries about one scheme, are only
/// reported by the reader.
///
/// - Source: JSON Schema draft 7, https://json-schema.org/draft-07 (seen 2026-11-23).
struct ConfigurationSchema {
    private var json: JSONWriter
    private let limits = Limits.standard

    /// The content of the schema's file.
    static var text: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            let output = ByteOutput { bytes += $0 }
            var schema = ConfigurationSchema(json: JSONWriter(to: output))
            try schema.write()
            try output.flush()
            return bytes
        }
    }

    private mutating func write() throws {
        try json.openObject()
        try json.member("$schema", "http://json-schema.org/draft-07/schema#")
        try json.member("title", "The configuration of schemereg (.schemereg.yml)")
        try writeMembers(of: .root)
        try json.member("type", ["object", "null"])
        try json.close()
    }

    // MARK: Values

    /// Writes the schema of a value, which `summary` describes.
    private mutating func write(_ form: ConfigurationForm, summary: String? = nil) throws {
        try json.openObject()
        if let summary { try json.member("description", summary) }
        switch form {
        case .text: try writeText(#"\S"#)
        case .scheme: try writeText(Self.scheme)
        case .app: try writeText(Self.app)
        case .pattern: try writeText(Self.path)
        case .day: try writeText("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")
        case .sdk: try writeSDK()
        case .acceptableRule:
            try json.member("enum", Self.rules.filter { !ConfigurationReader.aboutAcceptances.contains($0) })
        case .acceptableProblem: try json.member("enum", ConfigurationForm.problems)
        case .onOrOff: try json.member("enum", ["off", "on"])
        case .severity: try json.member("enum", ConfigurationForm.levels)
        case .usage: try json.member("enum", ConfigurationForm.usages)
        case .entry(let entry):
            try json.member("type", "object")
            try writeMembers(of: entry)
        case .list(let element, let count): try writeList(of: element, atLeast: count)
        case .mapping(let name, let value): try writeMapping(from: name, to: value)
        }
        try json.close()
    }

    private mutating func writeText(_ pattern: String) throws {
        try json.member("type", "string")
        try json.member("pattern", pattern)
    }

    private mutating func writeSDK() throws {
        try json.key("anyOf")
        try json.openArray()
        try json.object {
            try $0.member("type", "number")
            try $0.member("minimum", 1)
            try $0.member("exclusiveMaximum", 10_000)
        }
        try json.object {
            try $0.member("type", "string")
            try $0.member("pattern", #"^(?!0+(\.|$))[0-9]{1,4}(\.[0-9]{1,4})*$"#)
        }
        try json.close()
    }

    private mutating func writeList(of element: ConfigurationForm, atLeast count: Int) throws {
        if count == 0 { try json.member("type", ["array", "null"]) } else { try json.member("type", "array") }
        try json.key("items")
        try write(element)
        if count > 0 { try json.member("minItems", count) }
        try json.member("maxItems", limits.configurationEntries)
    }

    private mutating func writeMapping(from name: ConfigurationForm.NameForm, to value: ConfigurationForm) throws {
        try json.member("type", ["object", "null"])
        try json.key("propertyNames")
        try json.object {
            switch name {
            case .rule: try $0.member("enum", Self.rules)
            case .scheme: try $0.member("pattern", Self.scheme)
            case .host: try $0.member("pattern", Self.host)
            case .url: try $0.member("pattern", "^[A-Za-z][A-Za-z0-9+.-]*:")
            }
        }
        try json.key("additionalProperties")
        try write(value)
        try json.member("maxProperties", limits.configurationEntries)
    }

    /// Writes the keys of an entry to the open object.
    private mutating func writeMembers(of entry: ConfigurationEntry) throws {
        try json.member("additionalProperties", false)
        if !entry.required.isEmpty { try json.member("required", entry.required) }
        if !entry.atLeastOne.isEmpty {
            try json.key("anyOf")
            try json.array(entry.atLeastOne) { json, name in
                try json.object(inline: true) { try $0.member("required", [name]) }
            }
        }
        try json.key("properties")
        try json.openObject()
        for key in entry.keys {
            try json.key(key.name)
            try write(key.form, summary: key.summary)
        }
        try json.close()
    }

    // MARK: Patterns, as in ECMA 262

    private static let rules = allRules.map(\.description.id)
    private static let host =
        #"^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+([A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]+)$"#
    private static let scheme = "^[A-Za-z][A-Za-z0-9+.-]*$"
    /// A bundle identifier, or the name of an app without one.
    private static let app =
        #"^(unknown:[\s\S]*|[^\u0000-\u0020\u007F$(){}<>\[\]:/\\"'`|;,*?!%&=@#\uFFFD]{1,1024})$"#
    /// A path that isn't blank, isn't the folder itself, and has no part `..`.
    private static let path = #"^(?!([\s\S]*/)?\.\.(/|$))(?=[\s\S]*\S)(?=[\s\S]*([^/.]|\.\.))"#
}
