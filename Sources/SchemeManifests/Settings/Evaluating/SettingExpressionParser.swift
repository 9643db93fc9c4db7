import SchemeModel

/// Compiles a text to the instructions of a ``SettingExpression``.
///
/// Nested names, operators and operands are kept on its own stack.
struct SettingExpressionParser {
    private(set) var instructions: [SettingExpression.Instruction] = []
    private(set) var diagnostics: [SettingDiagnostic] = []

    private let bytes: [UInt8]
    private let grammar: SettingExpression.Grammar
    private var index = 0
    /// The start of the plain text that isn't an instruction yet.
    private var literalStart = 0
    private var open: [OpenReference] = []
    /// The open quotation mark in a list.
    private var quote: UInt8?

    /// A reference that is still open.
    private struct OpenReference {
        enum Phase {
            case name
            case operators
            /// The operand of an operator (`nil` for an unknown one), and the start of its instructions.
            case operand(ReplacementOperator?, start: Int)
        }

        var phase = Phase.name
        /// The closing bracket; `nil` for a bare name.
        var terminator: UInt8?
        /// The position of its `$`.
        var start: Int
        /// The instruction that opens its name.
        var firstInstruction: Int
        /// The instruction for the reference, once the name is complete.
        var reference: Int?
    }

    init(_ bytes: [UInt8], grammar: SettingExpression.Grammar) {
        self.bytes = bytes
        self.grammar = grammar
    }

    mutating func parse() {
        while index < bytes.count {
            if let innermost = open.last {
                continueReference(innermost)
            } else if bytes[index] == .dollar {
                parseDollar()
            } else {
                parsePlain()
            }
        }
        if let bare = open.last, bare.terminator == nil { closeReference() }
        if let outermost = open.first(where: { $0.terminator != nil }) {
            report(.unterminatedReference, outermost.start..<bytes.count)
        }
        while !open.isEmpty { closeReference() }
        flush()
        if quote != nil { note(.unterminatedQuotation) }
    }

    // MARK: Text outside references

    private mutating func parsePlain() {
        let byte = bytes[index]
        switch (grammar, byte) {
        case (.listText, .backslash), (.list, .backslash):
            if index + 1 == bytes.count { note(.trailingBackslash) }
            if grammar == .list {
                flush()
                literalStart = index + 1
            }
            // The escaped character is always plain text. Skipping its first byte is enough, because further UTF-8
            // bytes have no meaning.
            index = min(index + 2, bytes.count)
        case (.list, .singleQuote), (.list, .doubleQuote):
            if quote == nil || quote == byte {
                flush()
                instructions.append(.element)
                quote = quote == nil ? byte : nil
                literalStart = index + 1
            }
            index += 1
        case (.list, .space), (.list, .tab), (.list, 0x0A...0x0D):
            if quote == nil {
                flush()
                if instructions.last != .elementBreak { instructions.append(.elementBreak) }
                literalStart = index + 1
            }
            index += 1
        default:
            index += 1
        }
    }

    private mutating func flush() {
        if literalStart < index { instructions.append(.literal(literalStart..<index)) }
        literalStart = index
    }

    // MARK: References

    private mutating func parseDollar() {
        let next = index + 1
        guard next < bytes.count else {
            note(.trailingDollarSign)
            index = next
            return
        }
        switch bytes[next] {
        case .dollar:
            flush()
            literalStart = next
            index = next + 1
        case .openParenthesis: beginReference(terminator: .closeParenthesis)
        case .openBrace: beginReference(terminator: .closeBrace)
        case .openBracket: beginReference(terminator: .closeBracket)
        case let byte where byte.beginsName: beginReference(terminator: nil)
        default: index = next
        }
    }

    private mutating func beginReference(terminator: UInt8?) {
        flush()
        open.append(OpenReference(terminator: terminator, start: index, firstInstruction: instructions.count))
        instructions.append(.open)
        index += terminator == nil ? 1 : 2
        literalStart = index
    }

