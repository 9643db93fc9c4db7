package import SchemeModel

/// Reads YAML 1.1, which almost includes JSON: one document in UTF-8.
///
/// ``Limits`` bound the work and the result: bytes, depth, and the values that aliases and merges produce, which count
/// each time they are used.
package enum YAMLReader {
    /// Parses the document in `bytes`. The root of an empty document is null (``YAMLNode/isNull``).
    ///
    /// - Parameter file: The ``YAMLNode/file`` of every value.
    /// - Throws: ``YAMLError``.
    package static func read(
        _ bytes: [UInt8],
        limits: Limits = .standard,
        file: Int = 0
    ) throws(YAMLError) -> YAMLDocument {
        guard bytes.count <= limits.generatorBytes else {
            throw .overLimit(what: "bytes", limit: limits.generatorBytes)
        }
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        let map = TextMap(text, storage: .utf8(mark: mark))
        guard String(validating: text, as: UTF8.self) != nil else {
            throw .malformed(cause: "the file is not valid UTF-8", range: map.range(0..<0))
        }
        return try text.withUnsafeBufferPointer { buffer throws(YAMLError) in
            var builder = YAMLTreeBuilder(buffer, map: map, limits: limits, file: file)
            do throws(YAMLParser.SyntaxError) {
                let parser = YAMLParser(buffer)
                var isOpen = true
                while isOpen { isOpen = try builder.take(try parser.next()) }
            } catch {
                if error.isTooDeep { throw .overLimit(what: YAMLTreeBuilder.nested, limit: limits.depth) }
                throw .malformed(cause: error.cause, range: map.range(error.offset..<error.offset))
            }
            if let excess = builder.excess { throw .overLimit(what: excess.what, limit: excess.limit) }
            return builder.document
        }
    }
}
