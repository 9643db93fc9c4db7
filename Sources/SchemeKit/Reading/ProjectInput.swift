import SchemeManifests
import SchemeModel

extension InputReader {
    /// Reads an Xcode project: every target in each of its configurations, and the file that generates the project.
    func readProject(_ candidate: Candidate) -> CandidateResult {
        var reading = ProjectReader(limits: limits, cache: projects).read(
            projectAt: candidate.path,
            of: origin,
            options: options,
            files: context.files
        )
        let file = absolute(candidate.inputPath).normalized
        guard reading.inputs.contains(where: { $0.path == file && $0.stamp != nil }) else {
            // The project was removed since the last import.
            let isGone = !candidate.isNamed && context.files.isAbsent(file)
            return isGone ? CandidateResult() : unreadable(candidate, reading.problems)
        }
        if var generated = GeneratorMerge.best(of: candidate.generated, for: reading) {
            GeneratorMerge.unite(&generated, with: &reading)
            if !generated.settlesManifests || generated.isOpenEnded { reading.settlesManifests = false }
            reading.manifests += generated.manifests
            reading.irregularities += generated.irregularities
            reading.infoPlists.formUnion(generated.infoPlists)
            reading.problems += generated.problems
            for input in generated.inputs where !reading.inputs.contains(where: { $0.path == input.path }) {
                reading.inputs.append(input)
            }
        }
        reading.inputs.sort { $0.path < $1.path }
        return result(of: reading, for: candidate, project: candidate.path)
    }

    /// Reads a project folder that lacks its `project.pbxproj` and that no file in the source generates.
    func resultForAbsentProject(_ path: Path) -> CandidateResult {
        let irregularity = Irregularity(
            .missingPart,
            subject: path.display,
            found: "project",
            cause: "the project '\(path.lastComponent.display)' has no project.pbxproj, so its targets are not checked",
            place: Place(source: source.name, path: path)
        )
        // The folder represents the missing file.
        return result(at: path, reporting: irregularity)
    }

    /// Returns the result for a file that may be a specification, but is too large to be read.
    private func resultForOversizedSpecification(_ path: Path) -> CandidateResult {
        let irregularity = Irregularity(
            .notRead,
            subject: path.lastComponent.display,
            cause: "it is too large, and may be a specification of apps",
            place: Place(source: source.name, path: path)
        )
        return result(at: path, reporting: irregularity)
    }

    /// Returns the result for an input of which nothing was read.
    private func result(at path: Path, reporting irregularity: Irregularity) -> CandidateResult {
        let nothing = FileStamp(size: 0, modified: 0, changed: 0, inode: 0)
        let origin = Place(source: source.name, path: path)
        return CandidateResult(
            reading: InputReading(
                path: path,
                status: .read(stamp: nothing, digest: "", manifests: []),
                irregularities: [InputIrregularity(irregularity, of: origin)]
            ),
            path: path
        )
    }

    /// Reads a file that may generate a project or that describes an app.
    func readGenerator(_ candidate: Candidate) -> CandidateResult {
        let name = candidate.path.lastComponent
        // The user may name a specification that has another name.
        let reader: any GeneratorReader.Type = GeneratorReaders.reader(for: name) ?? XcodeGenReader.self
        var reading = reader.init(limits: limits)
            .read(fileAt: candidate.path, of: origin, options: options, files: context.files)
        if reader == XcodeGenReader.self {
            if reading.isFragment, !candidate.isNamed { reading.keepOnlyFragment(at: candidate.path, in: source.name) }
            // A file with such a name that is too large is hardly a specification.
            if !candidate.isNamed, !XcodeGenReader.isUsualName(name), reading.generates == nil,
                !reading.problems.isEmpty, reading.problems.allSatisfy({ $0.code == .overLimit })
            {
                return resultForOversizedSpecification(candidate.path)
            }
            if !candidate.isNamed { excuseTemplate(&reading, at: candidate.path) }
        }
        guard !reading.manifests.isEmpty || !reading.irregularities.isEmpty || !reading.problems.isEmpty else {
            guard !candidate.isNamed || ExpoReader.programs.contains(name) else { return readManifest(candidate) }
            var result = CandidateResult()
            // It still shows that a project without apps can be generated.
            if reading.generates != nil {
                result.path = candidate.path
                result.generated = reading
            }
            return result
        }
        guard reading.inputs.contains(where: { $0.path == absolute(candidate.path).normalized && $0.stamp != nil })
        else {
            return unreadable(candidate, reading.problems)
        }
        var result = result(of: reading, for: candidate, project: reading.generates)
        result.generated = reading
        return result
    }

