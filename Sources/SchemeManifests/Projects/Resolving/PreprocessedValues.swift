import SchemeModel

/// The values of a generated manifest after preprocessing.
///
/// The file doesn't exist, and its text would be up to the generator. But the preprocessed value doesn't depend on the
/// text around it.
struct PreprocessedValues {
    private let output: PreprocessedText
    /// The range of each value in the output, by its number among all strings, without lost ones.
    private var lines: [Int: Range<Int>] = [:]
    /// The truncated values, by number.
    private var cuts: [Int: RemovedComments.Removal] = [:]
    private var next = 0
    /// The first unknown value.
    private var firstUnknown: ValueSpan?
    private var lost: [Irregularity] = []

    /// The number of steps taken.
    var steps: Int { output.steps }
    /// The reason why the preprocessor was stopped.
    var stop: UnknownMacroReason? { output.stop }

    /// Preprocesses all strings in `root`, each on its own line after its number.
    init(_ root: PropertyNode, at path: Path, preprocessor: InfoPlistPreprocessor, knowsComments: Bool, steps: Int) {
        var text: [UInt8] = []
        var starts: [Int] = []
        Self.forEachString(in: root) { string in
            text += "@\(starts.count)@".utf8
            starts.append(text.count)
            // Values with several lines don't matter here.
            text += string.utf8.lazy.map { $0.endsLine ? .space : $0 }
            text.append(0x0A)
        }
        output = preprocessor.preprocess(text, at: path, steps: steps)
        for line in output.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let parts = line.split(separator: UInt8(ascii: "@"), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].isEmpty, let number = Int(String(decoding: parts[1], as: UTF8.self)) else {
                continue
            }
            lines[number] = parts[2].startIndex..<parts[2].endIndex
        }
        // A run that stopped has written only a part of the last value.
        if output.stop != nil, let last = lines.keys.max() { lines[last] = nil }
        for removal in output.removals where knowsComments {
            let number = starts.lastIndex { $0 <= removal.range.lowerBound } ?? 0
            if cuts[number] == nil { cuts[number] = removal }
        }
    }

    private static func forEachString(in node: PropertyNode, _ body: (String) -> Void) {
        switch node.content {
        case .scalar(.string(let text)): body(text)
        case .scalar: break
        case .array(let elements): for element in elements { forEachString(in: element, body) }
        case .dictionary(let members): for member in members { forEachString(in: member.value, body) }
        }
    }

    /// Returns `document` with the preprocessed values, and with its unknown values.
    mutating func replaced(in document: PropertyDocument, origin: ProjectOrigin) -> PropertyDocument {
        var document = document
        next = 0
        document.root = replaced(in: document.root, PropertyPath(), key: nil)
        document.irregularities += lost
        if let firstUnknown { document.irregularities += output.irregularities(span: firstUnknown, in: origin) }
        return document
    }

    private mutating func replaced(in node: PropertyNode, _ path: PropertyPath, key: SourceRange?) -> PropertyNode {
        var node = node
        node.origin = .computed
        switch node.content {
        case .scalar(.string(let text)):
            let number = next
            next += 1
            node.written = text
            let line = lines[number]
            if let line { node.content = .scalar(.string(String(decoding: output.bytes[line], as: UTF8.self))) }
            if let removal = cuts[number] {
                node.origin = .unknown
                node.content = .scalar(.string(text))
                lost.append(
                    Irregularity(
                        .removedComment,
                        span: node.span(path, key: key),
                        subject: text,
                        expected: removal.kind == .definition ? "a definition" : "a value",
                        found: removal.kind == .block ? "/*" : "//"
                    )
                )
            } else if line.map(output.isUndecided) ?? true {
                node.origin = .unknown
                firstUnknown = firstUnknown ?? node.span(path, key: key)
            }
        case .scalar: break
        case .array(let elements):
            node.content = .array(elements.enumerated().map { replaced(in: $1, path.index($0), key: nil) })
        case .dictionary(let members):
            node.content = .dictionary(
                members.map { member in
                    var member = member
                    member.value = replaced(in: member.value, path.key(member.key.string), key: member.keyRange)
                    return member
                }
            )
        }
        return node
    }
}

extension PreprocessedText {
    /// Returns the reasons for unknown values, the first of which is at `span`.
    func irregularities(span: ValueSpan, in origin: ProjectOrigin) -> [Irregularity] {
        // More entries wouldn't help.
        gaps.prefix(3).map { gap in
            Irregularity(
                .unknownMacros,
                span: span,
                subject: gap.subject(in: origin),
                expected: gap.setting,
                found: gap.isUnsupported ? "unsupported" : nil,
                cause: gap.words(in: origin),
                place: gap.place
            )
        }
    }
}
