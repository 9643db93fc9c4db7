import SchemeModel

/// Builds the tree of nodes from the located records and the values from Foundation.
struct XMLTree {
    let records: [XMLRecord]
    /// The values of the scalar records that are not plain, in order.
    let values: [PropertyValue]
    let text: UnsafeBufferPointer<UInt8>
    let table: XMLKeyTable
    let map: TextMap

    /// Returns the root, or `nil` if the values don't match the records.
    func root() -> PropertyNode? {
        var nodes = [PropertyNode?](repeating: nil, count: records.count)
        var rest = values[...]
        // Goes backwards, so that the contents of a container are built before it without recursion.
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

    /// Returns the nodes of the records directly inside the one at `index`, in order.
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

    /// The keys whose elements are kept from every preprocessor branch.
    private static let joined: Set<String> = ["CFBundleURLTypes", "CFBundleURLSchemes", "LSApplicationQueriesSchemes"]

    /// Prepends the elements of the array at `earlier` to those of the array at `later`.
    private func join(_ earlier: Int, to later: Int, in nodes: inout [PropertyNode?]) {
        guard case .array(let tail)? = nodes[later]?.content, case .array(var elements)? = nodes[earlier]?.content
        else { return }
        // Cleared, so that appending doesn't copy them.
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
