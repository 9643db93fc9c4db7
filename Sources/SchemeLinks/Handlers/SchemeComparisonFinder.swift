#if Links
import SchemeModel
import SwiftSyntax

/// Finds comparisons of a URL's scheme, or of another member of a URL, with strings, and whether they ignore case.
///
/// Follows each member `scheme`, and the variables that hold it.
struct SchemeComparisonFinder {
    let evaluator: Evaluator

    /// The name of the member.
    var member = Self.scheme

    static let scheme = "scheme"
    /// The maximum number of variables in a chain of assignments.
    private static let depthLimit = 3
    /// The maximum number of levels in the tree between a name and its use.
    private static let climbLimit = 32

    /// A use of the scheme.
    private struct Use {
        var node: Syntax
        /// Whether it was converted to one case.
        var isFolded = false
        var depth = 0

        var visit: Visit { Visit(node: node.id, isFolded: isFolded, depth: depth) }
    }

    /// A use that was analyzed. Several variables of one name can lead to it.
    private struct Visit: Hashable {
        var node: SyntaxIdentifier
        var isFolded: Bool
        var depth: Int
    }

    /// Returns the comparisons in `file`, in order.
    func comparisons(in file: ParsedFile) -> [SchemeComparison] {
        var found: [SchemeComparison] = []
        var seen: Set<Visit> = []
        for token in file.tree.tokens(viewMode: .sourceAccurate) where token.text == member {
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { continue }
            if let member = reference.parent?.as(MemberAccessExprSyntax.self), member.declName.id == reference.id {
                guard member.base != nil else { continue }
                found += comparisons(of: Use(node: Syntax(member)), in: file, &seen)
            } else if isOfURL(reference, in: file) {
                found += comparisons(of: Use(node: Syntax(reference)), in: file, &seen)
            }
        }
        return found
    }

    /// Whether the bare name refers to a property of the extended `URL`.
    private func isOfURL(_ reference: DeclReferenceExprSyntax, in file: ParsedFile) -> Bool {
        guard let type = file.types(around: reference).first, type.isExtension, type.path == ["URL"] else {
            return false
        }
        return evaluator.localBindings(named: member, around: Syntax(reference)).isEmpty
    }

    private func comparisons(of use: Use, in file: ParsedFile, _ seen: inout Set<Visit>) -> [SchemeComparison] {
        guard seen.insert(use.visit).inserted else { return [] }
        var use = use
        let place = file.place(of: use.node)
        func made(_ schemes: [String], _ ignoresCase: Bool) -> [SchemeComparison] {
            [SchemeComparison(schemes: schemes, ignoresCase: ignoresCase, place: place)]
        }
        for _ in 0..<Self.climbLimit {
            guard let parent = use.node.parent else { return [] }
            switch parent.as(SyntaxEnum.self) {
            case .optionalChainingExpr, .forceUnwrapExpr, .tryExpr, .awaitExpr: use.node = parent
            case .memberAccessExpr(let member):
                let name = member.declName.baseName.text
                guard let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id
                else {
                    guard name.hasPrefix("localized") else { return [] }
                    use = Use(node: parent, isFolded: true, depth: use.depth)
                    continue
                }
                switch name {
                case "lowercased", "uppercased": use = Use(node: Syntax(call), isFolded: true, depth: use.depth)
                case "map", "flatMap", "count", "isEmpty", "append": return made([], use.isFolded)
                default: return compared(use, by: call, named: name, in: file, made)
                }
            case .exprList(let list):
                guard let sequence = list.parent?.as(SequenceExprSyntax.self) else { return made([], use.isFolded) }
                let row = sequence.row
                if row.count == 3, row[1].operatorText == "??", row[0].id == use.node.id {
                    use.node = Syntax(sequence)
                    continue
                }
                return compared(use, in: row, file, made)
            case .labeledExpr(let argument):
                if let tuple = argument.parent?.parent?.as(TupleExprSyntax.self), tuple.elements.count == 1 {
                    use.node = Syntax(tuple)
                    continue
                }
                return handed(use, argument, in: file, made)
            case .initializerClause(let clause): return held(use, by: clause, in: file, &seen) ?? made([], use.isFolded)
            case .switchExpr(let choice): return switched(use, choice, at: nil, in: file, made)
            case .expressionSegment, .conditionElement: return []
            default: return made([], use.isFolded)
            }
        }
        return []
    }

    private typealias ComparisonFactory = (_ schemes: [String], _ ignoresCase: Bool) -> [SchemeComparison]

    /// Analyzes `scheme.hasPrefix(text)`, `scheme.caseInsensitiveCompare(text)` and similar calls.
    private func compared(
        _ use: Use,
        by call: FunctionCallExprSyntax,
        named name: String,
        in file: ParsedFile,
        _ made: ComparisonFactory
    ) -> [SchemeComparison] {
        guard let argument = call.arguments.first?.expression else { return [] }
        let options = call.argument("options")?.description ?? ""
        let ignores = name.lowercased().contains("insensitive") || options.lowercased().contains("insensitive")
        let schemes = texts(argument, in: file) ?? []
        return made(schemes, ignores || use.isFolded && isFolded(argument, schemes))
    }

