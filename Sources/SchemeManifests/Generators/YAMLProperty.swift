import SchemeModel
import SchemeYAML

/// Converts the mapping that a generator writes to a property list.
struct YAMLProperty {
    /// The file whose locations are used. Values from other files get the location ``anchor``.
    private let file: Int
    private let anchor: SourceRange

    /// Creates a converter.
    ///
    /// - Parameters:
    ///   - file: The number of the document's file.
    ///   - anchor: The location for values from other files or without a file.
    init(file: Int, anchor: SourceRange) {
        self.file = file
        self.anchor = anchor
    }

    /// Returns the root with the members that manifests need, and the names of all.
    ///
    /// - Parameter added: The members that the generator adds if the mapping lacks them.
    func document(
        _ members: [YAMLMember],
        adding added: [(key: ByteString, value: String)],
        format: Manifest.Format
    ) -> PropertyDocument {
        var made: [PropertyNode.Member] = []
        var keys: [ByteString] = []
        for member in members {
            let key = ByteString(member.key)
            keys.append(key)
            guard ManifestKeys.wanted.contains(key) else { continue }
            made.append(self.member(member))
        }
        for (key, value) in added where !keys.contains(key) {
            keys.append(key)
            let node = PropertyNode(.scalar(.string(value)), element: start)
            made.append(PropertyNode.Member(key: key, keyRange: anchor, value: node))
        }
        return PropertyDocument(
            format: format,
            root: PropertyNode(.dictionary(made), element: anchor).withDistinctTexts(),
            rootKeys: keys,
            irregularities: []
        )
    }

    private func member(_ member: YAMLMember) -> PropertyNode.Member {
        PropertyNode.Member(
            key: ByteString(member.key),
            keyRange: member.value.file == file ? member.keyRange : anchor,
            value: node(member.value)
        )
    }

    private func node(_ node: YAMLNode) -> PropertyNode {
        let content: PropertyNode.Content =
            switch node.content {
            case .scalar(let scalar): .scalar(Self.value(scalar, node))
            case .sequence(let elements): .array(elements.map { self.node($0) })
            case .mapping(let members): .dictionary(members.map { member($0) })
            }
        guard node.file == file else { return PropertyNode(content, element: start) }
        return PropertyNode(content, element: node.range, text: node.inner)
    }

    /// The location of values from other files or without a file.
    private var start: SourceRange { SourceRange(byteOffset: anchor.byteOffset, byteLength: 0, lines: anchor.lines) }

    /// Returns the value of a scalar as Yams reads it, without its null rule, as in XcodeGen.
    ///
    /// - Source: jpsim/Yams, Resolver.swift; yonaskolb/XcodeGen, Yaml.swift (seen 2026-11-21).
    private static func value(_ scalar: YAMLScalar, _ node: YAMLNode) -> PropertyValue {
        guard scalar.isPlain else { return .string(scalar.text) }
        if let boolean = node.boolean { return .boolean(boolean) }
        let digits = scalar.text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard let first = digits.first, first.isDigit || first == UInt8(ascii: ".") else {
            return .string(scalar.text)
        }
        if let number = Int64(scalar.text) { return .integer(number) }
        if let number = Double(scalar.text), number.isFinite { return .real(number) }
        return .string(scalar.text)
    }
}

extension YAMLNode {
    /// Whether an entitlement with this value is granted: it is neither false nor empty.
    var isGranted: Bool {
        switch content {
        case .scalar(let scalar): boolean ?? (!isNull && !scalar.text.isEmpty && integer != 0)
        case .sequence(let elements): !elements.isEmpty
        case .mapping(let members): !members.isEmpty
        }
    }
}
