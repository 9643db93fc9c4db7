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
        /// Another process kept the registry locked.
        case locked
        /// A write was interrupted, and there is no permission to complete it or roll it back.
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
        /// No source has this name.
        case unknownSource(String)
        /// No app has this identifier.
        case unknownApp(AppID)
        /// What was read from an input violates a constraint of the schema, which is a bug in a reader. Contains the input (`nil`
        /// if the rows don't belong to one), and SQLite's description of the constraint.
        case unstorable(input: Path?, detail: String)
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
        case .strangeSchema(let object): "\(name) was modified by another program: \(object)"
        case .damaged(let detail): "\(name) is damaged: \(detail)"
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
        case .unknownSource(let source): "\(name) has no source '\(source)'"
        case .unknownApp(let app): "\(name) has no app '\(app.text)'"
        case .unstorable(let input?, let detail):
            "\(name) cannot store what was read from '\(input.display)' (\(detail))"
        case .unstorable(nil, let detail): "\(name) cannot be updated (\(detail))"
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
        case .strangeSchema: "restore a backup, or import into a new registry; the file was not changed"
        case .damaged: "restore a backup, or import into a new registry"
        case .locked, .changedMeanwhile: "run the command again when the other process is done"
        case .interrupted: "run 'schemereg import' as a user with write permission for the file and its folder"
        case .notReadable: "give the user who runs schemereg read permission for the file and its folder"
        case .notWritable: "give the user who runs schemereg write permission for the file and its folder"
        case .full: "free some space and run the command again; the registry was not changed"
        case .unknownSource: "'schemereg list sources' lists the sources"
        case .unknownApp: "'schemereg list apps' lists the apps"
        case .unstorable: "import into a new registry; if that fails, too, report it as a bug in schemereg"
        case .replaced: "run the command again; the new file was not changed and does not have the imported data"
        case .logNeeded: "keep that file next to the registry, free some space, and run 'schemereg import' again"
        case .failure: nil
        }
    }
}
