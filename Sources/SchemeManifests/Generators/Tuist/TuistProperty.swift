import SchemeModel

/// Converts dictionaries in a Tuist manifest to property lists.
///
/// - Source: tuist/tuist, Plist.swift, InfoPlistContentProvider.swift (seen 2026-11-21).
struct TuistProperty {
    /// The maximum nesting depth of dictionaries.
    private static let deepest = 64

    /// Tuist's defaults for missing keys.
    private static let defaults: [(key: ByteString, value: String)] = [
        ("CFBundleExecutable", "$(EXECUTABLE_NAME)"), ("CFBundleIdentifier", "$(PRODUCT_BUNDLE_IDENTIFIER)"),
        ("CFBundleName", "$(PRODUCT_NAME)"), ("CFBundleShortVersionString", "1.0"), ("CFBundleVersion", "1"),
    ]

    /// Returns the Info.plist with the relevant members of the dictionary, and the names of all.
    ///
    /// - Parameters:
    ///   - literal: The dictionary; `nil` if there isn't one.
    ///   - anchor: The expression around it, which is the location of Tuist's own members.
    ///   - extends: Whether Tuist adds its own members.
    static func document(
        _ literal: SwiftLiteral?,
        anchor: SwiftLiteral,
        extends: Bool,
        _ source: inout TuistSource
    ) -> PropertyDocument {
        var members: [PropertyNode.Member] = []
        var keys: [ByteString] = []
        for (key, value) in literal.flatMap({ pairs($0, "infoPlist", &source) }) ?? [] {
            let name = ByteString(key.text)
            keys.append(name)
            guard ManifestKeys.wanted.contains(name), let node = node(value, key.text, depth: 0, &source) else {
                continue
            }
            members.append(PropertyNode.Member(key: name, keyRange: source.range(key.literal), value: node))
        }
        let range = source.range(anchor)
        if extends {
            let start = SourceRange(byteOffset: range.byteOffset, byteLength: 0, lines: range.lines)
            for (key, value) in defaults where !keys.contains(key) {
                keys.append(key)
                let node = PropertyNode(.scalar(.string(value)), element: start)
                members.append(PropertyNode.Member(key: key, keyRange: range, value: node))
            }
        }
        let root = PropertyNode(.dictionary(members), element: range).withDistinctTexts()
        return PropertyDocument(format: .swift, root: root, rootKeys: keys, irregularities: [])
    }

    /// Returns the entitlements that a dictionary grants and Tuist writes to `path`.
    static func entitlements(
        _ literal: SwiftLiteral,
        at path: Path,
        _ source: inout TuistSource
    ) -> XcodeProject.WrittenEntitlements {
        let unknown = XcodeProject.WrittenEntitlements(path: path, granted: nil)
        guard let pairs = pairs(literal, "entitlements", &source) else { return unknown }
        var written = unknown
        var granted: [Entitlement] = []
        for (key, value) in pairs {
            guard let node = node(value, key.text, depth: 0, &source) else { return unknown }
            let isGranted: Bool =
                switch node.content {
                case .scalar(.boolean(let flag)): flag
                case .scalar(.string(let text)): !text.isEmpty
                case .scalar: true
                case .array(let elements): !elements.isEmpty
                case .dictionary(let members): !members.isEmpty
                }
            if isGranted { granted.append(Entitlement(ByteString(key.text))) }
            guard key.text == Manifest.associatedDomainsEntitlement, case .array(let elements) = node.content else {
                continue
            }
            for element in elements {
                guard case .scalar(.string(let domain)) = element.content else { continue }
                granted.append(Entitlement(ByteString(key.text), ByteString(domain)))
                written.domains.append(.init(domain: domain, at: source.origin.place(source.file, element.element)))
            }
        }
        written.granted = granted
        return written
    }

    private typealias Pair = (key: (text: String, literal: SwiftLiteral), value: SwiftLiteral)

    /// Returns the members of a dictionary with readable keys, the last of equal keys.
    ///
    /// Returns `nil` for anything else, which is reported.
    private static func pairs(_ literal: SwiftLiteral, _ what: String, _ source: inout TuistSource) -> [Pair]? {
        let value = source.value(literal)
        if value.elements?.isEmpty ?? false { return [] }
        guard case .pairs(let written) = value.content else {
            source.report(what, value)
            return nil
        }
        var pairs: [Pair] = []
        var positions: [String: Int] = [:]
        for pair in written {
            guard let key = source.text(pair.key) else {
                source.report(what, source.value(pair.key))
                continue
            }
            if let position = positions[key] {
                pairs[position].value = pair.value
                continue
            }
            positions[key] = pairs.count
            pairs.append(((key, pair.key), pair.value))
        }
        return pairs
    }

    /// - Parameter key: The name in the report of an unreadable value.
    private static func node(
        _ literal: SwiftLiteral,
        _ key: String,
        depth: Int,
        _ source: inout TuistSource
    ) -> PropertyNode? {
        let value = source.value(literal)
        let range = source.range(value)
        guard depth < deepest else {
            source.report(key, value)
            return nil
        }
        switch value.content {
        case .text(let text):
            return PropertyNode(.scalar(.string(text)), element: range, text: source.inner(value, of: text))
        case .flag(let flag):
            return PropertyNode(.scalar(.boolean(flag)), element: range)
        case .number(let number):
            return PropertyNode(.scalar(.integer(number)), element: range)
        case .list(let elements):
            var nodes: [PropertyNode] = []
            for element in elements {
                if let node = node(element, key, depth: depth + 1, &source) { nodes.append(node) }
            }
            // A list of which nothing can be read is unknown, not empty.
            if nodes.isEmpty, !elements.isEmpty { return nil }
            return PropertyNode(.array(nodes), element: range)
        case .pairs:
            var members: [PropertyNode.Member] = []
            for (name, value) in pairs(value, key, &source) ?? [] {
                guard let node = node(value, name.text, depth: depth + 1, &source) else {
                    // A URL type would seem to have no schemes.
                    if name.text == "CFBundleURLSchemes" { return nil }
                    continue
                }
                let keyRange = source.range(name.literal)
                members.append(PropertyNode.Member(key: ByteString(name.text), keyRange: keyRange, value: node))
            }
            return PropertyNode(.dictionary(members), element: range)
        case .call(let path, let arguments) where arguments.count == 1 && wrappers.contains(path):
            return node(arguments[0].value, key, depth: depth + 1, &source)
        default:
            source.report(key, value)
            return nil
        }
    }

    private static let wrappers: Set<[String]> = [
        ["", "string"], ["", "boolean"], ["", "integer"], ["", "real"], ["", "array"], ["", "dictionary"],
    ]
}
