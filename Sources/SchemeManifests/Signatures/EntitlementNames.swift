import SchemeModel

/// The names of the entitlements that are held: those whose value is not false, 0 or empty; and, where the value is an
/// array that says it, each associated domain (``Manifest/associatedDomainsEntitlement``).
enum EntitlementNames {
    /// The names in the XML property list `bytes`, or in the dictionary under `key` of it, in order of their bytes;
    /// `nil` when there is no such dictionary.
    static func held(inXML bytes: [UInt8], under key: ByteString? = nil, limits: Limits) -> [String]? {
        let wanted = key.map { WantedKeys(names: [$0]) } ?? .all
        // Why it cannot be read would be told by an offset in a blob, which nobody can go to.
        guard let document = try? XMLPropertyReader.read(bytes, wanted: wanted, limits: limits) else { return nil }
        let root = document.root.value
        return (key.map { root[$0] } ?? root).flatMap { held(in: $0) }
    }

    /// The names in a dictionary of entitlements, in order of their bytes; `nil` for anything else.
    static func held(in value: PropertyValue) -> [String]? {
        guard case .dictionary(let entries) = value else { return nil }
        return held(entries.flatMap { [($0.key, isHeld($0.value))] + domains(in: $0).map { ($0, true) } })
    }

    /// The names that are held, in order of their bytes. One that stands twice has to be held both times, since
    /// readers differ on which one counts.
    static func held(_ names: [(name: ByteString, isHeld: Bool)]) -> [String] {
        let refused = Set(names.lazy.filter { !$0.isHeld }.map(\.name))
        return Set(names.map(\.name)).subtracting(refused).sorted().map(\.string)
    }

    private static func domains(in entry: PropertyValue.Entry) -> [ByteString] {
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
