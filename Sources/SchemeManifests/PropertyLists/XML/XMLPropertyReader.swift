package import SchemeModel

/// Reads XML property lists. Our own locator finds and checks the values, and Foundation decodes them.
package enum XMLPropertyReader {
    /// Reads the property list in `bytes`.
    ///
    /// - Parameter allowsDirectives: Whether preprocessor lines are allowed between elements. Preprocessed text can't
    ///   contain any.
    /// - Throws: ``ReadFailure/malformed(_:)`` for input that Apple's readers reject,
    ///   ``ReadFailure/overLimit(what:limit:)``.
    package static func read(
        _ bytes: [UInt8],
        wanted: WantedKeys,
        limits: Limits,
        allowsDirectives: Bool = true
    ) throws(ReadFailure) -> PropertyDocument {
        guard bytes.count <= limits.manifestBytes else {
            throw .overLimit(what: "bytes", limit: limits.manifestBytes)
        }
        let text: XMLText
        do throws(XMLFault) { text = try XMLText(bytes) } catch {
            throw failure(error, TextMap(bytes, storage: .utf8(mark: 0)))
        }
        let map = TextMap(text.utf8, storage: text.storage)
        if let undecodable = text.undecodable {
            throw failure(.malformed(cause: undecodable.cause, at: undecodable.range), map)
        }
        do throws(XMLFault) {
            return try text.utf8.withUnsafeBufferPointer { buffer throws(XMLFault) in
                var locator = XMLLocator(buffer, wanted: wanted, limits: limits, allowsDirectives: allowsDirectives)
                return try document(&locator, buffer, map)
            }
        } catch {
            throw failure(error, map)
        }
    }

    private static func document(
        _ locator: inout XMLLocator,
        _ text: UnsafeBufferPointer<UInt8>,
        _ map: TextMap
    ) throws(XMLFault) -> PropertyDocument {
        try locator.locate()
        let (document, tags) = XMLScalarDocument.make(locator.records, text: text)
        let values = tags.isEmpty ? [] : FoundationValues.read(document, as: tags)
        let tree = XMLTree(
            records: locator.records,
            values: values ?? [],
            text: text,
            table: locator.table,
            map: map
        )
        guard let root = tree.root() else {
            throw .malformed(cause: "Foundation reads its values differently", at: 0..<text.count)
        }
        let irregularities = locator.remarks.map { irregularity($0, map) }
        return PropertyDocument(format: .xml, root: root, rootKeys: locator.rootKeys, irregularities: irregularities)
    }

    private static func irregularity(_ remark: XMLRemark, _ map: TextMap) -> Irregularity {
        Irregularity(
            remark.kind,
            span: ValueSpan(
                keyPath: remark.keyPath,
                key: remark.key.map(map.range),
                element: map.range(remark.element),
                text: remark.text.map(map.range)
            ),
            subject: remark.subject,
            related: remark.related.map(map.range)
        )
    }

    private static func failure(_ fault: XMLFault, _ map: TextMap) -> ReadFailure {
        switch fault {
        case .overLimit(let what, let limit):
            .overLimit(what: what, limit: limit)
        case .malformed(let cause, let range, let related):
            .malformed(
                Irregularity(
                    .malformed,
                    span: ValueSpan(keyPath: "", element: map.range(range)),
                    cause: cause,
                    related: related.map(map.range)
                )
            )
        }
    }
}
