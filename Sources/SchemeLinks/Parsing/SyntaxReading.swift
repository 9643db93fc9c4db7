#if Links
@_spi(RawSyntax) import SwiftSyntax

extension TokenSyntax {
    /// The name without backticks.
    var identifierText: String { text.withoutBackticks }
}

extension String {
    /// The name that it spells, which may be in backticks.
    var withoutBackticks: String {
        guard utf8.count > 2, utf8.first == UInt8(ascii: "`"), utf8.last == UInt8(ascii: "`") else { return self }
        return String(dropFirst().dropLast())
    }
}

extension DeclModifierListSyntax {
    /// Whether they include `static` or `class`.
    var isStatic: Bool { contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) } }

    /// Whether they include `private` or `fileprivate`.
    var isPrivate: Bool {
        contains {
            $0.detail == nil
                && ($0.name.tokenKind == .keyword(.private) || $0.name.tokenKind == .keyword(.fileprivate))
        }
    }
}

extension PatternBindingSyntax {
    /// The name that it binds; `nil` for a tuple.
    var name: String? { pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText }

    /// The enclosing declaration.
    var variable: VariableDeclSyntax? { parent?.parent?.as(VariableDeclSyntax.self) }

    /// Whether it is a `let`.
    var isConstant: Bool { variable?.bindingSpecifier.tokenKind == .keyword(.let) }

    /// The names of its attributes: `State`, `Environment`.
    var attributeNames: [String] { variable?.attributes.names ?? [] }

    /// The path of the type that `@UIApplicationDelegateAdaptor` or a similar attribute makes a delegate: its argument,
    /// or else the variable's type.
    ///
    /// Empty if this is not a plain name; `nil` without such an attribute.
    var adaptedDelegate: [String]? {
        let adaptor = variable?.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
            $0.attributeName.dottedPath?.last?.hasSuffix("DelegateAdaptor") == true
        }
        guard let adaptor else { return nil }
        guard case .argumentList(let arguments) = adaptor.arguments,
            let given = arguments.first?.expression.dottedNames,
            given.last == "self"
        else { return typeAnnotation?.type.dottedPath ?? [] }
        return given.dropLast()
    }

    /// The code of its getter; `nil` for a stored property.
    var getter: CodeBlockItemListSyntax? {
        guard let accessors = accessorBlock?.accessors else { return nil }
        switch accessors {
        case .getter(let items): return items
        case .accessors(let list):
            return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
        }
    }

    /// Whether it is stored, and has no getter.
    var isStored: Bool {
        guard let accessors = accessorBlock?.accessors else { return true }
        guard case .accessors(let list) = accessors else { return false }
        return list.allSatisfy {
            $0.accessorSpecifier.tokenKind == .keyword(.willSet) || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
        }
    }
}

extension AttributeListSyntax {
    /// The names of the attributes, without arguments and modules.
    var names: [String] {
        compactMap { element in
            guard case .attribute(let attribute) = element else { return nil }
            return attribute.attributeName.dottedPath?.last
        }
    }
}

extension TypeSyntax {
    /// The path of a nominal type, without generic arguments; `nil` for other types.
    var dottedPath: [String]? {
        if let identifier = self.as(IdentifierTypeSyntax.self) { return [identifier.name.identifierText] }
        if let member = self.as(MemberTypeSyntax.self) {
            return member.baseType.dottedPath.map { $0 + [member.name.identifierText] }
        }
        return nil
    }
}

extension TypeSyntax {
    /// The last name of the type, without `?`, attributes and modules; `nil` for other types.
    var plainName: String? {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.plainName }
        if let unwrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return unwrapped.wrappedType.plainName
        }
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.plainName }
        return dottedPath?.last
    }
}

extension FunctionCallExprSyntax {
    /// The last name of the callee: `open` for `UIApplication.shared.open(…)`.
    var calleeName: String? { calledExpression.lastName }

    /// The arguments in order, including trailing closures.
    var allArguments: [Argument] {
        var all = arguments.map { Argument(label: $0.label?.identifierText, value: $0.expression, isTrailing: false) }
        if let trailingClosure {
            all.append(Argument(label: nil, value: ExprSyntax(trailingClosure), isTrailing: true))
        }
        for closure in additionalTrailingClosures {
            all.append(
                Argument(label: closure.label.identifierText, value: ExprSyntax(closure.closure), isTrailing: true)
            )
        }
        return all
    }

