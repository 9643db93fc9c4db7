import SchemeModel

/// Extracts a manifest's declarations from the members of its root.
struct ManifestExtraction {
    private let members: RootMembers
    private let document: PropertyDocument
    private let origin: Place
    private let limits: Limits
    /// The irregularities of the declarations. The document has those of the text.
    private var irregularities: [Irregularity] = []
    private var schemeCount = 0
    private var valueCount = 0
    /// The exceeded limit, if any.
    private var excess: Problem?

    /// The skipped values, and the exceeded limit if ``fill(_:context:)`` gave up.
    private(set) var problems: [Problem] = []

    init(_ members: [PropertyNode.Member], of document: PropertyDocument, origin: Place, limits: Limits) {
        self.members = RootMembers(all: members)
        self.document = document
        self.origin = origin
        self.limits = limits
    }

    /// Sets the properties of `manifest` from its members.
    ///
    /// - Returns: `false` if it exceeds a limit; ``problems`` then describes it.
    mutating func fill(_ manifest: inout Manifest, context: ManifestContext) -> Bool {
        let identity = ManifestIdentity(members)
        manifest.bundleIdentifier = bundleIdentifier
        manifest.name = members.string("CFBundleName")
        manifest.displayName = members.string("CFBundleDisplayName")
        manifest.version = members.string("CFBundleShortVersionString")
        manifest.build = members.string("CFBundleVersion")
        let written = manifest.bundleIdentifier?.value ?? ""
        let identifiers = [
            context.bundleIdentifierOverride, written.isEmpty ? context.defaultBundleIdentifier : written,
        ]
        manifest.app =
            identifiers.lazy.compactMap { $0 }.compactMap(AppID.init(bundleIdentifier:)).first ?? manifest.app
        manifest.kind = identity.kind
        manifest.extensionPoint = identity.extensionPoint
        manifest.isBuilt = context.isInBuiltBundle || identity.namesBuild
        manifest.deviceSupport = PlatformEvidence(members, rootKeys: document.rootKeys).deviceSupport
        // Other systems ignore the key.
        let companion =
            manifest.deviceSupport.platforms == .watchOS
            ? members.string("WKCompanionAppBundleIdentifier").flatMap(AppID.init(bundleIdentifier:)) : nil
        manifest.container = context.container ?? companion ?? manifest.app
        manifest.rootKeys = ruleValues()
        let path = PropertyPath()
        for index in members.all.indices where ManifestKeys.declares(members.all[index].key) {
            let member = members.all[index]
            if member.key == ManifestKeys.urlTypes {
                manifest.urlTypes = urlTypes(member, path.key(member.key.string))
            } else if member.key == ManifestKeys.queriesSchemes {
                manifest.queriesSchemes = queriesSchemes(member, path.key(member.key.string))
            } else if ManifestKeys.isSuffixedURLTypes(member.key) {
                let span = member.keySpan(path.key(member.key.string))
                report(Irregularity(.suffixedKey, span: span, subject: member.key.string))
            }
        }
        for member in members.all {
            guard let meant = ManifestKeys.meant(by: member.key), !members.contains(meant), member.value.elements != nil
            else { continue }
            let span = member.keySpan(path.key(member.key.string))
            report(Irregularity(.misspelledKey, span: span, subject: member.key.string, expected: meant.string))
        }
        manifest.irregularities = (document.irregularities + irregularities)
            .sorted { $0.span.element.byteOffset < $1.span.element.byteOffset }
        if manifest.textBytes > limits.keptTextBytes {
            giveUp("bytes of relevant text", limits.keptTextBytes, at: nil)
        }
        if let excess { problems = [excess] }
        return excess == nil
    }

    private var bundleIdentifier: Located<String>? {
        let key: ByteString = "CFBundleIdentifier"
        guard let index = members.index(of: key), let text = members.all[index].value.string else { return nil }
        return Located(text, members.all[index].span(PropertyPath().key(key.string)))
    }

    private mutating func ruleValue(_ member: PropertyNode.Member, _ path: PropertyPath) -> Manifest.RootKey? {
        let value = member.value.value
        guard keep(value.valueCount, at: member.span(path)) else { return nil }
        return Manifest.RootKey(name: member.key.string, value: Located(value, member.span(path)))
    }

    /// Returns the values that rules need, in the order of the manifest.
    private mutating func ruleValues() -> [Manifest.RootKey] {
        members.all.indices.flatMap { index -> [Manifest.RootKey] in
            guard let rule = ManifestKeys.ruleKeys[members.all[index].key] else { return [] }
            let member = members.all[index]
            let path = PropertyPath().key(member.key.string)
            guard let nested = rule.nested else {
                let value = ruleValue(member, path).map { [$0] } ?? []
                let isSceneManifest = member.key == ByteString(Manifest.sceneManifestKey)
                return isSceneManifest ? value + sceneDelegates(member.value, path) : value
            }
            guard let inner = member.value.members?.last(where: { $0.key == nested }) else { return [] }
            return ruleValue(inner, path.key(nested.string)).map { [$0] } ?? []
        }
    }

    /// Returns the names of the scene delegates in a scene manifest, with their places.
    private mutating func sceneDelegates(_ value: PropertyNode, _ path: PropertyPath) -> [Manifest.RootKey] {
        var found: [Manifest.RootKey] = []
        for group in value.members ?? [] where group.key == "UISceneConfigurations" {
            let path = path.key(group.key.string)
            for role in group.value.members ?? [] where role.key == ByteString(Manifest.windowSceneRole) {
                let path = path.key(role.key.string)
                for (index, configuration) in (role.value.elements ?? []).enumerated() {
                    let path = path.index(index)
                    for member in configuration.members ?? []
                    where member.key == ByteString(Manifest.sceneDelegateKey) {
                        found += ruleValue(member, path.key(member.key.string)).map { [$0] } ?? []
                    }
                }
            }
        }
        return found
    }

