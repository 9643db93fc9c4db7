import SchemeModel

extension PropertyNode {
    /// Returns the value in which no two different texts have the same start, because expanded ones are identified by it. All values
    /// that come from another file have one place.
    func withDistinctTexts() -> PropertyNode {
        var starts = TextStarts()
        starts.take(self)
        return starts.distinct(self)
    }
}

/// The starts of the texts in a property list.
private struct TextStarts {
    private var taken: Set<Int> = []
    private var used: [Int: PropertyValue] = [:]
    private var next = 0

    mutating func take(_ node: PropertyNode) {
        switch node.content {
        case .array(let elements): for element in elements { take(element) }
        case .dictionary(let members): for member in members { take(member.value) }
        case .scalar(.string): taken.insert(node.element.byteOffset)
        case .scalar: break
        }
    }

    mutating func distinct(_ node: PropertyNode) -> PropertyNode {
        var made = node
        switch node.content {
        case .array(let elements): made.content = .array(elements.map { distinct($0) })
        case .dictionary(let members):
            made.content = .dictionary(
                members.map { member in
                    PropertyNode.Member(key: member.key, keyRange: member.keyRange, value: distinct(member.value))
                }
            )
        case .scalar(let value) where taken.contains(node.element.byteOffset):
            let first = used[node.element.byteOffset]
            if first == nil { used[node.element.byteOffset] = value }
            guard let first, first != value else { break }
            next = max(next, node.element.byteOffset + 1)
            while !taken.insert(next).inserted { next += 1 }
            made.element = SourceRange(byteOffset: next, byteLength: 0, lines: node.element.lines)
        case .scalar: break
        }
        return made
    }
}
