/// A value of a property list.
package enum PropertyValue: Hashable, Sendable, Codable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    /// A date as written in the manifest, or in ISO 8601 for binary formats.
    case date(String)
    /// The number of bytes.
    case data(count: Int)
    case array([PropertyValue])
    /// The entries, in the order of the manifest.
    case dictionary([Entry])
    /// An object that exists only in binary property lists: a UID, a set, `null`.
    case other(String)

    /// A key and its value.
    package struct Entry: Hashable, Sendable, Codable {
        package var key: ByteString
        package var value: PropertyValue

        package init(key: ByteString, value: PropertyValue) {
            self.key = key
            self.value = value
        }
    }

    /// The type of the value as written in messages: "a string", "an array".
    package var kindName: String {
        switch self {
        case .string: "a string"
        case .integer, .real: "a number"
        case .boolean: "a boolean"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        case .other(let name): name
        }
    }

    /// The text of a string; `nil` for any other type.
    package var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The strings in an array, without other elements; `nil` for any other type.
    package var strings: [String]? {
        if case .array(let elements) = self { return elements.compactMap(\.string) }
        return nil
    }

    /// The value for `key` in a dictionary; `nil` if it is absent or for any other type.
    package subscript(key: ByteString) -> PropertyValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }
}
