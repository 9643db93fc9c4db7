#if Links
import SchemeModel
import SwiftSyntax

/// The conditions around a call that determine whether it is compiled, and on which system versions it runs.
struct CallConditions {
    /// The first iOS version on which the call doesn't run; `nil` if there is none.
    private(set) var endsBefore: SystemVersion?
    /// The first iOS version on which the call runs; `nil` if it runs on all.
    private(set) var begins: SystemVersion?
    /// Whether it is compiled only if the target sets a flag.
    private var isConditional = false

    /// The first iOS version on which `UIApplication.openURL(_:)` does nothing.
    private static let retiring = SystemVersion(18)
    /// The iOS version that deprecates `canOpenURL(_:)`.
    private static let deprecatingQueries = SystemVersion(27)

    /// `#if` conditions that don't depend on a target's flags.
    private static let compilerConditions: Set<String> = [
        "os", "canImport", "swift", "compiler", "targetEnvironment", "arch", "hasFeature", "hasAttribute",
    ]

    /// Finds the conditions around `node`.
    init(around node: some SyntaxProtocol) {
        var current = Syntax(node)
        while let parent = current.parent {
            if let clause = parent.as(IfConfigClauseSyntax.self), Self.dependsOnFlag(clause) { isConditional = true }
            noteBranch(current, of: parent)
            if let items = parent.as(CodeBlockItemListSyntax.self) { noteStatements(before: current, in: items) }
            if let declaration = parent.asProtocol((any WithAttributesSyntax).self) {
                for attribute in declaration.attributes { noteAttribute(attribute) }
            }
            current = parent
        }
    }

    /// The traits of a call that opens a URL.
    var traits: Set<Link.Trait> {
        var found: Set<Link.Trait> = isConditional ? [.conditional] : []
        if let endsBefore, endsBefore <= Self.deprecatingQueries {
            found.insert(endsBefore <= Self.retiring ? .earlierSystems : .beforeQueryLimit)
        }
        if let begins, begins >= Self.retiring { found.insert(.laterSystems) }
        return found
    }

    // MARK: Flags

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

    // MARK: System versions

    private mutating func note(_ test: VersionTest?, isMet: Bool) {
        guard let test else { return }
        if test.isFromThere == isMet {
            begins = max(begins ?? test.version, test.version)
        } else {
            endsBefore = min(endsBefore ?? test.version, test.version)
        }
    }

    /// Notes the condition under which `node`, a child of `parent`, runs.
    private mutating func noteBranch(_ node: Syntax, of parent: Syntax) {
        if let choice = parent.as(IfExprSyntax.self) {
            if choice.body.id == node.id { noteMet(choice.conditions) }
            if choice.elseBody?.id == node.id { note(VersionTest(only: choice.conditions), isMet: false) }
        } else if let choice = parent.as(GuardStmtSyntax.self), choice.body.id == node.id {
            note(VersionTest(only: choice.conditions), isMet: false)
        }
    }

    /// Notes that all conditions are met.
    private mutating func noteMet(_ conditions: ConditionElementListSyntax) {
        for element in conditions { note(VersionTest(element), isMet: true) }
    }

    /// Notes the statements before `node` that leave the function on some systems.
    private mutating func noteStatements(before node: Syntax, in items: CodeBlockItemListSyntax) {
        for item in items.statements(before: node) {
            if let choice = item.item.as(GuardStmtSyntax.self) {
                noteMet(choice.conditions)
            } else if let choice = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
                choice.elseBody == nil, choice.body.statements.leaves
            {
                note(VersionTest(only: choice.conditions), isMet: false)
            }
        }
    }

    /// Notes `@available(iOS 18, *)` and `@available(iOS, obsoleted: 10)`.
    private mutating func noteAttribute(_ element: AttributeListSyntax.Element) {
        guard case .attribute(let attribute) = element, case .availability(let arguments) = attribute.arguments else {
            return
        }
        var isMobile = false
        for argument in arguments {
            switch argument.argument {
            case .availabilityVersionRestriction(let platform):
                guard let test = VersionTest(platform) else { continue }
                note(test, isMet: true)
            case .token(let token): isMobile = isMobile || token.text.hasPrefix("iOS")
            case .availabilityLabeledArgument(let labeled):
                guard isMobile, case .version(let written) = labeled.value, let version = SystemVersion(written) else {
                    continue
                }
                switch labeled.label.text {
                case "introduced": note(VersionTest(version: version, isFromThere: true), isMet: true)
                case "obsoleted": note(VersionTest(version: version, isFromThere: false), isMet: true)
                default: continue
                }
            }
        }
    }
}

extension CodeBlockItemListSyntax {
    /// Returns the statements before `node`, which is one of them. Of very many, only the first ones: each of them may
    /// contain a link.
    func statements(before node: Syntax) -> [CodeBlockItemSyntax] {
        Array(prefix(Self.searchLimit).prefix { $0.id != node.id })
    }

    /// More statements than people write in one place.
    private static let searchLimit = 200
}
#endif
