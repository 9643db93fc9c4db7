/// The property list that Foundation decodes instead of the input.
///
/// It is one array of the wanted scalars that are not plain, in the order of the input. For every input, Foundation
/// only reads two levels of nesting, no document type, no attributes, no unknown entities, and only bytes that the
/// locator has checked.
enum XMLScalarDocument {
    private static let head = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><array>".utf8)
    private static let tail = Array("</array></plist>".utf8)

    /// Returns the document for `records` and the elements in it.
    static func make(
        _ records: [XMLRecord],
        text: UnsafeBufferPointer<UInt8>
    ) -> (bytes: [UInt8], tags: [XMLTag]) {
        guard records.contains(where: { !$0.isPlain && $0.tag != .array && $0.tag != .dict }) else { return ([], []) }
        var bytes = head
        var tags: [XMLTag] = []
        bytes.reserveCapacity(1024 + records.reduce(0) { $0 + ($1.text?.count ?? 0) + 32 })
        func append(_ tag: XMLTag, after opening: String, before closing: String) {
            bytes.append(contentsOf: opening.utf8)
            bytes.append(contentsOf: tag.rawValue.utf8)
            bytes.append(contentsOf: closing.utf8)
        }
        for record in records where !record.isPlain {
            switch record.tag {
            case .array, .dict, .plist, .key:
                continue
            case .true, .false:
                append(record.tag, after: "<", before: "/>")
            case .string, .integer, .real, .date, .data:
                append(record.tag, after: "<", before: ">")
                if let range = record.text { bytes.append(contentsOf: text[range]) }
                append(record.tag, after: "</", before: ">")
            }
            tags.append(record.tag)
        }
        bytes.append(contentsOf: tail)
        return (bytes, tags)
    }
}
