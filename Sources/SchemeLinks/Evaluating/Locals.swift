#if Links
import SwiftSyntax

/// The declarations in a sequence of statements by name, so that a lookup doesn't search all of them.
final class Locals {
    /// The declarations of variables, in order, by the names that they bind.
    private var variables: [String: [CodeBlockItemSyntax]] = [:]
    /// The statements that may bind any name, in order: `guard` and `#if`.
    private var others: [CodeBlockItemSyntax] = []
    private(set) var functions: [String: FunctionDeclSyntax] = [:]

    /// The maximum number of statements to search for one name.
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

    /// The statements before `child` that may bind `name`, nearest first.
    func statements(binding name: String, before child: Syntax) -> [CodeBlockItemSyntax] {
        let own = Self.last(of: variables[name] ?? [], before: child.position)
        return (own + Self.last(of: others, before: child.position)).sorted { $0.position > $1.position }
    }

    /// The variables named `name`, in order.
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
