import SchemeModel

/// A scheme that an SDK needs according to the app's manifest, but that the app doesn't declare.
struct RequiredScheme {
    /// The SDK and its requirement.
    let requirement: SDKRequirement
    /// The scheme as the SDK spells it.
    let text: String
    /// The scheme to paste into the manifest, with the build setting for the identifier.
    let textToPaste: String
    /// The evidence that the app uses the SDK.
    let evidence: Evidence
    /// The declared schemes of the same form, in order.
    let others: [Declaration]

    /// Evidence in a manifest that an app uses an SDK.
    struct Evidence {
        /// The place of the evidence.
        let span: ValueSpan
        /// A clause that names the evidence.
        let clause: String
        /// The beginning of the requirement in a message, before the scheme.
        let wish: String
        /// What may be wrong instead of the scheme; `nil` if the evidence has no value.
        let correction: String?
    }

    /// Returns all required schemes of `manifest`, in the order of the knowledge.
    ///
    /// None if the URL types are malformed, which other rules report. Excludes schemes that a declaration with a
    /// variable may resolve to, and those with a placeholder of the SDK.
    static func all(in manifest: Manifest, knowledge: Knowledge) -> [RequiredScheme] {
        guard !manifest.isMalformed, !manifest.isIncomplete, manifest.kind.isApplication,
            !manifest.rootKeys.isEmpty || !manifest.queriesSchemes.isEmpty,
            manifest.mayRun(on: [.iOS, .macOS, .visionOS]),
            !manifest.irregularities.contains(where: { irregularity in
                [.wrongType, .duplicateKey].contains(irregularity.kind)
                    && irregularity.span.isInside("CFBundleURLTypes")
            })
        else { return [] }
        return knowledge.sdkRequirements.compactMap { RequiredScheme($0, in: manifest, knowledge: knowledge) }
    }

    /// Returns the scheme that `sdk` needs, whether or not it is declared; `nil` if unknown.
    ///
    /// The manifest's own keys take precedence over companion files, whose place is also returned.
    static func wanted(
        by sdk: String,
        in manifest: Manifest,
        knowledge: Knowledge
    ) -> (text: String, companion: Manifest.Companion?)? {
        let requirements = knowledge.sdkRequirements.filter { ByteString($0.sdk) == ByteString(sdk) }
        for requirement in requirements {
            guard Evidence(of: requirement, in: manifest) != nil,
                let text = text(of: requirement, in: manifest, knowledge: knowledge)
            else { continue }
            return (text, nil)
        }
        for requirement in requirements {
            guard case .companion(let name) = requirement.evidence, let companion = manifest.companion(name),
                let text = text(of: requirement, in: manifest, knowledge: knowledge)
            else { continue }
            return (text, companion)
        }
        return nil
    }

    private init?(_ requirement: SDKRequirement, in manifest: Manifest, knowledge: Knowledge) {
        guard let evidence = Evidence(of: requirement, in: manifest),
            let text = Self.text(of: requirement, in: manifest, knowledge: knowledge)
        else { return nil }
        let wanted = SchemeKey(text)
        let declarations = manifest.declarations
        for declaration in declarations {
            if declaration.scheme.key == wanted || declaration.scheme.mayBecome(wanted) { return nil }
            // A macro may expand to anything.
            if manifest.hasUnknownMacros, declaration.scheme.state == .unknown { return nil }
            if let resolved = declaration.scheme.resolved,
                case .sdk(let form) = PlaceholderUse(resolved, in: manifest, knowledge: knowledge),
                ByteString(form.sdk) == ByteString(requirement.sdk)
            {
                return nil
            }
        }
        self.requirement = requirement
        self.text = text
        textToPaste = requirement.scheme.text(in: manifest, identifier: manifest.writtenIdentifier) ?? text
        self.evidence = evidence
        let form = knowledge.sdkScheme(wanted)
        others = declarations.filter { declaration in
            guard let form, let key = declaration.scheme.key else { return false }
            return knowledge.sdkScheme(key)?.sdk == form.sdk
        }
    }

    /// Whether the app certainly needs it in every outcome of the file, since the key that proves it is written
    /// literally.
    func isSure(in manifest: Manifest) -> Bool {
        guard requirement.isProof, case .key(let name, _) = requirement.evidence, let value = manifest.root(name),
            let text = value.value.string
        else { return false }
        return manifest.isPlain(Located(text, value.span))
    }

    /// Whether the app also queries one of the schemes without which the evidence says too little.
    func isSupported(in manifest: Manifest) -> Bool {
        guard case .key(_, let queries) = requirement.evidence, !queries.isEmpty else { return true }
        return manifest.queriesSchemes.contains { $0.isKnown && queries.contains(SchemeKey($0.value)) }
    }

