import SchemeModel
import SchemeYAML

/// Turns the JSON of an association file into facts. Parts of another form than Apple documents are reported, and make
/// what depends on them unknown.
struct AssociationParser {
    private let origin: Place
    private let limits: Limits
    private var contents: AssociationFile.Contents
    private(set) var irregularities: [InputIrregularity] = []
    private var values = 0

    init(origin: Place, hosts: [String], limits: Limits) {
        self.origin = origin
        self.limits = limits
        contents = AssociationFile.Contents(hosts: Set(hosts.map { ByteString($0) }).sorted().map(\.string))
    }

    /// Whether the file has too many values.
    var isOverLimit: Bool { values > limits.associationValues }

    /// Default settings at one level; `nil` where nothing is set.
    private struct Settings {
        var path: String?
        var query: AssociationEntry.Query?
        var fragment: String?
        var isExcluded: Bool?
        var isCaseSensitive: Bool?
        var isPercentEncoded: Bool?
        /// Whether all of them were understood.
        var isKnown = true
        var isEmpty = true

        /// Returns these settings, completed by those of a less specific level.
        func completed(by outer: Settings) -> Settings {
            var settings = self
            settings.path = path ?? outer.path
            settings.query = query ?? outer.query
            settings.fragment = fragment ?? outer.fragment
            settings.isExcluded = isExcluded ?? outer.isExcluded
            settings.isCaseSensitive = isCaseSensitive ?? outer.isCaseSensitive
            settings.isPercentEncoded = isPercentEncoded ?? outer.isPercentEncoded
            settings.isKnown = isKnown && outer.isKnown
            settings.isEmpty = isEmpty && outer.isEmpty
            return settings
        }
    }

    /// Returns what the document says; `nil` if it isn't an object.
    mutating func contents(of document: YAMLDocument) -> AssociationFile.Contents? {
        for key in document.duplicateKeys {
            let first = Self.clause(first: key.earlier.lines?.start, second: key.range.lines?.start)
            contents.isWhole = false
            report(key.range, key.key, "'\(key.key)' appears twice in the same object\(first)", "remove one of them")
        }
        guard document.root.members != nil else {
            report(
                document.root.range,
                nil,
                "the file must contain an object, not \(document.root.jsonKind)",
                "start with { \"applinks\": { \"details\": [...] } }"
            )
            return nil
        }
        checkKeys(of: document.root, .file)
        guard let links = document.root["applinks"] else { return contents }
        guard links.members != nil else {
            misfit("applinks", links, "an object")
            return contents
        }
        checkKeys(of: links, .links)
        readVariables(links["substitutionVariables"])
        let defaults = settings(of: links["defaults"], key: "defaults")
        if let details = links["details"] { readDetails(details, defaults) }
        // Which of two equal keys counts isn't defined, so any link may open any of the apps.
        if !document.duplicateKeys.isEmpty { forgetEntries() }
        return contents
    }

    /// Makes unknown which links open the apps.
    private mutating func forgetEntries() {
        for index in contents.details.indices { contents.details[index].entries = nil }
    }

    /// Reports the byte order mark at the start of the file.
    mutating func reportByteOrderMark() {
        report(
            .byteOrderMark,
            SourceRange(byteOffset: 0, byteLength: 0),
            nil,
            "the file begins with a byte order mark, which JSON must not have",
            "save the file as UTF-8 without a byte order mark"
        )
    }

    /// Returns where a key appears first: the line, and also the column if the key appears again on the same line.
    private static func clause(first: TextPosition?, second: TextPosition?) -> String {
        guard let first else { return "" }
        let column = first.line == second?.line ? ", column \(first.column)" : ""
        return "; the first is on line \(first.line)\(column)"
    }

    // MARK: Parts

    private mutating func readVariables(_ node: YAMLNode?) {
        guard let node else { return }
        guard let members = node.members else { return misfit("substitutionVariables", node, "an object") }
        for member in members {
            guard let elements = member.value.elements else {
                misfit(member.key, member.value, "a list of strings")
                continue
            }
            let texts = strings(elements, of: member.key)
            // A variable whose values aren't all known is an undefined one.
            guard texts.count == elements.count else { continue }
            contents.variables.append(.init(name: member.key, values: texts.map(\.text)))
        }
        contents.variables.sort { ByteString($0.name) < ByteString($1.name) }
    }

