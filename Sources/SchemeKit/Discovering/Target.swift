package import SchemeModel

/// Something that a call names: standard input, or a file or folder that is there.
package enum Target: Hashable, Sendable {
    case standardInput
    /// By its real path.
    case file(Path)
    /// By its real path.
    case folder(Path)
    /// An Xcode project, by the real path of its folder.
    case project(Path)
    /// A workspace, by the real path of its folder.
    case workspace(Path)

    /// What `paths` name, files and folders in order of their real paths, and a problem for each path that is not there.
    ///
    /// - Parameter paths: as given, `-` for standard input among them.
    package static func targets(of paths: [Path], in context: Context) -> (targets: [Target], problems: [Problem]) {
        var targets: [Target] = []
        var problems: [Problem] = []
        for path in paths {
            guard path != "-" else {
                targets.append(.standardInput)
                continue
            }
            do throws(FileError) {
                let real = try context.files.realPath(of: context.currentDirectory.appending(path))
                targets.append(try Target(at: real, in: context.files))
            } catch {
                problems.append(Problem(error, ofNamed: path, in: context))
            }
        }
        targets.sort { ($0.path ?? "") < ($1.path ?? "") }
        return (targets, problems)
    }

    /// What stands at the real path `path`; the file of an Xcode project stands for that.
    ///
    /// - Throws: ``FileError``.
    package init(at path: Path, in files: any FileAccess) throws(FileError) {
        if try files.kind(of: path) != .directory {
            let isProject = path.lastComponent == "project.pbxproj" && path.directory.hasExtension("xcodeproj")
            self = isProject ? .project(path.directory) : .file(path)
        } else if path.hasExtension("xcodeproj") {
            self = .project(path)
        } else {
            self = path.hasExtension("xcworkspace") ? .workspace(path) : .folder(path)
        }
    }

    /// The real path, `nil` for standard input.
    package var path: Path? {
        switch self {
        case .standardInput: nil
        case .file(let path), .folder(let path), .project(let path), .workspace(let path): path
        }
    }

    /// The innermost folder that holds it.
    package var folder: Path? {
        switch self {
        case .standardInput: nil
        case .file(let path), .project(let path), .workspace(let path): path.directory
        case .folder(let path): path
        }
    }

    /// Where its walk starts; nothing when it is not below `root`.
    package func starts(below root: Path) -> [Discovery.Start] {
        let kind: Discovery.Start.Kind
        switch self {
        case .standardInput: return [Discovery.Start(path: "-", kind: .file)]
        case .file: kind = .file
        case .folder: kind = .folder
        case .project: kind = .project
        case .workspace: kind = .workspace
        }
        return path?.relative(to: root).map { [Discovery.Start(path: $0, kind: kind)] } ?? []
    }
}

extension Problem {
    /// A path of the command line that is not there or cannot be reached.
    fileprivate init(_ error: FileError, ofNamed path: Path, in context: Context) {
        let absolute = context.currentDirectory.appending(path)
        if error == .notFound, let kind = try? context.files.kind(of: absolute), kind != .directory {
            // What a shell hands over as /dev/stdin or /dev/fd/63 is there and has no path of its own.
            self.init(.wrongKind(.other), of: path, in: nil)
        } else if error == .notFound {
            self.init(
                code: .notFound,
                message: "there is no such file or folder",
                hint: path.isAbsolute
                    ? "check the spelling"
                    : "check the spelling; the path is taken from \(context.currentDirectory.display)",
                place: Place(path: path)
            )
        } else {
            self.init(error, of: path, in: nil)
        }
    }
}
