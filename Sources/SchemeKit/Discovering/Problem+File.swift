package import SchemeModel

extension Problem {
    /// Creates the problem for an error while reading `path`.
    ///
    /// - Parameter wanted: The expected kind; ``FileKind/other`` for standard input.
    package init(_ error: FileError, of path: Path, in source: String?, wanted: FileKind = .regular) {
        let what = wanted == .other ? "standard input" : wanted == .directory ? "the folder" : "the file"
        let code: Code =
            switch error {
            case .notFound, .changedWhileReading: .vanished
            case .system(let number) where SystemError.isTooLong(number): .overLimit
            default: error.problemCode
            }
        let (message, hint): (String, String?) =
            switch error {
            case .notFound: ("\(what) was removed during the run", "run again when nothing changes the tree")
            case .permissionDenied:
                ("\(what) cannot be read: permission denied", "grant read permission, or skip it with --exclude")
            case .wrongKind(let kind):
                (
                    "this is \(kind.phrase), not a \(wanted == .directory ? "folder" : "file")",
                    kind == .other ? "pipe a manifest into standard input, and use - as the path" : nil
                )
            case .tooLarge(let limit):
                (
                    "\(what) is larger than \(limit / (1024 * 1024)) MiB",
                    wanted == .other
                        ? "pass one manifest only; to read several, name files or folders"
                        : "skip the file with --exclude"
                )
            case .changedWhileReading:
                ("the file changed while it was read", "run again when nothing changes the tree")
            case .leadsOut(let link):
                (
                    "\(what) is behind the link '\(link.display)', which leads outside the folder",
                    "also specify the target of the link, or a folder that contains both"
                )
            case .tooSlow: ("reading \(what) took too long", "run again when the machine is less busy")
            case .encrypted: ("\(what) is encrypted with git-crypt", "run `git-crypt unlock` first")
            case .system(let number) where SystemError.isTooLong(number):
                ("the path is longer than the system allows", "skip the folder with --exclude, or run in a subfolder")
            case .system(let number): ("\(what) cannot be read: \(SystemError.text(of: number))", nil)
            }
        self.init(code: code, message: message, hint: hint, place: Place(source: source, path: path))
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
