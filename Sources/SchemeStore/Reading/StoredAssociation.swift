import Foundation
import SchemeModel

/// An association file, as the registry stores it: ranges, but no path, so that it stays valid when the file moves.
struct StoredAssociation {
    /// What the file says, as JSON.
    var facts: String

    /// - Throws: `EncodingError` if a value can't be encoded.
    init(_ contents: AssociationFile.Contents) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        facts = String(decoding: try encoder.encode(contents), as: UTF8.self)
    }

    init(facts: String) { self.facts = facts }

    /// The checksum that is stored next to the facts.
    var checksum: Int { ManifestChecksum.of(facts) }

    /// What the file says; `nil` if the stored facts are damaged.
    var contents: AssociationFile.Contents? {
        try? JSONDecoder().decode(AssociationFile.Contents.self, from: Data(facts.utf8))
    }
}

/// Reads association files.
final class StoredAssociations {
    private let checksum, byHost, byApp: PreparedStatement
    /// The files with some keys. A wildcard's file decides about many domains.
    private var known: [AssociationFiles.Key: [AssociationFile]] = [:]
    private static let knownLimit = 16

    init(_ database: Database) throws {
        checksum = try PreparedStatement(database, "SELECT checksum FROM association_file WHERE input_id = ?")
        func files(where condition: String) throws -> PreparedStatement {
            try PreparedStatement(
                database,
                """
                SELECT input.path, source.name, facts, checksum
                FROM association_file
                CROSS JOIN input ON input.id = association_file.input_id
                CROSS JOIN source ON source.id = input.source_id
                WHERE \(condition)
                """
            )
        }
        byHost = try files(where: "input_id IN (SELECT input_id FROM association_host WHERE host = ?)")
        byApp = try files(
            where: """
                input_id IN (SELECT input_id FROM association_app WHERE app = ?)
                AND NOT EXISTS (
                    SELECT 1 FROM association_host WHERE association_host.input_id = association_file.input_id
                )
                """
        )
    }

    /// Forgets the files that were read.
    func forget() { known = [:] }

    /// Returns the checksum of the association file that the input with this ID is.
    func checksum(of input: Int) throws -> Int? {
        checksum.bind(input)
        return try checksum.number()
    }

    /// Returns the files with a key, ordered by place.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    func files(of key: AssociationFiles.Key) throws -> [AssociationFile] {
        if let files = known[key] { return files }
        let (rows, text) =
            switch key {
            case .host(let host): (byHost, host)
            case .app(let app): (byApp, app.text)
            }
        rows.bind(text.string)
        defer { rows.reset() }
        var files: [AssociationFile] = []
        while try rows.step() {
            let place = Place(source: rows.text(1), path: rows.path(0))
            let stored = StoredAssociation(facts: rows.text(2))
            guard stored.checksum == rows.int(3), let contents = stored.contents else {
                throw ChecksumMismatch(place: place)
            }
            files.append(AssociationFile(origin: place, contents: contents))
        }
        // Most apps are in no file of an unknown host, and finding that out is quick.
        guard !files.isEmpty else { return [] }
        files.sort()
        if known.count >= Self.knownLimit { known = [:] }
        known[key] = files
        return files
    }
}
