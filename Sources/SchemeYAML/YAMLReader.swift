package import SchemeModel

/// Reads YAML 1.1, of which JSON is nearly a part: one document in UTF-8.
///
/// The work and the result are bounded by ``Limits``: bytes, depth, and what aliases and merges make of little text,
/// which counts each time that it is referred to.
package enum YAMLReader {
    /// The document in `bytes`; an empty one has nothing (``YAMLNode/isNull``) as its root.
    ///
    /// - Parameter file: becomes ``YAMLNode/file`` of every value.
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
            throw .malformed(cause: "the file is not UTF-8 text", range: map.range(0..<0))
        }
        return try text.withUnsafeBufferPointer { buffer throws(YAMLError) in
            var builder = YAMLTreeBuilder(buffer, map: map, limits: limits, file: file)
            do throws(YAMLParser.Fault) {
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
