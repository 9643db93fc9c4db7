/// The property list that Foundation is asked about in place of the input: one array of the wanted values that are no
/// containers and not plain, in the order of the input.
///
/// Foundation thereby meets two levels of nesting, no document type, no attributes, no unknown entity and no byte that
/// the locator did not look at, whatever the input is.
enum XMLScalarDocument {
    private static let head = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><array>".utf8)
    private static let tail = Array("</array></plist>".utf8)

    /// The document for `records`, and the elements that it holds; with none there is nothing to ask.
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
