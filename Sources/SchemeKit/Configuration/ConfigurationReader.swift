package import SchemeModel
import SchemeRules
import SchemeYAML

/// Reads a configuration and reports all mistakes at once.
package struct ConfigurationReader {
    private(set) var configuration = TeamConfiguration()
    private(set) var mistakes: [ConfigurationMistake] = []
    /// The place of the whole file.
    private let file: Place
    private let ids: [String]
    let limits: Limits
    /// The length of all patterns so far, in bytes.
    var patternBytes = 0

    /// The ids of the rules about acceptances, whose findings can't be accepted.
    static let aboutAcceptances = allRules.map(\.description).filter { $0.traits.contains(.concernsAcceptances) }.map(
        \.id
    )

    /// Returns the configuration in `bytes` and its mistakes, ordered by place.
    ///
    /// - Parameter file: The place of the whole file.
    package static func read(
        _ bytes: [UInt8],
        at file: Place,
        limits: Limits = .standard
    ) -> (configuration: TeamConfiguration, mistakes: [ConfigurationMistake]) {
        var yaml = limits
        yaml.generatorBytes = limits.configurationBytes
        var reader = ConfigurationReader(file: file, limits: limits)
        do throws(YAMLError) {
            reader.take(try YAMLReader.read(bytes, limits: yaml))
        } catch {
            switch error {
            case .malformed(let cause, let range): reader.report(range, cause)
            case .overLimit(let what, let limit): reader.report(nil, "it has more than \(limit.grouped) \(what)")
            }
        }
        let ordered = reader.mistakes.sorted { ($0.range?.byteOffset ?? -1) < ($1.range?.byteOffset ?? -1) }
        return (reader.configuration, ordered)
    }

    private init(file: Place, limits: Limits) {
        self.file = file
        self.limits = limits
        ids = allRules.map(\.description.id)
    }

    private mutating func take(_ document: YAMLDocument) {
        for key in document.duplicateKeys {
            let first = key.earlier.lines.map { "; the first is on line \($0.start.line)" } ?? ""
            report(key.range, "the key '\(key.key)' appears twice\(first)")
        }
        guard !document.root.isNull else { return }
        guard let root = entry(document.root, .root) else { return }
        severities(root["severities"])
        acceptances(root["accept"])
        sharedSchemes(root["shared"])
        schemes(root["schemes"])
        if let node = root["code"] { code(node) }
        examples(root["examples"])
        associationFiles(root["association-files"])
        for node in list(root["exclude"], "exclude") {
            if let pattern = pattern(node, "a pattern of 'exclude'") { configuration.exclusions.append(pattern) }
        }
        for node in list(root["generic"], "generic") {
            if let scheme = scheme(node, "a word of 'generic'") { configuration.genericSchemes.append(scheme) }
        }
        if let node = root["sdk"] { sdk(node) }
    }
}

// The sections.
extension ConfigurationReader {
    private mutating func severities(_ node: YAMLNode?) {
        for member in members(node, "severities", "rules with their severities") {
            guard isRule(member.key, member.keyRange) else { continue }
            // In YAML, an unquoted `off` is a boolean.
            let text = member.value.text
            if text == "off" {
                configuration.severities[ByteString(member.key)] = .off
            } else if let severity = text.flatMap(Severity.init(rawValue:)) {
                configuration.severities[ByteString(member.key)] = .on(severity)
            } else {
                let found = text.map { "'\($0)'" } ?? member.value.kindName
                report(
                    member.value.focus,
                    "\(found) is not a valid severity for '\(member.key)'",
                    suggestion(
                        among: ConfigurationForm.levels,
                        // Other YAML spellings of false.
                        for: ["no", "false"].contains(text?.lowercased()) ? "off" : text?.lowercased() ?? "",
                        else: "use error, warning, note or off"
                    )
                )
            }
        }
    }

    private mutating func acceptances(_ node: YAMLNode?) {
        for node in list(node, "accept") {
            guard let entry = entry(node, .acceptance) else { continue }
            guard ConfigurationEntry.acceptance.atLeastOne.contains(where: { entry[$0] != nil }) else {
                report(node.range, "the acceptance names nothing", "add a rule, a scheme, an app or a path")
                continue
            }
            var acceptance = TeamConfiguration.Acceptance(place: place(node.firstLine), reason: "")
            acceptance.reason = entry["reason"].flatMap { text($0, "the reason") } ?? ""
            if let node = entry["rule"], let id = text(node, "the rule"), isRule(id, node.focus) {
                acceptance.rule = id
                if Self.aboutAcceptances.contains(id) {
                    report(
                        node.focus,
                        "findings of '\(id)' cannot be accepted",
                        "fix the acceptance that it reports"
                    )
                }
            }
            acceptance.problem = entry["problem"].flatMap { problem($0, of: entry) }
            acceptance.scheme = entry["scheme"].flatMap { scheme($0, "the scheme") }
            acceptance.app = entry["app"].flatMap { app($0, "the app") }
            acceptance.path = entry["path"].flatMap { pattern($0, "the path") }
            if let node = entry["until"] {
                acceptance.until = node.text.flatMap(CalendarDay.init)
                if acceptance.until == nil {
                    let found = node.text.flatMap { $0.isEmpty ? nil : "'\($0)'" } ?? node.kindName
                    report(node.focus, "\(found) is not a valid date", "use the form 2027-01-31")
                }
            }
            configuration.acceptances.append(acceptance)
        }
    }

