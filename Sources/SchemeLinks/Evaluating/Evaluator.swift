#if Links
import SchemeModel
import SwiftSyntax

/// Says what expressions can be, from their syntax and the declarations that they name.
///
/// Every step costs a unit of a budget, and steps inside steps are counted, so that no source makes it run long or deep;
/// what is beyond either is not known.
final class Evaluator {
    let program: Program
    private var steps = 0
    /// The steps of all questions, and of all that goes on beside them.
    private var total = 0
    private let totalLimit: Int
    private var depth = 0
    private var searches = 0
    /// How often something was cut short: a result is kept only when nothing was while it was made.
    private var cuts = 0
    /// The step at which a look at a condition ends.
    private var lookEnd = Int.max
    private var kept: [Key: Values] = [:]
    private var changes: [Key: Mutations] = [:]
    private var locals: [SyntaxIdentifier: Locals] = [:]
    /// The variables that are being evaluated, with whether that needs what they are.
    private var unsettled: [Variable: Bool] = [:]
    /// The declarations that are being evaluated, with how often.
    private var active: [SyntaxIdentifier: Int] = [:]

    /// Steps for one question.
    static let stepLimit = 6_000
    /// Steps inside steps.
    static let depthLimit = 160
    /// Steps for one condition.
    static let lookSteps = 80
    /// Steps for the type of a value.
    static let typeSteps = 400
    /// Searches for all uses of a name inside each other: a view that is given a property of an entry needs two.
    static let searchLimit = 2
    /// Evaluations of one declaration inside each other: a member of an enumeration may refer to that of another case.
    static let activeLimit = 3

    /// - Parameter steps: steps for one target.
    init(_ program: Program, steps: Int) {
        self.program = program
        totalLimit = steps
    }

    /// What `expression`, a URL that is handed to the system, can be in `frame`.
    func link(_ expression: ExprSyntax, in frame: Frame) -> LinkValue {
        restart()
        return linkValue(evaluate(expression, in: frame, expecting: .other("URL")))
    }

    /// Gives the next question a whole budget.
    func restart() { steps = 0 }

    /// Counts a step against what the target has in all; `false` when nothing is left, or no more than a `reserve`-th.
    func spend(leaving reserve: Int = 0) -> Bool {
        guard total < totalLimit - (reserve > 0 ? totalLimit / reserve : 0) else {
            isExhausted = true
            return false
        }
        total += 1
        return true
    }

    /// Whether the target has used up what it has in all, so that more might be known of its links.
    private(set) var isExhausted = false

    /// What a result is kept by.
    struct Key: Hashable {
        var node: SyntaxIdentifier
        var text: String
    }

    /// The result of `body`, made once for the declaration `node` and `text`.
    func keeping(_ node: some SyntaxProtocol, _ text: String, _ body: () -> Values) -> Values {
        let key = Key(node: node.id, text: text)
        if let known = kept[key] { return known }
        let before = cuts
        let values = body()
        if cuts == before { kept[key] = values }
        return values
    }

    /// What `items` declare.
    func locals(of items: CodeBlockItemListSyntax) -> Locals {
        if let known = locals[items.id] { return known }
        let made = Locals(of: items)
        locals[items.id] = made
        return made
    }

    /// What the code in `node` does to the variable `name`.
    func changes(of name: String, in node: some SyntaxProtocol) -> Mutations {
        let key = Key(node: node.id, text: name)
        if let known = changes[key] { return known }
        let made = Mutations(of: name, in: Syntax(node))
        // To look for each of many names through much code is work, too.
        total += made.seen / 64
        changes[key] = made
        return made
    }

    /// The result of `body`, which may not search and takes few steps: whether a condition holds is worth no more, as
    /// both of its ways can be looked at.
    func looking<Result>(steps limit: Int = lookSteps, _ body: () -> Result) -> Result {
        let (end, count) = (lookEnd, searches)
        lookEnd = min(lookEnd, steps + limit)
        searches = Self.searchLimit
        defer { (lookEnd, searches) = (end, count) }
        return body()
    }

    /// The first value that `expression` can be by itself, which tells its type. No use of a name is searched for: that
    /// says what a value is, and its type stands in its declaration.
    func typed(_ expression: ExprSyntax, in file: ParsedFile) -> Value? {
        restart()
        return looking(steps: Self.typeSteps) { evaluate(expression, in: Frame(file: file)).unwrapped.all.first }
    }

