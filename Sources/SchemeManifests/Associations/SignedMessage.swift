import SchemeModel

/// The parts of a signed message (CMS) that lead to its content. The signature isn't verified.
///
/// Steps through nested headers without recursion, and never beyond the end of the file.
///
/// - Source: RFC 5652, sections 3 and 5: `SEQUENCE { OID signed-data, [0] { SEQUENCE { version, SET digestAlgorithms,
///   SEQUENCE { OID contentType, [0] { OCTET STRING } OPTIONAL }, … } } }`; ITU-T X.690 for tags and lengths.
struct SignedMessage {
    /// The ranges of the content, in order. More than one if it is in chunks.
    let content: [Range<Int>]

    /// Why a message has no readable content.
    enum Fault: Error, Hashable {
        /// It ends within the element at this offset.
        case truncated(at: Int)
        /// The element at this offset isn't one that a signed message has here.
        case malformed(at: Int)
        /// It only has a signature.
        case isDetached
    }

    private enum Tag {
        static let integer: UInt8 = 0x02
        static let octets: UInt8 = 0x04
        static let identifier: UInt8 = 0x06
        static let chunkedOctets: UInt8 = 0x24
        static let sequence: UInt8 = 0x30
        static let set: UInt8 = 0x31
        static let explicit: UInt8 = 0xA0
    }

    /// `id-signedData`.
    private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

    /// Whether `bytes` begin like a message. No JSON does.
    static func begins(_ bytes: [UInt8]) -> Bool { bytes.count > 1 && bytes[0] == Tag.sequence && bytes[1] >= 0x80 }

    /// Finds the content of the message in `bytes`.
    init(_ bytes: [UInt8]) throws(Fault) {
        var whole = Scan(bytes: bytes)
        try whole.skip(Tag.sequence)
        var scan = Scan(bytes: bytes)
        _ = try scan.next(Tag.sequence)
        let kind = try scan.next(Tag.identifier)
        guard bytes[kind.start..<kind.end].elementsEqual(Self.signedData) else { throw .malformed(at: kind.offset) }
        scan.offset = kind.end
        _ = try scan.next(Tag.explicit)
        _ = try scan.next(Tag.sequence)
        try scan.skip(Tag.integer)
        try scan.skip(Tag.set)
        let container = try scan.next(Tag.sequence)
        try scan.skip(Tag.identifier)
        guard !scan.isAtEnd(of: container) else { throw .isDetached }
        _ = try scan.next(Tag.explicit)
        let octets = try scan.next()
        guard octets.tag == Tag.chunkedOctets else {
            guard octets.tag == Tag.octets, !octets.isIndefinite else { throw .malformed(at: octets.offset) }
            content = [octets.start..<octets.end]
            return
        }
        var chunks: [Range<Int>] = []
        while !scan.isAtEnd(of: octets) {
            let chunk = try scan.next(Tag.octets)
            guard !chunk.isIndefinite else { throw .malformed(at: chunk.offset) }
            chunks.append(chunk.start..<chunk.end)
            scan.offset = chunk.end
        }
        content = chunks
    }

    /// An element: its header, and where its contents are.
    private struct Element {
        var tag: UInt8
        /// The offset of its header.
        var offset: Int
        var start: Int
        /// The end of the contents; the end of the file if the length is indefinite.
        var end: Int
        var isIndefinite: Bool
    }

    private struct Scan {
        let bytes: [UInt8]
        var offset = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        /// Reads a header with this tag, or with any, and moves to its contents.
        mutating func next(_ wanted: UInt8? = nil) throws(Fault) -> Element {
            let header = offset
            guard header + 1 < bytes.count else { throw .truncated(at: header) }
            let (tag, first) = (bytes[header], bytes[header + 1])
            // Tags of several bytes don't occur here.
            guard tag & 0x1F != 0x1F, wanted == nil || tag == wanted else { throw .malformed(at: header) }
            offset = header + 2
            var element = Element(
                tag: tag,
                offset: header,
                start: offset,
                end: bytes.count,
                isIndefinite: first == 0x80
            )
            guard !element.isIndefinite else { return element }
            var length = Int(first)
            if first > 0x80 {
                let count = Int(first & 0x7F)
                guard count <= 4 else { throw .malformed(at: header) }
                guard bytes.count - offset >= count else { throw .truncated(at: header) }
                length = bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
                offset += count
            }
            guard length <= bytes.count - offset else { throw .truncated(at: header) }
            (element.start, element.end) = (offset, offset + length)
            return element
        }

        /// Moves over an element with this tag.
        mutating func skip(_ tag: UInt8) throws(Fault) {
            let element = try next(tag)
            guard element.isIndefinite else {
                offset = element.end
                return
            }
            var open = 1
            while open > 0 {
                let inner = try next()
                if inner.isIndefinite {
                    open += 1
                } else {
                    offset = inner.end
                    if inner.tag == 0 { open -= 1 }
                }
            }
        }

        /// Whether `element` has no further contents here.
        func isAtEnd(of element: Element) -> Bool {
            element.isIndefinite ? bytes[offset...].starts(with: [0, 0]) : offset >= element.end
        }
    }
}
