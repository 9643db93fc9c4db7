package import SchemeModel

/// An input named on the command line: standard input, or an existing file or folder.
package enum NamedInput: Hashable, Sendable {
    case standardInput
    /// A file, by its real path.
    case file(Path)
    /// A folder, by its real path.
    case folder(Path)
    /// An Xcode project, by the real path of its folder.
    case project(Path)
    /// A workspace, by the real path of its folder.
    case workspace(Path)
    /// An association file of any name, by its real path.
    case association(Path)

    /// Returns the inputs that `paths` name, ordered by real path, and a problem for each path that doesn't exist.
    ///
    /// - Parameter paths: The paths as given, possibly including `-` for standard input.
    package static func inputs(of paths: [Path], in context: Context) -> (inputs: [NamedInput], problems: [Problem]) {
        var inputs: [NamedInput] = []
        var problems: [Problem] = []
        for path in paths {
            guard path != "-" else {
                inputs.append(.standardInput)
                continue
            }
            do throws(FileError) {
                let real = try context.files.realPath(of: context.currentDirectory.appending(path))
                inputs.append(try find(at: real, in: context.files))
            } catch {
                problems.append(Problem(error, ofNamed: path, in: context))
            }
        }
        inputs.sort { ($0.path ?? "") < ($1.path ?? "") }
        return (inputs, problems)
    }

    /// Returns the inputs of a run, ordered by real path: those that its paths name, and the association files that its
    /// options name. Also returns a problem for each path that doesn't exist.
    package static func inputs(of options: InputOptions, in context: Context) -> (
        inputs: [NamedInput], problems: [Problem]
    ) {
        var (inputs, problems) = inputs(of: options.paths, in: context)
        // A file may be missing in the git revision that is compared with.
        let files = options.realAssociationFiles(in: context).keys.filter { (try? context.files.kind(of: $0)) != nil }
        inputs.removeAll { input in input.path.map(files.contains) ?? false }
        inputs += files.map(NamedInput.association)
        inputs.sort { ($0.path ?? "") < ($1.path ?? "") }
        return (inputs, problems)
    }

    /// Returns the input at the real path `path`. The file of an Xcode project becomes the project.
    ///
    /// - Throws: ``FileError``.
    package static func find(at path: Path, in files: any FileAccess) throws(FileError) -> NamedInput {
        if try files.kind(of: path) != .directory {
            let isProject = path.lastComponent == "project.pbxproj" && path.directory.hasExtension("xcodeproj")
            return isProject ? .project(path.directory) : .file(path)
        }
        if path.hasExtension("xcodeproj") { return .project(path) }
        return path.hasExtension("xcworkspace") ? .workspace(path) : .folder(path)
    }

    /// The real path; `nil` for standard input.
    package var path: Path? {
        switch self {
        case .standardInput: nil
        case .file(let path), .folder(let path), .project(let path), .workspace(let path), .association(let path): path
        }
    }

    /// The innermost folder that contains the input.
    package var folder: Path? {
        switch self {
        case .standardInput: nil
        case .file(let path), .project(let path), .workspace(let path), .association(let path): path.directory
        case .folder(let path): path
        }
    }

    /// Returns where the walk starts; empty if the input is not below `root`.
    package func starts(below root: Path) -> [Discovery.Start] {
        let kind: Discovery.Start.Kind
        switch self {
        case .standardInput: return [Discovery.Start(path: "-", kind: .file)]
        case .file: kind = .file
        case .folder: kind = .folder
        case .project: kind = .project
        case .workspace: kind = .workspace
        case .association: kind = .association
        }
        return path?.relative(to: root).map { [Discovery.Start(path: $0, kind: kind)] } ?? []
    }
}

extension Problem {
    /// Creates the problem for a path that doesn't exist or can't be reached.
    fileprivate init(_ error: FileError, ofNamed path: Path, in context: Context) {
        let absolute = context.currentDirectory.appending(path)
        if error == .notFound, let kind = try? context.files.kind(of: absolute), kind != .directory {
            // A shell passes files such as /dev/stdin or /dev/fd/63, which have no path of their own.
            self.init(.wrongKind(.other), of: path, in: nil)
        } else if error == .notFound {
            self.init(
                code: .notFound,
                message: "no such file or folder",
                hint: path.isAbsolute
                    ? "check the spelling"
                    : "check the spelling; the path is relative to \(context.currentDirectory.display)",
                place: Place(path: path)
            )
        } else {
            self.init(error, of: path, in: nil)
        }
    }
}