    func linkValue(_ values: Values) -> LinkValue {
        var alternatives: [URLPattern] = []
        var isOpen = false
        var canBeAbsent = false
        for value in values.all {
            switch value {
            case .text(let text) where !text.parts.isEmpty: alternatives.append(text)
            case .null: canBeAbsent = true
            case .components(let components): alternatives += components.urls
            default: isOpen = true
            }
        }
        return LinkValue(
            alternatives: alternatives,
            isOpen: isOpen || alternatives.isEmpty,
            canBeAbsent: canBeAbsent,
            via: values.via
        )
    }

    /// The result of `body`, unless the budget is used up or it is too deep.
    func step(_ body: () -> Values) -> Values {
        guard steps < min(Self.stepLimit, lookEnd), depth < Self.depthLimit, spend() else {
            cuts += 1
            return .unknown
        }
        steps += 1
        depth += 1
        defer { depth -= 1 }
        return body()
    }

    /// The result of `body`, which goes through all uses of a name, unless that is done for one of its steps already.
    func searching(_ body: () -> Values) -> Values {
        guard searches < Self.searchLimit else {
            cuts += 1
            return .unknown
        }
        searches += 1
        defer { searches -= 1 }
        return body()
    }

    /// The result of `body`, unless it evaluates `node` inside itself too often.
    func entering(_ node: some SyntaxProtocol, _ body: () -> Values) -> Values {
        let count = active[node.id, default: 0]
        guard count < Self.activeLimit else {
            cuts += 1
            return .unknown
        }
        active[node.id] = count + 1
        defer { active[node.id] = count }
        return body()
    }

    /// The result of `body`, which says what a variable is that began as `first`. Where that depends on the variable
    /// itself (`url = URL(string: "\(url)&x=1")`), it is taken for what it began as with something at its end; a result
    /// with another beginning is then not known.
    func settling(
        _ binding: PatternBindingSyntax,
        in frame: Frame,
        from first: Values?,
        _ body: () -> Values
    ) -> Values {
        let key = Variable(node: binding.id, frame: ObjectIdentifier(frame))
        if unsettled[key] != nil {
            unsettled[key] = true
            cuts += 1
            return first?.map {
                if case .text(let text) = $0 { .text(text.appending(.hole(nil))) } else { .unknown(nil) }
            }
                ?? .unknown
        }
        unsettled[key] = false
        let values = body()
        guard unsettled.removeValue(forKey: key) == true, let first else { return values }
        func schemes(_ values: Values) -> Set<SchemeKey?> {
            Set(values.all.compactMap { if case .text(let text) = $0 { .some(text.scheme) } else { nil } })
        }
        return schemes(values).isSubset(of: schemes(first)) ? values : .unknown
    }

    /// A variable of code that runs.
    struct Variable: Hashable {
        var node: SyntaxIdentifier
        var frame: ObjectIdentifier
    }

    /// What `expression` can be in `frame`; `expecting` is the type that a leading dot stands for.
    func evaluate(_ expression: ExprSyntax, in frame: Frame, expecting: TypeReference? = nil) -> Values {
        step { evaluateStep(expression, in: frame, expecting: expecting) }
    }