    private mutating func readDetails(_ node: YAMLNode, _ defaults: Settings) {
        if let members = node.members {
            // The form of 2015: application identifiers with their paths. Their order has no meaning in JSON.
            contents.isWhole = false
            for member in members {
                let app = AssociationFile.ListedApp(identifier: member.key, range: member.keyRange)
                contents.details.append(.init(apps: [app], entries: nil))
            }
            return
        }
        guard let elements = node.elements else { return misfit("details", node, "a list of objects") }
        for element in elements where !isOverLimit {
            guard element.members != nil else {
                misfit(element, of: "details")
                continue
            }
            checkKeys(of: element, .detail)
            let apps = apps(of: element)
            let own = settings(of: element["defaults"], key: "defaults").completed(by: defaults)
            contents.details.append(.init(apps: apps, entries: entries(of: element, own)))
        }
        // Whether a system uses the other elements isn't documented.
        if elements.contains(where: { $0.members == nil }) { forgetEntries() }
    }

    private mutating func apps(of detail: YAMLNode) -> [AssociationFile.ListedApp] {
        var apps: [AssociationFile.ListedApp] = []
        if let list = detail["appIDs"] {
            if let elements = list.elements {
                apps += listed(elements, "appIDs")
            } else {
                misfit("appIDs", list, "a list of strings")
            }
        }
        if let one = detail["appID"] {
            if one.jsonString != nil {
                apps += listed([one], "appID")
            } else {
                misfit("appID", one, "a string", hint: one.elements == nil ? nil : "write 'appIDs' for a list")
            }
        }
        for app in apps { check(app) }
        return apps
    }

    private mutating func listed(_ nodes: [YAMLNode], _ key: String) -> [AssociationFile.ListedApp] {
        strings(nodes, of: key).map { AssociationFile.ListedApp(identifier: $0.text, range: $0.range) }
    }

    /// Checks an identifier. One that a person or a template still has to fill in can be any.
    private mutating func check(_ app: AssociationFile.ListedApp) {
        // A placeholder may also stand for the whole identifier.
        let prefix = app.prefix ?? app.identifier
        let isPlaceholder = PlaceholderPrefix.matches(prefix)
        if app.app == nil || isPlaceholder || !prefix.isTeamIdentifier { contents.isWhole = false }
        guard isPlaceholder else {
            if prefix.isTeamIdentifier, let id = app.app?.text.string, id.contains("_"), app.identifier.hasSuffix(id),
                !app.isExample
            {
                report(
                    app.range,
                    app.identifier,
                    "'\(id)' contains an underscore, which is not allowed in bundle identifiers",
                    "write the identifier of the iOS app"
                )
            }
            guard app.isUnprefixed else { return }
            return report(
                .unprefixedAppID,
                app.range,
                app.identifier,
                "'\(app.identifier)' has no Application Identifier Prefix, so it names no app",
                "write the prefix and a dot before it, such as 'K9QX2M7RT4.\(app.identifier)'"
            )
        }
        report(
            .placeholderAppID,
            app.range,
            app.identifier,
            "'\(prefix)' is a placeholder for the Application Identifier Prefix",
            "replace it with the App ID Prefix from your developer account, usually the team's identifier"
        )
    }

    private mutating func entries(of detail: YAMLNode, _ defaults: Settings) -> [AssociationEntry]? {
        // Systems since iOS 13 ignore `paths` if there are components.
        if let components = detail["components"] {
            guard let elements = components.elements else {
                misfit("components", components, "a list of objects")
                return nil
            }
            return elements.compactMap { element in
                guard element.members != nil else {
                    misfit(element, of: "components")
                    var entry = AssociationEntry(range: element.range)
                    entry.isKnown = false
                    return entry
                }
                return entry(settings(of: element, key: "components").completed(by: defaults), at: element.range)
            }
        }
        guard let paths = detail["paths"] else { return nil }
        guard let elements = paths.elements else {
            misfit("paths", paths, "a list of strings")
            return nil
        }
        let texts = strings(elements, of: "paths")
        guard texts.count == elements.count else { return nil }
        return texts.map { text, range in
            var entry = AssociationEntry(range: range)
            entry.isPath = true
            let start = "NOT "
            entry.isExcluded = text.utf8.starts(with: start.utf8)
            entry.path = entry.isExcluded ? String(text.utf8.dropFirst(start.utf8.count)) : text
            // Whether defaults apply to the older form isn't documented.
            entry.isKnown = defaults.isEmpty
            return entry
        }
    }

    private func entry(_ settings: Settings, at range: SourceRange) -> AssociationEntry {
        var entry = AssociationEntry(range: range)
        entry.path = settings.path
        entry.query = settings.query
        entry.fragment = settings.fragment
        entry.isExcluded = settings.isExcluded ?? false
        entry.isCaseSensitive = settings.isCaseSensitive ?? true
        entry.isPercentEncoded = settings.isPercentEncoded ?? true
        entry.isKnown = settings.isKnown
        return entry
    }

