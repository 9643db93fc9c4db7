package import SchemeModel
import SchemeYAML

/// Finds where a project or a specification names a file or folder, for reports about that path.
package struct PathPlaces {
    private let origin: ProjectOrigin
    private let files: ProjectFileSystem
    private let limits: Limits
    private let cache: ProjectCache?

    /// - Parameter cache: The projects that were read; others are read.
    package init(
        of origin: ProjectOrigin,
        files: any FileAccess,
        limits: Limits = .standard,
        cache: ProjectCache? = nil
    ) {
        self.origin = origin
        self.cache = cache
        self.files = ProjectFileSystem(files, of: origin, limit: limits.projectFilesBytes)
        self.limits = limits
    }

    /// Returns the places of the absolute `paths` in the project file or the specification at the absolute path `file`.
    ///
    /// A folder that isn't named itself has the place of the first file in it. Paths without a known place are left out.
    package func places(of paths: [Path], in file: Path) -> [Path: Place] {
        guard !paths.isEmpty else { return [:] }
        let named: [Name] =
            if file.lastComponent == "project.pbxproj" {
                namesInProject(file)
            } else if XcodeGenReader.reads(file.lastComponent) {
                namesInSpecification(file)
            } else {
                []
            }
        let wanted = Set(paths)
        var exact: [Path: Place] = [:]
        var inside: [Path: Place] = [:]
        for name in named {
            var path = name.path
            if wanted.contains(path), exact[path] == nil { exact[path] = origin.place(name.file, name.range) }
            while path.directory.bytes.count < path.bytes.count {
                path = path.directory
                if wanted.contains(path), inside[path] == nil { inside[path] = origin.place(name.file, name.range) }
            }
        }
        return exact.merging(inside) { exact, _ in exact }
    }

    /// A path that a file names, and where.
    private struct Name {
        var path: Path
        var file: Path
        var range: SourceRange?
    }

    private func namesInProject(_ file: Path) -> [Name] {
        // Its errors were reported when it was read as a project.
        var reading = ProjectReading()
        let opened = ProjectReader(limits: limits, cache: cache).open(file.directory, origin, files, &reading)
        return opened?.project.names.map { Name(path: $0.path, file: file, range: $0.range) } ?? []
    }

    private func namesInSpecification(_ file: Path) -> [Name] {
        var loader = SpecificationLoader(origin: origin, files: files, limits: limits)
        let specification = loader.load(file)
        let targets = specification.root["targets"]?.members ?? []
        let sources = targets.flatMap { target in target.value["sources"].map { $0.elements ?? [$0] } ?? [] }
        let packages = (specification.root["packages"]?.members ?? []).map(\.value)
        let others = specification.root["localPackages"]?.elements ?? []
        return (sources + packages + others).compactMap { node in
            guard let node = node.string == nil ? node["path"] : node, let path = node.string else { return nil }
            return Name(
                path: specification.folder.appending(Path(path)).normalized,
                file: specification.files[node.file].path,
                range: node.focus
            )
        }
    }
}
