import SchemeModel

/// The objects of a `project.pbxproj` by identifier.
struct ProjectObjects {
    /// A dictionary of the project file with typed access. Values with an unexpected type count as absent.
    struct Object {
        let id: ByteString
        /// The location of the object's identifier, with its quotes.
        let range: SourceRange
        private let members: [PropertyNode.Member]
        /// The values by key, if there are so many that each search would take long.
        private let index: [ByteString: PropertyNode]?

        private static let mostMembersToSearch = 64

        fileprivate init(_ member: PropertyNode.Member, _ members: [PropertyNode.Member]) {
            id = member.key
            range = member.keyRange
            self.members = members
            index =
                members.count > Self.mostMembersToSearch
                ? Dictionary(members.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }) : nil
        }

        func node(_ key: ByteString) -> PropertyNode? {
            if let index { return index[key] }
            return members.last { $0.key == key }?.value
        }

        func text(_ key: ByteString) -> String? { node(key)?.string }

        func id(_ key: ByteString) -> ByteString? { text(key).map(ByteString.init) }

        /// Returns the identifiers in the array under `key`.
        func ids(_ key: ByteString) -> [ByteString] {
            (node(key)?.elements ?? []).compactMap { $0.string.map(ByteString.init) }
        }

        var isa: String { text("isa") ?? "" }
    }

    /// The project object.
    let root: Object
    private let objects: [ByteString: Object]
    /// The identifiers of the objects with each `isa`, in the order of the file.
    private let kinds: [String: [ByteString]]

    /// - Throws: `PropertyListError.malformed` when the property list is not a project.
    init(_ document: PropertyDocument) throws(PropertyListError) {
        guard let members = document.root.members else {
            throw Self.malformed(
                document.root,
                "expected a dictionary at the root, found \(document.root.kindName)"
            )
        }
        guard let list = members.last(where: { $0.key == "objects" })?.value, let entries = list.members else {
            throw Self.malformed(document.root, "the project has no `objects` dictionary")
        }
        // Each key is there once.
        var objects: [ByteString: Object] = [:]
        objects.reserveCapacity(entries.count)
        var kinds: [String: [ByteString]] = [:]
        for entry in entries {
            guard let members = entry.value.members else { continue }
            let object = Object(entry, members)
            objects[entry.key] = object
            kinds[object.isa, default: []].append(entry.key)
        }
        (self.objects, self.kinds) = (objects, kinds)
        let rootID = members.last { $0.key == "rootObject" }?.value
        guard let id = rootID?.string else { throw Self.malformed(document.root, "the project has no `rootObject`") }
        guard let root = objects[ByteString(id)], root.isa == "PBXProject" else {
            throw Self.malformed(rootID ?? document.root, "the `rootObject` is not a PBXProject")
        }
        self.root = root
    }

    subscript(id: ByteString) -> Object? { objects[id] }

    /// Returns the objects with one `isa`, in order of identifier.
    func all(isa kind: String) -> [Object] {
        let ids = kinds[kind] ?? []
        // Xcode writes them in this order.
        let isSorted = zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
        return (isSorted ? ids : ids.sorted()).compactMap { objects[$0] }
    }

    private static func malformed(_ node: PropertyNode, _ cause: String) -> PropertyListError {
        let start = SourceRange(
            byteOffset: node.element.byteOffset,
            byteLength: 0,
            lines: node.element.lines.map { SourceRange.Lines(start: $0.start, end: $0.start) }
        )
        return .malformed(Irregularity(.malformed, span: ValueSpan(keyPath: "", element: start), cause: cause))
    }
}
