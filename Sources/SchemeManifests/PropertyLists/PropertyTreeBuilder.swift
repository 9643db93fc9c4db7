import SchemeModel

/// Builds a ``PropertyDocument`` from a reader's events in order: containers that open and close, keys, scalars.
///
/// It enforces the limits (objects, depth, text), drops unwanted members of the root, finds duplicate keys, and tracks
/// the current key path. It isn't recursive, so depth uses memory and never the stack.
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

    /// Counts one more visited object. Keys are objects too.
    mutating func visit() throws(PropertyListError) {
        guard visits < limits.objectVisits else {
            throw .overLimit(what: "objects", limit: limits.objectVisits)
        }
        visits += 1
    }

    /// Counts `count` more bytes of text.
    mutating func take(textBytes count: Int) throws(PropertyListError) {
        guard count <= limits.textBytes - textBytes else {
            throw .overLimit(what: "bytes of text", limit: limits.textBytes)
        }
        textBytes += count
    }

    /// Opens an array. Everything belongs to it until it is closed.
    mutating func openArray() throws(PropertyListError) {
        try push(Container(isDictionary: false))
    }

    /// Opens a dictionary. Everything belongs to it until it is closed.
    mutating func openDictionary() throws(PropertyListError) {
        try push(Container(isDictionary: true))
    }

    private mutating func push(_ container: Container) throws(PropertyListError) {
        guard open.count < limits.depth else { throw .overLimit(what: "levels of nesting", limit: limits.depth) }
        open.append(container)
    }

    /// Sets the key of the next value in the innermost dictionary.
    ///
    /// - Returns: Whether that value is wanted. If not, the reader may call ``skipValue()`` instead of adding it.
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

    /// Skips the value of an unwanted key. Only the key is kept.
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

    /// Closes the innermost container, whose range is `element`.
    mutating func close(element: SourceRange) {
        guard let container = open.popLast() else { return }
        guard container.isDictionary else {
            return add(PropertyNode(.array(container.elements), element: element))
        }
        if open.isEmpty { rootKeys = container.members.keys }
        add(PropertyNode(.dictionary(container.members.kept), element: element))
    }

    /// The number of elements of the innermost container, if it is an array.
    var elementCount: Int { open.last?.elements.count ?? 0 }

    /// The key path of the next value; before a key, of the dictionary.
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

    /// Records an irregularity of the next value, up to the limit for its kind.
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

    /// Returns the document, or `nil` if it has no root.
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
    /// A container that is still open.
    private struct Container {
        let isDictionary: Bool
        var elements: [PropertyNode] = []
        var members = Members()
        var key: (name: ByteString, range: SourceRange)?
    }

    /// The members of a dictionary in the order of the input.
    ///
    /// The last of two equal keys counts, as when Foundation reads XML and OpenStep, so a conversion doesn't change a
    /// manifest's meaning.
    private struct Members {
        private var all: [PropertyNode.Member] = []
        /// The indices of members whose key appears again.
        private var superseded: Set<Int> = []
        /// The indices of unwanted members, which have a placeholder value.
        private var unwanted: Set<Int> = []
        /// The last index of each key; empty while a linear search is cheaper.
        private var indices: [ByteString: Int] = [:]

        private static let scanned = 12

        /// Adds a member, and returns the location of the key if the dictionary already had it.
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

        /// All keys without duplicates.
        var keys: [ByteString] {
            all.indices.compactMap { superseded.contains($0) ? nil : all[$0].key }
        }

        /// The wanted members that are not superseded.
        var kept: [PropertyNode.Member] {
            if superseded.isEmpty, unwanted.isEmpty { return all }
            return all.indices.compactMap { superseded.contains($0) || unwanted.contains($0) ? nil : all[$0] }
        }
    }
}
