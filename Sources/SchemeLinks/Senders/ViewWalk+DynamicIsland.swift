#if Links
import SchemeModel
import SwiftSyntax

/// Walks a Dynamic Island: the compact and minimal presentations, and the regions of the expanded one.
extension ViewWalk {
    func island(_ expression: ExprSyntax, in frame: Frame, _ context: Context) {
        guard let call = expression.as(FunctionCallExprSyntax.self) else {
            if let reference = expression.as(DeclReferenceExprSyntax.self) {
                property(reference.baseName.identifierText, at: Syntax(reference), in: frame, context, island)
            }
            return
        }
        if call.calleeName == "DynamicIsland", call.base == nil { return regions(of: call, in: frame, context) }
        var whole = context
        whole.presentation = .dynamicIsland
        note(.dynamicIsland)
        self.call(call, in: frame, whole, island)
    }

    func regions(of call: FunctionCallExprSyntax, in frame: Frame, _ context: Context) {
        let names: [String: Presentation] = [
            "compactLeading": .compactLeading, "compactTrailing": .compactTrailing, "minimal": .minimal,
        ]
        note(.dynamicIsland)
        for argument in call.allArguments {
            guard let closure = argument.value.as(ClosureExprSyntax.self) else { continue }
            let inner = frame.inside(closure)
            if let presentation = argument.label.flatMap({ names[$0] }) {
                var region = Context(presentation: presentation)
                region.site = context.site
                walk(closure.statements, in: inner, region)
            } else {
                statements(closure.statements, in: inner, context, expanded)
            }
        }
    }

    func expanded(_ expression: ExprSyntax, in frame: Frame, _ context: Context) {
        guard let call = expression.as(FunctionCallExprSyntax.self) else {
            if let reference = expression.as(DeclReferenceExprSyntax.self) {
                property(reference.baseName.identifierText, at: Syntax(reference), in: frame, context, expanded)
            }
            return
        }
        guard call.calleeName == "DynamicIslandExpandedRegion" else {
            return self.call(call, in: frame, context, expanded)
        }
        let regions: [String: Presentation] = [
            "leading": .expandedLeading, "trailing": .expandedTrailing, "center": .expandedCenter,
            "bottom": .expandedBottom,
        ]
        guard let presentation = call.firstUnlabeled?.lastName.flatMap({ regions[$0] }),
            let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self)
        else { return }
        let inner = frame.inside(closure)
        walk(closure.statements, in: inner, Context(presentation: presentation, path: context.path))
    }
}
#endif
