import SchemeModel

/// The values of a manifest that the preprocessor truncates.
struct TruncatedValues {
    private let cuts: [RemovedComments.Truncation]
    private let source: [UInt8]
    private let map: TextMap
    /// The offsets of the cuts in the stored input, in order.
    private let offsets: [Int]
    /// The value of each cut inside a wanted value.
    private var spans: [Int: ValueSpan] = [:]

    init(_ cuts: [RemovedComments.Truncation], in source: [UInt8], map: TextMap) {
        self.cuts = cuts
        self.source = source
        self.map = map
        offsets = cuts.map { map.range($0.removal.range).byteOffset }
    }

    /// Returns `root` with the truncated values marked as unknown.
    mutating func marked(_ root: PropertyNode) -> PropertyNode { marked(root, PropertyPath(), key: nil) }

    private mutating func marked(_ node: PropertyNode, _ path: PropertyPath, key: SourceRange?) -> PropertyNode {
        var node = node
        switch node.content {
        case .scalar:
            let range = node.text ?? node.element
            let end = range.byteOffset + range.byteLength
            var index = firstCut(from: range.byteOffset)
            while index < offsets.count, offsets[index] < end {
                node.origin = .unknown
                if spans[index] == nil { spans[index] = node.span(path, key: key) }
                index += 1
            }
        case .array(let elements):
            node.content = .array(elements.enumerated().map { marked($1, path.index($0), key: nil) })
        case .dictionary(let members):
            node.content = .dictionary(
                members.map { member in
                    var member = member
                    member.value = marked(member.value, path.key(member.key.string), key: member.keyRange)
                    return member
                }
            )
        }
        return node
    }

    /// Returns the first cut at or after `offset`.
    private func firstCut(from offset: Int) -> Int {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns one irregularity for each cut.
    ///
    /// - Parameter isBroken: Whether the remaining text can't be parsed.
    func irregularities(isBroken: Bool) -> [Irregularity] {
        cuts.indices.map { index in
            let cut = cuts[index]
            var span = spans[index] ?? ValueSpan(keyPath: "", element: map.range(cut.removal.range))
            let end = min(max(cut.value.upperBound, cut.removal.range.lowerBound + 2), cut.removal.range.upperBound)
            span.text = map.range(cut.removal.range.lowerBound..<end)
            span.origin = .unknown
            return Irregularity(
                .removedComment,
                span: span,
                subject: cut.removal.kind == .definition ? text(cut.removal.range) : text(cut.value),
                expected: cut.removal.kind == .definition
                    ? "a definition" : cut.isInXMLComment ? "an XML comment" : "a value",
                found: cut.removal.kind == .block ? "/*" : "//",
                cause: isBroken ? "the remaining text is not a property list" : nil
            )
        }
    }

    /// Returns the text at `range`, trimmed and shortened.
    private func text(_ range: Range<Int>) -> String {
        let bytes = source[range].drop { $0.isHorizontalSpace || $0.endsLine }.prefix { !$0.endsLine }
        return PreprocessorCondition.trimmed(String(decoding: bytes.prefix(200), as: UTF8.self))
    }
}
