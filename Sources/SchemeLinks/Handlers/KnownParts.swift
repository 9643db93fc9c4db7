#if Links
import SwiftSyntax

/// Remembers the parts of the URL in the expressions of one statement.
///
/// The part of `url.path.trimmed().lowercased()` depends on the part of each call before it, which is asked for in
/// several ways. Without memory, each call of a chain would double the time.
struct KnownParts {
    private var tables: [(names: [String: URLPart], parts: [SyntaxIdentifier: URLPart?])] = []
    /// The number of searches under way. The last one forgets, since the parts also depend on the conditions that hold.
    private var depth = 0

    mutating func begin() { depth += 1 }

    mutating func end() {
        depth -= 1
        if depth == 0, !tables.isEmpty { tables = [] }
    }

    /// Returns the part in the expression `id` where `names` hold parts: `nil` if it was not searched, `.some(nil)` if
    /// it has none.
    func part(of id: SyntaxIdentifier, where names: [String: URLPart]) -> URLPart?? {
        tables.first { $0.names == names }?.parts[id]
    }

    mutating func remember(_ part: URLPart?, of id: SyntaxIdentifier, where names: [String: URLPart]) {
        guard let index = tables.firstIndex(where: { $0.names == names }) else {
            return tables.append((names, [id: part]))
        }
        tables[index].parts.updateValue(part, forKey: id)
    }
}
#endif
