import SchemeModel

/// All places in a value, and a digest of the value, collected through its `Codable` conformance. New properties are
/// checked automatically.
struct EncodedTrace {
    /// A range in an input.
    struct Spot: Hashable {
        /// The file; `nil` if the value doesn't specify one.
        var file: Path?
        /// The archive member that is the file.
        var member: Path?
        var range: SourceRange
    }

    /// The ranges, in encoding order.
    let spots: [Spot]
    /// Equal for equal values in the same process.
    let digest: Int

    /// Walks `value`. Ranges outside of a ``Place`` or ``Manifest`` belong to `file`.
    init(_ value: some Encodable, of file: Path? = nil) throws {
        let tracer = Tracer(file: file)
        try tracer.walk(value)
        spots = tracer.spots
        digest = tracer.hasher.finalize()
    }
}

/// Records every encoded value.
private final class Tracer: Encoder {
    var spots: [EncodedTrace.Spot] = []
    var hasher = Hasher()
    private var files: [(file: Path?, member: Path?)]

    init(file: Path?) { files = [(file, nil)] }

    func walk(_ value: some Encodable) throws {
        let depth = files.count
        defer { files.removeLast(files.count - depth) }
        switch value {
        case let path as Path:
            path.hash(into: &hasher)
            return
        case let unordered as any Unordered:
            // The iteration order of a set is random.
            let before = hasher
            var sum = 0
            for element in unordered.anyElements {
                hasher = before
                try walk(element)
                sum &+= hasher.finalize()
            }
            hasher = before
            hasher.combine(sum)
            return
        case let range as SourceRange:
            spots.append(.init(file: files.last?.file, member: files.last?.member, range: range))
        case let place as Place:
            files.append((place.path, place.member))
        case let manifest as Manifest:
            files.append((manifest.origin.path, manifest.origin.member))
        default: break
        }
        try value.encode(to: self)
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>(tracer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        hasher.combine(0x5B)
        return Unkeyed(tracer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(tracer: self) }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let tracer: Tracer
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil(forKey key: Key) throws { tracer.hasher.combine(key.stringValue) }

        private func add(_ value: some Hashable, _ key: Key) {
            tracer.hasher.combine(key.stringValue)
            tracer.hasher.combine(value)
        }

        mutating func encode(_ value: String, forKey key: Key) throws { add(ByteString(value), key) }
        mutating func encode(_ value: Bool, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: Double, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: Float, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: Int, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: Int8, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: Int16, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: Int32, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: Int64, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: UInt, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: UInt8, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: UInt16, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: UInt32, forKey key: Key) throws { add(value, key) }
        mutating func encode(_ value: UInt64, forKey key: Key) throws { add(value, key) }

        mutating func encode(_ value: some Encodable, forKey key: Key) throws {
            tracer.hasher.combine(key.stringValue)
            try tracer.walk(value)
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            tracer.hasher.combine(key.stringValue)
            return tracer.container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            tracer.hasher.combine(key.stringValue)
            return tracer.unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { tracer }
        mutating func superEncoder(forKey key: Key) -> any Encoder { tracer }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let tracer: Tracer
        var count = 0
        var codingPath: [any CodingKey] { [] }

        init(tracer: Tracer) { self.tracer = tracer }

        mutating func encodeNil() throws { tracer.hasher.combine(0) }

        mutating func encode(_ value: some Encodable) throws {
            tracer.hasher.combine(0x2C)
            try tracer.walk(value)
        }

        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            tracer.container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { tracer.unkeyedContainer() }
        mutating func superEncoder() -> any Encoder { tracer }
    }

    private struct Single: SingleValueEncodingContainer {
        let tracer: Tracer
        var codingPath: [any CodingKey] { [] }

        mutating func encodeNil() throws { tracer.hasher.combine(0) }
        mutating func encode(_ value: Bool) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: String) throws { tracer.hasher.combine(ByteString(value)) }
        mutating func encode(_ value: Double) throws { tracer.hasher.combine(value.bitPattern) }
        mutating func encode(_ value: Float) throws { tracer.hasher.combine(value.bitPattern) }
        mutating func encode(_ value: Int) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: Int8) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: Int16) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: Int32) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: Int64) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: UInt) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: UInt8) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: UInt16) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: UInt32) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: UInt64) throws { tracer.hasher.combine(value) }
        mutating func encode(_ value: some Encodable) throws { try tracer.walk(value) }
    }
}

/// A collection without a meaningful order.
private protocol Unordered {
    /// The elements, in any order.
    var anyElements: [any Encodable] { get }
}

extension Set: Unordered where Element: Encodable {
    fileprivate var anyElements: [any Encodable] { Array(self) }
}

extension Dictionary: Unordered where Key: Encodable, Value: Encodable {
    fileprivate var anyElements: [any Encodable] { map { Pair(key: $0.key, value: $0.value) } }
}

private struct Pair<Key: Encodable, Value: Encodable>: Encodable {
    var key: Key
    var value: Value
}
