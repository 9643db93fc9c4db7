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
    private let checksum, byHost: PreparedStatement
    /// The files of some hosts. A wildcard's file decides about many domains.
    private var known: [ByteString: [AssociationFile]] = [:]
    private static let knownLimit = 16

    init(_ database: Database) throws {
        checksum = try PreparedStatement(database, "SELECT checksum FROM association_file WHERE input_id = ?")
        byHost = try PreparedStatement(
            database,
            """
            SELECT input.path, source.name, facts, checksum
            FROM association_host
            CROSS JOIN association_file ON association_file.input_id = association_host.input_id
            CROSS JOIN input ON input.id = association_file.input_id
            CROSS JOIN source ON source.id = input.source_id
            WHERE host = ?
            """
        )
    }

    /// Returns the checksum of the association file that the input with this ID is.
    func checksum(of input: Int) throws -> Int? {
        checksum.bind(input)
        return try checksum.number()
    }

    /// Returns the files that `host` serves, ordered by place.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    func files(of host: String) throws -> [AssociationFile] {
        if let files = known[ByteString(host)] { return files }
        byHost.bind(host)
        defer { byHost.reset() }
        var files: [AssociationFile] = []
        while try byHost.step() {
            let place = Place(source: byHost.text(1), path: byHost.path(0))
            let stored = StoredAssociation(facts: byHost.text(2))
            guard stored.checksum == byHost.int(3), let contents = stored.contents else {
                throw ChecksumMismatch(place: place)
            }
            files.append(AssociationFile(origin: place, contents: contents))
        }
        files.sort()
        if known.count >= Self.knownLimit { known = [:] }
        known[ByteString(host)] = files
        return files
    }
}
