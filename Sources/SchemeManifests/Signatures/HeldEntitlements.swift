import SchemeModel

/// Reads the entitlements that an app has: those whose value isn't false, 0 or empty.
///
/// Adds each associated domain (``Manifest/associatedDomainsEntitlement``), and the application identifier
/// (``Manifest/applicationIdentifierEntitlements``), as a value.
enum HeldEntitlements {
    /// Returns those in the XML property list `bytes`, or in its dictionary under `key`, ordered by bytes.
    ///
    /// Returns `nil` if there is no such dictionary.
    static func of(xml bytes: [UInt8], under key: ByteString? = nil, limits: Limits) -> [Entitlement]? {
        let wanted = key.map { WantedKeys(names: [$0]) } ?? .all
        // The error isn't reported, because its place would be an offset in a blob, which nobody can open.
        guard let document = try? XMLPropertyReader.read(bytes, wanted: wanted, limits: limits) else { return nil }
        let root = document.root.value
        return (key.map { root[$0] } ?? root).flatMap(of)
    }

    /// Returns those in a dictionary of entitlements, ordered by bytes, or `nil` for any other value.
    static func of(_ value: PropertyValue) -> [Entitlement]? {
        guard case .dictionary(let entries) = value else { return nil }
        return among(
            entries.flatMap { entry in
                [(Entitlement(entry.key), isHeld(entry.value))]
                    + values(in: entry).map { (Entitlement(entry.key, ByteString($0)), true) }
            }
        )
    }

    /// Returns the associated domains in a file of entitlements, with their places.
    static func domains(in root: PropertyNode, at place: (SourceRange) -> Place) -> [Manifest.Companion] {
        let name = ByteString(Manifest.associatedDomainsEntitlement)
        let list = root.members?.first { $0.key == name }?.value
        guard case .array(let elements) = list?.content else { return [] }
        return elements.compactMap { element in
            guard case .scalar(.string(let domain)) = element.content else { return nil }
            return Manifest.Companion(domain: domain, at: place(element.text ?? element.element))
        }
    }

    /// Returns the entitlements that the app has, ordered by bytes.
    ///
    /// A name that appears twice must count both times, because tools disagree about which one counts.
    static func among(_ entries: [(entitlement: Entitlement, isHeld: Bool)]) -> [Entitlement] {
        let refused = Set(entries.lazy.filter { !$0.isHeld }.map(\.entitlement))
        return Set(entries.map(\.entitlement)).subtracting(refused).sorted()
    }

    /// Returns the values that rules need.
    private static func values(in entry: PropertyValue.Entry) -> [String] {
        if Manifest.applicationIdentifierEntitlements.contains(where: { entry.key == ByteString($0) }) {
            guard case .string(let identifier) = entry.value else { return [] }
            return [identifier]
        }
        guard entry.key == ByteString(Manifest.associatedDomainsEntitlement), case .array(let elements) = entry.value
        else { return [] }
        return elements.compactMap { element in
            if case .string(let domain) = element { domain } else { nil }
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
