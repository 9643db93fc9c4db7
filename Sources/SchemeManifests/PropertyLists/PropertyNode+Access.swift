package import SchemeModel

extension PropertyNode {
    /// The text of a string; `nil` for any other type.
    var string: String? {
        if case .scalar(.string(let text)) = content { return text }
        return nil
    }

    /// Whether it is the boolean true.
    var isTrue: Bool { content == .scalar(.boolean(true)) }

    /// The elements of an array; `nil` for any other type.
    var elements: [PropertyNode]? {
        if case .array(let elements) = content { return elements }
        return nil
    }

    /// The members of a dictionary; `nil` for any other type.
    package var members: [Member]? {
        if case .dictionary(let members) = content { return members }
        return nil
    }

    /// The type of the value for messages: "a string", "an array".
    var kindName: String {
        switch content {
        case .scalar(let value): value.kindName
        case .array: PropertyValue.array([]).kindName
        case .dictionary: PropertyValue.dictionary([]).kindName
        }
    }

    /// The value without locations. Recursive: readers limit the depth by ``Limits/depth``.
    package var value: PropertyValue {
        switch content {
        case .scalar(let value): value
        case .array(let elements): .array(elements.map(\.value))
        case .dictionary(let members): .dictionary(members.map { .init(key: $0.key, value: $0.value.value) })
        }
    }

    /// Returns the location of the value, with the location of its key in a dictionary.
    func span(_ path: PropertyPath, key: SourceRange? = nil) -> ValueSpan {
        ValueSpan(keyPath: path.text, key: key, element: element, text: text, origin: origin)
    }
}

extension PropertyNode.Member {
    /// Returns the location of the value.
    func span(_ path: PropertyPath) -> ValueSpan { value.span(path, key: keyRange) }

    /// Returns the location of the key, for messages about the key and not its value.
    func keySpan(_ path: PropertyPath) -> ValueSpan {
        // A build that produces the value also produces the key. The key's name is known.
        let origin: ValueSpan.Origin = value.origin == .literal ? .literal : .computed
        return ValueSpan(keyPath: path.text, key: keyRange, element: keyRange, origin: origin)
    }
}
