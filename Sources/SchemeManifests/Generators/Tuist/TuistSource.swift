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
    private var told: Set<Int> = []
    /// The values that are not read, in order of discovery.
    private(set) var remarks: [Irregularity] = []

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
        return constants.value(literal)
    }

    /// Returns the text value of `literal`, or `nil` for anything else.
    mutating func text(_ literal: SwiftLiteral?) -> String? { literal.flatMap { value($0).text } }

    /// Returns the elements of the list value of `literal`, or `nil` for anything else.
    mutating func elements(_ literal: SwiftLiteral) -> [SwiftLiteral]? {
        value(literal).elements.map { elements in elements.map { value($0) } }
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
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
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
        let (rest, isOdd) = (literal.range.count - text.utf8.count).quotientAndRemainder(dividingBy: 2)
        guard rest > 0, isOdd == 0 else { return nil }
        let range = (literal.range.lowerBound + rest)..<(literal.range.upperBound - rest)
        return self.text[range].elementsEqual(text.utf8) ? map.range(range) : nil
    }

    /// Reports that the value `what` is not read at `literal`, once for each location.
    mutating func tell(_ what: String, _ literal: SwiftLiteral) {
        guard !isOverLimit, told.insert(literal.range.lowerBound).inserted else { return }
        remarks.append(
            Irregularity(
                .notRead,
                span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0)),
                subject: what,
                cause: "it is not a literal; Tuist computes it when it runs the manifest",
                place: origin.place(file, range(literal))
            )
        )
    }
}
