#if Links
import SchemeModel
import SwiftSyntax

/// The conditions around a call that determine whether it is compiled, and on which system versions it runs.
enum CallConditions {
    /// The first iOS version on which `UIApplication.openURL(_:)` does nothing.
    private static let retiringVersion = 18

    /// `#if` conditions that don't depend on a target's flags.
    private static let compilerConditions: Set<String> = [
        "os", "canImport", "swift", "compiler", "targetEnvironment", "arch", "hasFeature", "hasAttribute",
    ]

    /// Returns the traits that follow from the conditions around `call`.
    static func traits(of call: FunctionCallExprSyntax) -> Set<Link.Trait> {
        var found: Set<Link.Trait> = []
        var current = Syntax(call)
        while let parent = current.parent {
            if let clause = parent.as(IfConfigClauseSyntax.self), dependsOnFlag(clause) { found.insert(.conditional) }
            if runs(current, in: parent, later: false) { found.insert(.earlierSystems) }
            if runs(current, in: parent, later: true) { found.insert(.laterSystems) }
            current = parent
        }
        return found
    }

    /// Whether `clause`, or one before it, depends on a flag of the target such as `MAIN_APP`.
    private static func dependsOnFlag(_ clause: IfConfigClauseSyntax) -> Bool {
        guard let clauses = clause.parent?.as(IfConfigClauseListSyntax.self) else { return false }
        for other in clauses {
            if let condition = other.condition, namesFlag(Syntax(condition)) { return true }
            if other.id == clause.id { break }
        }
        return false
    }

    /// Whether the condition of an `#if` contains a flag.
    private static func namesFlag(_ condition: Syntax) -> Bool {
        condition.tokens(viewMode: .sourceAccurate).contains { token in
            guard case .identifier(let name) = token.tokenKind, name != "DEBUG" else { return false }
            var current = Syntax(token)
            while current.id != condition.id, let parent = current.parent {
                current = parent
                guard let call = current.as(FunctionCallExprSyntax.self), let function = call.calleeName else {
                    continue
                }
                return !compilerConditions.contains(function)
            }
            return true
        }
    }

    /// Whether `node`, a child of `parent`, only runs on systems before ``retiringVersion``, or only from it on if `later`.
    private static func runs(_ node: Syntax, in parent: Syntax, later: Bool) -> Bool {
        if let choice = parent.as(IfExprSyntax.self) {
            if choice.elseBody?.id == node.id { return asksForRetiringSystem(choice.conditions, isNegated: later) }
            if choice.body.id == node.id { return asksForRetiringSystem(choice.conditions, isNegated: !later) }
        } else if let choice = parent.as(GuardStmtSyntax.self), choice.body.id == node.id {
            return asksForRetiringSystem(choice.conditions, isNegated: later)
        }
        return false
    }

    /// Whether the only condition is `#available(iOS 18, *)`, or `#unavailable` if `isNegated`.
    private static func asksForRetiringSystem(_ list: ConditionElementListSyntax, isNegated: Bool) -> Bool {
        guard list.count == 1, let condition = list.first?.condition.as(AvailabilityConditionSyntax.self),
            (condition.availabilityKeyword.tokenKind == .poundUnavailable) == isNegated
        else { return false }
        return condition.availabilityArguments.contains { argument in
            guard case .availabilityVersionRestriction(let platform) = argument.argument,
                platform.platform.text.hasPrefix("iOS"), let version = platform.version,
                let major = Int(version.major.text)
            else { return false }
            return major >= retiringVersion
        }
    }
}
#endif