    /// Analyzes `scheme == text`, possibly among other comparisons.
    private func compared(
        _ use: Use,
        in row: [ExprSyntax],
        _ file: ParsedFile,
        _ made: ComparisonFactory
    ) -> [SchemeComparison] {
        guard let own = row.firstIndex(where: { $0.id == use.node.id }) else { return made([], use.isFolded) }
        func isBreak(_ index: Int) -> Bool { ["&&", "||"].contains(row[index].operatorText) }
        let start = (0..<own).last(where: isBreak).map { $0 + 1 } ?? 0
        let end = (own..<row.count).first(where: isBreak) ?? row.count
        guard let sign = (start..<end).first(where: { ["==", "!=", "~="].contains(row[$0].operatorText) }) else {
            // The left side of `=` is assigned, not compared.
            if own == 0, row.count > 1, row[1].is(AssignmentExprSyntax.self) { return [] }
            return made([], use.isFolded)
        }
        let other = sign < own ? row[start] : row[sign + 1]
        if other.unwrapped.is(NilLiteralExprSyntax.self) { return [] }
        let schemes = texts(other, in: file) ?? []
        return made(schemes, use.isFolded && isFolded(other, schemes))
    }

    /// Analyzes a scheme passed to a call: `schemes.contains(scheme)`.
    private func handed(
        _ use: Use,
        _ argument: LabeledExprSyntax,
        in file: ParsedFile,
        _ made: ComparisonFactory
    ) -> [SchemeComparison] {
        guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) else {
            // One of several values in a `switch`.
            if let tuple = argument.parent?.parent?.as(TupleExprSyntax.self),
                let choice = tuple.parent?.as(SwitchExprSyntax.self)
            {
                let index = tuple.elements.enumerated().first { $0.element.id == argument.id }?.offset
                return switched(use, choice, at: index, in: file, made)
            }
            return made([], use.isFolded)
        }
        if call.isLog || call.calleeName == "String" { return [] }
        if call.calleeName == "contains", let base = call.base,
            case .array(let elements) = evaluator.value(of: base, in: file).only
        {
            let schemes = elements.compactMap { element -> String? in
                if case .text(let text) = element.only, text.isExact { text.head } else { nil }
            }
            if schemes.count == elements.count { return made(schemes, use.isFolded && isFolded(base, schemes)) }
        }
        if argument.label?.text == "rawValue", let texts = rawValues(of: call, in: file) {
            return made(texts, use.isFolded && texts.allSatisfy { $0 == $0.asciiLowercased })
        }
        return made([], use.isFolded)
    }

    /// The raw values of the enumeration that `call` creates a value of; `nil` if unknown.
    private func rawValues(of call: FunctionCallExprSyntax, in file: ParsedFile) -> [String]? {
        guard var names = call.calledExpression.dottedNames else { return nil }
        if names.last == "init" { names.removeLast() }
        let path = file.types(around: call).first?.path ?? []
        guard let type = evaluator.program.type(named: names, in: path) else { return nil }
        return RouteFinder(evaluator: evaluator).cases(of: type).map { Array($0.texts.values) }
    }

    /// Analyzes a `switch` over the scheme, or over a tuple with it.
    private func switched(
        _ use: Use,
        _ choice: SwitchExprSyntax,
        at index: Int?,
        in file: ParsedFile,
        _ made: ComparisonFactory
    ) -> [SchemeComparison] {
        var found: [SchemeComparison] = []
        for case .switchCase(let branch) in choice.cases {
            guard let label = branch.label.as(SwitchCaseLabelSyntax.self) else { continue }
            for item in label.caseItems {
                guard var expression = item.pattern.as(ExpressionPatternSyntax.self)?.expression else { continue }
                if let index, let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count > index {
                    expression =
                        tuple.elements[tuple.elements.index(tuple.elements.startIndex, offsetBy: index)].expression
                }
                let bare = expression.unwrapped
                if bare.is(NilLiteralExprSyntax.self) || bare.is(DiscardAssignmentExprSyntax.self)
                    || bare.is(PatternExprSyntax.self)
                {
                    continue
                }
                let schemes = texts(bare, in: file) ?? []
                found += made(schemes, use.isFolded && isFolded(bare, schemes))
            }
        }
        return found
    }

    /// Analyzes the uses of a variable that holds the scheme; `nil` if they are unknown.
    private func held(
        _ use: Use,
        by clause: InitializerClauseSyntax,
        in file: ParsedFile,
        _ seen: inout Set<Visit>
    ) -> [SchemeComparison]? {
        var name: String?
        if let binding = clause.parent?.as(PatternBindingSyntax.self) {
            name = binding.name
        } else if let binding = clause.parent?.as(OptionalBindingConditionSyntax.self) {
            name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
        }
        guard let name, use.depth < Self.depthLimit else { return nil }
        var block = clause.parent
        while let next = block, !next.is(CodeBlockItemListSyntax.self) { block = next.parent }
        // A step for about sixteen tokens.
        guard let block, evaluator.spendOnRoutes(block.totalLength.utf8Length / 64) else { return nil }
        var found: [SchemeComparison] = []
        for token in block.tokens(viewMode: .sourceAccurate) where token.identifierText == name {
            guard token.position > clause.position, let reference = token.parent?.as(DeclReferenceExprSyntax.self),
                reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id
            else { continue }
            let use = Use(node: Syntax(reference), isFolded: use.isFolded, depth: use.depth + 1)
            found += comparisons(of: use, in: file, &seen)
        }
        return found
    }

    // MARK: Strings

    /// The possible strings of an expression.
    private func texts(_ expression: ExprSyntax, in file: ParsedFile) -> [String]? {
        var found: [String] = []
        for value in evaluator.value(of: expression, in: file).unwrapped.all {
            guard case .text(let text) = value, text.isExact else { return nil }
            found.append(text.head)
        }
        return found
    }

    /// Whether a string can equal a scheme in lowercase: it is converted as well, or has no uppercase letters.
    private func isFolded(_ expression: ExprSyntax, _ schemes: [String]) -> Bool {
        let call = expression.unwrapped.as(FunctionCallExprSyntax.self)
        if ["lowercased", "uppercased"].contains(call?.calleeName) { return true }
        return schemes.isEmpty ? false : schemes.allSatisfy { $0 == $0.asciiLowercased }
    }
}
#endif
