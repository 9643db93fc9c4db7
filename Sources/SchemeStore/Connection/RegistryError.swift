package import SchemeModel

/// Why a registry cannot be used. The file is then as it was.
package struct RegistryError: Error, Hashable, Sendable {
    /// What is wrong.
    package enum Cause: Hashable, Sendable {
        /// There is no file.
        case notFound
        /// There is no folder that could hold it.
        case folderNotFound
        /// The file is empty: a registry that was never written.
        case empty
        /// It is a folder, a pipe, a device.
        case wrongKind(FileKind)
        /// It is a link, and to no registry.
        case linkToElsewhere
        /// The path is no UTF-8, which SQLite asks for.
        case pathNotUTF8
        /// The file is no SQLite database.
        case notADatabase
        /// It is the database of another program.
        case foreign(applicationID: Int)
        /// A newer version of the tool wrote it.
        case newer(version: Int, supported: Int)
        /// A version of the tool wrote it that is too old to be read as it is, and reading does not migrate.
        case older(version: Int, supported: Int)
        /// Its tables, indexes, views or triggers are not those that the tool made; the first that differs.
        case strangeSchema(String)
        /// What is in the file contradicts itself.
        case damaged(String)
        /// Another process kept it locked.
        case locked
        /// A write was cut short, and there is no permission to finish or undo it.
        case interrupted
        /// The file or its folder may not be read.
        case notReadable
        /// The file or its folder may not be written.
        case notWritable
        /// The disk is full.
        case full
        /// Another process changed what this one had already looked at.
        case changedMeanwhile
        /// No source has this name.
        case unknownSource(String)
        /// No app has this identifier.
        case unknownApp(AppID)
        /// What was read of an input breaks a rule of the schema: a mistake in a reader. The input, `nil` where the rows are
        /// not those of one, and what SQLite says of the rule.
        case unstorable(input: Path?, detail: String)
        /// SQLite failed otherwise; its extended result code.
        case failure(code: Int)
    }

    /// The registry, as it was named.
    package var path: Path
    /// What is wrong.
    package var cause: Cause

    /// What happened, in one sentence without a full stop.
    package var description: String {
        let name = "the registry '\(path.display)'"
        return switch cause {
        case .notFound: "\(name) does not exist"
        case .folderNotFound: "the folder of \(name) does not exist"
        case .empty: "\(name) is an empty file"
        case .wrongKind(.directory): "\(name) is a folder"
        case .wrongKind: "\(name) is not a regular file"
        case .linkToElsewhere: "'\(path.display)' is a link to something that is no registry"
        case .pathNotUTF8: "the path of \(name) is not UTF-8"
        case .notADatabase: "'\(path.display)' is not a registry but some other file"
        case .foreign(let id): "'\(path.display)' is the database of another program (application id \(id))"
        case .newer(let version, let supported):
            "\(name) has version \(version), and this program knows versions up to \(supported)"
        case .older(let version, let supported):
            "\(name) has version \(version), and at least version \(supported) is needed to read it"
        case .strangeSchema(let object): "\(name) was changed by another program: \(object)"
        case .damaged(let detail): "\(name) is damaged: \(detail)"
        case .locked: "\(name) is locked by another process"
        case .interrupted: "a write to \(name) was cut short"
        case .notReadable: "\(name) may not be read"
        case .notWritable: "\(name) may not be written"
        case .full: "there is no space left for \(name)"
        case .changedMeanwhile: "\(name) was changed by another process at the same time"
        case .unknownSource(let source): "\(name) has no source '\(source)'"
        case .unknownApp(let app): "\(name) has no app '\(app.text)'"
        case .unstorable(let input?, let detail): "\(name) cannot store what was read from '\(input.display)' (\(detail))"
        case .unstorable(nil, let detail): "\(name) cannot be updated (\(detail))"
        case .failure(let code): "\(name) cannot be used (SQLite error \(code))"
        }
    }

    /// What to do about it, in one sentence without a full stop.
    package var hint: String? {
        switch cause {
        case .notFound, .empty: "run 'schemereg import' to make it, or name another one"
        case .folderNotFound: "make the folder, or name another registry"
        case .wrongKind, .linkToElsewhere, .notADatabase, .foreign, .pathNotUTF8:
            "name another registry; nothing was changed"
        case .newer: "use a newer version of schemereg; nothing was changed"
        case .older: "run 'schemereg import' to bring it up to date"
        case .strangeSchema: "restore a copy, or import again into a new registry; nothing was changed"
        case .damaged: "restore a copy, or import again into a new registry"
        case .locked, .changedMeanwhile: "run it again when the other process is done"
        case .interrupted: "run 'schemereg import' as a user who may write the file and its folder"
        case .notReadable: "give the user that runs schemereg permission to read the file and its folder"
        case .notWritable: "give the user that runs schemereg permission to write the file and its folder"
        case .full: "make space and run it again; the registry is as before"
        case .unknownSource: "'schemereg list sources' shows their names"
        case .unknownApp: "'schemereg list apps' shows them"
        case .unstorable: "import into a new registry; if that fails too, report it as a bug in schemereg"
        case .failure: nil
        }
    }
}