    /// Returns the problem that an entry of `accept` names.
    private mutating func problem(_ node: YAMLNode, of entry: [String: YAMLNode]) -> Problem.Code? {
        guard let id = text(node, "the problem") else { return nil }
        guard ConfigurationForm.problems.contains(id), let code = Problem.Code(rawValue: id) else {
            let hint = suggestion(
                among: ConfigurationForm.problems,
                for: id,
                else: "use \(ConfigurationForm.problems.joined(separator: ", "))"
            )
            report(node.focus, "unknown problem '\(id)'", hint)
            return nil
        }
        if entry["path"] == nil {
            report(node.focus, "the accepted problem has no 'path'", "add the path that reports show")
        }
        for key in ["app", "rule", "scheme"] {
            guard let other = entry[key] else { continue }
            report(other.focus, "a problem has no \(key)", "accept findings with an entry of their own")
        }
        return code
    }

    private mutating func sharedSchemes(_ node: YAMLNode?) {
        for node in list(node, "shared") {
            guard let entry = entry(node, .sharedScheme) else { continue }
            let reason = entry["reason"].flatMap { text($0, "the reason") }
            let before = mistakes.count
            let apps = Set(list(entry["apps"], "apps").compactMap { app($0, "an app of 'apps'") })
            if let node = entry["apps"], apps.count < 2, mistakes.count == before {
                report(node.focus, "a shared scheme needs at least two apps", "list all apps that share it")
            }
            guard let named = entry["scheme"], let scheme = scheme(named, "the scheme") else { continue }
            guard !configuration.sharedSchemes.contains(where: { $0.scheme == scheme }) else {
                report(named.focus, "'\(scheme)' is shared twice", "list all its apps in one entry")
                continue
            }
            configuration.sharedSchemes.append(
                .init(place: place(node.firstLine), scheme: scheme, apps: apps, reason: reason ?? "")
            )
        }
    }

    private mutating func schemes(_ node: YAMLNode?) {
        for member in members(node, "schemes", "schemes with their usage") {
            let scheme = scheme(member.key, member.keyRange, "a key of 'schemes'")
            guard let entry = entry(member.value, .schemeSettings), let node = entry["usage"],
                let usage = text(node, "the usage")
            else { continue }
            guard ConfigurationForm.usages.contains(usage) else {
                let known = ConfigurationForm.usages.joined(separator: ", ")
                report(node.focus, "unknown usage '\(usage)'", "use \(known)")
                continue
            }
            guard let scheme else { continue }
            if configuration.sessionSchemes.updateValue(place(member.keyRange), forKey: scheme) != nil {
                report(
                    member.keyRange,
                    "the scheme '\(scheme)' appears twice",
                    "remove one; schemes are case-insensitive"
                )
            }
        }
    }

    private mutating func examples(_ node: YAMLNode?) {
        for member in members(node, "examples", "URLs with their apps") {
            let app = app(member.value, "the app of an example")
            guard member.key.contains(":"), let scheme = SchemeKey(named: member.key) else {
                report(member.keyRange, "'\(member.key)' is not a URL", "start it with a scheme, such as wallet://pay")
                continue
            }
            if let error = UsageError(hostOf: member.key) {
                report(member.keyRange, error.message, error.hint)
                continue
            }
            guard let app else { continue }
            configuration.examples.append(
                .init(place: place(member.keyRange), url: member.key, scheme: scheme, app: app)
            )
        }
    }

    private mutating func associationFiles(_ node: YAMLNode?) {
        for member in members(node, "association-files", "domains with paths") {
            guard member.key.isHostNameWithPort else {
                report(
                    member.keyRange,
                    "'\(member.key)' is not a domain",
                    "write the website's host in ASCII, such as acme.com"
                )
                continue
            }
            guard let path = pattern(member.value, "the path of an association file") else { continue }
            // A path that starts with a slash starts from the folder of the file, as in 'exclude'.
            let below = Path(bytes: Array(path.normalized.bytes.drop { $0 == Path.separator }))
            configuration.associationFiles.append(.init(host: member.key.asciiLowercased, path: below))
        }
    }

