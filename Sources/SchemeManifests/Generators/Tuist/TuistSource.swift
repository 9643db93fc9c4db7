import SchemeModel

/// A Tuist manifest during reading: the values of its expressions, and those that are not read.
struct TuistSource {
    let file: Path
    let origin: ProjectOrigin
    /// The folder that paths with `relativeToRoot` are relative to.
    var root: Path?
    private let text: [UInt8]
    private let constants: SwiftConstants
    private let map: TextMap
    /// The number of values that may still be evaluated.
    private var work: Int
    /// The constants of the project's helpers; `nil` if there is no root.
    var helpers: TuistHelpers?
    /// The values that are not read.
    var unread = UnreadTuistValues()

    init(
        _ text: [UInt8],
        mark: Int,
        constants: SwiftConstants,
        file: Path,
        origin: ProjectOrigin,
        limits: Limits
    ) {
        self.text = text
        self.constants = constants
        self.file = file
        self.origin = origin
        map = TextMap(text, storage: .utf8(mark: mark))
        work = limits.projectObjects
    }

    var directory: Path { file.directory }

    /// Whether nested constants exceeded the work limit.
    var isOverLimit: Bool { work < 0 }

    // MARK: Values

    /// Returns the value of an expression. Over the limit, it is not read.
    mutating func value(_ literal: SwiftLiteral) -> SwiftLiteral {
        guard work >= 0 else { return SwiftLiteral(content: .other, range: literal.range) }
        work -= 1
        let value = constants.value(literal)
        guard case .name = value.content else { return value }
        return helpers?.value(value) ?? value
    }

    /// Returns the value of an expression of Tuist's type `type`. `.app` can name a constant in an extension of the type.
    mutating func value(_ literal: SwiftLiteral, of type: String) -> SwiftLiteral {
        let value = value(literal)
        guard case .name(let path) = value.content, path.count == 2, path[0].isEmpty else { return value }
        let named = self.value(SwiftLiteral(content: .name([type, path[1]]), range: value.range))
        if case .name([type, path[1]]) = named.content { return value }
        return named
    }

    /// Returns the target that an element of `targets` makes: a call of a function of the file is replaced by its body.
    mutating func target(_ literal: SwiftLiteral) -> SwiftLiteral {
        guard case .call(let path, let arguments) = literal.content, path.count == 1,
            let function = constants.function(named: path[0]),
            let made = function.value(of: arguments, work: &work)
        else { return literal }
        return value(made)
    }

    /// Returns the text value of `literal`, or `nil` for anything else.
    mutating func text(_ literal: SwiftLiteral?) -> String? { literal.flatMap { value($0).text } }

    /// Returns the elements of the list value of `literal`, or `nil` for anything else.
    mutating func elements(_ literal: SwiftLiteral) -> [SwiftLiteral]? {
        var list = value(literal)
        if case .call(["Set"], let arguments) = list.content, arguments.count == 1, arguments[0].label == nil {
            list = value(arguments[0].value)
        }
        return list.elements.map { elements in elements.map { value($0) } }
    }

    /// Returns the member of one of Tuist's types that `literal` names or calls.
    ///
    /// For example `iOS` for `.iOS` and `Platform.iOS`, `file` for `.file(path: "A")`. Returns `nil` for anything else,
    /// such as the member of a helper.
    mutating func member(_ literal: SwiftLiteral, of types: String...) -> String? {
        let path: [String]
        switch value(literal).content {
        case .name(let names), .call(let names, _): path = names
        default: return nil
        }
        guard path.count == 2, path[0].isEmpty || types.contains(path[0]) else { return nil }
        return path[1]
    }

    /// Returns whether an expression is missing or `nil`.
    mutating func isNil(_ literal: SwiftLiteral?) -> Bool {
        guard let literal else { return true }
        if case .name(["nil"]) = value(literal).content { return true }
        return false
    }

    /// Returns the number at `literal`, or `nil` for anything but digits.
    func integer(_ literal: SwiftLiteral) -> Int64? {
        let digits = text[literal.range]
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    /// Returns the absolute path of `literal`: a text, or one of Tuist's calls for paths.
    mutating func path(_ literal: SwiftLiteral) -> Path? {
        let value = value(literal)
        if let text = value.text {
            guard text.hasPrefix("//") else { return directory.appending(Path(text)).normalized }
            return root?.appending(Path(String(text.dropFirst(2)))).normalized
        }
        guard let arguments = value.call?.arguments, arguments.count == 1, let text = text(arguments[0].value) else {
            return nil
        }
        switch member(value, of: "Path") {
        case "relativeToManifest", "relativeToCurrentFile", "path": return directory.appending(Path(text)).normalized
        case "relativeToRoot": return root?.appending(Path(text)).normalized
        default: return nil
        }
    }

    // MARK: Places

    func range(_ literal: SwiftLiteral) -> SourceRange { map.range(literal.range) }

    /// Returns the range between the quotes of a text, or `nil` if it has escapes.
    func inner(_ literal: SwiftLiteral, of text: String) -> SourceRange? {
        // A value of a helper has no quotes here.
        guard !self.text[literal.range].isEmpty, "\"#".utf8.contains(self.text[literal.range.lowerBound]) else {
            return nil
        }
        let (rest, isOdd) = (literal.range.count - text.utf8.count).quotientAndRemainder(dividingBy: 2)
        guard rest > 0, isOdd == 0 else { return nil }
        let range = (literal.range.lowerBound + rest)..<(literal.range.upperBound - rest)
        return self.text[range].elementsEqual(text.utf8) ? map.range(range) : nil
    }

    /// Notes that the value `what` is not read at `literal`.
    mutating func report(_ what: String, _ literal: SwiftLiteral) {
        guard !isOverLimit else { return }
        unread.add(what, at: literal.range.lowerBound, range(literal))
    }

    /// Notes that the target that `literal` makes is not read.
    mutating func tellOfTarget(_ literal: SwiftLiteral) {
        guard !isOverLimit else { return }
        let name = text(literal["name"])
        unread.addTarget(name, at: literal.range.lowerBound, range(literal))
    }
}
