package import SchemeModel

extension Problem {
    /// Creates the problem for an error while reading `path`.
    ///
    /// - Parameter wanted: The expected kind; ``FileKind/other`` for standard input.
    package init(_ error: FileError, of path: Path, in source: String?, wanted: FileKind = .regular) {
        let what = wanted == .other ? "standard input" : wanted == .directory ? "the folder" : "the file"
        let place = Place(source: source, path: path)
        self =
            switch error {
            case .notFound:
                Problem(
                    code: .vanished,
                    message: "\(what) was removed during the run",
                    hint: "run again when nothing changes the tree",
                    place: place
                )
            case .permissionDenied:
                Problem(
                    code: .permissionDenied,
                    message: "\(what) cannot be read: permission denied",
                    hint: "grant read permission, or skip it with --exclude",
                    place: place
                )
            case .wrongKind(let kind):
                Problem(
                    code: .notAFile,
                    message: "this is \(kind.phrase), not a \(wanted == .directory ? "folder" : "file")",
                    hint: kind == .other ? "pipe a manifest into standard input, and use - as the path" : nil,
                    place: place
                )
            case .tooLarge(let limit):
                Problem(
                    code: .overLimit,
                    message: "\(what) is larger than \(limit / (1024 * 1024)) MiB",
                    hint: wanted == .other
                        ? "pass one manifest only; to read several, name files or folders"
                        : "skip the file with --exclude",
                    place: place
                )
            case .changedWhileReading:
                Problem(
                    code: .vanished,
                    message: "the file changed while it was read",
                    hint: "run again when nothing changes the tree",
                    place: place
                )
            case .leadsOut(let link):
                Problem(
                    code: .unfollowedLink,
                    message: "\(what) is behind the link '\(link.display)', which leads outside the folder",
                    hint: "also specify the target of the link, or a folder that contains both",
                    place: place
                )
            case .tooSlow:
                Problem(
                    code: .overLimit,
                    message: "reading \(what) took too long",
                    hint: "run again when the machine is less busy",
                    place: place
                )
            case .encrypted:
                Problem(
                    code: .inputOutput,
                    message: "\(what) is encrypted with git-crypt",
                    hint: "run `git-crypt unlock` first",
                    place: place
                )
            case .system(let code) where SystemError.isTooLong(code):
                Problem(
                    code: .overLimit,
                    message: "the path is longer than the system allows",
                    hint: "skip the folder with --exclude, or run in a subfolder",
                    place: place
                )
            case .system(let code):
                Problem(
                    code: .inputOutput,
                    message: "\(what) cannot be read: \(SystemError.text(of: code))",
                    hint: nil,
                    place: place
                )
            }
    }
}

extension FileKind {
    /// The kind as shown in messages.
    var phrase: String {
        switch self {
        case .regular: "a file"
        case .directory: "a folder"
        case .link: "a link"
        case .other: "a pipe, a socket or a device"
        }
    }
}
