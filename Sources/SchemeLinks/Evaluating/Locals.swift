#if Links
import SwiftSyntax

/// What a row of statements declares, by names, so that a look for one does not go through all of them.
final class Locals {
    /// Declarations of variables, by the names that they bind, in order.
    private var variables: [String: [CodeBlockItemSyntax]] = [:]
    /// Statements that may bind any name: `guard` and `#if`, in order.
    private var others: [CodeBlockItemSyntax] = []
    private(set) var functions: [String: FunctionDeclSyntax] = [:]

    /// Statements that are looked at for one name.
    private static let limit = 64

    init(of items: CodeBlockItemListSyntax) {
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

    /// The statements before `child` that may bind `name`, the nearest first.
    func statements(binding name: String, before child: Syntax) -> [CodeBlockItemSyntax] {
        let own = Self.last(of: variables[name] ?? [], before: child.position)
        return (own + Self.last(of: others, before: child.position)).sorted { $0.position > $1.position }
    }

    /// The variables with `name`, in order.
    func bindings(named name: String) -> [PatternBindingSyntax] {
        (variables[name] ?? []).prefix(Self.limit).compactMap { item in
            item.item.as(VariableDeclSyntax.self)?.bindings.first { $0.name == name }
        }
    }

    private static func last(
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
#endif
