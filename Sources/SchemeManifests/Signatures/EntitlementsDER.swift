import SchemeModel

/// Reads the entitlements from the DER format, which Apple's systems trust since iOS 15 and macOS 12.
///
/// Parses only the outermost dictionary, and the application identifier and the array of associated domains in it, so
/// there is no recursion: `[APPLICATION 16] { INTEGER 1, [CONTEXT 16] { SEQUENCE { UTF8String key, value } … } }`.
///
/// - Source: Apple, libCoreEntitlements (der_vm); ITU-T X.690 for tags and lengths.
enum EntitlementsDER {
    private enum Tag {
        static let boolean: UInt8 = 0x01
        static let integer: UInt8 = 0x02
        static let text: UInt8 = 0x0C
        static let sequence: UInt8 = 0x30
        /// The dictionary in the first version of the format.
        static let set: UInt8 = 0x31
        static let entitlements: UInt8 = 0x70
        static let dictionary: UInt8 = 0xB0
    }

    /// Returns those in `bytes` with the values that rules need, ordered by bytes, or `nil` if the format is different.
    static func held(in bytes: [UInt8]) -> [Entitlement]? {
        var rest = bytes[...]
        guard var contents = element(&rest, Tag.entitlements), rest.isEmpty,
            element(&contents, Tag.integer) != nil,
            let (tag, dictionary) = element(&contents), tag == Tag.dictionary || tag == Tag.set, contents.isEmpty
        else { return nil }
        var held: [(Entitlement, Bool)] = []
        var entries = dictionary
        while !entries.isEmpty {
            guard var entry = element(&entries, Tag.sequence),
                let key = element(&entry, Tag.text), let text = String(validating: key, as: UTF8.self),
                let (tag, value) = element(&entry), entry.isEmpty
            else { return nil }
            let name = ByteString(text)
            let isNumber = tag == Tag.boolean || tag == Tag.integer
            held.append((Entitlement(name), isNumber ? value.contains { $0 != 0 } : !value.isEmpty))
            if tag == Tag.text, Manifest.applicationIdentifierEntitlements.contains(text),
                let identifier = String(validating: value, as: UTF8.self)
            {
                held.append((Entitlement(name, ByteString(identifier)), true))
            }
            guard text == Manifest.associatedDomainsEntitlement, tag == Tag.sequence else { continue }
            var elements = value
            while let element = element(&elements, Tag.text), let domain = String(validating: element, as: UTF8.self) {
                held.append((Entitlement(name, ByteString(domain)), true))
            }
        }
        return HeldEntitlements.among(held)
    }

    /// Removes the next element from `bytes`, if it has this tag, and returns its contents.
    private static func element(_ bytes: inout ArraySlice<UInt8>, _ wanted: UInt8) -> ArraySlice<UInt8>? {
        guard bytes.first == wanted else { return nil }
        return element(&bytes)?.contents
    }

    /// Removes the next element from `bytes`, and returns it.
    private static func element(_ bytes: inout ArraySlice<UInt8>) -> (tag: UInt8, contents: ArraySlice<UInt8>)? {
        // Multibyte tags and indefinite lengths don't occur here.
        guard let tag = bytes.popFirst(), tag & 0x1F != 0x1F, let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...4).contains(count), bytes.count >= count else { return nil }
            length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            bytes.removeFirst(count)
        }
        guard length <= bytes.count else { return nil }
        let contents = bytes.prefix(length)
        bytes.removeFirst(length)
        return (tag, contents)
    }
}