    /// Returns the argument with `label`, including trailing closures.
    func argument(_ label: String) -> ExprSyntax? { allArguments.first { $0.label == label }?.value }

    /// The first argument, if it is unlabeled and in parentheses.
    var firstUnlabeled: ExprSyntax? {
        guard let first = arguments.first, first.label == nil else { return nil }
        return first.expression
    }

    /// An argument of a call.
    struct Argument {
        var label: String?
        var value: ExprSyntax
        var isTrailing: Bool
    }
}

extension MemberAccessExprSyntax {
    /// The expression before the dot; for the first modifier between `#if` lines, the one before them.
    var receiver: ExprSyntax? {
        if let base { return base }
        var current = Syntax(self)
        while let parent = current.parent {
            if parent.is(IfConfigClauseSyntax.self) {
                guard let chain = parent.parent?.parent?.parent?.as(PostfixIfConfigExprSyntax.self) else { return nil }
                if let base = chain.base { return base }
                current = Syntax(chain)
            } else if parent.as(FunctionCallExprSyntax.self)?.calledExpression.id == current.id
                || parent.as(MemberAccessExprSyntax.self)?.base?.id == current.id
                || parent.as(PostfixIfConfigExprSyntax.self)?.base?.id == current.id
            {
                current = parent
            } else {
                return nil
            }
        }
        return nil
    }
}

extension ExprSyntax {
    /// The last name of a reference, a member access or a specialized or unwrapped expression.
    var lastName: String? { raw.lastName }

    /// The expression without surrounding parentheses, `try`, `await`, `!`, `?` and `as`.
    var unwrapped: ExprSyntax {
        var current = self
        while true {
            if let tuple = current.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first
            {
                current = only.expression
            } else if let attempt = current.as(TryExprSyntax.self) {
                current = attempt.expression
            } else if let awaiting = current.as(AwaitExprSyntax.self) {
                current = awaiting.expression
            } else if let forced = current.as(ForceUnwrapExprSyntax.self) {
                current = forced.expression
            } else if let optional = current.as(OptionalChainingExprSyntax.self) {
                current = optional.expression
            } else {
                return current
            }
        }
    }

    /// The names in a chain of members: `["UIApplication", "shared"]`; `nil` for other expressions.
    var dottedNames: [String]? {
        let bare = unwrapped
        if let reference = bare.as(DeclReferenceExprSyntax.self) { return [reference.baseName.identifierText] }
        guard let member = bare.as(MemberAccessExprSyntax.self), let base = member.base,
            let names = base.dottedNames, names.count < 16
        else { return nil }
        return names + [member.declName.baseName.identifierText]
    }
}

extension ExprSyntax {
    /// The selector of the method that it refers to: `openURL:` for `UIApplication.openURL(_:)`. A name without labels
    /// counts as a method with one parameter. `nil` for other expressions.
    var selectorText: String? {
        if let sequence = self.as(SequenceExprSyntax.self) { return sequence.elements.first?.selectorText }
        let bare = unwrapped
        guard
            let reference = bare.as(MemberAccessExprSyntax.self)?.declName ?? bare.as(DeclReferenceExprSyntax.self)
        else { return nil }
        let labels = reference.argumentNames?.arguments.map(\.name.text) ?? ["_"]
        guard let first = labels.first else { return reference.baseName.identifierText }
        let rest = labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
        return reference.baseName.identifierText + (first == "_" ? "" : "With" + first.capitalizingFirst) + ":" + rest
    }
}

