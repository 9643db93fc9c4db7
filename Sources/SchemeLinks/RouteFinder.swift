#if Links
import SchemeModel
import SwiftSyntax

/// Says which URLs a handler takes.
struct RouteFinder {
    let evaluator: Evaluator
    let file: ParsedFile

    struct Reading {
        var routes: [Route] = []
        var isRouted = false
        var looksAt: Set<Handler.Aspect> = []
    }

    func read(_ body: CodeBlockItemListSyntax, of owner: Syntax, given: String?, kind: Handler.Kind, place: Place) -> Reading {
        Reading()
    }

    func read(reference: ExprSyntax, kind: Handler.Kind, place: Place) -> Reading { Reading() }
}
#endif
