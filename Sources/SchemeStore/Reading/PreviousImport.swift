package import SchemeModel

/// What earlier imports stored of a source.
package struct PreviousImport: Sendable {
    /// The inputs that could be read without a problem, by path, so that unchanged inputs need not be read again.
    package private(set) var inputs: [Path: PreviousInput]
    /// The counts of all inputs and their manifests.
    package private(set) var counts = RegistryCounts()

    package init(inputs: [Path: PreviousInput] = [:]) { self.inputs = inputs }

    fileprivate init(of source: Int, _ database: Database) throws {
        self.init()
        let rows = try PreviousQueries.inputs(of: source, database)
        defer { rows.reset() }
        var (row, path): (Int?, Path) = (nil, "")
        var input: PreviousInput?
        var products: Set<Int> = []
        var apps: Set<Int> = []
        while try rows.step() {
            if row != rows.int(0) {
                if let input { inputs[path] = input }
                (row, path, input) = (rows.int(0), rows.path(1), addInput(rows))
            }
            guard !rows.isNull(12) else { continue }
            products.insert(rows.int(12))
            if ProductKind(rawValue: rows.text(13))?.isApplication ?? false { apps.insert(rows.int(12)) }
            counts.manifests += 1
            // A damaged row may have any number.
            counts.urlTypes &+= rows.int(14)
            counts.claims &+= rows.int(15)
            guard rows.bool(16) else { continue }
            input?.isManifest = true
            if rows.bool(17) { input?.isApplication = true }
            if rows.bool(18) { input?.isMalformed = true }
        }
        if let input { inputs[path] = input }
        (counts.products, counts.apps) = (products.count, apps.count)
    }

    /// Counts an input, and returns it if it could be read without a problem.
    private mutating func addInput(_ row: PreparedStatement) -> PreviousInput? {
        if row.bool(9) { counts.inputs += 1 }
        if row.bool(10) { counts.unreadable += 1 }
        if row.bool(11) { counts.skippedInputs += 1 }
        guard row.bool(8) else { return nil }
        var input = PreviousInput(stamp: row.stamp(2), readerVersion: row.int(6))
        input.settlesManifests = row.bool(7)
        return input
    }

    fileprivate mutating func add(_ dependency: InputDependency, of input: Path) {
        inputs[input]?.dependencies.append(dependency)
    }
}

extension Registry {
    /// Returns what is stored of the source `name`; nothing for an unknown source.
    ///
    /// - Parameter state: The state of the source before. Other processes must not have changed it since. `nil` skips this
    ///   check.
    /// - Throws: ``RegistryError``.
    package func previousImport(of name: String, since state: SourceState? = nil) throws -> PreviousImport {
        try access { database in
            var previous = PreviousImport()
            if let id = try StoredSource.id(of: name, database) {
                previous = try PreviousImport(of: id, database)
                try forEachDependency(of: id, database) { previous.add($1, of: $0) }
            }
            if let state, try SourceState(of: name, database) != state {
                throw RegistryError(path: path, cause: .changedMeanwhile)
            }
            return previous
        }
    }

    /// Returns the counts of the source with this name. They are zero if it doesn't exist.
    ///
    /// - Throws: ``RegistryError``.
    package func counts(of source: String) throws -> RegistryCounts {
        try access { database in
            try StoredSource.id(of: source, database).map { try PreviousImport(of: $0, database).counts }
                ?? RegistryCounts()
        }
    }
}
