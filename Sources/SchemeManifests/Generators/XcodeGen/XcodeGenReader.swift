package import SchemeModel

/// Reads specifications of XcodeGen (`project.yml`): every target as the project would build it that XcodeGen makes.
///
/// A claim's place is the line of the specification where `info.properties` says what the manifest holds, and the line
/// of the Info.plist where only its path is given. What `${NAME}` names and nothing defines may come from the
/// environment, and is unknown.
package struct XcodeGenReader: Sendable {
    /// Changes whenever the same files give another reading.
    package static let version = 1

    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// The manifests of the project that the specification at `path` describes; an empty reading for a file of another
    /// tool, of which several have a `project.yml`.
    ///
    /// - Parameter path: of the specification (YAML, or JSON by its extension), absolute or below the root of `origin`.
    package func read(
        specificationAt path: Path,
        of origin: ProjectOrigin,
        options: ProjectOptions = ProjectOptions(),
        files: any FileAccess
    ) -> ProjectReading {
        let files = ProjectFiles(files, boundary: origin.boundary, limit: limits.projectFilesBytes)
        let path = origin.root.appending(path).normalized
        var reading = ProjectReading()
        var loader = SpecificationLoader(origin: origin, files: files, limits: limits)
        let specification = loader.load(path)
        guard specification.isXcodeGens else {
            reading.inputs = files.inputs
            return reading
        }
        reading.problems = specification.problems
        var faults = specification.faults
        let format: Manifest.Format = path.hasExtension("json") ? .json : .yaml
        let digest = specification.files.first?.digest ?? ""
        if specification.isWhole {
            var builder = XcodeGenProject(specification, file: path, origin: origin, files: files, limits: limits)
            let project = builder.project()
            faults += builder.faults
            reading.problems += builder.problems
            let opened = ProjectReader.Opened(project: project, digest: digest, format: format)
            ProjectReader(limits: limits).resolve(opened, origin, options, files, &reading)
            reading.generates = origin.shown(project.path)
        }
        let told = faults.map { Irregularity(malformed: $0.cause, at: $0.place) }
        reading.carry(told, of: path, origin, digest: digest, format: format)
        reading.inputs = files.inputs
        return reading
    }
}
