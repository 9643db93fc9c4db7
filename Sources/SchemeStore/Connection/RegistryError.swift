package import SchemeModel

/// The reason why a registry can't be used. The file is then unchanged.
package struct RegistryError: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Cause: Hashable, Sendable {
        /// The file doesn't exist.
        case notFound
        /// The folder of the file doesn't exist.
        case folderNotFound
        /// The file is empty.
        case empty
        /// The path leads to a folder, a pipe or a device.
        case wrongKind(FileKind)
        /// The path is a link to something that isn't a registry.
        case linkToElsewhere
        /// The path isn't UTF-8, which SQLite requires.
        case pathNotUTF8
        /// The file isn't an SQLite database.
        case notADatabase
        /// The file is a database of another program.
        case foreign(applicationID: Int)
        /// A newer version of the tool wrote the registry.
        case newer(version: Int, supported: Int)
        /// A version of the tool wrote the registry that is too old to be read without migrating.
        case older(version: Int, supported: Int)
        /// The tables, indexes, views or triggers aren't the ones that the tool creates. Describes the first
        /// difference.
        case strangeSchema(String)
        /// The contents of the file are inconsistent.
        case damaged(String)
        /// The log or journal next to the registry, with this suffix, is not a file, or not of this registry.
        case strangeSideFile(String)
        /// Another process kept the registry locked.
        case locked
        /// A write was interrupted, and must be completed or rolled back before the registry can be read.
        case interrupted
        /// There is no permission to read the file or its folder.
        case notReadable
        /// There is no permission to write the file or its folder.
        case notWritable
        /// The disk is full.
        case full
        /// What was written is in the log next to the registry, and couldn't be moved into the registry itself.
        case logNeeded(isFull: Bool)
        /// Another file took the registry's place during a write.
        case replaced
        /// Another process changed something that this process had already read.
        case changedMeanwhile
        /// The registry has sources or a history, where an empty one is needed.
        case notEmpty
        /// No source has this name.
        case unknownSource(String)
        /// No app has this identifier.
        case unknownApp(AppID)
        /// What was read from an input violates a constraint of the schema, which is a bug in a reader. Contains the input (`nil`
        /// if the rows don't belong to one), and SQLite's description of the constraint.
        case unstorable(input: Path?, detail: String)
        /// A server can't be reached, or refuses the connection. Contains its explanation.
        case unreachable(String)
        /// The connection to a server was lost, or transactions were in each other's way. Contains the explanation.
        case lost(String)
        /// The server's database has this encoding, and not UTF-8.
        case wrongEncoding(String)
        /// There is no registry in the server's database.
        case notInitialized
        /// The registry on a server has an older version.
        case olderOnServer(version: Int, supported: Int)
        /// The server's user lacks a permission. Contains the server's explanation.
        case notPermitted(String)
        /// The server only allows reading, because it is a replica or is set so.
        case readOnly
        /// A path or an identifier is too long for an index of the server.
        case tooLong
        /// The server stopped a statement. Contains its explanation.
        case canceled(String)
        /// The server failed for another reason. Contains its explanation.
        case serverFailure(String)
        /// This build can't connect to servers.
        case unsupported
        /// SQLite failed for another reason. Contains its extended result code.
        case failure(code: Int)
    }

    /// The registry, as the user named it.
    package var path: Path
    /// What is wrong.
    package var cause: Cause

    /// What happened, in one sentence without a period.
    package var description: String {
        let name = "the registry '\(path.display)'"
        return switch cause {
        case .notFound: "\(name) does not exist"
        case .folderNotFound: "the folder of \(name) does not exist"
        case .empty: "\(name) is an empty file"
        case .wrongKind(.directory): "\(name) is a folder"
        case .wrongKind: "\(name) is not a regular file"
        case .linkToElsewhere: "'\(path.display)' is a link to a file that is not a registry"
        case .pathNotUTF8: "the path of \(name) is not UTF-8"
        case .notADatabase: "'\(path.display)' is not a registry"
        case .foreign(let id): "'\(path.display)' is a database of another program (application ID \(id))"
        case .newer(let version, let supported):
            "\(name) has version \(version), but this version of schemereg supports only versions up to \(supported)"
        case .older(let version, let supported):
            "\(name) has version \(version), but reading requires version \(supported) or later"
        case .strangeSchema(let object):
            "\(name) was modified by another program, or created before the first release: \(object)"
        case .damaged(let detail): "\(name) is damaged: \(detail)"
        case .strangeSideFile(let suffix): "'\(path.display)\(suffix)' does not belong to \(name)"
        case .locked: "\(name) is locked by another process"
        case .interrupted: "a write to \(name) was interrupted"
        case .notReadable: "\(name) is not readable"
        case .notWritable: "\(name) is not writable"
        case .full: "there is no space left for \(name)"
        case .logNeeded(true):
            "there is not enough space to finish \(name); the imported data is in '\(path.display)-wal'"
        case .logNeeded(false): "\(name) could not be finished; the imported data is in '\(path.display)-wal'"
        case .replaced: "another file took the place of \(name) during the import"
        case .changedMeanwhile: "another process changed \(name) at the same time"
        case .notEmpty: "\(name) is not empty"
        case .unknownSource(let source): "\(name) has no source '\(source)'"
        case .unknownApp(let app): "\(name) has no app '\(app.text)'"
        case .unstorable(let input?, let detail):
            "\(name) cannot store what was read from '\(input.display)' (\(detail))"
        case .unstorable(nil, let detail): "\(name) cannot be updated (\(detail))"
        case .unreachable(let detail): "\(name) cannot be reached (\(detail))"
        case .lost(let detail): "\(name) stopped answering (\(detail))"
        case .wrongEncoding(let encoding): "the database of \(name) has the encoding \(encoding), not UTF8"
        case .notInitialized: "there is no registry at '\(path.display)'"
        case .olderOnServer(let version, let supported):
            "\(name) has version \(version), but this version of schemereg requires version \(supported)"
        case .notPermitted(let detail): "the user of \(name) lacks a permission (\(detail))"
        case .readOnly: "\(name) is read-only"
        case .tooLong: "\(name) cannot store a path or an identifier of more than 2,700 bytes"
        case .canceled(let detail): "the server stopped a query of \(name) (\(detail))"
        case .serverFailure(let detail): "\(name) cannot be used (\(detail))"
        case .unsupported: "\(name) is on a PostgreSQL server, which this build of schemereg does not support"
        case .failure(let code): "\(name) cannot be used (SQLite error \(code))"
        }
    }

    /// What to do about it, in one sentence without a period.
    package var hint: String? {
        switch cause {
        case .notFound, .empty: "run 'schemereg import' to create it, or specify another one"
        case .folderNotFound: "create the folder, or specify another registry"
        case .wrongKind, .linkToElsewhere, .notADatabase, .foreign, .pathNotUTF8:
            "specify another registry; the file was not changed"
        case .newer: "use a newer version of schemereg; the registry was not changed"
        case .older: "run 'schemereg import' to update it"
        case .strangeSchema: "import into a new registry, or restore a backup; the file was not changed"
        case .damaged: "restore a backup, or import into a new registry"
        case .strangeSideFile: "remove it, or restore a backup of both; nothing was changed"
        case .locked, .changedMeanwhile: "run the command again when the other process is done"
        case .interrupted:
            "run 'schemereg import' as a user with write permission for the file and its folder; nothing was changed"
        case .notReadable: "give the user who runs schemereg read permission for the file and its folder"
        case .notWritable: "give the user who runs schemereg write permission for the file and its folder"
        case .full: "free some space and run the command again; the registry was not changed"
        case .notEmpty: "copy into a new registry; this one was not changed"
        case .unknownSource: "'schemereg list sources' lists the sources"
        case .unknownApp: "'schemereg list apps' lists the apps"
        case .unstorable: "import into a new registry; if that fails, too, report it as a bug in schemereg"
        case .replaced: "run the command again; the new file was not changed and does not have the imported data"
        case .logNeeded: "keep that file next to the registry, free some space, and run 'schemereg import' again"
        case .unreachable: "check the address, the network and the password; libpq reads ~/.pgpass and PGPASSWORD"
        case .lost: "run the command again; nothing was changed"
        case .wrongEncoding: "create another one: createdb --encoding UTF8 --template template0"
        case .notInitialized: "run 'schemereg registry init' with this address to create one"
        case .olderOnServer: "run 'schemereg registry init' with this address to update it"
        case .notPermitted: "'schemereg registry init' prints the permissions that readers and writers need"
        case .readOnly: "use the address of the primary server to write"
        case .tooLong: "leave the input out with '--exclude', or import it into a file; nothing was changed"
        case .canceled: "run the command again, or raise statement_timeout of the server's user"
        case .serverFailure: nil
        case .unsupported: "build it with 'make install POSTGRESQL=1', which needs libpq"
        case .failure: nil
        }
    }
}