    func evaluateStep(_ expression: ExprSyntax, in frame: Frame, expecting: TypeReference?) -> Values {
        switch expression.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr(let literal): return text(literal, in: frame)
        case .nilLiteralExpr: return Values(.null)
        case .booleanLiteralExpr(let literal): return Values(.bool(literal.literal.tokenKind == .keyword(.true)))
        case .integerLiteralExpr(let literal): return Values(.number(literal.literal.text))
        case .forceUnwrapExpr(let forced):
            return evaluate(forced.expression, in: frame, expecting: expecting).unwrapped
        case .optionalChainingExpr(let chain):
            return evaluate(chain.expression, in: frame, expecting: expecting).unwrapped
        case .tryExpr(let attempt): return evaluate(attempt.expression, in: frame, expecting: expecting)
        case .awaitExpr(let awaiting): return evaluate(awaiting.expression, in: frame, expecting: expecting)
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let only = tuple.elements.first else { return .unknown }
            return evaluate(only.expression, in: frame, expecting: expecting)
        case .arrayExpr(let array):
            let element: TypeReference? = if case .array(let element) = expecting { element } else { nil }
            return Values(.array(array.elements.map { evaluate($0.expression, in: frame, expecting: element) }))
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return Values(.array([])) }
            return Values(.array(elements.map { evaluate($0.value, in: frame) }))
        case .sequenceExpr(let sequence):
            return evaluateRow(sequence.row, in: frame, expecting: expecting)
        case .declReferenceExpr(let reference):
            return lookUp(reference.baseName.identifierText, at: Syntax(reference), in: frame)
        case .memberAccessExpr(let member): return evaluate(member, in: frame, expecting: expecting)
        case .functionCallExpr(let call): return evaluate(call, in: frame, expecting: expecting)
        case .subscriptCallExpr(let call):
            return evaluate(call.calledExpression, in: frame).flatMap { value in
                switch value {
                case .array(let elements): Values.union(elements + [Values(.null)])
                case .unknown(.array(let element)): Values(.unknown(element))
                default: .unknown
                }
            }
        case .ifExpr(let branch): return evaluate(branch, in: frame, expecting: expecting).result ?? .unknown
        case .switchExpr(let choice): return evaluate(choice, in: frame, expecting: expecting).result ?? .unknown
        case .closureExpr(let closure): return Values(.closure(closure, frame))
        case .macroExpansionExpr(let macro):
            guard let argument = macro.arguments.first else { return .unknown }
            switch macro.macroName.text {
            case "URL": return evaluate(argument.expression, in: frame)
            case "selector": return argument.expression.selectorText.map { Values(.text(URLPattern($0))) } ?? .unknown
            default: return .unknown
            }
        case .genericSpecializationExpr(let generic): return evaluate(generic.expression, in: frame)
        default: return .unknown
        }
    }

    // MARK: Texts

    func text(_ literal: StringLiteralExprSyntax, in frame: Frame) -> Values {
        var results = [URLPattern()]
        var via: [Place] = [frame.file.place(of: literal)]
        let isRaw = literal.openingPounds != nil
        let isMultiline = literal.openingQuote.tokenKind == .multilineStringQuote
        for segment in literal.segments {
            switch segment {
            case .stringSegment(let plain):
                guard let text = Self.unescaped(plain.content.text, isRaw: isRaw, isMultiline: isMultiline) else {
                    results = results.map { $0.appending(.hole(nil)) }
                    continue
                }
                results = results.map { $0.appending(.literal(text)) }
            case .expressionSegment(let interpolation):
                guard interpolation.expressions.count == 1, let first = interpolation.expressions.first else {
                    results = results.map { $0.appending(.hole(nil)) }
                    continue
                }
                let values = evaluate(first.expression, in: frame)
                for place in values.via where !via.contains(place) { via.append(place) }
                let patterns = interpolated(values, hole: first.expression.lastName)
                results = results.flatMap { head in patterns.map { head.appending($0) } }
                if results.count > Values.limit { return .unknown }
            }
        }
        return Values(results.map { .text($0) }, via: Array(via.prefix(16)))
    }

    /// What values are as texts.
    func interpolated(_ values: Values, hole: String?) -> [URLPattern] {
        values.all.map { value in
            switch value {
            case .text(let text): text
            case .bool(let truth): URLPattern(truth ? "true" : "false")
            // Digits in another base or with underscores are written otherwise.
            case .number(let number) where number.utf8.allSatisfy({ (0x30...0x39).contains($0) }): URLPattern(number)
            case .components(let components): components.urls.first ?? URLPattern([.hole(hole)])
            case .instance(let instance):
                // A case without values is written as its name, unless its type says otherwise.
                if let name = instance.caseName, instance.arguments.isEmpty,
                    program.members("description", of: instance.type).isEmpty
                {
                    URLPattern(name)
                } else {
                    URLPattern([.hole(hole)])
                }
            default: URLPattern([.hole(hole)])
            }
        }
    }

    /// The text of a stretch of a literal; `nil` when it has an escape that is not read.
    static func unescaped(_ text: String, isRaw: Bool, isMultiline: Bool) -> String? {
        if isRaw || !text.utf8.contains(UInt8(ascii: "\\")) { return text }
        var result = ""
        var characters = text.makeIterator()
        while let character = characters.next() {
            guard character == "\\" else {
                result.append(character)
                continue
            }
            switch characters.next() {
            case "\\": result.append("\\")
            case "\"": result.append("\"")
            case "'": result.append("'")
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            case "0": result.append("\0")
            case "u":
                var digits = ""
                guard characters.next() == "{" else { return nil }
                while let digit = characters.next(), digit != "}" { digits.append(digit) }
                guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else { return nil }
                result.unicodeScalars.append(scalar)
            default:
                return isMultiline && text.hasSuffix("\\") ? result : nil
            }
        }
        return result
    }

}

extension ExprSyntax {
    /// The sign, when it is a binary operator.
    var operatorText: String? { self.as(BinaryOperatorExprSyntax.self)?.operator.text }
}

extension URLPattern {
    /// The pattern with `part` at its end.
    func appending(_ part: Part) -> URLPattern {
        var result = self
        result.append(part)
        return result
    }

    /// The pattern with `other` at its end.
    func appending(_ other: URLPattern) -> URLPattern {
        var result = self
        result.append(other)
        return result
    }
}
#endif
