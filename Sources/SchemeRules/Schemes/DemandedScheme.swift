import SchemeModel

/// A scheme that an SDK wants an app to declare, by what the app's manifest shows, and that the app does not declare.
struct DemandedScheme {
    /// What the SDK wants.
    let demand: SDKDemand
    /// The scheme, as the SDK spells it.
    let text: String
    /// The scheme as it can be pasted into the manifest: with the setting that a build makes the identifier from.
    let pasted: String
    /// What shows that the app uses the SDK.
    let evidence: Evidence
    /// Schemes of the same form that the app declares, in order.
    let others: [Declaration]

    /// What in a manifest shows that an app uses an SDK.
    struct Evidence {
        /// Where it is written.
        let span: ValueSpan
        /// That it is there, as a message says it.
        let clause: String
        /// What it asks for, as a message says it before the scheme.
        let wish: String
    }

    /// All of them in `manifest`, in the order of the knowledge.
    ///
    /// None where the URL types are not built as they should be, since others speak of that; no scheme that a declaration
    /// with a variable in it may turn out to be; and none in whose place a placeholder of the SDK was left.
    static func all(in manifest: Manifest, knowledge: Knowledge) -> [DemandedScheme] {
        guard !manifest.isMalformed, !manifest.isIncomplete, manifest.kind.isApplication,
            !manifest.rootKeys.isEmpty || !manifest.queriesSchemes.isEmpty,
            manifest.mayRun(on: [.iOS, .macOS, .visionOS]),
            !manifest.irregularities.contains(where: { irregularity in
                [.wrongType, .duplicateKey].contains(irregularity.kind)
                    && irregularity.span.isInside("CFBundleURLTypes")
            })
        else { return [] }
        return knowledge.sdkDemands.compactMap { DemandedScheme($0, in: manifest, knowledge: knowledge) }
    }

    /// The scheme that `sdk` wants the app to declare, whether or not it does; `nil` where nothing tells.
    /// The manifest's own keys come before those of files beside it, of which the place is given.
    static func wanted(
        by sdk: String,
        in manifest: Manifest,
        knowledge: Knowledge
    ) -> (text: String, companion: Manifest.Companion?)? {
        let demands = knowledge.sdkDemands.filter { ByteString($0.sdk) == ByteString(sdk) }
        for demand in demands {
            guard Evidence(of: demand, in: manifest) != nil,
                let text = text(of: demand, in: manifest, knowledge: knowledge)
            else { continue }
            return (text, nil)
        }
        for demand in demands {
            guard case .companion(let name) = demand.evidence, let companion = manifest.companion(name),
                let text = text(of: demand, in: manifest, knowledge: knowledge)
            else { continue }
            return (text, companion)
        }
        return nil
    }

    private init?(_ demand: SDKDemand, in manifest: Manifest, knowledge: Knowledge) {
        guard let evidence = Evidence(of: demand, in: manifest),
            let text = Self.text(of: demand, in: manifest, knowledge: knowledge)
        else { return nil }
        let wanted = SchemeKey(text)
        let declarations = manifest.declarations
        for declaration in declarations {
            if declaration.scheme.key == wanted || declaration.scheme.mayBecome(wanted) { return nil }
            // A macro may stand for anything.
            if manifest.hasUnknownMacros, declaration.scheme.state == .unknown { return nil }
            if let resolved = declaration.scheme.resolved,
                case .sdk(let form) = PlaceholderUse(resolved, in: manifest, knowledge: knowledge),
                ByteString(form.sdk) == ByteString(demand.sdk)
            {
                return nil
            }
        }
        self.demand = demand
        self.text = text
        pasted = demand.scheme.text(in: manifest, identifier: manifest.writtenIdentifier) ?? text
        self.evidence = evidence
        let form = knowledge.sdkScheme(wanted)
        others = declarations.filter { declaration in
            guard let form, let key = declaration.scheme.key else { return false }
            return knowledge.sdkScheme(key)?.sdk == form.sdk
        }
    }

    /// Whether the app surely needs it, and in every outcome of the file, since the key that shows it is written plainly.
    func isSure(in manifest: Manifest) -> Bool {
        guard demand.isProof, case .key(let name) = demand.evidence, let value = manifest.root(name),
            let text = value.value.string
        else { return false }
        return manifest.isPlain(Located(text, value.span))
    }

    private static func text(of demand: SDKDemand, in manifest: Manifest, knowledge: Knowledge) -> String? {
        guard let text = demand.scheme.text(in: manifest), SchemeGrammar.isScheme(text),
            PlaceholderUse(text, in: manifest, knowledge: knowledge) == nil
        else { return nil }
        return text
    }
}

extension DemandedScheme.Evidence {
    /// What in `manifest` shows that an app uses the SDK of `demand`; `nil` where nothing does.
    fileprivate init?(of demand: SDKDemand, in manifest: Manifest) {
        switch demand.evidence {
        case .key(let name):
            guard let value = manifest.root(name) else { return nil }
            span = value.span
            let names = [name] + demand.scheme.optionalKeys.filter { manifest.root($0) != nil }
            clause = "\(Wording.list(names)) \(names.count == 1 ? "is" : "are") set"
            wish = "\(Wording.list(names)) \(names.count == 1 ? "asks" : "ask") for"
        case .query(let scheme, let other):
            let known = manifest.queriesSchemes.filter(\.isKnown)
            guard let query = known.first(where: { SchemeKey($0.value) == scheme }),
                !known.contains(where: { SchemeKey($0.value) == other })
            else { return nil }
            span = query.span
            clause = "'\(query.value)' is queried"
            wish = "\(demand.sdk), whose '\(query.value)' is queried, asks for"
        case .companion:
            return nil
        }
    }
}

