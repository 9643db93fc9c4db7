/// The rows of one table, in manifest order.
final class ChildRows {
    private let statement: PreparedStatement
    /// Whether the statement selects the rows of given manifests; otherwise it selects those of one and all later ones.
    private let isRemote: Bool
    /// The manifest of the statement's current row; the largest number after the last row.
    private var current = Int.max
    /// The first manifest of the range up to ``current`` that is known to have no rows; `nil` if the statement was
    /// reset.
    private var start: Int?
    /// The manifests whose rows are wanted next, and those whose rows were selected, in order.
    private var announced: [Int] = []
    private var selected: [Int] = []

    init(_ statement: PreparedStatement, isRemote: Bool) {
        self.statement = statement
        self.isRemote = isRemote
    }

    /// Says whose rows are wanted next, in this order, so that a server gives them with one query.
    func announce(_ manifests: [Int]) { announced = manifests }

    func forEach(of manifest: Int, _ body: (PreparedStatement) -> Void) throws {
        // Most manifests have no rows in most tables. The next existing row proves that for all manifests before it.
        let isKnown = start.map { $0 <= manifest && manifest <= current } ?? false
        guard isKnown, !isRemote || selected.contains(sorted: manifest) else {
            statement.reset()
            if isRemote {
                selected = announced.contains(sorted: manifest) ? announced : [manifest]
                statement.bind(selected)
            } else {
                statement.bind(manifest)
            }
            start = isRemote ? selected.first : manifest
            try advance()
            return try give(manifest, body)
        }
        try give(manifest, body)
    }

    func rest() {
        statement.reset()
        start = nil
        announced = []
    }

    private func give(_ manifest: Int, _ body: (PreparedStatement) -> Void) throws {
        while current == manifest {
            body(statement)
            start = manifest + 1
            try advance()
        }
    }

    private func advance() throws {
        current = try statement.step() ? statement.int(0) : .max
    }
}

extension [Int] {
    /// Returns whether the list, which is sorted, has `number`.
    fileprivate func contains(sorted number: Int) -> Bool {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low] == number
    }
}
