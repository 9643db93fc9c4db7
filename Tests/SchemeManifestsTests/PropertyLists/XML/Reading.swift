import SchemeManifests
import SchemeModel

/// What reading a text as XML gives, in the forms that tests compare.
struct Reading {
    let bytes: [UInt8]
    let result: Result<PropertyDocument, PropertyListError>

    init(_ bytes: [UInt8], wanted: WantedKeys = .all, limits: Limits = .standard) {
        self.bytes = bytes
        result = Result { () throws(PropertyListError) in
            try XMLPropertyReader.read(bytes, wanted: wanted, limits: limits)
        }
    }

    init(_ text: String, wanted: WantedKeys = .all, limits: Limits = .standard) {
        self.init(Array(text.utf8), wanted: wanted, limits: limits)
    }

    var document: PropertyDocument? { try? result.get() }

    /// The irregularity that makes it malformed.
    var malformed: Irregularity? {
        if case .failure(.malformed(let irregularity)) = result { return irregularity }
        return nil
    }

    /// What there is too much of.
    var overLimit: String? {
        if case .failure(.overLimit(let what, _)) = result { return what }
        return nil
    }

    /// The value at the end of a way of keys and indices.
    func node(_ way: Step...) -> PropertyNode? {
        way.reduce(document?.root) { node, step in
            switch (step, node?.content) {
            case (.key(let key), .dictionary(let members)): members.first { $0.key == ByteString(key) }?.value
            case (.index(let index), .array(let elements)):
                elements.indices.contains(index) ? elements[index] : nil
            default: nil
            }
        }
    }

    enum Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case key(String)
        case index(Int)

        init(stringLiteral value: String) { self = .key(value) }
        init(integerLiteral value: Int) { self = .index(value) }
    }

    /// The bytes of the input in `range`, as text.
    func slice(_ range: SourceRange?) -> String? {
        guard let range, range.byteOffset >= 0, range.byteOffset + range.byteLength <= bytes.count else { return nil }
        return String(decoding: bytes[range.byteOffset..<range.byteOffset + range.byteLength], as: UTF8.self)
    }
}

extension SourceRange {
    /// `line:column-line:column`, columns in UTF-8 bytes.
    var columns: String {
        guard let lines else { return "-" }
        return "\(lines.start.line):\(lines.start.column)-\(lines.end.line):\(lines.end.column)"
    }

    /// `line:column-line:column`, columns in UTF-16 units.
    var columnsUTF16: String {
        guard let lines else { return "-" }
        return "\(lines.start.line):\(lines.start.columnUTF16)-\(lines.end.line):\(lines.end.columnUTF16)"
    }
}

extension PropertyNode {
    /// The value without places.
    var plain: PropertyValue {
        switch content {
        case .scalar(let value): value
        case .array(let elements): .array(elements.map(\.plain))
        case .dictionary(let members): .dictionary(members.map { .init(key: $0.key, value: $0.value.plain) })
        }
    }
}

/// `text` in UTF-16.
func utf16(_ text: String, isBigEndian: Bool, mark: Bool) -> [UInt8] {
    let units = ((mark ? [0xFEFF] : []) + Array(text.utf16)).map { isBigEndian ? $0.bigEndian : $0.littleEndian }
    return units.withUnsafeBytes { Array($0) }
}
