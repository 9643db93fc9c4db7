internal import CYaml
internal import SchemeModel

/// An event of libyaml, with the byte offsets of its text.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case documentEnd
        case streamEnd
        case alias(String)
        case scalar(YAMLScalar, isQuoted: Bool)
        case sequenceStart
        case mappingStart
        case collectionEnd
    }

    var kind: Kind
    var anchor: String?
    /// Whether the collection has brackets.
    var isFlow = false
    var start: Int
    var end: Int
}

/// Parses a text into events with libyaml, which comes with Yams.
///
/// The tree of Yams doesn't work here: it has no end positions, rejects duplicate keys without both places, and is
/// built recursively.
final class YAMLParser {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeBufferPointer<UInt8>
    private let offsets: CharacterOffsets

    /// Creates a parser.
    ///
    /// - Parameter text: UTF-8 without a byte order mark; must outlive the parser.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        offsets = CharacterOffsets(text)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deinitialize(count: 1)
        parser.deallocate()
    }

    struct SyntaxError: Error {
        var cause: String
        var offset: Int
        /// Whether the collections are nested deeper than libyaml allows. It looks ahead, so it may notice that first.
        var isTooDeep = false
    }

    func next() throws(SyntaxError) -> YAMLEvent {
        while true {
            var raw = yaml_event_t()
            guard yaml_parser_parse(parser, &raw) == 1 else { throw syntaxError }
            defer { yaml_event_delete(&raw) }
            if let event = event(raw) { return event }
        }
    }

    private var syntaxError: SyntaxError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        // libyaml's byte reader fails before it knows a position.
        let offset =
            parser.pointee.error == YAML_READER_ERROR
            ? Int(clamping: parser.pointee.problem_offset)
            : offsets.byte(Int(clamping: parser.pointee.problem_mark.index))
        return SyntaxError(
            cause: "invalid YAML: \(problem)",
            offset: min(offset, text.count),
            isTooDeep: problem.hasPrefix("Maximum nesting")
        )
    }

    private func event(_ raw: yaml_event_t) -> YAMLEvent? {
        func make(_ kind: YAMLEvent.Kind, anchor: UnsafeMutablePointer<yaml_char_t>? = nil, isFlow: Bool = false)
            -> YAMLEvent
        {
            YAMLEvent(
                kind: kind,
                anchor: anchor.map { String(cString: $0) },
                isFlow: isFlow,
                start: offsets.byte(Int(clamping: raw.start_mark.index)),
                end: offsets.byte(Int(clamping: raw.end_mark.index))
            )
        }
        switch raw.type {
        case YAML_DOCUMENT_START_EVENT: return make(.documentStart)
        case YAML_DOCUMENT_END_EVENT: return make(.documentEnd)
        case YAML_STREAM_END_EVENT: return make(.streamEnd)
        case YAML_ALIAS_EVENT:
            return make(.alias(raw.data.alias.anchor.map { String(cString: $0) } ?? ""))
        case YAML_SCALAR_EVENT:
            let data = raw.data.scalar
            let bytes = UnsafeBufferPointer(start: data.value, count: Int(clamping: data.length))
            let isQuoted =
                data.style == YAML_SINGLE_QUOTED_SCALAR_STYLE || data.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
            // A tag sets the meaning of a scalar. Treat it as text, because tags aren't supported.
            let isPlain = data.style == YAML_PLAIN_SCALAR_STYLE && data.tag == nil
            let scalar = YAMLScalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain)
            return make(.scalar(scalar, isQuoted: isQuoted), anchor: data.anchor)
        case YAML_SEQUENCE_START_EVENT:
            let data = raw.data.sequence_start
            return make(.sequenceStart, anchor: data.anchor, isFlow: data.style == YAML_FLOW_SEQUENCE_STYLE)
        case YAML_MAPPING_START_EVENT:
            let data = raw.data.mapping_start
            return make(.mappingStart, anchor: data.anchor, isFlow: data.style == YAML_FLOW_MAPPING_STYLE)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            return make(.collectionEnd)
        default:
            return nil
        }
    }
}

/// Converts the character offsets of libyaml to byte offsets.
private struct CharacterOffsets {
    private let text: UnsafeBufferPointer<UInt8>
    /// The byte offset of every 64th character; empty if the text is ASCII.
    private let starts: [Int]

    private static let step = 64

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        guard text.contains(where: { $0 >= 0x80 }) else {
            starts = []
            return
        }
        var starts: [Int] = []
        var count = 0
        for (offset, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
            if count % Self.step == 0 { starts.append(offset) }
            count += 1
        }
        self.starts = starts
    }

    func byte(_ character: Int) -> Int {
        guard !starts.isEmpty else { return min(character, text.count) }
        guard character / Self.step < starts.count else { return text.count }
        var offset = starts[character / Self.step]
        var left = character % Self.step
        while left > 0, offset < text.count {
            offset += 1
            while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
            left -= 1
        }
        return offset
    }
}
