package import SchemeModel
import SchemeYAML

/// Reads XcodeGen specifications (`project.yml`): every target as in the project that XcodeGen generates.
///
/// A claim's location is the line in `info.properties` of the specification, or the line in the Info.plist if only its
/// path is given. Undefined names in `${NAME}` may come from the environment, and are unknown.
package struct XcodeGenReader: GeneratorReader {
    /// The version of the reader, which changes whenever the same files produce a different result.
    package static let version = 24

    /// Returns whether a file of this name may be a specification. A repository can have several, with names such as
    /// `project-mail.yml`.
    package static func reads(_ name: Path) -> Bool {
        if name == "project.json" { return true }
        guard name.hasExtension("yml") || name.hasExtension("yaml") else { return false }
        let words = String(decoding: name.bytes, as: UTF8.self).asciiLowercased
        return words.contains("project") || words.contains("xcodegen")
    }

    /// Returns whether XcodeGen looks for a file of this name by default.
    package static func isUsualName(_ name: Path) -> Bool { name == "project.yml" || name == "project.yaml" }

    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Reads the manifests of the project that the specification at `path` describes.
    ///
    /// The result is empty for a file of another tool; several tools use `project.yml`.
    ///
    /// - Parameter path: The path of the specification (YAML, or JSON by its extension), absolute or below the root of
    ///   `origin`.
    package func read(
        fileAt path: Path,
        of origin: ProjectOrigin,
        options: ProjectOptions = ProjectOptions(),
        files: any FileAccess
    ) -> ProjectReading {
        let files = ProjectFileSystem(files, of: origin, limit: limits.projectFilesBytes)
        let path = origin.root.appending(path).normalized
        var reading = ProjectReading()
        var loader = SpecificationLoader(origin: origin, files: files, limits: limits)
        let specification = loader.load(path)
        guard specification.isXcodeGenSpec else {
            reading.inputs = files.inputs
            return reading
        }
        reading.problems = specification.problems
        var mistakes = specification.mistakes
        var unread: [Irregularity] = []
        if let rejection = rejection(of: specification, origin) {
            unread.append(rejection)
            // Nothing is built from it, so no manifest is its own.
            reading.settlesManifests = true
        } else if specification.isWhole {
            var builder = XcodeGenProject(specification, file: path, origin: origin, files: files, limits: limits)
            let project = builder.project()
            mistakes += builder.mistakes
            reading.problems += builder.problems
            let opened = ProjectReader.LoadedProject(
                project: project,
                digest: specification.files.first?.digest ?? "",
                format: path.hasExtension("json") ? .json : .yaml
            )
            ProjectReader(limits: limits).resolve(opened, origin, options, files, &reading)
            if builder.name != nil { reading.generates = origin.shown(project.path) }
            reading.isFragment = builder.name == nil && specification.unread.isEmpty
            unread = builder.unread
        }
        for index in reading.manifests.indices { reading.manifests[index].irregularities += unread }
        let respelled = specification.respelled.map { $0.irregularity(origin, project: path) }
        reading.report(unread + respelled + mistakes.map(\.irregularity), of: path, origin)
        reading.inputs = files.inputs
        return reading
    }

    /// Returns why no project can be generated from the specification; `nil` if one can be, or if files are missing that
    /// may complete it.
    private func rejection(of specification: Specification, _ origin: ProjectOrigin) -> Irregularity? {
        guard specification.isWhole, specification.unread.isEmpty,
            specification.mistakes.allSatisfy({ $0.repeatedKey != nil }),
            let (cause, node) = XcodeGenValidation(specification.root).rejection()
        else { return nil }
        let path = specification.files[node.file].path
        return Irregularity(
            .missingPart,
            span: ValueSpan(keyPath: "", element: node.range),
            subject: origin.shown(path).display,
            found: "rejected-specification",
            cause: "the specification was skipped, since \(cause)",
            place: origin.place(path, node.range)
        )
    }

    /// Returns the files that the specification at `path` includes, below the source's root.
    ///
    /// Empty for a file of another tool.
    package func fragments(
        ofSpecificationAt path: Path,
        of origin: ProjectOrigin,
        files: any FileAccess
    ) -> Set<Path> {
        let files = ProjectFileSystem(files, of: origin, limit: limits.projectFilesBytes)
        var loader = SpecificationLoader(origin: origin, files: files, limits: limits)
        let specification = loader.load(origin.root.appending(path).normalized)
        guard specification.isXcodeGenSpec else { return [] }
        return Set(specification.files.dropFirst().map { origin.shown($0.path) })
    }

    /// Returns whether these bytes are a specification, whatever the file's name: YAML or JSON with XcodeGen's targets.
    package static func describesProject(_ bytes: [UInt8], limits: Limits = .standard) -> Bool {
        let start = bytes.prefix(1024).drop { $0 <= 0x20 }
        guard bytes.count <= limits.generatorBytes, !start.isEmpty, start.first != UInt8(ascii: "<"),
            !start.starts(with: "bplist".utf8), !bytes.contains(0)
        else { return false }
        // Invalid YAML is not a specification.
        let document = try? YAMLReader.read(bytes, limits: limits, file: 0)
        return document?.root.isXcodeGenSpec ?? false
    }
}
