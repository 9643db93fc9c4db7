#if Links
import SwiftSyntax

extension FunctionDeclSyntax {
    /// Whether it reads the URL that launches the app from its last parameter, or from other options: `options?[.url]`.
    var readsLaunchURL: Bool {
        guard let body, let options = signature.parameterClause.parameters.last?.localName else { return false }
        var pending = [Syntax(body)]
        while let node = pending.popLast() {
            if let element = node.as(SubscriptCallExprSyntax.self), element.hasLaunchURL(of: options) {
                if !element.isCompared { return true }
            }
            pending += node.children(viewMode: .sourceAccurate).filter { !$0.is(TokenSyntax.self) }
        }
        return false
    }
}

extension SubscriptCallExprSyntax {
    /// Whether it is the URL in launch options; the short name `.url` is only one in a dictionary named like options.
    fileprivate func hasLaunchURL(of options: String) -> Bool {
        guard arguments.count == 1, let key = arguments.first?.expression.unwrapped else { return false }
        if key.lastName == "UIApplicationLaunchOptionsURLKey" { return true }
        guard let member = key.as(MemberAccessExprSyntax.self), key.lastName == "url" else { return false }
        if let base = member.base?.lastName { return base.hasSuffix("LaunchOptionsKey") }
        let name = calledExpression.unwrapped.lastName
        return name == options || name?.hasSuffix("ptions") == true
    }

    /// Whether it is only compared with `nil`, or gets a value.
    fileprivate var isCompared: Bool {
        var node = parent
        let around: Set<SyntaxKind> = [.exprList, .sequenceExpr, .tupleExpr, .labeledExprList, .labeledExpr]
        while let current = node, around.contains(current.kind) {
            if let sequence = current.as(SequenceExprSyntax.self) {
                if sequence.replaces { return sequence.elements.first?.id == id }
                let isTest = sequence.row.contains { ["==", "!="].contains($0.operatorText) }
                if isTest, sequence.row.contains(where: { $0.unwrapped.is(NilLiteralExprSyntax.self) }) { return true }
            }
            node = current.parent
        }
        return false
    }
}
#endif
