import SchemeModel

// Irregularities and the context for messages.
extension XMLLocator {
    /// Whether the frame at `index` is the root dictionary.
    func isRoot(_ index: Int) -> Bool {
        stack[index].tag == .dict && (index == 0 || stack[index - 1].tag == .plist)
    }

    mutating func report(
        _ kind: Irregularity.Kind,
        key: Range<Int>? = nil,
        element: Range<Int>,
        text: Range<Int>? = nil,
        subject: String? = nil,
        related: Range<Int>? = nil
    ) {
        guard irregularities.count < limits.irregularities else { return }
        var path = PropertyPath()
        if kind != .conditional {
            for frame in stack {
                if frame.tag == .array { path = path.index(max(0, frame.count - 1)) }
                if let key = frame.key { path = path.key(table.text(of: table.keys[key], scanner.bytes)) }
            }
        }
        irregularities.append(
            XMLIrregularity(
                kind: kind,
                keyPath: path.text,
                key: key,
                element: element,
                text: text,
                subject: subject,
                related: related
            )
        )
    }

    func missingValue(_ frame: Frame) -> XMLPropertyError {
        guard let key = frame.key.map({ table.keys[$0] }) else {
            return .malformed(cause: "a key has no value", at: frame.open)
        }
        return .malformed(cause: "the key `\(scanner.quote(key.text))` has no value", at: key.element)
    }

    func unexpectedEnd() -> XMLPropertyError {
        guard let frame = stack.last else {
            let end = scanner.bytes.count
            return .malformed(cause: "the file has no elements", at: end..<end)
        }
        return .malformed(cause: "`<\(frame.tag)>` is not closed", at: frame.open)
    }

    func describe(_ frame: Frame) -> String {
        "`<\(frame.tag)>` opened on line \(scanner.line(of: frame.open.lowerBound))"
    }
}
