#if Links
import SwiftSyntax

/// The declarations in a sequence of statements by name, and the statements that may leave it, so that a lookup doesn't
/// search all of them.
final class Locals {
    private let items: CodeBlockItemListSyntax
    private lazy var declared = Declared(in: items)
    /// What decides whether `guard` and `if` leave the sequence, in order.
    private lazy var outcomes: [Outcome] = items.compactMap(\.outcome)

    /// The conditions of a statement that may leave the sequence, and whether they are met after it.
    typealias Outcome = (conditions: ConditionElementListSyntax, areMet: Bool)

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
        let own = Self.last(Self.limit, of: declared.variables[name] ?? [], before: child, at: \.position)
        let others = Self.last(Self.limit, of: declared.others, before: child, at: \.position)
        return (own + others).sorted { $0.position > $1.position }
    }

    /// The outcomes of the statements before `child`.
    func outcomes(before child: Syntax) -> [Outcome] {
        Array(Self.last(Self.exitLimit, of: outcomes, before: child) { $0.conditions.position })
    }

    /// The variables named `name`, in order.
    func bindings(named name: String) -> [PatternBindingSyntax] {
        (declared.variables[name] ?? []).prefix(Self.limit).compactMap { item in
            item.item.as(VariableDeclSyntax.self)?.bindings.first { $0.name == name }
        }
    }

    private static func last<Item>(
        _ limit: Int,
        of items: [Item],
        before child: Syntax,
        at position: (Item) -> AbsolutePosition
    ) -> ArraySlice<Item> {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if position(items[middle]) < child.position { low = middle + 1 } else { high = middle }
        }
        return items[..<low].suffix(limit)
    }
}

extension CodeBlockItemSyntax {
    /// What decides whether it leaves the sequence; `nil` if it isn't known to leave.
    fileprivate var outcome: Locals.Outcome? {
        if let choice = item.as(GuardStmtSyntax.self) { return (choice.conditions, true) }
        guard let choice = item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
            choice.elseBody == nil, choice.body.statements.leaves
        else { return nil }
        return (choice.conditions, false)
    }
}
#endif
