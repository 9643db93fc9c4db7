import SchemeModel

/// Makes a ``PropertyDocument`` from what a reader meets in order: containers that open and close, keys, scalars.
///
/// It keeps the budgets (objects, depth, text), drops members of the root that nobody wants, finds duplicate keys, and
/// knows the key path of whatever the reader is at. It uses no recursion, so depth costs memory and never the stack.
struct PropertyTreeBuilder {
    private let wanted: WantedKeys
    private let limits: Limits
    private var open: [Container] = []
    private var root: PropertyNode?
    private var rootKeys: [ByteString] = []
    private var irregularities: [Irregularity] = []
    private var recorded: [Irregularity.Kind: Int] = [:]
    private var textBytes = 0
    private var visits = 0

    init(wanted: WantedKeys, limits: Limits) {
        self.wanted = wanted
        self.limits = limits
    }

    /// Counts one more object that is looked at, keys included.
    mutating func visit() throws(ReadFailure) {
        guard visits < limits.objectVisits else {
            throw .overLimit(what: "objects", limit: limits.objectVisits)
        }
        visits += 1
    }

    /// Counts `count` more bytes of text that are taken.
    mutating func take(textBytes count: Int) throws(ReadFailure) {
        guard count <= limits.textBytes - textBytes else {
            throw .overLimit(what: "bytes of text", limit: limits.textBytes)
        }
        textBytes += count
    }

    /// Opens an array, to which belongs everything until it is closed.
    mutating func openArray() throws(ReadFailure) {
        try push(Container(isDictionary: false))
    }

    /// Opens a dictionary, to which belongs everything until it is closed.
    mutating func openDictionary() throws(ReadFailure) {
        try push(Container(isDictionary: true))
    }

    private mutating func push(_ container: Container) throws(ReadFailure) {
        guard open.count < limits.depth else { throw .overLimit(what: "levels of nesting", limit: limits.depth) }
        open.append(container)
    }

    /// Says under which key of the innermost dictionary the next value stands.
    ///
    /// - Returns: Whether anyone wants that value; if not, the reader may call ``skipValue()`` in its stead.
    @discardableResult
    mutating func setKey(_ key: ByteString, range: SourceRange) -> Bool {
        guard let last = open.indices.last else { return false }
        open[last].key = (key, range)
        return last > 0 || wanted.contains(key)
    }

    /// Adds a value to the innermost container, or makes it the root.
    mutating func add(_ node: PropertyNode) {
        guard let last = open.indices.last else {
            root = node
            return
        }
        guard open[last].isDictionary else {
            open[last].elements.append(node)
            return
        }
        guard let (key, range) = open[last].key else { return }
        let isWanted = last > 0 || wanted.contains(key)
        insert(key, range: range, value: isWanted ? node : nil, element: node.element, text: node.text)
    }

    /// Passes over the value of a key that nobody wants: the key alone is remembered.
    mutating func skipValue() {
        guard let (key, range) = open.last?.key else { return }
        insert(key, range: range, value: nil, element: range, text: nil)
    }

    private mutating func insert(
        _ key: ByteString,
        range: SourceRange,
        value: PropertyNode?,
        element: SourceRange,
        text: SourceRange?
    ) {
        let last = open.count - 1
        if let earlier = open[last].members.insert(key, range: range, value: value) {
            record(.duplicateKey, key: range, element: element, text: text, subject: key.string, related: earlier)
        }
        open[last].key = nil
    }

    /// Closes the innermost container, which is written at `element`.
    mutating func close(element: SourceRange) {
        guard let container = open.popLast() else { return }
        guard container.isDictionary else {
            return add(PropertyNode(.array(container.elements), element: element))
        }
        if open.isEmpty { rootKeys = container.members.keys }
        add(PropertyNode(.dictionary(container.members.kept), element: element))
    }

    /// The number of elements of the innermost container, when it is an array.
    var elementCount: Int { open.last?.elements.count ?? 0 }

    /// The key path of the value that comes next; before a key, of the dictionary.
    var path: String {
        var path = PropertyPath()
        for container in open {
            if let key = container.key {
                path = path.key(key.name.string)
            } else if !container.isDictionary {
                path = path.index(container.elements.count)
            }
        }
        return path.text
    }

    /// Records an irregularity of the value that comes next; of each kind only as many as the limits allow.
    mutating func record(
        _ kind: Irregularity.Kind,
        key: SourceRange? = nil,
        element: SourceRange,
        text: SourceRange?,
        subject: String? = nil,
        related: SourceRange? = nil
    ) {
        guard recorded[kind, default: 0] < limits.irregularities else { return }
        recorded[kind, default: 0] += 1
        let span = ValueSpan(keyPath: path, key: key, element: element, text: text)
        irregularities.append(Irregularity(kind, span: span, subject: subject, related: related))
    }

    /// The document, `nil` when no root was added.
    func document(_ format: Manifest.Format) -> PropertyDocument? {
        guard let root else { return nil }
        let sorted = irregularities.sorted { left, right in
            let (from, to) = (left.span.key ?? left.span.element, right.span.key ?? right.span.element)
            if from.byteOffset != to.byteOffset { return from.byteOffset < to.byteOffset }
            return left.kind.rawValue < right.kind.rawValue
        }
        return PropertyDocument(format: format, root: root, rootKeys: rootKeys, irregularities: sorted)
    }
}

extension PropertyTreeBuilder {
    /// A container whose end is still to come.
    private struct Container {
        let isDictionary: Bool
        var elements: [PropertyNode] = []
        var members = Members()
        var key: (name: ByteString, range: SourceRange)?
    }

    /// The members of a dictionary in the order of the input. Of two equal keys the last one counts: so Foundation reads
    /// XML and OpenStep, and a manifest must not change its meaning when it is converted.
    private struct Members {
        private var all: [PropertyNode.Member] = []
        /// Indices of members whose key came again.
        private var superseded: Set<Int> = []
        /// Indices of members whose value nobody wants; it is a stand-in.
        private var unwanted: Set<Int> = []
        /// Where each key was last seen; empty as long as a scan of the members is cheaper.
        private var indices: [ByteString: Int] = [:]

        private static let scanned = 12

        /// Adds a member and returns the place of the key where the dictionary already had it.
        mutating func insert(_ key: ByteString, range: SourceRange, value: PropertyNode?) -> SourceRange? {
            var earlier: SourceRange?
            if let index = index(of: key) {
                earlier = all[index].keyRange
                all[index].value = Self.standIn(range)
                superseded.insert(index)
            }
            if value == nil { unwanted.insert(all.count) }
            all.append(PropertyNode.Member(key: key, keyRange: range, value: value ?? Self.standIn(range)))
            if !indices.isEmpty {
                indices[key] = all.count - 1
            } else if all.count > Self.scanned {
                for (index, member) in all.enumerated() { indices[member.key] = index }
            }
            return earlier
        }

        private static func standIn(_ range: SourceRange) -> PropertyNode {
            PropertyNode(.scalar(.other("nothing")), element: range)
        }

        private func index(of key: ByteString) -> Int? {
            indices.isEmpty ? all.lastIndex { $0.key == key } : indices[key]
        }

        /// Every key once.
        var keys: [ByteString] {
            all.indices.compactMap { superseded.contains($0) ? nil : all[$0].key }
        }

        /// The members that count and are wanted.
        var kept: [PropertyNode.Member] {
            if superseded.isEmpty, unwanted.isEmpty { return all }
            return all.indices.compactMap { superseded.contains($0) || unwanted.contains($0) ? nil : all[$0] }
        }
    }
}
