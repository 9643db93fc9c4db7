import SchemeModel

/// A manifest of Tuist while it is read: what its expressions stand for, and which of them are not read.
struct TuistSource {
    let file: Path
    let origin: ProjectOrigin
    /// The folder that paths with `relativeToRoot` begin at.
    var root: Path?
    private let text: [UInt8]
    private let constants: SwiftConstants
    private let map: TextMap
    /// Values that may still be looked at.
    private var work: Int
    private var told: Set<Int> = []
    /// What is not read, in order of discovery.
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

    /// Whether constants that stand in one another made more of the manifest than is allowed.
    var isOverLimit: Bool { work < 0 }

    // MARK: Values

    /// What an expression stands for; one that is not read where too much was looked at.
    mutating func value(_ literal: SwiftLiteral) -> SwiftLiteral {
        guard work >= 0 else { return SwiftLiteral(content: .other, range: literal.range) }
        work -= 1
        return constants.value(literal)
    }

    /// The text that `literal` stands for; `nil` for anything else.
    mutating func text(_ literal: SwiftLiteral?) -> String? { literal.flatMap { value($0).text } }

    /// The elements of the list that `literal` stands for; `nil` for anything else.
    mutating func elements(_ literal: SwiftLiteral) -> [SwiftLiteral]? {
        value(literal).elements.map { elements in elements.map { value($0) } }
    }

    /// The member of one of Tuist's types that `literal` names or calls: `iOS` of `.iOS` and `Platform.iOS`, `file` of
    /// `.file(path: "A")`; `nil` for anything else, such as the member of a helper.
    mutating func member(_ literal: SwiftLiteral, of types: String...) -> String? {
        let path: [String]
        switch value(literal).content {
        case .name(let names), .call(let names, _): path = names
        default: return nil
        }
        guard path.count == 2, path[0].isEmpty || types.contains(path[0]) else { return nil }
        return path[1]
    }

    /// Whether an expression is left out or `nil`.
    mutating func isNil(_ literal: SwiftLiteral?) -> Bool {
        guard let literal else { return true }
        if case .name(["nil"]) = value(literal).content { return true }
        return false
    }

    /// The number that is written at `literal`; `nil` for anything but digits.
    func integer(_ literal: SwiftLiteral) -> Int64? {
        let digits = text[literal.range]
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    /// The absolute path that `literal` names: a text, or a call of one of Tuist's that make paths.
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

    /// The range between the quotes of a text; `nil` where escapes make that another text.
    func inner(_ literal: SwiftLiteral, of text: String) -> SourceRange? {
        let (rest, isOdd) = (literal.range.count - text.utf8.count).quotientAndRemainder(dividingBy: 2)
        guard rest > 0, isOdd == 0 else { return nil }
        let range = (literal.range.lowerBound + rest)..<(literal.range.upperBound - rest)
        return self.text[range].elementsEqual(text.utf8) ? map.range(range) : nil
    }

    /// Notes that the value `what` is not read at `literal`, once for each place.
    mutating func tell(_ what: String, _ literal: SwiftLiteral) {
        guard !isOverLimit, told.insert(literal.range.lowerBound).inserted else { return }
        remarks.append(
            Irregularity(
                .notRead,
                span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0)),
                subject: what,
                cause: "it is no literal, and is computed when Tuist runs the manifest and its helpers",
                place: origin.place(file, range(literal))
            )
        )
    }
}