    private mutating func code(_ node: YAMLNode) {
        // In YAML, an unquoted `off` is a boolean.
        switch node.text {
        case "on": configuration.readsCode = true
        case "off": configuration.readsCode = false
        default:
            let found = node.text.map { "'\($0)'" } ?? node.kindName
            report(node.focus, "\(found) is not a value of 'code'", "use on or off")
        }
    }

    private mutating func sdk(_ node: YAMLNode) {
        guard let text = node.text, let version = SDKVersion(text) else {
            let error = SDKVersion.error(about: node.text.map { "'\($0)'" } ?? node.kindName)
            report(node.focus, error.message, error.hint)
            return
        }
        configuration.sdk = version.major
    }
}

// Parts of sections. Each function reports a mistake if it returns nothing.
extension ConfigurationReader {
    mutating func report(_ range: SourceRange?, _ message: String, _ hint: String? = nil) {
        mistakes.append(ConfigurationMistake(range: range, message: message, hint: hint))
    }

    private func place(_ range: SourceRange) -> Place {
        var place = file
        place.range = range
        return place
    }

    /// Returns the nearest of `names` as a question, or `other` if none is similar.
    private func suggestion(among names: [String], for text: String, else other: String) -> String {
        // Suggestions take time, and a hostile file may contain any number of mistakes.
        guard mistakes.count < 100 else { return other }
        // Names with the same start match as well: 'severity' differs from 'severities' in three letters.
        let near =
            SpellingSuggestion.among(names, to: text)
            ?? names.first { text.utf8.count >= 4 && $0.hasPrefix(text.prefix(4)) }
        return near.map { "did you mean '\($0)'?" } ?? other
    }

    private mutating func isRule(_ id: String, _ range: SourceRange) -> Bool {
        if ids.contains(where: { ByteString($0) == ByteString(id) }) { return true }
        report(
            range,
            "unknown rule '\(id)'",
            suggestion(among: ids, for: id, else: "run 'schemereg rules' to list all rules")
        )
        return false
    }

    /// Returns the values of a mapping that has only the keys of `form`; `nil` if it isn't a mapping.
    private mutating func entry(_ node: YAMLNode, _ form: ConfigurationEntry) -> [String: YAMLNode]? {
        let (what, keys) = (form.name, form.names)
        guard let members = node.members else {
            report(
                node.focus,
                "expected \(what), found \(node.kindName)",
                "use the keys \(keys.joined(separator: ", "))"
            )
            return nil
        }
        var values: [String: YAMLNode] = [:]
        for member in members {
            guard let key = keys.first(where: { ByteString($0) == ByteString(member.key) }) else {
                let known = "the keys of \(what) are: \(keys.joined(separator: ", "))"
                let hint = suggestion(among: keys, for: member.key, else: known)
                report(member.keyRange, "unknown key '\(member.key)'", hint)
                continue
            }
            values[key] = member.value
        }
        for key in form.required where values[key] == nil {
            let hint = key == "reason" ? "explain the reason for future readers" : nil
            report(node.firstLine, "\(what) has no '\(key)'", hint)
        }
        return values
    }

    /// Returns the members of a section that is a mapping; empty if the section is empty.
    private mutating func members(_ node: YAMLNode?, _ key: String, _ contents: String) -> [YAMLMember] {
        guard let node, !node.isNull else { return [] }
        guard let members = node.members else {
            report(node.focus, "'\(key)' must contain \(contents), found \(node.kindName)")
            return []
        }
        return bounded(members, key, node)
    }

    /// Returns the elements of a section that is a list; empty if the section is empty.
    private mutating func list(_ node: YAMLNode?, _ key: String) -> [YAMLNode] {
        guard let node, !node.isNull else { return [] }
        guard let elements = node.elements else {
            report(node.focus, "'\(key)' must be a list, found \(node.kindName)", "start each entry with '- '")
            return []
        }
        return bounded(elements, key, node)
    }

    private mutating func bounded<Entry>(_ entries: [Entry], _ key: String, _ node: YAMLNode) -> [Entry] {
        guard entries.count > limits.configurationEntries else { return entries }
        report(
            node.range,
            "'\(key)' has \(entries.count.grouped) entries; at most \(limits.configurationEntries.grouped) are allowed"
        )
        return []
    }
}

extension YAMLNode {
    /// The start of a finding about the value: up to the end of its first key or line.
    fileprivate var firstLine: SourceRange {
        if let first = members?.first { return first.keyRange }
        return focus
    }
}
