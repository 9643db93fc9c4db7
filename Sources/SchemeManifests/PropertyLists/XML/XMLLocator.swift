import SchemeModel

/// Locates the values of an XML property list, and checks that Foundation can decode them safely.
///
/// It makes one pass over the text with its own stack, which no input makes deeper than ``Limits/depth``. Unwanted
/// members of the root are checked like the others, but not recorded.
struct XMLLocator {
    /// The wanted values in the order of the text, starting with the root.
    var records: [XMLRecord] = []
    /// The keys of the root, without duplicates.
    var rootKeys: [ByteString] = []
    /// The irregularities in the order of the text.
    var irregularities: [XMLIrregularity] = []
    /// All keys, for their characters.
    var table = XMLKeyTable()

    var scanner: XMLScanner
    let wanted: WantedKeys
    let limits: Limits
    var stack: [Frame] = []
    var conditionals = XMLConditionals()
    var hasDirective = false
    var hasRoot = false
    var isRecording = true
    var visits = 0
    var textBytes = 0

    /// An open element.
    struct Frame {
        var tag: XMLTag
        /// The start tag.
        var open: Range<Int>
        /// The record of the element, if it has one.
        var record: Int?
        /// The number of values so far.
        var count = 0
        /// The index of the first key in the table, for a dictionary.
        var base: Int
        /// The last key, for a dictionary.
        var key: Int?
        /// Whether the last key still lacks its value, for a dictionary.
        var isAwaiting = false
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, wanted: WantedKeys, limits: Limits, allowsDirectives: Bool = true) {
        scanner = XMLScanner(bytes, allowsDirectives: allowsDirectives)
        self.wanted = wanted
        self.limits = limits
        // Enough for most manifests.
        records.reserveCapacity(32)
        rootKeys.reserveCapacity(32)
    }

    /// Reads to the end of the root element. Ignores what follows it, as CoreFoundation does.
    mutating func locate() throws(XMLPropertyError) {
        while !hasRoot || !stack.isEmpty {
            switch try scanner.next(isInProlog: stack.isEmpty) {
            case .open(let element): try open(element)
            case .close(let element): try close(element)
            case .directive(let directive): try follow(directive)
            case .end: throw unexpectedEnd()
            }
        }
    }

    private mutating func open(_ element: XMLScanner.Element) throws(XMLPropertyError) {
        visits += 1
        guard visits <= limits.objectVisits else { throw .overLimit(what: "objects", limit: limits.objectVisits) }
        guard let tag = element.tag else {
            let cause = "`<\(scanner.quote(element.name))>` is not a property list element"
            throw .malformed(cause: cause, at: element.range)
        }
        if tag == .key {
            try openKey(element)
            return
        }
        let key = try admit(tag, element)
        switch tag {
        case .plist, .array, .dict: try openContainer(tag, element, key)
        case .string, .key: try readText(tag, element, key)
        case .true, .false, .integer, .real, .date, .data: try readScalar(tag, element, key)
        }
    }

    private mutating func openContainer(_ tag: XMLTag, _ element: XMLScanner.Element, _ key: Int?)
        throws(XMLPropertyError)
    {
        if tag == .plist, element.isEmpty { throw .malformed(cause: "`<plist>` has no value", at: element.range) }
        if tag != .plist { hasRoot = true }
        let record = tag == .plist ? nil : try record(tag, element.range, nil, key)
        guard !element.isEmpty else { return }
        guard stack.count < limits.depth else { throw .overLimit(what: "levels of nesting", limit: limits.depth) }
        stack.append(Frame(tag: tag, open: element.range, record: record, base: table.keys.count))
    }

    /// Checks that the innermost element accepts a value here.
    ///
    /// - Returns: The index of its key in a dictionary.
    private mutating func admit(_ tag: XMLTag, _ element: XMLScanner.Element) throws(XMLPropertyError) -> Int? {
        guard let last = stack.indices.last else { return nil }
        let parent = stack[last].tag
        if tag == .plist, parent != .plist {
            throw .malformed(cause: "`<plist>` is nested inside \(describe(stack[last]))", at: element.range)
        }
        stack[last].count += 1
        switch parent {
        case .plist where stack[last].count > 1:
            throw .malformed(
                cause: "`<plist>` has a second value, `<\(tag)>`; only one is allowed",
                at: element.range,
                related: stack[last].open
            )
        case .dict:
            guard stack[last].isAwaiting else {
                throw .malformed(cause: "expected `<key>`, found `<\(tag)>`", at: element.range)
            }
            stack[last].isAwaiting = false
            return stack[last].key
        default:
            return nil
        }
    }

    private mutating func openKey(_ element: XMLScanner.Element) throws(XMLPropertyError) {
        guard let last = stack.indices.last, stack[last].tag == .dict else {
            let place = stack.last.map { "inside \(describe($0))" } ?? "outside any dictionary"
            throw .malformed(
                cause: "found `<key>` \(place); keys are only allowed in `<dict>`",
                at: element.range,
                related: stack.last?.open
            )
        }
        guard !stack[last].isAwaiting else { throw missingValue(stack[last]) }
        let data = try text(of: element)
        let range = element.range.lowerBound..<scanner.offset
        let (index, earlier) = try table.insert(
            element: range,
            data: data,
            branch: conditionals.current,
            base: stack[last].base,
            scanner: scanner
        )
        stack[last].key = index
        stack[last].isAwaiting = true
        if isRoot(last) {
            isRecording = table.isWanted(index, by: wanted, scanner.bytes)
            if earlier == nil { rootKeys.append(ByteString(table.text(of: table.keys[index], scanner.bytes))) }
        }
        guard let earlier else { return }
        if let record = table.keys[earlier].record { table.setRecord(record, at: index) }
        guard conditionals.coincide(table.keys[earlier].branch, conditionals.current) else { return }
        report(
            .duplicateKey,
            key: range,
            element: range,
            text: data.range,
            subject: table.text(of: table.keys[index], scanner.bytes),
            related: table.keys[earlier].element
        )
    }

    private mutating func close(_ element: XMLScanner.Element) throws(XMLPropertyError) {
        guard let frame = stack.last else {
            throw .malformed(cause: "`</\(scanner.quote(element.name))>` has no start tag", at: element.range)
        }
        guard element.tag == frame.tag else {
            throw .malformed(
                cause: "`</\(scanner.quote(element.name))>` does not match \(describe(frame))",
                at: element.range,
                related: frame.open
            )
        }
        if frame.isAwaiting { throw missingValue(frame) }
        if frame.tag == .plist, frame.count == 0 {
            throw .malformed(cause: "`<plist>` has no value", at: frame.open.lowerBound..<element.range.upperBound)
        }
        if let record = frame.record {
            records[record].element = frame.open.lowerBound..<element.range.upperBound
            records[record].end = records.count
        }
        if frame.tag == .dict { table.close(base: frame.base) }
        stack.removeLast()
    }
}
