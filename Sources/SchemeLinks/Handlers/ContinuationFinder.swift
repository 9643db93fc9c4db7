#if Links
import SchemeModel
import SwiftSyntax

/// Finds out whether a handler does nothing but call functions of SDKs that continue what the running app began.
struct ContinuationFinder {
    private let evaluator: Evaluator
    private let routes: RouteFinder
    private var steps = 0
    private var continuations: Set<Handler.Resumption> = []
    private var hasOther = false
    /// The functions on the call stack.
    private var followed: [SyntaxIdentifier] = []

    /// The maximum number of nodes to visit for one handler. Such handlers are short.
    private static let stepLimit = 4_000
    private static let depthLimit = 6

    /// Functions without effects of their own, that end the app, or that only call their closure.
    fileprivate static let harmless: Set<String> = [
        "URL", "URLComponents", "String", "first", "filter", "map", "flatMap", "compactMap", "forEach", "contains",
        "hasPrefix", "hasSuffix", "lowercased", "uppercased", "compare", "caseInsensitiveCompare",
        "localizedCaseInsensitiveCompare", "Task", "async", "isKakaoTalkLoginUrl", "assertionFailure", "fatalError",
        "preconditionFailure",
    ]

    private init(_ evaluator: Evaluator) {
        self.evaluator = evaluator
        routes = RouteFinder(evaluator: evaluator)
    }

    /// Returns what the code in `body` continues; `nil` if it does anything else.
    static func resumption(
        _ body: CodeBlockItemListSyntax,
        in file: ParsedFile,
        _ evaluator: Evaluator
    ) -> Handler.Resumption? {
        if body.onlyReturnsConstant { return .nothing }
        var finder = ContinuationFinder(evaluator)
        finder.visit(Syntax(body), in: file)
        guard !finder.continuations.isEmpty, !finder.hasOther else { return nil }
        return finder.continuations == [.session] ? .session : .anything
    }

    private mutating func visit(_ node: Syntax, in file: ParsedFile) {
        var pending = [node]
        while let next = pending.popLast(), !hasOther {
            steps += 1
            guard steps < Self.stepLimit, evaluator.spendOnRoutes() else {
                hasOther = true
                return
            }
            if let call = next.as(FunctionCallExprSyntax.self) {
                if let called = SDKCallbackFunction.called(by: call, in: file, evaluator) {
                    continuations.insert(called.usesSession ? .session : .anything)
                    continue
                }
                if call.isLog {
                    if !call.onlyLogs { pending.append(Syntax(call.arguments)) }
                    continue
                }
                follow(call, in: file)
            } else if let sequence = next.as(SequenceExprSyntax.self), sequence.changesState {
                hasOther = true
            }
            for child in next.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
                pending.append(child)
            }
        }
    }

    /// Visits the functions that `call` can refer to. A call of unknown code counts as something else.
    private mutating func follow(_ call: FunctionCallExprSyntax, in file: ParsedFile) {
        guard let name = call.calleeName else {
            hasOther = true
            return
        }
        if Self.harmless.contains(name) { return }
        let targets = routes.functions(named: name, at: call.calledExpression, in: file)
        let functions = targets.functions.filter { $0.function.body != nil }
        guard !functions.isEmpty, targets.isOfOneType || functions.count == 1,
            functions.count <= RouteFinder.candidateLimit, followed.count < Self.depthLimit
        else {
            hasOther = true
            return
        }
        for (other, function) in functions where !followed.contains(function.id) {
            guard let body = function.body else { continue }
            followed.append(function.id)
            visit(Syntax(body.statements), in: other)
            followed.removeLast()
        }
    }
}

extension CodeBlockItemListSyntax {
    /// Whether it does nothing but write to a log and return a literal.
    fileprivate var onlyReturnsConstant: Bool {
        let rest = filter { !($0.item.as(FunctionCallExprSyntax.self)?.onlyLogs ?? false) }
        guard let item = rest.first?.item else { return true }
        guard rest.count == 1 else { return false }
        if let statement = item.as(ReturnStmtSyntax.self) {
            return statement.expression?.is(BooleanLiteralExprSyntax.self) ?? true
        }
        return item.as(ExprSyntax.self)?.is(BooleanLiteralExprSyntax.self) ?? false
    }
}

extension FunctionCallExprSyntax {
    /// Whether it only writes to a log, and no function that may have other effects makes the text.
    fileprivate var onlyLogs: Bool {
        guard isLog else { return false }
        var pending = [Syntax(arguments)]
        while let next = pending.popLast() {
            if let call = next.as(FunctionCallExprSyntax.self) {
                let name = call.calleeName ?? ""
                guard name.first?.isUppercase == true || ContinuationFinder.harmless.contains(name) else {
                    return false
                }
            }
            pending += next.children(viewMode: .sourceAccurate)
        }
        return true
    }
}

extension SequenceExprSyntax {
    /// Whether it assigns a value other than `nil`.
    fileprivate var changesState: Bool {
        guard assignedName != nil || assignedElement != nil else { return false }
        let value = assignedValue
        return !replaces || value.count != 1 || !value[0].is(NilLiteralExprSyntax.self)
    }
}
#endif
