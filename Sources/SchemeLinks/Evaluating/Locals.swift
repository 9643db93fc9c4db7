#if Links
import SwiftSyntax

/// The declarations in a sequence of statements by name, and the statements that may leave it, so that a lookup doesn't
/// search all of them.
final class Locals {
    private let items: CodeBlockItemListSyntax
    private lazy var declared = Declared(in: items)
    /// The statements that may leave the sequence, depending on conditions, in order: `guard`, and `if` that leaves.
    private lazy var exits: [CodeBlockItemSyntax] = items.filter { $0.outcome != nil }

    /// The maximum number of statements to search for one name.
    private static let limit = 64
    /// The maximum number of statements before another one that may have left.
    private static let exitLimit = 512

    private struct Declared {
        /// The declarations of variables, in order, by the names that they bind.
        var variables: [String: [CodeBlockItemSyntax]] = [:]
        /// The statements that may bind any name, in order: `guard` and `#if`.
        var others: [CodeBlockItemSyntax] = []
        var functions: [String: FunctionDeclSyntax] = [:]

        init(in items: CodeBlockItemListSyntax) {
            for item in items {
                if let variable = item.item.as(VariableDeclSyntax.self) {
                    for name in variable.bindings.compactMap(\.name) { variables[name, default: []].append(item) }
                } else if item.item.is(GuardStmtSyntax.self) || item.item.is(IfConfigDeclSyntax.self) {
                    others.append(item)
                } else if let function = item.item.as(FunctionDeclSyntax.self) {
                    let name = function.name.identifierText
                    if functions[name] == nil { functions[name] = function }
                }
            }
        }
    }

    init(of items: CodeBlockItemListSyntax) { self.items = items }

    /// The functions by name.
    var functions: [String: FunctionDeclSyntax] { declared.functions }

    /// The statements before `child` that may bind `name`, nearest first.
    func statements(binding name: String, before child: Syntax) -> [CodeBlockItemSyntax] {
        let own = Self.last(Self.limit, of: declared.variables[name] ?? [], before: child.position)
        return (own + Self.last(Self.limit, of: declared.others, before: child.position)).sorted {
            $0.position > $1.position
        }
    }

    /// The conditions that decide whether the statements before `child` leave, and whether they are met at `child`.
    func outcomes(before child: Syntax) -> [(conditions: ConditionElementListSyntax, areMet: Bool)] {
        Self.last(Self.exitLimit, of: exits, before: child.position).compactMap(\.outcome)
    }

    /// The variables named `name`, in order.
    func bindings(named name: String) -> [PatternBindingSyntax] {
        (declared.variables[name] ?? []).prefix(Self.limit).compactMap { item in
            item.item.as(VariableDeclSyntax.self)?.bindings.first { $0.name == name }
        }
    }

    private static func last(
        _ limit: Int,
        of items: [CodeBlockItemSyntax],
        before position: AbsolutePosition
    ) -> ArraySlice<CodeBlockItemSyntax> {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return items[..<low].suffix(limit)
    }
}

extension CodeBlockItemSyntax {
    /// The conditions that decide whether it leaves the sequence, and whether they are met after it; `nil` if it isn't known
    /// to leave.
    fileprivate var outcome: (conditions: ConditionElementListSyntax, areMet: Bool)? {
        if let choice = item.as(GuardStmtSyntax.self) { return (choice.conditions, true) }
        guard let choice = item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
            choice.elseBody == nil, choice.body.statements.leaves
        else { return nil }
        return (choice.conditions, false)
    }
}
#endif
