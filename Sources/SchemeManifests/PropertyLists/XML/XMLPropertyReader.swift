package import SchemeModel

/// Reads XML property lists. Our own locator finds and checks the values, and Foundation decodes them.
package enum XMLPropertyReader {
    /// Reads the property list in `bytes`.
    ///
    /// - Parameter allowsDirectives: Whether preprocessor lines are allowed between elements. Preprocessed text can't
    ///   contain any.
    /// - Throws: ``PropertyListError/malformed(_:)`` for input that Apple's readers reject,
    ///   ``PropertyListError/overLimit(what:limit:)``.
    package static func read(
        _ bytes: [UInt8],
        wanted: WantedKeys,
        limits: Limits,
        allowsDirectives: Bool = true
    ) throws(PropertyListError) -> PropertyDocument {
        guard bytes.count <= limits.manifestBytes else {
            throw .overLimit(what: "bytes", limit: limits.manifestBytes)
        }
        let text: XMLText
        do throws(XMLPropertyError) { text = try XMLText(bytes) } catch {
            throw failure(error, TextMap(bytes, storage: .utf8(mark: 0)))
        }
        let map = TextMap(text.utf8, storage: text.storage)
        if let undecodable = text.undecodable {
            throw failure(.malformed(cause: undecodable.cause, at: undecodable.range), map)
        }
        do throws(XMLPropertyError) {
            return try text.utf8.withUnsafeBufferPointer { buffer throws(XMLPropertyError) in
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
    ) throws(XMLPropertyError) -> PropertyDocument {
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
        let same = Set(
            locator.records.compactMap { record -> Range<Int>? in
                guard let earlier = record.earlier, let key = record.key else { return nil }
                let isSame = text[locator.records[earlier].element].elementsEqual(text[record.element])
                return isSame ? key.element : nil
            }
        )
        let irregularities = locator.irregularities.map { found in
            irregularity(found, map, repeatsValue: found.key.map(same.contains) ?? false)
        }
        return PropertyDocument(format: .xml, root: root, rootKeys: locator.rootKeys, irregularities: irregularities)
    }

    /// - Parameter repeatsValue: Whether it is about a key whose value is that of the earlier key.
    private static func irregularity(_ found: XMLIrregularity, _ map: TextMap, repeatsValue: Bool) -> Irregularity {
        Irregularity(
            found.kind,
            span: ValueSpan(
                keyPath: found.keyPath,
                key: found.key.map(map.range),
                element: map.range(found.element),
                text: found.text.map(map.range)
            ),
            subject: found.subject,
            found: repeatsValue ? "the same value" : nil,
            related: found.related.map(map.range)
        )
    }

    private static func failure(_ error: XMLPropertyError, _ map: TextMap) -> PropertyListError {
        switch error {
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