    private mutating func continueReference(_ innermost: OpenReference) {
        let byte = bytes[index]
        guard let terminator = innermost.terminator else {
            let isBracketed = byte == .dollar && index + 1 < bytes.count && bytes[index + 1].opensReference
            if byte.continuesBareName {
                index += 1
            } else if isBracketed {
                parseDollar()
            } else {
                closeReference()
            }
            return
        }
        if byte == terminator {
            closeReference()
        } else if byte == .colon {
            parseOperator(terminator: terminator)
        } else if byte == .dollar {
            parseDollar()
        } else {
            index += 1
        }
    }

    /// Ends the innermost reference at ``index``.
    ///
    /// This is the position of its closing bracket unless it is bare or truncated.
    private mutating func closeReference() {
        completePart()
        guard var reference = open.popLast() else { return }
        if reference.terminator != nil, index < bytes.count { index += 1 }
        literalStart = index
        let source = reference.start..<index
        if let position = reference.reference.take(), case .reference(var details) = instructions[position] {
            details.source = source
            details.hasOperators = position + 1 < instructions.count
            instructions[position] = .reference(details)
            if details.hasOperators { instructions.append(.close) }
        }
        let isDeprecated = reference.terminator == .closeBrace || reference.terminator == .closeBracket
        if isDeprecated { report(.deprecatedReference, source) }
    }

    /// Ends the current part of the innermost reference: its name or an operand.
    private mutating func completePart() {
        flush()
        guard var reference = open.popLast() else { return }
        switch reference.phase {
        case .name:
            if instructions.count == reference.firstInstruction + 1 {
                note(.missingName)
            }
            let isText = grammar != .list || quote != nil || !open.isEmpty
            reference.reference = instructions.count
            instructions.append(
                .reference(
                    SettingExpression.Reference(
                        isBare: reference.terminator == nil,
                        isText: isText,
                        source: reference.start..<index
                    )
                )
            )
        case .operators:
            break
        case .operand(let known?, start: _):
            instructions.append(.replace(known))
        case .operand(nil, start: let start):
            instructions.removeSubrange(start...)
        }
        reference.phase = .operators
        open.append(reference)
    }

    /// Parses an operator from its colon to its operand or end.
    private mutating func parseOperator(terminator: UInt8) {
        completePart()
        index += 1
        let start = index
        while index < bytes.count, bytes[index].continuesName { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        let next = index < bytes.count ? bytes[index] : terminator
        switch next {
        case .equals:
            let known = ReplacementOperator(rawValue: name)
            if known == nil {
                note(name.isEmpty ? .missingOperatorName : .unknownReplacementOperator, name + "=")
            }
            open[open.count - 1].phase = .operand(known, start: instructions.count)
            instructions.append(.open)
            index += 1
        case terminator, .colon:
            if let known = RetrievalOperator(rawValue: name) {
                instructions.append(.retrieve(known))
            } else {
                note(name.isEmpty ? .missingOperatorName : .unknownRetrievalOperator, name)
            }
        default:
            while index < bytes.count, bytes[index] != terminator, bytes[index] != .colon { index += 1 }
            report(.invalidOperatorCharacter, start..<index)
        }
        literalStart = index
    }

    private mutating func report(_ kind: SettingDiagnostic.Kind, _ source: Range<Int>) {
        // Quotes at most the start of a very long text.
        note(kind, String(decoding: bytes[source].prefix(200), as: UTF8.self))
    }

    private mutating func note(_ kind: SettingDiagnostic.Kind, _ subject: String? = nil) {
        // Enough for one text, which may contain a megabyte of errors.
        if diagnostics.count < 20 { diagnostics.append(SettingDiagnostic(kind, subject: subject)) }
    }
}

extension UInt8 {
    static let dollar = UInt8(ascii: "$")
    static let backslash = UInt8(ascii: "\\")
    static let singleQuote = UInt8(ascii: "'")
    static let doubleQuote = UInt8(ascii: "\"")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let openParenthesis = UInt8(ascii: "(")
    static let closeParenthesis = UInt8(ascii: ")")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")

    /// Whether it can continue a bare `$NAME`. Xcode includes dots in the name.
    fileprivate var continuesBareName: Bool { continuesName || self == UInt8(ascii: ".") }

    fileprivate var opensReference: Bool { self == .openParenthesis || self == .openBrace || self == .openBracket }
}