extension String {
    /// The string with its first letter in uppercase.
    var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension DeclReferenceExprSyntax {
    /// The names in `$a` or `$a.b.c`, all of which a binding can change; empty for other names.
    var projectedNames: [String] {
        guard baseName.text.utf8.first == UInt8(ascii: "$") else { return [] }
        var names = [String(baseName.text.dropFirst())]
        var current = Syntax(self)
        while let member = current.parent?.as(MemberAccessExprSyntax.self) {
            names.append(member.declName.baseName.identifierText)
            current = Syntax(member)
        }
        return names
    }
}

extension CodeBlockItemListSyntax {
    /// Whether these are the top-level statements of a file, possibly between `#if` lines.
    var isTopLevel: Bool {
        var list = self
        while let clause = list.parent?.as(IfConfigClauseSyntax.self) {
            // Up through the clauses, the declaration and its item.
            guard let outer = clause.parent?.parent?.parent?.parent?.as(CodeBlockItemListSyntax.self) else {
                return false
            }
            list = outer
        }
        return list.parent?.is(SourceFileSyntax.self) == true
    }
}

extension SequenceExprSyntax {
    /// The last name on the left of an assignment operator.
    var assignedName: String? {
        guard elements.count >= 3, let target = elements.first else { return nil }
        let sign = elements[elements.index(after: elements.startIndex)]
        let assigns =
            sign.is(AssignmentExprSyntax.self)
            || sign.as(BinaryOperatorExprSyntax.self)?.operator.text == "+="
        return assigns ? target.unwrapped.lastName : nil
    }

    /// The collection on the left of an assignment to one of its elements: `links` in `links[0] = link`.
    var assignedElement: ExprSyntax? {
        guard elements.count >= 3, elements[elements.index(after: elements.startIndex)].is(AssignmentExprSyntax.self)
        else {
            return nil
        }
        return elements.first?.unwrapped.as(SubscriptCallExprSyntax.self)?.calledExpression
    }

    /// The operands and operators to the right of the assignment operator.
    var assignedValue: [ExprSyntax] { Array(row.dropFirst(2)) }

    /// The operands and operators, in order; empty if there are unusually many.
    var row: [ExprSyntax] { elements.count <= 512 ? Array(elements) : [] }

    /// Whether the operator is `=`.
    var replaces: Bool {
        elements.count >= 3 && elements[elements.index(after: elements.startIndex)].is(AssignmentExprSyntax.self)
    }
}

extension SwitchExprSyntax {
    /// The cases, including those between `#if` lines.
    var branches: [SwitchCaseSyntax] {
        cases.flatMap { element -> [SwitchCaseSyntax] in
            switch element {
            case .switchCase(let branch): [branch]
            case .ifConfigDecl(let conditional):
                conditional.clauses.flatMap { clause in
                    clause.elements?.as(SwitchCaseListSyntax.self)?.compactMap { $0.as(SwitchCaseSyntax.self) } ?? []
                }
            }
        }
    }
}

extension FunctionParameterSyntax {
    /// The argument label; `nil` for `_`.
    var label: String? { firstName.text == "_" ? nil : firstName.identifierText }

    /// The name used in the body.
    var localName: String { (secondName ?? firstName).identifierText }

    /// Whether its type is a function type.
    var takesClosure: Bool {
        var type = type
        while true {
            if let attributed = type.as(AttributedTypeSyntax.self) {
                type = attributed.baseType
            } else if let optional = type.as(OptionalTypeSyntax.self) {
                type = optional.wrappedType
            } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
                let only = tuple.elements.first
            {
                type = only.type
            } else {
                return type.is(FunctionTypeSyntax.self)
            }
        }
    }
}

extension RawSyntax {
    /// The last name of a reference, a member access or a specialized or unwrapped expression, found without making nodes.
    var lastName: String? {
        switch kind {
        case .declReferenceExpr:
            RawDeclReferenceExprSyntax(self).map { String(syntaxText: $0.baseName.tokenText).withoutBackticks }
        case .memberAccessExpr: RawMemberAccessExprSyntax(self)?.declName.raw.lastName
        case .genericSpecializationExpr: RawGenericSpecializationExprSyntax(self)?.expression.raw.lastName
        case .optionalChainingExpr: RawOptionalChainingExprSyntax(self)?.expression.raw.lastName
        case .forceUnwrapExpr: RawForceUnwrapExprSyntax(self)?.expression.raw.lastName
        default: nil
        }
    }
}

extension SyntaxKind {
    /// Whether such an expression names or calls a declaration.
    var isReference: Bool { self == .declReferenceExpr || self == .memberAccessExpr || self == .functionCallExpr }

    /// Whether such a node can bind names for the nodes in it. Testing this is far cheaper than a cast.
    var canBind: Bool {
        switch self {
        case .codeBlockItemList, .conditionElementList, .ifExpr, .whileStmt, .forStmt, .switchCase, .closureExpr,
            .functionDecl, .initializerDecl:
            true
        default: false
        }
    }
}
#endif
