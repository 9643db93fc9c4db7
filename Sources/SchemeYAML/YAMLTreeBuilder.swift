internal import SchemeModel

/// Builds a tree from events, without recursion.
struct YAMLTreeBuilder {
    private let text: UnsafeBufferPointer<UInt8>
    private let map: TextMap
    private let limits: Limits
    private let file: Int
    private var stack: [Frame] = []
    private var anchors: [String: MeasuredNode] = [:]
    private var root: YAMLNode?
    private var duplicateKeys: [YAMLDocument.DuplicateKey] = []
    private var cost = Cost()

    /// The limit that was exceeded.
    private(set) var excess: (what: String, limit: Int)?

    init(_ text: UnsafeBufferPointer<UInt8>, map: TextMap, limits: Limits, file: Int) {
        self.text = text
        self.map = map
        self.limits = limits
        self.file = file
    }

    var document: YAMLDocument {
        let nothing = YAMLNode(.scalar(YAMLScalar("", isPlain: true)), range: map.range(0..<0), file: file)
        let sorted = duplicateKeys.sorted { $0.range.byteOffset < $1.range.byteOffset }
        return YAMLDocument(root: root ?? nothing, duplicateKeys: sorted)
    }

    /// The cost of a value, which counts each time the value is used.
    private struct Cost {
        var nodes = 0
        var bytes = 0

        static func += (left: inout Cost, right: Cost) {
            left.nodes += right.nodes
            left.bytes += right.bytes
        }
    }

    private struct MeasuredNode {
        var node: YAMLNode
        var cost: Cost
        /// The depth of containers, including the value itself.
        var depth: Int
    }

    /// A collection that isn't closed yet.
    private struct Frame {
        var isMapping: Bool
        var isFlow: Bool
        var anchor: String?
        var start: Int
        var end: Int
        var elements: [YAMLNode] = []
        var members: [YAMLMember] = []
        var positions: [ByteString: Int] = [:]
        var merged: [MeasuredNode] = []
        var key: (text: String, range: SourceRange, isMerge: Bool)?
        var cost = Cost(nodes: 1)
        var depth = 1
    }

    /// Adds the next event.
    ///
    /// - Returns: `false` at the end of the stream, or if a limit was exceeded (``excess``).
    mutating func take(_ event: YAMLEvent) throws(YAMLParser.SyntaxError) -> Bool {
        switch event.kind {
        case .documentStart:
            guard root == nil else {
                throw YAMLParser.SyntaxError(
                    cause: "a second document starts here, but only one is allowed",
                    offset: event.start
                )
            }
        case .documentEnd: break
        case .streamEnd: return false
        case .alias(let name):
            guard let built = anchors[name] else {
                throw YAMLParser.SyntaxError(
                    cause: "the alias '*\(name)' has no anchor before it",
                    offset: event.start
                )
            }
            try add(built, end: event.end)
        case .scalar(let scalar, let isQuoted):
            let start = min(skipProperties(from: event.start), event.end)
            let end = isQuoted ? event.end : trimmedEnd(event.end, from: start)
            let inner = isQuoted && end - start >= 2 ? map.range(start + 1..<end - 1) : nil
            let node = YAMLNode(.scalar(scalar), range: map.range(start..<end), inner: inner, file: file)
            let cost = Cost(nodes: 1, bytes: scalar.text.utf8.count)
            try finish(MeasuredNode(node: node, cost: cost, depth: 0), anchor: event.anchor, end: end)
        case .sequenceStart: open(event, isMapping: false)
        case .mappingStart: open(event, isMapping: true)
        case .collectionEnd: try close(event)
        }
        return excess == nil
    }

    // MARK: Collections

    private mutating func open(_ event: YAMLEvent, isMapping: Bool) {
        let start = min(skipProperties(from: event.start), text.count)
        stack.append(
            Frame(isMapping: isMapping, isFlow: event.isFlow, anchor: event.anchor, start: start, end: start)
        )
        check(depth: stack.count)
    }

