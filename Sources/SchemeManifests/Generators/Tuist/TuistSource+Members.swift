extension TuistSource {
    /// The methods of texts and dictionaries that are read.
    static let methods: Set<String> = ["lowercased", "merging", "uppercased"]

    /// Returns a member of a value: of a text, a dictionary, a structure, or a case; `nil` if it is not read.
    ///
    /// - Parameter arguments: `nil` for a property.
    mutating func member(
        _ name: String,
        _ arguments: [SwiftLiteral.Argument]?,
        of whole: SwiftLiteral,
        at range: Range<Int>,
        depth: Int
    ) -> SwiftLiteral? {
        let whole = value(whole, depth: depth)
        guard arguments == nil else { return result(of: name, arguments ?? [], whole, at: range, depth: depth) }
        var first = whole
        var changes: [(member: String, value: SwiftLiteral)] = []
        while case .changed(let former, let member, let changed) = first.content {
            changes.append((member, changed))
            first = value(former, depth: depth)
        }
        let type: [String]
        switch first.content {
        case .call(let path, let given) where path[0] != "":
            type = path
            guard isOne(type), changes.allSatisfy({ stores($0.member, in: type) })
            else {
                return nil
            }
            let change = changes.first { $0.member == name }?.value
            if let stored = change ?? stored(name, in: type, given, at: range) { return value(stored, depth: depth) }
        case .name(let path) where path.count > 1 && path[0] != "" && changes.isEmpty:
            type = path.dropLast()
            guard isOne(type) else { return nil }
            let raw =
                name == "rawValue"
                ? constants.rawValue(of: path[path.count - 1], in: type)
                    ?? helpers?.rawValue(of: path[path.count - 1], in: type, at: range, work: &work) : nil
            if let raw { return value(raw, depth: depth) }
        default: return nil
        }
        let property: SwiftLiteral? =
            if let own = constants.property(name, of: type) {
                own.replacing(["self": whole], ["self": [type]], at: nil, &work)
            } else {
                helpers?.property(name, of: type, at: range, work: &work)?
                    .replacing(["self": whole], ["self": [type]], at: range, &work)
            }
        return property.map { value($0, depth: depth) }
    }

    /// Whether the manifest and its helpers don't both have a type of this name.
    private func isOne(_ type: [String]) -> Bool {
        !constants.declares(type[0]) || !(helpers?.constants.declares(type[0]) ?? false)
    }

    /// Whether it is a structure, of which this member only has a value. An instance of a class may change elsewhere.
    private func stores(_ name: String, in type: [String]) -> Bool {
        any { $0.isStructure(type) && $0.stores(name, in: type) }
    }

    /// Returns the member of an instance that these arguments make.
    private mutating func stored(
        _ name: String,
        in type: [String],
        _ arguments: [SwiftLiteral.Argument],
        at range: Range<Int>
    ) -> SwiftLiteral? {
        guard stores(name, in: type) else { return nil }
        if any({ $0.isMemberwise(type) }) {
            return arguments.first { $0.label == name }?.value
        }
        let initializer = (type + ["init"]).joined(separator: ".")
        switch (constants.callee(initializer, for: arguments), helpersCallee(initializer, for: arguments)) {
        case (.one(let own), .none): return own.member(name, for: arguments, at: nil, &work)
        case (.none, .one(let other)): return other.member(name, for: arguments, at: range, &work)
        default: return nil
        }
    }

    /// Returns what a method gives.
    private mutating func result(
        of method: String,
        _ arguments: [SwiftLiteral.Argument],
        _ whole: SwiftLiteral,
        at range: Range<Int>,
        depth: Int
    ) -> SwiftLiteral? {
        // The project may have its own.
        guard !any({ $0.hasMethod(method) }) else { return nil }
        var made = SwiftLiteral(content: .other, range: range)
        switch (method, arguments.count) {
        case ("lowercased", 0), ("uppercased", 0):
            // Others depend on the version of Unicode.
            guard let text = whole.text, spend(on: text), text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            made.content = .text(method == "lowercased" ? text.lowercased() : text.uppercased())
        case ("merging", 1) where arguments[0].label == nil && whole.pairs != nil:
            // Tuist's own for settings: that with a closure is followed by one.
            made.content = sum(of: [whole, value(arguments[0].value, depth: depth)])
        default: return nil
        }
        return made
    }
}