    /// Returns the settings in an object: an entry, or defaults.
    private mutating func settings(of node: YAMLNode?, key: String) -> Settings {
        var settings = Settings()
        guard let node else { return settings }
        guard let members = node.members else {
            misfit(key, node, "an object")
            settings.isKnown = false
            return settings
        }
        values += 1
        checkKeys(of: node, .settings(in: key))
        for member in members where member.key != "comment" {
            settings.isEmpty = false
            switch member.key {
            case "/": settings.path = text(member, &settings.isKnown)
            case "#": settings.fragment = text(member, &settings.isKnown)
            case "?": settings.query = query(member, &settings.isKnown)
            case "exclude": settings.isExcluded = flag(member, &settings.isKnown)
            case "caseSensitive": settings.isCaseSensitive = flag(member, &settings.isKnown)
            case "percentEncoded": settings.isPercentEncoded = flag(member, &settings.isKnown)
            // A key that Apple doesn't document may have a meaning.
            default: settings.isKnown = false
            }
        }
        return settings
    }

    private mutating func query(_ member: YAMLMember, _ isKnown: inout Bool) -> AssociationEntry.Query? {
        guard let members = member.value.members else {
            guard member.value.elements == nil else {
                misfit("?", member.value, "a string or an object")
                isKnown = false
                return nil
            }
            return text(member, &isKnown).map(AssociationEntry.Query.pattern)
        }
        var items: [AssociationEntry.Query.Item] = []
        for member in members {
            values += 1
            if let pattern = text(member, &isKnown) { items.append(.init(name: member.key, pattern: pattern)) }
        }
        return .items(items.sorted { ByteString($0.name) < ByteString($1.name) })
    }

    /// Reports misspelled keys. What they were meant to say isn't known.
    private mutating func checkKeys(of node: YAMLNode, _ keys: AssociationKeys) {
        let present = (node.members ?? []).map(\.key)
        for member in node.members ?? [] {
            guard let meant = keys.meaning(of: member.key, beside: present) else { continue }
            contents.isWhole = false
            report(member.keyRange, member.key, "'\(member.key)' is not a key of \(keys.owner)", "write '\(meant)'")
        }
    }

    // MARK: Values

    private mutating func text(_ member: YAMLMember, _ isKnown: inout Bool) -> String? {
        if let text = member.value.jsonString { return text }
        misfit(member.key, member.value, "a string")
        isKnown = false
        return nil
    }

    private mutating func flag(_ member: YAMLMember, _ isKnown: inout Bool) -> Bool? {
        if member.value.jsonKind == "a boolean", let flag = member.value.boolean { return flag }
        misfit(member.key, member.value, "true or false")
        isKnown = false
        return nil
    }

    private mutating func strings(_ nodes: [YAMLNode], of key: String) -> [(text: String, range: SourceRange)] {
        values += nodes.count
        guard !isOverLimit else { return [] }
        return nodes.compactMap { node in
            if let text = node.jsonString { return (text, node.range) }
            contents.isWhole = false
            let cause = "each element of '\(key)' must be a string, not \(node.jsonKind)"
            report(node.range, key, cause, "use a string")
            return nil
        }
    }

    /// Reports a value of the wrong type, which makes the file's meaning uncertain.
    private mutating func misfit(_ key: String, _ node: YAMLNode, _ wanted: String, hint: String? = nil) {
        contents.isWhole = false
        let form = wanted == "a list of strings" ? ": [\"...\"]" : ""
        report(node.range, key, "'\(key)' must be \(wanted), not \(node.jsonKind)", hint ?? "use \(wanted)\(form)")
    }

    /// Reports an element that isn't an object.
    private mutating func misfit(_ element: YAMLNode, of key: String) {
        contents.isWhole = false
        let cause = "each element of '\(key)' must be an object, not \(element.jsonKind)"
        report(element.range, key, cause, "use an object")
    }

    private mutating func report(_ range: SourceRange, _ key: String?, _ cause: String, _ hint: String) {
        report(.malformedAssociation, range, key, cause, hint)
    }

    private mutating func report(
        _ kind: Irregularity.Kind,
        _ range: SourceRange,
        _ subject: String?,
        _ cause: String,
        _ hint: String
    ) {
        guard irregularities.count < limits.irregularities else { return }
        let irregularity = Irregularity(
            kind,
            span: ValueSpan(keyPath: "", element: range),
            subject: subject,
            expected: hint,
            cause: cause
        )
        irregularities.append(InputIrregularity(irregularity, of: origin))
    }
}

extension YAMLNode {
    /// The text of a JSON string; `nil` for any other value.
    fileprivate var jsonString: String? {
        guard case .scalar(let scalar) = content, !scalar.isPlain else { return nil }
        return scalar.text
    }

    /// The kind of a JSON value, with an article.
    fileprivate var jsonKind: String {
        switch content {
        case .mapping: return "an object"
        case .sequence: return "a list"
        case .scalar(let scalar) where !scalar.isPlain: return "a string"
        case .scalar(let scalar):
            return ["true", "false"].contains(scalar.text) ? "a boolean" : scalar.text == "null" ? "null" : "a number"
        }
    }
}
