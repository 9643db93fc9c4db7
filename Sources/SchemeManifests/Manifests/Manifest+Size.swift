package import SchemeModel

extension Manifest {
    /// The number of bytes of its variable-length text.
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

// Recursive: readers limit the depth by ``Limits/depth``.
extension PropertyValue {
    /// The number of values, including nested ones.
    var valueCount: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        case .dictionary(let entries): entries.reduce(1) { $0 + $1.value.valueCount }
        default: 1
        }
    }

    /// The number of bytes of its text.
    fileprivate var textBytes: Int {
        switch self {
        case .string(let text), .date(let text): text.utf8.count
        case .array(let elements): elements.reduce(0) { $0 + $1.textBytes }
        case .dictionary(let entries): entries.reduce(0) { $0 + $1.key.string.utf8.count + $1.value.textBytes }
        default: 0
        }
    }
}
