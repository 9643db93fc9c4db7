import SchemeModel
import SchemeYAML

/// Merges and expands the trees of a specification as XcodeGen does, within the limits of a project.
///
/// - Source: yonaskolb/XcodeGen, SpecFile.swift and Template.swift (seen 2026-11-21).
struct SpecificationExpander {
    /// The numbers of values and bytes that may still be created.
    private var values: Int
    private var bytes: Int

    init(limits: Limits) {
        values = limits.projectObjects
        bytes = limits.textBytes
    }

    /// Whether a limit was exceeded. Later results are incomplete.
    var isOverLimit: Bool { values < 0 || bytes < 0 }

    /// Counts `count` values that are visited or created.
    mutating func spend(_ count: Int) { values = isOverLimit ? -1 : values - count }

    // MARK: Merging

    /// Merges `upper` over `lower`: mappings are merged, lists joined, other values replaced.
    ///
    /// `key:REPLACE` always replaces.
    mutating func merged(_ upper: YAMLNode, onto lower: YAMLNode?) -> YAMLNode {
        guard let lower, !isOverLimit else { return upper }
        switch (upper.content, lower.content) {
        case (.mapping(let above), .mapping(let below)):
            spend(above.count + below.count)
            var members = below
            var positions: [ByteString: Int] = [:]
            for (index, member) in below.enumerated() { positions[ByteString(member.key)] = index }
            for member in above {
                var member = member
                let replaces = member.key.hasSuffix(Self.replacing)
                if replaces { member.key = String(member.key.dropLast(Self.replacing.count)) }
                if let position = positions[ByteString(member.key)] {
                    if !replaces { member.value = merged(member.value, onto: members[position].value) }
                    members[position] = member
                } else {
                    positions[ByteString(member.key)] = members.count
                    members.append(member)
                }
            }
            var node = upper
            node.content = .mapping(members)
            return node
        case (.sequence(let above), .sequence(let below)):
            spend(above.count + below.count)
            var node = upper
            node.content = .sequence(below + above)
            return node
        default:
            return upper
        }
    }

    private static let replacing = ":REPLACE"

    // MARK: Variables

    /// Returns `node` with `${NAME}` expanded in every text and key. Names that aren't in `variables` are kept.
    mutating func expanded(_ node: YAMLNode, _ variables: [String: String]) -> YAMLNode {
        guard !isOverLimit, !variables.isEmpty else { return node }
        var node = node
        switch node.content {
        case .scalar(var scalar):
            spend(1)
            guard scalar.text.utf8.contains(.dollar) else { break }
            scalar.text = expanded(scalar.text, variables)
            // A variable's value is always a text.
            scalar.isPlain = false
            node.content = .scalar(scalar)
        case .sequence(let elements):
            spend(elements.count)
            node.content = .sequence(elements.map { expanded($0, variables) })
        case .mapping(let members):
            spend(members.count)
            node.content = .mapping(
                members.map { member in
                    let key = member.key.utf8.contains(.dollar) ? expanded(member.key, variables) : member.key
                    return YAMLMember(key: key, keyRange: member.keyRange, value: expanded(member.value, variables))
                }
            )
        }
        return node
    }

    private mutating func expanded(_ text: String, _ variables: [String: String]) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            result += rest[..<start.lowerBound]
            let name = String(rest[start.upperBound..<end])
            let after = rest.index(after: end)
            let value = variables[name] ?? String(rest[start.lowerBound..<after])
            bytes -= value.utf8.count
            guard !isOverLimit else { return result }
            result += value
            rest = rest[after...]
        }
        return result + rest
    }

    /// Returns the names in `${NAME}` that are left in `text`, which may be environment variables.
    static func variables(in text: String) -> [ByteString] {
        guard text.utf8.contains(.dollar) else { return [] }
        var names: [ByteString] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let name = rest[start.upperBound..<end]
            let isName = name.utf8.allSatisfy { $0.continuesName } && name.utf8.first?.beginsName ?? false
            if isName { names.append(ByteString(String(name))) }
            rest = rest[rest.index(after: end)...]
        }
        return names
    }
}
