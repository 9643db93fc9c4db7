#if Links
import SchemeModel
import SwiftSyntax

/// Collects the `widgetURL` and `Link` in a view, and the branches that lead to each.
///
/// Follows bodies, builders, modifiers, and the properties, functions and views in the code that they use.
final class ViewWalk {
    let evaluator: Evaluator
    let senders: SenderFinder
    /// The links, in the order of the walk.
    var occurrences: [LinkOccurrence] = []
    /// The visited presentations, in order.
    private(set) var walked: [Presentation] = []
    /// The presentations with views that the code doesn't declare.
    private(set) var opaque: Set<Presentation> = []
    private var steps = 0
    private var depth = 0
    private var branches = 0
    private var active: [SyntaxIdentifier: Int] = [:]
    /// The current depth of recursive views. Links there were already found outside of the recursion.
    private(set) var recursions = 0

    static let stepLimit = 20_000
    /// The maximum number of links. More of them are one view shown repeatedly.
    static let occurrenceLimit = 500
    static let depthLimit = 120
    /// The maximum number of declarations with one name, of which the build selects one.
    static let alternatives = 8

    /// A link that a view shows.
    struct LinkOccurrence {
        var kind: Link.Kind
        /// The place of the modifier, or of the call of the function that contains it.
        var place: Place
        /// The place of the modifier itself.
        var link: Place
        /// The modifier, or the `Link`.
        var source: FunctionCallExprSyntax?
        var value: LinkValue
        var context: Context
    }

    /// The path to the current view.
    struct Context {
        /// The presentation; `nil` for a view that no known configuration shows.
        var presentation: Presentation?
        /// The branches taken.
        var path: [Branch] = []
        /// The conditions of those branches.
        var conditions: [BranchCondition] = []
        /// The widget families in which the view can be shown; `nil` for all.
        var families: Set<String>?
        /// The call of the enclosing modifier in the code.
        var site: Place?
        var isRepeated = false
    }

    /// One of several exclusive branches.
    struct Branch: Hashable {
        var point: Int
        var way: Int
    }

    init(_ senders: SenderFinder) {
        self.senders = senders
        evaluator = senders.evaluator
    }

    var program: Program { evaluator.program }

    /// Walks the statements of a view builder.
    func walk(_ items: CodeBlockItemListSyntax, in frame: Frame, _ context: Context) {
        note(context.presentation)
        statements(items, in: frame, context, view)
    }

    /// Walks the Dynamic Island that the closure of a Live Activity returns.
    func walkIsland(_ items: CodeBlockItemListSyntax, in frame: Frame, _ context: Context) {
        statements(items, in: frame, context, island)
    }

    func note(_ presentation: Presentation?) {
        if let presentation, !walked.contains(presentation) { walked.append(presentation) }
    }

    func notSeen(_ context: Context) {
        if let presentation = context.presentation { opaque.insert(presentation) }
    }

    func newBranches() -> Int {
        branches += 1
        return branches
    }

    /// Runs `body`, unless a limit is reached or `node` is recursive.
    func entering(_ node: some SyntaxProtocol, _ context: Context, _ body: () -> Void) {
        // Half of the steps is reserved for the links themselves.
        guard depth < Self.depthLimit, steps < Self.stepLimit, active[node.id, default: 0] < 2,
            evaluator.spend(leaving: 2)
        else {
            return notSeen(context)
        }
        steps += 1
        depth += 1
        let isInsideItself = active[node.id, default: 0] > 0
        active[node.id, default: 0] += 1
        if isInsideItself { recursions += 1 }
        body()
        if isInsideItself { recursions -= 1 }
        active[node.id, default: 0] -= 1
        depth -= 1
    }

    typealias Leaf = (ExprSyntax, Frame, Context) -> Void

    // MARK: Statements

    func statements(
        _ items: CodeBlockItemListSyntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: Leaf
    ) {
        var context = context
        for item in items { if !statement(item, in: frame, &context, leaf) { return } }
    }

