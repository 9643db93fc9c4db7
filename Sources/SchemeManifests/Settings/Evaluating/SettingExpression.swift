/// A text with references to settings, made ready to be evaluated.
///
/// `$(X)`, `${X}`, `$[X]` and a bare `$X` refer to settings; names may themselves hold references, operators follow
/// after colons, and `$$` is a dollar sign. Errors become ``diagnostics`` and never keep a text from being evaluated.
/// Parsing takes time in proportion to the text, and no stack, however deep references are nested.
package final class SettingExpression: Sendable {
    /// How a text is read.
    package enum Grammar: Hashable, Sendable {
        /// Blanks, quotes and backslashes are plain text: what a manifest and a setting of type string hold.
        case string
        /// A list that is wanted as one text: a backslash keeps the next character from having a meaning, and
        /// everything stays as it is written.
        case listText
        /// A list of elements between blanks; quotes and backslashes keep blanks inside an element.
        case list
    }

    /// The text as it is written.
    package let text: String
    package let grammar: Grammar
    /// What is wrong with the text, in its order, without places.
    package let diagnostics: [SettingDiagnostic]
    let bytes: [UInt8]
    let instructions: [Instruction]

    package init(_ text: String, grammar: Grammar = .string) {
        self.text = text
        self.grammar = grammar
        let bytes = Array(text.utf8)
        self.bytes = bytes
        var parser = SettingExpressionParser(bytes, grammar: grammar)
        parser.parse()
        instructions = parser.instructions
        diagnostics = parser.diagnostics
    }

    /// The reference `$(name)`, whatever characters the name has.
    init(referringTo name: String, grammar: Grammar) {
        text = "$(\(name))"
        self.grammar = grammar
        diagnostics = []
        bytes = Array(text.utf8)
        let reference = Reference(isText: grammar != .list, source: 0..<bytes.count)
        instructions = [.open, .literal(2..<(bytes.count - 1)), .reference(reference)]
    }

    /// Whether the text is its own value.
    var isPlain: Bool {
        switch instructions.first {
        case nil: bytes.isEmpty
        case .literal(let range): instructions.count == 1 && range.count == bytes.count
        default: false
        }
    }

    /// A step of the evaluation, which works on a stack of outputs.
    enum Instruction: Hashable, Sendable {
        /// Write these bytes of the text.
        case literal(Range<Int>)
        /// There is an element here, though perhaps an empty one.
        case element
        /// What follows is another element.
        case elementBreak
        /// Open an output for a name or an operand.
        case open
        /// Close the output, which holds a name, and write the value of that setting: into a new output when
        /// operators follow.
        case reference(Reference)
        /// Apply an operator to the output.
        case retrieve(RetrievalOperator)
        /// Close the output, which holds an operand, and apply an operator to the one below.
        case replace(ReplacementOperator)
        /// Close the output, whose operators are done, and write what it holds.
        case close
    }

    struct Reference: Hashable, Sendable {
        /// Whether it is written without brackets, so that it stays as it is when nothing defines it.
        var isBare = false
        /// Whether a list is wanted as one text.
        var isText = false
        var hasOperators = false
        /// Where it is written.
        var source: Range<Int>
    }
}

/// An operator that makes something of a value.
enum RetrievalOperator: String, Hashable, Sendable, CaseIterable {
    case quote, upper, lower, identifier, rfc1034identifier, c99extidentifier
    case dir, file, base, suffix, standardizepath
    case not, truncatedversion

    func apply(to text: String) -> String {
        switch self {
        case .quote: SettingText.quoted(text)
        case .upper: text.uppercased()
        case .lower: text.lowercased()
        case .identifier: SettingText.identifier(text, replacement: "_")
        case .rfc1034identifier: SettingText.identifier(text, replacement: "-")
        case .c99extidentifier: SettingText.c99Identifier(text)
        case .dir: SettingPath.directory(text)
        case .file: SettingPath.file(text)
        case .base: SettingPath.base(text)
        case .suffix: SettingPath.suffix(text)
        case .standardizepath: SettingPath.standardized(text)
        case .not: text == "YES" ? "NO" : "YES"
        case .truncatedversion: SettingText.truncatedVersion(text)
        }
    }
}

/// An operator that changes a part of a value, or the value, by an operand.
enum ReplacementOperator: String, Hashable, Sendable, CaseIterable {
    case dir, file, base, suffix, `default`, relativeto, isancestor

    func apply(to text: String, operand: String) -> String {
        switch self {
        case .dir: SettingPath.replacingDirectory(text, with: operand)
        case .file: SettingPath.replacingFile(text, with: operand)
        case .base: SettingPath.replacingBase(text, with: operand)
        case .suffix: SettingPath.replacingSuffix(text, with: operand)
        case .default: text.isEmpty ? operand : text
        case .relativeto: SettingPath.route(from: text, to: operand)
        case .isancestor: SettingPath.isAncestor(operand, of: text) ? "YES" : "NO"
        }
    }
}
