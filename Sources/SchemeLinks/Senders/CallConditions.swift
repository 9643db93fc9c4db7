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
    init(around node: some SyntaxProtocol, _ evaluator: Evaluator) {
        var current = Syntax(node)
        while let parent = current.parent {
            if let clause = parent.as(IfConfigClauseSyntax.self), Self.dependsOnFlag(clause) { isConditional = true }
            for (element, isMet) in evaluator.conditions(of: current, in: parent) {
                note(VersionTest(element), isMet: isMet)
            }
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
#endif
