package import SchemeModel

extension Manifest {
    /// Bytes of the text in it that an input can make long.
    package var textBytes: Int {
        var total = queriesSchemes.reduce(0) { $0 + $1.value.utf8.count }
        for text in [bundleIdentifier?.value, name, displayName, version, build, extensionPoint] {
            total += text?.utf8.count ?? 0
        }
        for type in urlTypes {
            for text in [type.role, type.identifier, type.icon] { total += text?.value.utf8.count ?? 0 }
            for scheme in type.schemes { total += scheme.raw.utf8.count }
            for key in type.otherKeys { total += key.value.utf8.count }
        }
        for key in rootKeys { total += key.value.value.textBytes }
        for irregularity in irregularities { total += irregularity.subject?.utf8.count ?? 0 }
        return total
    }
}

// Recursive: readers bound the depth of what they give by ``Limits/depth``.
extension PropertyValue {
    /// How many values it is with those inside it.
    var valueCount: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        case .dictionary(let entries): entries.reduce(1) { $0 + $1.value.valueCount }
        default: 1
        }
    }

    /// Bytes of the text in it.
    fileprivate var textBytes: Int {
        switch self {
        case .string(let text), .date(let text): text.utf8.count
        case .array(let elements): elements.reduce(0) { $0 + $1.textBytes }
        case .dictionary(let entries): entries.reduce(0) { $0 + $1.key.string.utf8.count + $1.value.textBytes }
        default: 0
        }
    }
}
