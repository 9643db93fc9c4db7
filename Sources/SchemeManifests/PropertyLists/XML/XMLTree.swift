import SchemeModel

/// Makes the tree of nodes from what the locator found and what Foundation said.
struct XMLTree {
    let records: [XMLRecord]
    /// The values of the records that are no containers and not plain, in their order.
    let values: [PropertyValue]
    let text: UnsafeBufferPointer<UInt8>
    let table: XMLKeyTable
    let map: TextMap

    /// The root; `nil` when values and records do not belong together.
    func root() -> PropertyNode? {
        var nodes = [PropertyNode?](repeating: nil, count: records.count)
        var rest = values[...]
        // Backwards, so that what a container holds is made before it, without recursion.
        for index in records.indices.reversed() {
            let record = records[index]
            let content: PropertyNode.Content
            switch record.tag {
            case .array: content = .array(elements(of: index, &nodes))
            case .dict: content = .dictionary(members(of: index, &nodes))
            default:
                guard let value = record.isPlain ? record.plainValue(in: text) : rest.popLast() else { return nil }
                content = .scalar(record.tag == .date ? .date(characters(of: record)) : value)
            }
            var node = PropertyNode(content, element: map.range(record.element), text: record.text.map(map.range))
            node.isConditional = record.isConditional
            nodes[index] = node
        }
        return rest.isEmpty ? nodes.first ?? nil : nil
    }

    /// What the records directly inside the one at `index` became, in order.
    private func elements(of index: Int, _ nodes: inout [PropertyNode?]) -> [PropertyNode] {
        var elements: [PropertyNode] = []
        var child = index + 1
        while child < records[index].end {
            if let element = take(&nodes[child]) { elements.append(element) }
            child = records[child].end
        }
        return elements
    }

    private func members(of index: Int, _ nodes: inout [PropertyNode?]) -> [PropertyNode.Member] {
        var members: [PropertyNode.Member] = []
        var next = index + 1
        while next < records[index].end {
            let child = next
            next = records[child].end
            guard let key = records[child].key else { continue }
            let name = table.text(of: key, text)
            if records[child].joinsEarlier, let earlier = records[child].earlier, Self.joined.contains(name) {
                join(earlier, to: child, in: &nodes)
            }
            guard !records[child].isSuperseded else { continue }
            guard let value = take(&nodes[child]) else { continue }
            members.append(PropertyNode.Member(key: ByteString(name), keyRange: map.range(key.element), value: value))
        }
        return members
    }

    /// Where two branches of the preprocessor each give the value of one of these, the elements of both are kept.
    private static let joined: Set<String> = ["CFBundleURLTypes", "CFBundleURLSchemes", "LSApplicationQueriesSchemes"]

    /// Puts the elements of the array at `earlier` before those of the array at `later`.
    private func join(_ earlier: Int, to later: Int, in nodes: inout [PropertyNode?]) {
        guard case .array(let tail)? = nodes[later]?.content, case .array(var elements)? = nodes[earlier]?.content
        else { return }
        // Gone from there, so that appending does not copy them.
        nodes[earlier] = nil
        elements.append(contentsOf: tail)
        nodes[later]?.content = .array(elements)
    }

    private func characters(of record: XMLRecord) -> String {
        record.text.map { String(decoding: text[$0], as: UTF8.self) } ?? ""
    }

    private func take(_ node: inout PropertyNode?) -> PropertyNode? {
        defer { node = nil }
        return node
    }
}