    private mutating func close(_ event: YAMLEvent) throws(YAMLParser.SyntaxError) {
        guard var frame = stack.popLast() else { return }
        // libyaml ends a collection without brackets where the next token starts.
        let end = frame.isFlow ? event.end : frame.end
        for built in frame.merged {
            for member in built.node.members ?? [] where frame.positions[ByteString(member.key)] == nil {
                frame.positions[ByteString(member.key)] = frame.members.count
                frame.members.append(member)
            }
        }
        let node = YAMLNode(
            frame.isMapping ? .mapping(frame.members) : .sequence(frame.elements),
            range: map.range(frame.start..<max(frame.start, end)),
            file: file
        )
        let built = MeasuredNode(node: node, cost: frame.cost, depth: frame.depth)
        try finish(built, anchor: frame.anchor, end: end, isCounted: true)
    }

    // MARK: Values

    private mutating func finish(
        _ built: MeasuredNode,
        anchor: String?,
        end: Int,
        isCounted: Bool = false
    ) throws(YAMLParser.SyntaxError) {
        if let anchor { anchors[anchor] = built }
        try add(built, end: end, isCounted: isCounted)
    }

    /// Adds a value to the innermost open collection.
    ///
    /// - Parameter isCounted: Whether the contents of the value were already counted.
    private mutating func add(_ built: MeasuredNode, end: Int, isCounted: Bool = false) throws(YAMLParser.SyntaxError) {
        count(isCounted ? Cost(nodes: 1) : built.cost)
        check(depth: stack.count + built.depth)
        guard var frame = stack.popLast() else {
            root = built.node
            return
        }
        defer { stack.append(frame) }
        frame.end = max(frame.end, end)
        frame.cost += built.cost
        frame.depth = max(frame.depth, built.depth + 1)
        guard frame.isMapping else {
            frame.elements.append(built.node)
            return
        }
        guard let key = frame.key else {
            guard case .scalar(let scalar) = built.node.content else {
                throw YAMLParser.SyntaxError(
                    cause: "expected a key, found \(built.node.kindName)",
                    offset: built.node.range.byteOffset
                )
            }
            frame.key = (scalar.text, built.node.range, scalar.isPlain && scalar.text == "<<")
            return
        }
        frame.key = nil
        if key.isMerge, try merge(built, into: &frame) { return }
        let member = YAMLMember(key: key.text, keyRange: key.range, value: built.node)
        guard let position = frame.positions[ByteString(key.text)] else {
            frame.positions[ByteString(key.text)] = frame.members.count
            frame.members.append(member)
            return
        }
        if duplicateKeys.count < limits.irregularities {
            duplicateKeys.append(.init(member, repeating: frame.members[position]))
        }
        frame.members[position] = member
    }

    /// Collects what `<<` merges: a mapping, or a list of mappings, in which earlier ones win.
    ///
    /// - Returns: `false` if the value is neither, so that `<<` is an ordinary key.
    private func merge(_ built: MeasuredNode, into frame: inout Frame) throws(YAMLParser.SyntaxError) -> Bool {
        let mappings = built.node.elements ?? [built.node]
        guard !mappings.isEmpty, mappings.allSatisfy({ $0.members != nil }) else { return false }
        frame.merged += mappings.map { MeasuredNode(node: $0, cost: built.cost, depth: built.depth) }
        return true
    }

    // MARK: Limits

    /// The name of the depth limit, for messages.
    static let nested = "levels of nesting"

    private mutating func count(_ added: Cost) {
        cost += added
        if cost.nodes > limits.objectVisits { excess = ("values", limits.objectVisits) }
        if cost.bytes > limits.textBytes { excess = ("bytes of text", limits.textBytes) }
    }

    private mutating func check(depth: Int) {
        if depth > limits.depth { excess = (Self.nested, limits.depth) }
    }

    // MARK: Places

    /// Returns the offset after the anchor and the tag that start at `start`.
    private func skipProperties(from start: Int) -> Int {
        var offset = start
        while offset < text.count, text[offset] == UInt8(ascii: "&") || text[offset] == UInt8(ascii: "!") {
            while offset < text.count, !Self.isBlank(text[offset]) { offset += 1 }
            while offset < text.count, Self.isBlank(text[offset]) { offset += 1 }
        }
        return offset
    }

    /// Returns `end` without trailing blanks and line ends, which libyaml includes in a block of text.
    private func trimmedEnd(_ end: Int, from start: Int) -> Int {
        var end = min(end, text.count)
        while end > start, Self.isBlank(text[end - 1]) { end -= 1 }
        return end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