extension SDKDemand.Template {
    /// The keys that may be absent, in order.
    fileprivate var optionalKeys: [String] {
        text.split(separator: "{").compactMap { part in
            part.firstIndex(of: "}").map { part[..<$0] }.flatMap { $0.hasSuffix("?") ? String($0.dropLast()) : nil }
        }
    }

    /// The scheme that the template makes of the values in `manifest`; `nil` where a value is missing or not known.
    ///
    /// - Parameter identifier: stands for the app's identifier; `nil` for that itself.
    fileprivate func text(in manifest: Manifest, identifier: String? = nil) -> String? {
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            result += rest[..<open]
            let slot = rest[rest.index(after: open)..<close]
            let own = slot == "CFBundleIdentifier" ? identifier : nil
            guard let value = own ?? Self.value(of: slot, in: manifest) else { return nil }
            result += value
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func value(of slot: Substring, in manifest: Manifest) -> String? {
        let parts = slot.split(separator: ":")
        guard let last = parts.last else { return nil }
        let isOptional = last.hasSuffix("?")
        let name = String(isOptional ? last.dropLast() : last)
        guard let value = manifest.knownText(name) else {
            return isOptional && manifest.root(name) == nil ? "" : nil
        }
        switch parts.count > 1 ? parts.first : nil {
        case nil: return value
        case "dashed": return value.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "-")
        case "reversed": return value.split(separator: ".").reversed().joined(separator: ".")
        case "scheme":
            let scheme = WrittenScheme.withoutRest(value)
            return scheme == value || ["http", "https"].contains(scheme.asciiLowercased) ? nil : scheme
        default: return nil
        }
    }
}

extension Manifest {
    /// The text or whole number under a key of the root, or of a file beside the manifest, without white space around it; `nil` where there is none, or
    /// where a build replaces a part of it.
    fileprivate func knownText(_ key: String) -> String? {
        if key == "CFBundleIdentifier" {
            guard case .known(let identifier) = app else { return nil }
            guard let written = bundleIdentifier?.value, AppID(bundleIdentifier: written) == app else {
                return identifier.string
            }
            return written
        }
        guard root(key)?.span.making != .unknown else { return nil }
        let text: String
        switch root(key)?.value {
        case .string(let string): text = WrittenScheme.trimmed(string)
        case .integer(let number): text = String(number)
        case nil:
            guard let companion = companion(key) else { return nil }
            text = WrittenScheme.trimmed(companion.value)
        default: return nil
        }
        return text.isEmpty || Variable.first(in: text) != nil || text.utf8.first == UInt8(ascii: "$") ? nil : text
    }
}

extension DeclaredScheme {
    /// Whether a build may make `scheme` of the text: its variables stand for anything.
    func mayBecome(_ scheme: SchemeKey) -> Bool {
        guard state == .unresolved || state == .unknown else { return false }
        var rest = Substring(scheme.text.string).utf8
        var pattern = Substring((resolved ?? raw).asciiLowercased)
        var isFirst = true
        while let variable = Variable.first(in: String(pattern)),
            let start = pattern.utf8.firstRange(of: variable.utf8)
        {
            guard Self.take(pattern[..<start.lowerBound].utf8, from: &rest, isAnchored: isFirst) else { return false }
            isFirst = false
            pattern = pattern[start.upperBound...]
        }
        return rest.count >= pattern.utf8.count && rest.suffix(pattern.utf8.count).elementsEqual(pattern.utf8)
    }

    /// Takes `part` and what stands before it from `rest`; nothing may stand before it where `isAnchored`.
    private static func take(
        _ part: Substring.UTF8View,
        from rest: inout Substring.UTF8View,
        isAnchored: Bool
    ) -> Bool {
        if part.isEmpty { return true }
        if isAnchored {
            guard rest.starts(with: part) else { return false }
            rest = rest.dropFirst(part.count)
            return true
        }
        guard let found = rest.firstRange(of: part) else { return false }
        rest = rest[found.upperBound...]
        return true
    }
}

extension Substring.UTF8View {
    /// Where `part` first stands.
    fileprivate func firstRange(of part: Substring.UTF8View) -> Range<Index>? {
        var start = startIndex
        while true {
            let rest = self[start...]
            if rest.starts(with: part) { return start..<index(start, offsetBy: part.count) }
            guard start < endIndex else { return nil }
            start = index(after: start)
        }
    }
}

extension Manifest {
    /// Where a file beside the manifest says what is meant.
    func related(to companion: Companion) -> Finding.Related {
        Finding.Related(
            app: appDescription,
            place: companion.place,
            message: "here \(companion.name) is '\(Wording.brief(companion.value))'"
        )
    }
}
