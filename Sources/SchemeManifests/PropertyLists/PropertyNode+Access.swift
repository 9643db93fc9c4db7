import SchemeModel

extension PropertyNode {
    /// The text of a string, `nil` for any other kind.
    var string: String? {
        if case .scalar(.string(let text)) = content { return text }
        return nil
    }

    /// Whether it is the boolean true.
    var isTrue: Bool { content == .scalar(.boolean(true)) }

    /// The elements of an array, `nil` for any other kind.
    var elements: [PropertyNode]? {
        if case .array(let elements) = content { return elements }
        return nil
    }

    /// The members of a dictionary, `nil` for any other kind.
    var members: [Member]? {
        if case .dictionary(let members) = content { return members }
        return nil
    }

    /// The kind of value as a message names it: "a string", "an array".
    var kindName: String {
        switch content {
        case .scalar(let value): value.kindName
        case .array: PropertyValue.array([]).kindName
        case .dictionary: PropertyValue.dictionary([]).kindName
        }
    }

    /// The value without places. Recursive: readers bound the depth of what they give by ``Limits/depth``.
    var value: PropertyValue {
        switch content {
        case .scalar(let value): value
        case .array(let elements): .array(elements.map(\.value))
        case .dictionary(let members): .dictionary(members.map { .init(key: $0.key, value: $0.value.value) })
        }
    }

    /// Where it is written, under `key` in a dictionary.
    func span(_ path: PropertyPath, key: SourceRange? = nil) -> ValueSpan {
        ValueSpan(keyPath: path.text, key: key, element: element, text: text, making: making)
    }
}

extension PropertyNode.Member {
    /// Where the value is written.
    func span(_ path: PropertyPath) -> ValueSpan { value.span(path, key: keyRange) }

    /// Where the key is written: for what is to be said of the key and not of its value.
    func keySpan(_ path: PropertyPath) -> ValueSpan {
        // A build that makes the value makes the key, too; which key it is is known.
        let making: ValueSpan.Making = value.making == .written ? .written : .built
        return ValueSpan(keyPath: path.text, key: keyRange, element: keyRange, making: making)
    }
}
