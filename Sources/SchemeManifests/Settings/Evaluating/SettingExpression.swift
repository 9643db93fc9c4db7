/// A text with references to settings, compiled for evaluation.
///
/// `$(X)`, `${X}`, `$[X]` and a bare `$X` refer to settings. Names can contain references themselves, operators follow
/// after colons, and `$$` is a dollar sign. Errors become ``diagnostics`` and never prevent evaluation. Parsing takes
/// linear time and no call stack, however deeply references are nested.
package final class SettingExpression: Sendable {
    /// The grammar of a text.
    package enum Grammar: Hashable, Sendable {
        /// Blanks, quotes and backslashes are plain text, as in a manifest or a string setting.
        case string
        /// A list that is read as one text.
        ///
        /// A backslash removes the meaning of the next character, and everything is kept as in the source.
        case listText
        /// A list of elements separated by blanks. Quotes and backslashes keep blanks inside an element.
        case list
    }

    /// The text in the source.
    package let text: String
    package let grammar: Grammar
    /// The errors in the text, in order, without locations.
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

    /// Creates the reference `$(name)`, where `name` may contain any characters.
    init(referringTo name: String, grammar: Grammar) {
        text = "$(\(name))"
        self.grammar = grammar
        diagnostics = []
        bytes = Array(text.utf8)
        let reference = Reference(isText: grammar != .list, source: 0..<bytes.count)
        instructions = [.open, .literal(2..<(bytes.count - 1)), .reference(reference)]
    }

    /// Whether the text evaluates to itself.
    var isPlain: Bool {
        switch instructions.first {
        case nil: bytes.isEmpty
        case .literal(let range): instructions.count == 1 && range.count == bytes.count
        default: false
        }
    }

    /// A step of the evaluation, which uses a stack of outputs.
    enum Instruction: Hashable, Sendable {
        /// Write these bytes of the text.
        case literal(Range<Int>)
        /// Start an element, which may be empty.
        case element
        /// Start the next element.
        case elementBreak
        /// Open an output for a name or an operand.
        case open
        /// Close the output with a name, and write the value of that setting; into a new output if operators follow.
        case reference(Reference)
        /// Apply an operator to the output.
        case retrieve(RetrievalOperator)
        /// Close the output with an operand, and apply an operator to the one below.
        case replace(ReplacementOperator)
        /// Close the output after its operators, and write its contents.
        case close
    }

    struct Reference: Hashable, Sendable {
        /// Whether it has no brackets, so that it is kept if it is undefined.
        var isBare = false
        /// Whether a list is read as one text.
        var isText = false
        var hasOperators = false
        /// The range of the reference in the text.
        var source: Range<Int>
    }
}
