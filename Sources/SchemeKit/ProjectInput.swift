import SchemeManifests
import SchemeModel

extension InputReader {
    /// Looks at an Xcode project: every target, as each of its configurations builds it.
    func lookAtProject(_ candidate: Candidate) -> Look {
        let file = absolute(candidate.inputPath).normalized
        let reading = ProjectReader(limits: limits).read(
            projectAt: candidate.path,
            of: ProjectOrigin(source: source.name, root: source.root, boundary: source.root),
            options: options,
            files: context.files
        )
        let project = reading.inputs.first { $0.path == file }
        guard let project, let stamp = project.stamp, let digest = project.digest else {
            // Xcode leaves folders behind that hold a person's settings and no project.
            let isAbsent = (try? context.files.kind(of: file)) == nil
            return isAbsent && !candidate.isNamed ? Look() : unreadable(candidate, reading.problems)
        }
        let dependencies = reading.inputs.filter { $0.path != file }.map { input in
            let path = input.path.relative(to: source.root) ?? input.path
            return InputDependency(
                path: path,
                isManifest: reading.infoPlists.contains(path),
                stamp: input.stamp,
                digest: input.digest
            )
        }
        var settled = reliable(stamp, of: candidate, dependencies: dependencies)
        // What could not be looked at is tried again.
        if !reading.problems.isEmpty { settled.changed = 0 }
        return Look(
            reading: InputReading(
                path: candidate.inputPath,
                outcome: .read(
                    stamp: settled,
                    digest: digest,
                    manifests: (reading.carrier.map { [$0] } ?? []) + reading.manifests
                ),
                dependencies: dependencies
            ),
            problems: reading.problems
        )
    }
}

extension InputReader {
    /// Looks at a workspace: which projects it refers to.
    func lookAtWorkspace(_ candidate: Candidate) -> Look {
        let contents: FileContents
        do throws(FileError) {
            contents = try context.files.contents(of: absolute(candidate.inputPath), limit: limits.manifestBytes)
        } catch {
            return unreadable(candidate, [Problem(error, of: candidate.inputPath, in: source.name)])
        }
        let reading = WorkspaceReader(limits: limits).read(
            workspaceAt: candidate.path,
            of: ProjectOrigin(source: source.name, root: source.root, boundary: source.root),
            files: context.files
        )
        var look = Look(
            reading: InputReading(
                path: candidate.inputPath,
                outcome: .read(
                    stamp: reliable(contents.stamp, of: candidate),
                    digest: SHA256.hex(of: contents.bytes),
                    manifests: reading.carrier.map { [$0] } ?? []
                )
            ),
            problems: reading.problems
        )
        for project in reading.projects {
            guard let path = project.relative(to: source.root) else {
                look.problems.append(
                    Problem(
                        code: .notFound,
                        message: "the workspace refers to a project outside its folder: \(project.display)",
                        hint: "name the folder that holds both",
                        place: Place(source: source.name, path: candidate.inputPath)
                    )
                )
                continue
            }
            let isVendored = path.components.contains { Discovery.isVendoredOrBuilt(Path(bytes: Array($0))) }
            if !isVendored { look.projects.append(Candidate(kind: .project, path: path)) }
        }
        return look
    }
}