    private static func text(of requirement: SDKRequirement, in manifest: Manifest, knowledge: Knowledge) -> String? {
        guard let text = requirement.scheme.text(in: manifest), SchemeGrammar.isScheme(text),
            PlaceholderUse(text, in: manifest, knowledge: knowledge) == nil
        else { return nil }
        return text
    }
}

extension RequiredScheme.Evidence {
    /// The evidence in `manifest` that an app uses the SDK of `requirement`; `nil` if there is none.
    fileprivate init?(of requirement: SDKRequirement, in manifest: Manifest) {
        switch requirement.evidence {
        case .key(let name, _):
            guard let value = manifest.root(name) else { return nil }
            span = value.span
            let names = [name] + requirement.scheme.optionalKeys.filter { manifest.root($0) != nil }
            clause = "\(Wording.list(names)) \(names.count == 1 ? "is" : "are") set"
            wish = "\(Wording.list(names)) \(names.count == 1 ? "requires" : "require")"
            correction = names.last
        case .query(let scheme, let other):
            let known = manifest.queriesSchemes.filter(\.isKnown)
            guard let query = known.first(where: { SchemeKey($0.value) == scheme }),
                !known.contains(where: { SchemeKey($0.value) == other })
            else { return nil }
            span = query.span
            clause = "'\(query.value)' is queried"
            wish = "the app queries '\(query.value)', so it uses \(Wording.sdk(requirement.sdk)), which requires"
            correction = nil
        case .companion:
            return nil
        }
    }
}

extension SDKRequirement.Template {
    /// The optional keys, in order.
    fileprivate var optionalKeys: [String] {
        text.split(separator: "{").compactMap { part in
            part.firstIndex(of: "}").map { part[..<$0] }.flatMap { $0.hasSuffix("?") ? String($0.dropLast()) : nil }
        }
    }

    /// Returns the template filled with the values in `manifest`; `nil` if a value is missing or unknown.
    ///
    /// - Parameter identifier: Replaces the app's identifier if not `nil`.
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
            let scheme = SchemeTextCleanup.withoutRest(value)
            return scheme == value || ["http", "https"].contains(scheme.asciiLowercased) ? nil : scheme
        default: return nil
        }
    }
}

extension Manifest {
    /// Returns the trimmed string or integer of a key at the root or in a companion file; `nil` if it is missing or if
    /// a build replaces a part of it.
    fileprivate func knownText(_ key: String) -> String? {
        if key == "CFBundleIdentifier" {
            guard case .known(let identifier) = app else { return nil }
            guard let written = bundleIdentifier?.value, AppID(bundleIdentifier: written) == app else {
                return identifier.string
            }
            return written
        }
        guard root(key)?.span.origin != .unknown else { return nil }
        let text: String
        switch root(key)?.value {
        case .string(let string): text = SchemeTextCleanup.trimmed(string)
        case .integer(let number): text = String(number)
        case nil:
            guard let companion = companion(key) else { return nil }
            text = SchemeTextCleanup.trimmed(companion.value)
        default: return nil
        }
        return text.isEmpty || VariableReference.first(in: text) != nil || text.utf8.first == UInt8(ascii: "$")
            ? nil : text
    }
}

extension DeclaredScheme {
    /// Whether a build may resolve the text to `scheme`. Variables match anything.
    func mayBecome(_ scheme: SchemeKey) -> Bool {
        guard state == .unresolved || state == .unknown else { return false }
        var rest = Substring(scheme.text.string).utf8
        var pattern = Substring((resolved ?? raw).asciiLowercased)
        var isFirst = true
        while let variable = VariableReference.first(in: String(pattern)),
            let start = pattern.utf8.firstRange(of: variable.utf8)
        {
            guard Self.take(pattern[..<start.lowerBound].utf8, from: &rest, isAnchored: isFirst) else { return false }
            isFirst = false
            pattern = pattern[start.upperBound...]
        }
        return rest.count >= pattern.utf8.count && rest.suffix(pattern.utf8.count).elementsEqual(pattern.utf8)
    }

    /// Removes `part` and everything before it from `rest`. If `isAnchored`, `part` must be at the beginning.
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
    /// Returns the first range of `part`.
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
    /// Returns the place in a companion file that has the expected value.
    func related(to companion: Companion) -> Finding.Related {
        Finding.Related(
            app: appDescription,
            place: companion.place,
            message: "\(companion.kind.name) is '\(Wording.brief(companion.value))'"
        )
    }
}