    /// Walks one statement. Returns `false` if the next one is never reached.
    func statement(
        _ item: CodeBlockItemSyntax,
        in frame: Frame,
        _ context: inout Context,
        _ leaf: Leaf
    ) -> Bool {
        switch item.item {
        case .decl(let declaration):
            guard let conditional = declaration.as(IfConfigDeclSyntax.self) else { return true }
            let point = newBranches()
            for (way, clause) in conditional.clauses.enumerated() {
                guard let inner = clause.elements?.as(CodeBlockItemListSyntax.self) else { continue }
                statements(inner, in: frame, context.taking(way, at: point), leaf)
            }
        case .expr(let expression): rest(expression, in: frame, &context, leaf)
        case .stmt(let statement):
            if let inner = statement.as(ExpressionStmtSyntax.self) {
                rest(inner.expression, in: frame, &context, leaf)
            } else if let leaving = statement.as(ReturnStmtSyntax.self) {
                if let expression = leaving.expression { walk(expression, in: frame, context, leaf) }
                return false
            } else if let condition = statement.as(GuardStmtSyntax.self) {
                let point = newBranches()
                let (met, unmet) = BranchCondition.ways(condition.conditions, in: frame)
                statements(condition.body.statements, in: frame, context.taking(1, at: point).requiring(unmet), leaf)
                context = context.taking(0, at: point).requiring(met)
            } else if let attempt = statement.as(DoStmtSyntax.self) {
                statements(attempt.body.statements, in: frame, context, leaf)
            }
        }
        return true
    }

    /// Walks an expression among statements. After an `if` or `switch` with a returning branch, the rest is an
    /// alternative branch.
    func rest(_ expression: ExprSyntax, in frame: Frame, _ context: inout Context, _ leaf: Leaf) {
        let point = branches + 1
        walk(expression, in: frame, context, leaf)
        guard expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self), expression.returnsSomewhere
        else {
            return
        }
        context = context.taking(-1, at: point)
    }

    func walk(_ expression: ExprSyntax, in frame: Frame, _ context: Context, _ leaf: Leaf) {
        entering(expression, context) {
            let bare = expression.unwrapped
            if let branch = bare.as(IfExprSyntax.self) {
                conditional(branch, in: frame, context, leaf)
            } else if let choice = bare.as(SwitchExprSyntax.self) {
                switching(choice, in: frame, context, leaf)
            } else if let sequence = bare.as(SequenceExprSyntax.self) {
                // `a ? x : y`. Other operators don't produce views.
                let elements = sequence.row
                let point = newBranches()
                var way = 0
                var context = context
                var start = 0
                for (index, element) in elements.enumerated() {
                    guard let ternary = element.as(UnresolvedTernaryExprSyntax.self) else { continue }
                    let (met, unmet) = BranchCondition.ways(elements[start..<index], in: frame)
                    walk(ternary.thenExpression, in: frame, context.taking(way, at: point).requiring(met), leaf)
                    context = context.requiring(unmet)
                    start = index + 1
                    way += 1
                }
                if way > 0, let last = elements.last {
                    walk(last, in: frame, context.taking(way, at: point), leaf)
                } else if let first = elements.first, elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self) {
                    walk(first, in: frame, context, leaf)
                }
            } else if let chain = bare.as(PostfixIfConfigExprSyntax.self) {
                if let base = chain.base { walk(base, in: frame, context, leaf) }
                let point = newBranches()
                for (way, clause) in chain.config.clauses.enumerated() {
                    guard case .postfixExpression(let modifiers) = clause.elements else { continue }
                    walk(modifiers, in: frame, context.taking(way, at: point), leaf)
                }
            } else {
                leaf(bare, frame, context)
            }
        }
    }

    func conditional(_ branch: IfExprSyntax, in frame: Frame, _ context: Context, _ leaf: Leaf) {
        let point = newBranches()
        var context = context
        var way = 0
        var next: IfExprSyntax? = branch
        while let current = next {
            next = nil
            let asked = WidgetFamilies.asked(by: current.conditions)
            let (met, unmet) = BranchCondition.ways(current.conditions, in: frame)
            if let taken = context.taking(way, at: point).requiring(met).narrowed(
                asked.map { ($0.families, $0.isNegated) }
            ) {
                statements(current.body.statements, in: frame, taken, leaf)
            }
            way += 1
            guard let other = context.narrowed(asked.map { ($0.families, !$0.isNegated) }) else { return }
            context = other.requiring(unmet)
            switch current.elseBody {
            case .ifExpr(let inner): next = inner
            case .codeBlock(let block): statements(block.statements, in: frame, context.taking(way, at: point), leaf)
            case nil: break
            }
        }
    }

    func switching(_ choice: SwitchExprSyntax, in frame: Frame, _ context: Context, _ leaf: Leaf) {
        let point = newBranches()
        var context = context
        for (way, element) in choice.cases.enumerated() {
            guard let branch = element.as(SwitchCaseSyntax.self) else {
                // Cases between `#if` lines.
                for case .switchCase(let inner) in element.conditionalCases {
                    statements(inner.statements, in: frame, context.taking(way, at: point), leaf)
                }
                continue
            }
            let families = WidgetFamilies.taken(by: branch)
            let isNarrowing = families.map { !$0.isEmpty } ?? false
            if let taken = context.taking(way, at: point).narrowed(isNarrowing ? families.map { ($0, false) } : nil) {
                statements(branch.statements, in: frame, taken, leaf)
            }
            guard let rest = context.narrowed(isNarrowing ? families.map { ($0, true) } : nil) else { return }
            context = rest
        }
    }

    // MARK: SwiftUI

    /// Modifiers that show their view arguments.
    static let contentModifiers: Set<String> = [
        "background", "overlay", "containerBackground", "mask", "safeAreaInset", "widgetLabel", "badge",
    ]
    /// Views that show all views passed to them.
    static let containers: Set<String> = [
        "AnyView", "AnyLayout", "Button", "ControlGroup", "DisclosureGroup", "ForEach", "Form", "GeometryReader",
        "Grid",
        "GridRow", "Group", "GroupBox", "HStack", "HStackLayout", "Label", "LabeledContent", "LazyHGrid", "LazyHStack",
        "LazyVGrid", "LazyVStack", "Link", "List", "Menu", "ScrollView", "Section", "TimelineView", "Toggle", "VStack",
        "VStackLayout", "ZStack", "ZStackLayout", "Gauge", "ProgressView",
    ]
    /// Views that show no views in the code, and modifiers that an extension of `View` calls without a dot.
    static let leaves: Set<String> = [
        "AccessoryWidgetBackground", "AngularGradient", "AsyncImage", "Canvas", "Capsule", "Chart", "Circle", "Color",
        "ContainerRelativeShape", "Divider", "Ellipse", "EmptyView", "Image", "LinearGradient", "Map", "Path",
        "RadialGradient", "Rectangle", "RoundedRectangle", "Spacer", "Text", "UnevenRoundedRectangle",
    ]
}

