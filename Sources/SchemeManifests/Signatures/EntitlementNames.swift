import SchemeModel

/// Reads the names of the entitlements that an app has: those whose value isn't false, 0 or empty.
///
/// Adds a name with the value for each associated domain (``Manifest/associatedDomainsEntitlement``), and for the
/// application identifier (``Manifest/applicationIdentifierEntitlements``).
enum EntitlementNames {
    /// Returns the names in the XML property list `bytes`, or in its dictionary under `key`, ordered by bytes.
    ///
    /// Returns `nil` if there is no such dictionary.
    static func held(inXML bytes: [UInt8], under key: ByteString? = nil, limits: Limits) -> [String]? {
        let wanted = key.map { WantedKeys(names: [$0]) } ?? .all
        // The error isn't reported, because its place would be an offset in a blob, which nobody can open.
        guard let document = try? XMLPropertyReader.read(bytes, wanted: wanted, limits: limits) else { return nil }
        let root = document.root.value
        return (key.map { root[$0] } ?? root).flatMap { held(in: $0) }
    }

    /// Returns the names in a dictionary of entitlements, ordered by bytes, or `nil` for any other value.
    static func held(in value: PropertyValue) -> [String]? {
        guard case .dictionary(let entries) = value else { return nil }
        return held(entries.flatMap { [($0.key, isHeld($0.value))] + values(in: $0).map { ($0, true) } })
    }

    /// Returns the names whose entitlement the app has, ordered by bytes.
    ///
    /// A name that appears twice must count both times, because tools disagree about which one counts.
    static func held(_ names: [(name: ByteString, isHeld: Bool)]) -> [String] {
        let refused = Set(names.lazy.filter { !$0.isHeld }.map(\.name))
        return Set(names.map(\.name)).subtracting(refused).sorted().map(\.string)
    }

    /// Returns the name with each value that rules need.
    private static func values(in entry: PropertyValue.Entry) -> [ByteString] {
        if Manifest.applicationIdentifierEntitlements.contains(where: { entry.key == ByteString($0) }) {
            guard case .string(let identifier) = entry.value else { return [] }
            return [ByteString("\(entry.key.string)=\(identifier)")]
        }
        let name = Manifest.associatedDomainsEntitlement
        guard entry.key == ByteString(name), case .array(let elements) = entry.value else { return [] }
        return elements.compactMap { element in
            guard case .string(let domain) = element else { return nil }
            return ByteString("\(name)=\(domain)")
        }
    }

    private static func isHeld(_ value: PropertyValue) -> Bool {
        switch value {
        case .boolean(let isTrue): isTrue
        case .string(let text), .date(let text): !text.isEmpty
        case .integer(let number): number != 0
        case .real(let number): number != 0
        case .data(let count): count > 0
        case .array(let elements): !elements.isEmpty
        case .dictionary(let entries): !entries.isEmpty
        case .other: false
        }
    }
}