    /// Replaces the errors of an invalid specification that a script copies, and may fill in before XcodeGen reads it.
    private func excuseTemplate(_ reading: inout ProjectReading, at path: Path) {
        let isMalformed = { (entry: InputIrregularity) in entry.irregularity.kind == .malformedProject }
        guard reading.irregularities.contains(where: isMalformed), let script = scripts?.first(copying: path) else {
            return
        }
        reading.irregularities.removeAll(where: isMalformed)
        let irregularity = Irregularity(
            .notRead,
            subject: path.lastComponent.display,
            cause: "the script '\(script.path.display)' copies it, and may change the copy",
            place: Place(source: source.name, path: path)
        )
        reading.report([irregularity], of: absolute(path).normalized, origin)
        reading.inputs.append(script.input)
    }

    /// Returns the files that the specification at a path includes.
    func parts(ofSpecification candidate: Candidate) -> SpecificationParts {
        let fragments = XcodeGenReader(limits: limits)
            .fragments(ofSpecificationAt: candidate.path, of: origin, files: context.files)
        return SpecificationParts(path: candidate.path, fragments: fragments)
    }

    var origin: ProjectOrigin {
        ProjectOrigin(source: source.name, root: source.root, boundary: source.root)
    }

    /// Returns the result of reading `candidate`, one of the inputs of `given`, with the code of its targets.
    ///
    /// - Parameter project: The `.xcodeproj` that it is, or that it generates.
    private func result(of given: ProjectReading, for candidate: Candidate, project: Path?) -> CandidateResult {
        var reading = given
        scripts?.note(in: &reading, of: project ?? candidate.path)
        let file = absolute(candidate.inputPath).normalized
        let own = reading.inputs.first { $0.path == file }
        let code =
            candidate.isWithoutCode || !readsCode
            ? CodeReader.Reading()
            : codeReader.read(
                reading,
                of: candidate.path,
                with: modules.surroundings(of: project ?? candidate.path, candidate)
            )
        reading.report(code.irregularities, of: file, origin)
        var dependencies = reading.inputs.filter { $0.path != file }.map { input in
            let path = input.path.relative(to: source.root) ?? input.path
            return InputDependency(
                path: path,
                isManifest: reading.infoPlists.contains(path),
                stamp: input.stamp,
                digest: input.digest
            )
        }
        dependencies += reading.folders.map { InputDependency(path: $0, stamp: self.stamp(of: $0), digest: nil) }
        let opened = Set(dependencies.map(\.path))
        for path in reading.infoPlists.subtracting(opened).sorted() {
            // A manifest that the generator overwrites isn't opened or read as an input of its own.
            guard let stamp = try? context.files.stamp(of: absolute(path)) else { continue }
            dependencies.append(InputDependency(path: path, isManifest: true, stamp: stamp, digest: nil))
        }
        let isSettled = reading.settlesManifests && reading.problems.isEmpty && !reading.isWrittenByProgram
        for path in isSettled ? reading.otherPropertyLists.subtracting(reading.infoPlists).sorted() : []
        where !path.isAbsolute {
            guard let stamp = try? context.files.stamp(of: absolute(path)) else { continue }
            dependencies.append(InputDependency(path: path, stamp: stamp, digest: nil))
        }
        dependencies = (dependencies + code.dependencies).merged
        let stamp = own?.stamp ?? FileStamp(size: 0, modified: 0, changed: 0, inode: 0)
        var settled = reliable(stamp, of: candidate, dependencies: dependencies)
        // Inputs with problems are read again next time.
        if !reading.problems.isEmpty || !code.problems.isEmpty || code.isUnsettled { settled.changed = 0 }
        return CandidateResult(
            reading: InputReading(
                path: candidate.inputPath,
                status: .read(
                    stamp: settled,
                    digest: own?.digest ?? "",
                    manifests: reading.manifests
                ),
                irregularities: reading.irregularities,
                dependencies: dependencies,
                code: code.code,
                isPartial: reading.problems.contains { $0.code != .overLimit || $0.place.path != candidate.inputPath },
                settlesManifests: isSettled
            ),
            problems: reading.problems + code.problems,
            problemsOfCode: code.problems,
            configurations: reading.configurations,
            overrideFiles: reading.overrideFiles
        )
    }