extension ViewWalk.Context {
    /// Returns the context in one of several branches.
    func taking(_ way: Int, at point: Int) -> Self {
        var result = self
        result.path.append(ViewWalk.Branch(point: point, way: way))
        return result
    }

    /// Returns the context after more conditions. It is limited to a number beyond which their combination is unknown
    /// anyway.
    func requiring(_ made: [BranchCondition]) -> Self {
        guard conditions.count < 64 else { return self }
        var result = self
        result.conditions += made
        return result
    }

    /// Returns the context limited to these families, or to all others; `nil` if none remain.
    func narrowed(_ asked: (families: Set<String>, isNegated: Bool)?) -> Self? {
        guard let asked else { return self }
        let known = families ?? WidgetFamilies.all
        let left = asked.isNegated ? known.subtracting(asked.families) : known.intersection(asked.families)
        guard !left.isEmpty else { return nil }
        var result = self
        result.families = left
        return result
    }
}

extension ExprSyntax {
    /// Whether it is spelled like the name of a property.
    var isOwnName: Bool {
        self.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isLowercase == true
    }

    /// Whether a branch of an `if` or a `switch` ends with `return`.
    fileprivate var returnsSomewhere: Bool {
        func returns(_ items: CodeBlockItemListSyntax) -> Bool { items.last?.item.is(ReturnStmtSyntax.self) == true }
        if let choice = self.as(SwitchExprSyntax.self) {
            return choice.cases.contains { $0.as(SwitchCaseSyntax.self).map { returns($0.statements) } ?? false }
        }
        var next = self.as(IfExprSyntax.self)
        while let current = next {
            if returns(current.body.statements) { return true }
            switch current.elseBody {
            case .ifExpr(let inner): next = inner
            case .codeBlock(let block): return returns(block.statements)
            case nil: return false
            }
        }
        return false
    }
}

extension SwitchCaseListSyntax.Element {
    /// The cases between the lines of an `#if`.
    fileprivate var conditionalCases: [SwitchCaseListSyntax.Element] {
        guard case .ifConfigDecl(let conditional) = self else { return [] }
        return conditional.clauses.flatMap { $0.elements?.as(SwitchCaseListSyntax.self).map(Array.init) ?? [] }
    }
}
#endif