    private mutating func queriesSchemes(_ member: PropertyNode.Member, _ path: PropertyPath) -> [Located<String>] {
        guard let elements = member.value.elements else {
            wrongType(member.value, member.span(path), expected: "an array of strings")
            return []
        }
        guard keepSchemes(elements, path) else { return [] }
        return elements.enumerated().compactMap { index, element in
            scheme(element, path.index(index)).map { Located($0, element.span(path.index(index))) }
        }
    }

    /// Returns the text of an element of an array of schemes.
    ///
    /// Returns `nil` and reports it if it is not a string or too long.
    private mutating func scheme(_ node: PropertyNode, _ path: PropertyPath) -> String? {
        guard let text = node.string else {
            wrongType(node, node.span(path), expected: "a string")
            return nil
        }
        guard text.utf8.count <= limits.schemeBytes else {
            let span = node.span(path)
            var place = origin
            place.keyPath = path.text
            place.range = span.focus
            report(Irregularity(.leftOut, span: span))
            problems.append(
                Problem(
                    code: .overLimit,
                    message: "\(path.text) is longer than \(limits.schemeBytes.grouped) bytes and was skipped",
                    hint: "shorten or remove the scheme",
                    place: place
                )
            )
            return nil
        }
        return text
    }

    /// Counts the elements of an array of schemes. Returns `false` and reports it if there are too many.
    private mutating func keepSchemes(_ elements: [PropertyNode], _ path: PropertyPath) -> Bool {
        let room = limits.schemes - schemeCount
        guard elements.count > room else {
            schemeCount += elements.count
            return true
        }
        giveUp("schemes", limits.schemes, at: elements[room].span(path.index(room)))
        return false
    }

    /// Counts `count` more values. Returns `false` and reports it if there are too many.
    private mutating func keep(_ count: Int, at span: ValueSpan) -> Bool {
        valueCount += count
        guard valueCount > limits.keptValues else { return true }
        giveUp("relevant values", limits.keptValues, at: span)
        return false
    }

    /// Records the exceeded limit and its location, once.
    private mutating func giveUp(_ what: String, _ limit: Int, at span: ValueSpan?) {
        guard excess == nil else { return }
        var place = origin
        place.keyPath = span?.keyPath
        place.range = span?.focus
        excess = ManifestReader.overLimit(what, limit, place)
    }

    private mutating func wrongType(
        _ node: PropertyNode,
        _ span: ValueSpan,
        expected: String,
        subject: String? = nil
    ) {
        report(Irregularity(.wrongType, span: span, subject: subject, expected: expected, found: node.kindName))
    }

    private mutating func report(_ irregularity: Irregularity) {
        if irregularities.count < limits.irregularities { irregularities.append(irregularity) }
    }
}

// URL types.
extension ManifestExtraction {
    private mutating func urlTypes(_ member: PropertyNode.Member, _ path: PropertyPath) -> [URLType] {
        guard let elements = member.value.elements else {
            wrongType(member.value, member.span(path), expected: "an array of dictionaries", subject: member.key.string)
            return []
        }
        guard elements.count <= limits.urlTypes else {
            let first = elements[limits.urlTypes]
            giveUp("URL types", limits.urlTypes, at: first.span(path.index(limits.urlTypes)))
            return []
        }
        return elements.enumerated().compactMap { index, element in
            urlType(element, index: index, path.index(index))
        }
    }

    private mutating func urlType(_ node: PropertyNode, index: Int, _ path: PropertyPath) -> URLType? {
        guard let members = node.members else {
            wrongType(node, node.span(path), expected: "a dictionary")
            return nil
        }
        var type = URLType(index: index, span: node.span(path))
        guard keep(members.count, at: type.span) else { return nil }
        for member in members {
            let memberPath = path.key(member.key.string)
            switch member.key {
            case "CFBundleTypeRole": type.role = text(member, memberPath)
            case "CFBundleURLName": type.identifier = text(member, memberPath)
            case "CFBundleURLIconFile": type.icon = text(member, memberPath)
            case "CFBundleURLSchemes":
                type.schemesSpan = member.span(memberPath)
                type.schemes = schemes(member, memberPath)
            default:
                type.otherKeys.append(Located(member.key.string, member.keySpan(memberPath)))
            }
        }
        return type
    }

    private mutating func text(_ member: PropertyNode.Member, _ path: PropertyPath) -> Located<String>? {
        guard let text = member.value.string else {
            wrongType(member.value, member.span(path), expected: "a string", subject: member.key.string)
            return nil
        }
        return Located(text, member.span(path))
    }

    private mutating func schemes(_ member: PropertyNode.Member, _ path: PropertyPath) -> [DeclaredScheme] {
        guard let elements = member.value.elements else {
            wrongType(member.value, member.span(path), expected: "an array of strings", subject: member.key.string)
            return []
        }
        guard keepSchemes(elements, path) else { return [] }
        return elements.enumerated().compactMap { index, element in
            let elementPath = path.index(index)
            guard let raw = scheme(element, elementPath) else { return nil }
            let span = element.span(elementPath)
            // Only the text in the source can be empty.
            if (element.written ?? raw).isEmpty {
                report(Irregularity(.emptyText, span: span, expected: "a scheme"))
            }
            return DeclaredScheme(
                index: index,
                raw: element.written ?? raw,
                resolved: element.origin == .unknown ? nil : raw,
                span: span,
                isConditional: element.isConditional
            )
        }
    }
}
