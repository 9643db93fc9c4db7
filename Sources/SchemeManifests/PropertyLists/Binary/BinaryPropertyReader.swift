package import SchemeModel

/// Reads binary property lists without Foundation, which traps, corrupts memory or hangs on some of them.
///
/// Every offset, count and reference is checked before use. An object that is referenced twice counts twice. Unwanted
/// values of the root are not read, so they can't do any harm.
package enum BinaryPropertyReader {
    /// Reads the wanted members of the property list in `bytes`.
    ///
    /// Locations have no lines. The text of a string excludes the marker and the count. Two values can share one object
    /// and thus one location.
    ///
    /// - Throws: `PropertyListError.malformed` when the bytes are invalid, an object contains itself, or a key is not a
    ///   string; `PropertyListError.overLimit` when there are too many objects, levels or bytes of text.
    package static func read(
        _ bytes: [UInt8],
        wanted: WantedKeys,
        limits: Limits
    ) throws(PropertyListError) -> PropertyDocument {
        let trailer: BinaryTrailer
        do {
            trailer = try BinaryTrailer(bytes)
        } catch {
            throw BinaryWalk.failure(error, keyPath: "")
        }
        var walk = BinaryWalk(bytes: bytes, trailer: trailer, wanted: wanted, limits: limits)
        return try walk.document()
    }
}

/// Traverses the objects from the root, depth first, in the order of the references.
private struct BinaryWalk {
    private let bytes: [UInt8]
    private let trailer: BinaryTrailer
    private var builder: PropertyTreeBuilder
    private var levels: [Level] = []
    /// The offsets of the open containers, to detect one that contains itself.
    private var open: Set<Int> = []

    /// A container and the number of values read from it.
    private struct Level {
        let object: BinaryObject
        let count: Int
        let isDictionary: Bool
        var next = 0
    }

    init(bytes: [UInt8], trailer: BinaryTrailer, wanted: WantedKeys, limits: Limits) {
        self.bytes = bytes
        self.trailer = trailer
        builder = PropertyTreeBuilder(wanted: wanted, limits: limits)
    }

    mutating func document() throws(PropertyListError) -> PropertyDocument {
        try readValue(trailer.rootObject)
        while let last = levels.indices.last {
            let level = levels[last]
            guard level.next < level.count else {
                levels.removeLast()
                open.remove(level.object.offset)
                builder.close(element: Self.range(level.object.bytes))
                continue
            }
            levels[last].next += 1
            if level.isDictionary {
                let isWanted = try readKey(reference(level.next, of: level.object))
                guard isWanted else {
                    builder.skipValue()
                    continue
                }
                try readValue(reference(level.count + level.next, of: level.object))
            } else {
                try readValue(reference(level.next, of: level.object))
            }
        }
        guard let document = builder.document(.binary) else {
            throw failure(BinaryPropertyError("the property list has no value", at: 0))
        }
        return document
    }

    /// Returns the index of the object that the reference at `index` in a container's payload names.
    private func reference(_ index: Int, of container: BinaryObject) throws(PropertyListError) -> Int {
        // The payload contains all references, so the product is smaller than the file.
        let place = container.payload.lowerBound + index * trailer.referenceSize
        guard let object = BinaryNumber.unsigned(bytes, at: place, size: trailer.referenceSize),
            object < UInt64(trailer.objectCount)
        else {
            let cause = "the container at byte \(container.offset) refers to an object that does not exist"
            throw failure(BinaryPropertyError(cause, at: place, length: trailer.referenceSize))
        }
        return Int(object)
    }

    /// Reads a key of the innermost dictionary, and returns whether its value is wanted.
    private mutating func readKey(_ reference: Int) throws(PropertyListError) -> Bool {
        let object = try object(reference)
        guard let key = try text(of: object) else {
            let cause = "the key at byte \(object.offset) is not a string"
            throw failure(BinaryPropertyError(cause, at: object.offset, length: object.bytes.count))
        }
        let range = Self.range(object.bytes)
        return builder.setKey(ByteString(key), range: range)
    }

    private mutating func readValue(_ reference: Int) throws(PropertyListError) {
        let object = try object(reference)
        switch object.kind {
        case .array(let count):
            try enter(object)
            try builder.openArray()
            levels.append(Level(object: object, count: count, isDictionary: false))
        case .dictionary(let count):
            try enter(object)
            try builder.openDictionary()
            levels.append(Level(object: object, count: count, isDictionary: true))
        default:
            let element = Self.range(object.bytes)
            if let text = try text(of: object) {
                builder.add(PropertyNode(.scalar(.string(text)), element: element, text: Self.range(object.payload)))
                return
            }
            let value: PropertyValue?
            do { value = try object.scalar(in: bytes) } catch { throw failure(error) }
            if let value { builder.add(PropertyNode(.scalar(value), element: element)) }
        }
    }

    private mutating func enter(_ object: BinaryObject) throws(PropertyListError) {
        guard open.insert(object.offset).inserted else {
            let cause = "the container at byte \(object.offset) contains itself"
            throw failure(BinaryPropertyError(cause, at: object.offset, length: object.bytes.count))
        }
    }

    private mutating func object(_ reference: Int) throws(PropertyListError) -> BinaryObject {
        try builder.visit()
        do {
            let offset = try trailer.offset(ofObject: reference, in: bytes)
            return try BinaryObject(bytes, at: offset, end: trailer.tableOffset, referenceSize: trailer.referenceSize)
        } catch {
            throw failure(error)
        }
    }

    /// Returns the text of a string, or `nil` for any other object.
    ///
    /// A string that is invalid in its encoding makes the list malformed. Foundation reads such a byte as Latin-1 and
    /// keeps half a character, and other readers reject the file. Replacement characters could make two different texts
    /// equal.
    private mutating func text(of object: BinaryObject) throws(PropertyListError) -> String? {
        guard object.kind == .ascii || object.kind == .utf16 else { return nil }
        try builder.take(textBytes: object.payload.count)
        let payload = bytes[object.payload]
        if object.kind == .utf16 {
            let (text, lone) = UTF16Text.utf8(payload, .bigEndian)
            guard let lone else { return String(decoding: text, as: UTF8.self) }
            let place = payload.startIndex + 2 * String(decoding: text[..<lone], as: UTF8.self).utf16.count
            let cause = UTF16Text.cause(ofLone: UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]))
            throw failure(BinaryPropertyError("\(cause), in the string at byte \(object.offset)", at: place, length: 2))
        }
        if let place = payload.firstIndex(where: { $0 >= 0x80 }) {
            let cause =
                "the string at byte \(object.offset) is marked as ASCII, but contains \(bytes[place].hexadecimal)"
            throw failure(BinaryPropertyError(cause, at: place))
        }
        return String(decoding: payload, as: UTF8.self)
    }

    private func failure(_ error: BinaryPropertyError) -> PropertyListError {
        Self.failure(error, keyPath: builder.path)
    }

    static func failure(_ error: BinaryPropertyError, keyPath: String) -> PropertyListError {
        let element = SourceRange(byteOffset: error.offset, byteLength: error.length)
        return .malformed(
            Irregularity(.malformed, span: ValueSpan(keyPath: keyPath, element: element), cause: error.cause)
        )
    }

    private static func range(_ bytes: Range<Int>) -> SourceRange {
        SourceRange(byteOffset: bytes.lowerBound, byteLength: bytes.count)
    }
}