    /// Reads the code of a folder that belongs to no project.
    func readCode(_ candidate: Candidate) -> CandidateResult {
        let reading = codeReader.read(folder: candidate.path)
        guard let code = reading.code else {
            return CandidateResult(problems: reading.problems, problemsOfCode: reading.problems)
        }
        // The folder has no bytes of its own; only the files count.
        var stamp = reliable(
            FileStamp(size: 0, modified: 0, changed: 1, inode: 0),
            of: candidate,
            dependencies: reading.dependencies
        )
        if !reading.problems.isEmpty || reading.isUnsettled { stamp.changed = 0 }
        return CandidateResult(
            reading: InputReading(
                path: candidate.inputPath,
                status: .read(stamp: stamp, digest: "", manifests: []),
                dependencies: reading.dependencies,
                code: code
            ),
            problems: reading.problems,
            problemsOfCode: reading.problems
        )
    }
}

extension ProjectReading {
    /// Whether a program decides its contents. Programs are not run.
    fileprivate var isWrittenByProgram: Bool {
        isOpenEnded || isFragment || (file?.hasExtension("swift") ?? false)
    }

    /// Reduces a specification without a name to the fact that it is a part of a missing one.
    fileprivate mutating func keepOnlyFragment(at path: Path, in source: String) {
        guard let origin = irregularities.first?.origin else { return }
        let irregularity = Irregularity(
            .missingPart,
            subject: path.display,
            found: "including-specification",
            cause: "the specification has no project name, so it is part of another one, which is missing",
            place: Place(source: source, path: path)
        )
        irregularities = [InputIrregularity(irregularity, of: origin)]
        manifests = []
        targets = []
        infoPlists = []
    }
}

extension InputReader {
    /// Reads the references of a workspace.
    func readWorkspace(_ candidate: Candidate) -> CandidateResult {
        let contents: FileContents
        do throws(FileError) {
            contents = try context.files.contents(of: absolute(candidate.inputPath), limit: limits.manifestBytes)
        } catch {
            return unreadable(candidate, [Problem(error, of: candidate.inputPath, in: source.name)])
        }
        let reading = WorkspaceReader(limits: limits).read(
            workspaceAt: candidate.path,
            of: origin,
            files: context.files
        )
        var result = CandidateResult(
            reading: InputReading(
                path: candidate.inputPath,
                status: .read(
                    stamp: reliable(contents.stamp, of: candidate),
                    digest: SHA256.hex(of: contents.bytes),
                    manifests: []
                ),
                irregularities: reading.irregularities
            ),
            problems: reading.problems
        )
        for project in reading.projects {
            guard let path = project.relative(to: source.root) else {
                result.problems.append(
                    Problem(
                        code: .notFound,
                        message: "the workspace refers to a project outside its folder: \(project.display)",
                        hint: "specify the folder that holds both",
                        place: Place(source: source.name, path: candidate.inputPath)
                    )
                )
                continue
            }
            guard !Discovery.leadsThroughVendoredOrBuilt(path) else { continue }
            // Any other error is reported when the project is read.
            do throws(FileError) {
                _ = try context.files.kind(of: project.appending("project.pbxproj"))
                result.referred.projects.append(path)
            } catch {
                if error == .notFound {
                    result.referred.absentProjects.append(path)
                } else {
                    result.referred.projects.append(path)
                }
            }
        }
        for folder in reading.folders {
            guard let path = folder.relative(to: source.root)?.appending("Package.swift"),
                !Discovery.leadsThroughVendoredOrBuilt(path),
                (try? context.files.kind(of: absolute(path))) == .regular
            else { continue }
            result.referred.packages.append(path)
        }
        return result
    }
}
