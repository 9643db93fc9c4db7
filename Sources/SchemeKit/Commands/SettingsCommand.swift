import SchemeManifests
package import SchemeModel
package import SchemeReports
import SchemeRules

/// Shows the values of build settings, and the places that set them.
package struct SettingsCommand: Command {
    /// A project, a workspace or folder with a project, or an `.xcconfig` file.
    package var path: Path
    /// The target; `nil` for the first app of the project.
    package var target: String?
    /// The settings to show. If this and ``expressions`` are empty, all assigned settings are shown.
    package var names: [String]
    /// Texts in which to expand settings.
    package var expressions: [String]
    /// The configuration (only the first is used), and settings that override those of the project.
    package var build: BuildOptions
    /// The output format.
    package var format: ReportFormat

    /// A command with these options.
    package init(
        path: Path,
        target: String? = nil,
        names: [String] = [],
        expressions: [String] = [],
        build: BuildOptions = BuildOptions(),
        format: ReportFormat = .text
    ) {
        self.path = path
        self.target = target
        self.names = names
        self.expressions = expressions
        self.build = build
        self.format = format
    }

    /// Finds the project, reads the settings and prints them.
    package func run(in context: Context) throws -> ExitCode {
        try validate(in: context)
        let (targets, problems) = NamedInput.inputs(of: [path], in: context)
        guard let named = targets.first, let folder = named.folder else {
            return try print(problems, in: context)
        }
        let source = source(around: folder, in: context)
        let inquiry = SettingsQueryRun(command: self, source: source, context: context)
        switch try inquiry.subject(of: named) {
        case .file(let file):
            let reading = SettingsReader().read(
                settingsFileAt: file,
                inquiry.question,
                of: inquiry.origin,
                options: inquiry.options,
                files: context.files
            )
            return try inquiry.print(reading, of: file)
        case .projects(let projects):
            let (reading, project) = try inquiry.read(projects)
            return try inquiry.print(reading, of: project.appending("project.pbxproj"))
        case .unreadable(let irregularities, let input, let problems):
            var reading = SettingsReading()
            (reading.irregularities, reading.problems) = (irregularities, problems)
            reading.inputs = input.map { [$0] } ?? []
            return try inquiry.print(reading, of: named.path ?? folder)
        }
    }

    /// Validates the options before anything is read.
    private func validate(in context: Context) throws(UsageError) {
        guard !path.bytes.isEmpty else {
            throw UsageError("the path is empty", hint: "specify a project or an .xcconfig file")
        }
        guard path != "-" else {
            throw UsageError(
                "settings cannot be read from standard input, because they refer to other files",
                hint: "specify a project or an .xcconfig file"
            )
        }
        for name in names where name.isEmpty || name.contains(where: { "$(){}[]= ".contains($0) }) {
            throw UsageError(
                "'\(name)' is not a valid setting name",
                hint: name.contains("$")
                    ? "use --expand '\(name)' to expand it" : "use a name such as PRODUCT_BUNDLE_IDENTIFIER"
            )
        }
        try build.validate(in: context)
    }

    /// Returns the source to read: the current folder if it contains the project, otherwise the project's folder. The
    /// current folder may have files that the project refers to.
    private func source(around folder: Path, in context: Context) -> Source {
        let current = (try? context.files.realPath(of: context.currentDirectory)) ?? context.currentDirectory
        let root = folder.relative(to: current) == nil ? folder : current
        return Source(name: root.display, root: root, kind: .tree, isNamed: false)
    }

    /// Prints problems that prevented reading.
    private func print(_ problems: [Problem], in context: Context) throws -> ExitCode {
        var listing = SettingsListing()
        listing.problems = problems
        try listing.write(format, to: context.byteOutput, context: context.reportContext())
        return .incomplete
    }
}

/// One query of settings and its context.
private struct SettingsQueryRun {
    let command: SettingsCommand
    let source: Source
    let context: Context

    /// The files that a path refers to.
    enum Subject {
        case file(Path)
        /// Absolute paths of one or more projects.
        case projects([Path])
        /// A workspace or folder that can't be read.
        case unreadable([InputIrregularity], of: ProjectReading.Input?, [Problem])
    }

    var origin: ProjectOrigin { ProjectOrigin(source: source.name, root: source.root, boundary: source.root) }

    var question: SettingsQuery {
        SettingsQuery(
            target: command.target,
            configuration: command.build.configurations.first,
            names: command.names,
            expressions: command.expressions
        )
    }

    var options: ProjectOptions {
        ProjectOptions(
            settingsFile: command.build.settingsFile.map { context.currentDirectory.appending($0).normalized },
            settings: command.build.settings.map { ProjectOptions.Setting(key: $0.key, value: $0.value) }
        )
    }

    // MARK: Finding the project

    func subject(of named: NamedInput) throws -> Subject {
        switch named {
        case .file(let path) where path.hasExtension("xcconfig"): return .file(path)
        case .file(let path) where path.lastComponent == "project.pbxproj": return .projects([path.directory])
        case .project(let path): return .projects([path])
        case .workspace(let path):
            let reading = WorkspaceReader().read(workspaceAt: path, of: origin, files: context.files)
            let own = reading.projects.filter { project in
                !Discovery.leadsThroughVendoredOrBuilt(project.relative(to: source.root) ?? project)
            }
            if own.isEmpty, !reading.irregularities.isEmpty || !reading.problems.isEmpty {
                return .unreadable(reading.irregularities, of: reading.input, reading.problems)
            }
            return .projects(try chosen(among: own, in: "the workspace"))
        case .folder(let path):
            let entries: [DirectoryEntry]
            do throws(FileError) {
                entries = try context.files.entries(of: path) { $0.name.hasExtension("xcodeproj") }
            } catch {
                return .unreadable([], of: nil, [Problem(error, of: command.path, in: nil, wanted: .directory)])
            }
            var projects = entries.map { path.appending($0.name) }
            if let generator = generator(in: path) {
                // Shared schemes are often committed in the folder of a project that is not.
                projects.removeAll { context.files.isAbsent($0.appending("project.pbxproj")) }
                if projects.isEmpty {
                    throw UsageError(
                        "the Xcode project of '\(command.path.display)' has not been generated",
                        hint: "run `\(generator)` first"
                    )
                }
            }
            if projects.isEmpty { projects = projectsBelow(path) }
            return .projects(try chosen(among: projects, in: "the folder"))
        case .file, .standardInput, .association:
            throw UsageError(
                "'\(command.path.display)' is neither an Xcode project nor an .xcconfig file",
                hint: "specify one of these; to check other files, run schemereg check PATH"
            )
        }
    }

    /// The maximum number of folders to search for a project, and their maximum depth.
    private static let searchLimits = (folders: 2_000, depth: 5)

    /// Returns the projects in folders below `path`, the nearest first, without those that are vendored or built. Skips
    /// folders that can't be read.
    private func projectsBelow(_ path: Path) -> [Path] {
        var projects: [Path] = []
        var level = [path]
        var count = 0
        for _ in 0..<Self.searchLimits.depth {
            var next: [Path] = []
            for folder in level where count < Self.searchLimits.folders {
                count += 1
                let entries = try? context.files.entries(of: folder) { entry in
                    entry.kind == .directory && entry.name.bytes.first != UInt8(ascii: ".")
                        && !Discovery.isVendoredOrBuilt(entry.name)
                }
                for entry in entries ?? [] {
                    let path = folder.appending(entry.name)
                    if entry.name.hasExtension("xcodeproj") { projects.append(path) } else { next.append(path) }
                }
            }
            level = next
        }
        return projects
    }

    /// Returns the command that generates the project of a folder, or `nil` if none is known.
    private func generator(in folder: Path) -> String? {
        let commands: [(file: Path, command: String)] = [
            ("project.yml", "xcodegen generate"), ("project.yaml", "xcodegen generate"),
            ("project.json", "xcodegen generate"), ("Project.swift", "tuist generate"),
        ]
        return commands.first { !context.files.isAbsent(folder.appending($0.file)) }?.command
    }

    /// Returns the only project, or all of them if the target decides.
    private func chosen(among projects: [Path], in what: String) throws(UsageError) -> [Path] {
        guard !projects.isEmpty else {
            throw UsageError(
                "\(what) '\(command.path.display)' has no Xcode project",
                hint: "specify an .xcodeproj or .xcconfig file, or generate the project first"
            )
        }
        guard projects.count == 1 || command.target != nil else {
            throw UsageError(
                "\(what) '\(command.path.display)' has \(projects.count) Xcode projects",
                details: projects.prefix(20).map(name(of:)),
                hint: "specify one of them, or a target with --target"
            )
        }
        return projects
    }

    private func name(of path: Path) -> String { (path.relative(to: source.root) ?? path).display }

    // MARK: Reading

    /// Returns the settings from the first of `projects` that has the target, and the path of that project.
    func read(_ projects: [Path]) throws(UsageError) -> (SettingsReading, Path) {
        var known: [String] = []
        for project in projects {
            do throws(SettingsQueryError) {
                let reading = try SettingsReader().read(
                    projectAt: project,
                    question,
                    of: origin,
                    options: options,
                    files: context.files
                )
                return (reading, project)
            } catch {
                switch error {
                case .unknownTarget(_, let targets): known += targets
                case .unknownConfiguration(let wanted, let names):
                    throw unknown("configuration", wanted, among: names, in: name(of: project))
                }
            }
        }
        throw unknown("target", command.target ?? "", among: known, in: projects.map(name(of:)).joined(separator: ", "))
    }

    private func unknown(_ what: String, _ wanted: String, among known: [String], in project: String) -> UsageError {
        let shown = known.map { "'\($0)'" }.inWords(", ", atMost: 10)
        let all =
            known.isEmpty
            ? "add one to the project" : "use \(known.count > 1 ? "one of these: " : "")\(shown)"
        return UsageError(
            "unknown \(what) '\(wanted)' in \(project)",
            hint: SpellingSuggestion.among(known, to: wanted).map { "did you mean '\($0)'?" } ?? all
        )
    }

    // MARK: Printing

    /// Prints the settings that were read from the absolute path `file`.
    func print(_ reading: SettingsReading, of file: Path) throws -> ExitCode {
        let digests = Dictionary(reading.inputs.map { ($0.path, $0.digest) }, uniquingKeysWith: { first, _ in first })
        let digest: (Place) -> String? = { [root = source.root] place in
            digests[root.appending(place.path)] ?? nil
        }
        var findings: [Finding] = []
        if !reading.irregularities.isEmpty {
            let index = MemoryIndex(
                sources: [source],
                manifests: [],
                irregularities: reading.irregularities,
                knowledge: .builtIn
            )
            findings = try FindingChecker(knowledge: .builtIn).findings(in: index)
            if command.format == .text {
                let report = CheckReport(findings: findings, problems: reading.problems.sorted(), summary: Summary())
                    .filtered(by: FindingFilter())
                try report.print(
                    .textAlone,
                    filter: FindingFilter(),
                    sources: [source],
                    in: context,
                    digest: digest
                )
                return report.exitCode(failingFrom: .error)
            }
        }
        let place = Place(source: source.name, path: file.relative(to: source.root) ?? file)
        var listing = SettingsListing(reading, at: place, isFile: file.hasExtension("xcconfig"), root: source.root)
        listing.notes += findings.map {
            SettingsListing.Note(code: $0.rule, message: $0.message, hint: $0.hint, place: $0.place)
        }
        let reportContext = context.reportContext(sources: [source], digest: digest)
        try listing.write(command.format, to: context.byteOutput, context: reportContext)
        let isOverLimit = reading.diagnostics.contains { $0.kind == .overLimit }
        if isOverLimit || !reading.problems.isEmpty { return .incomplete }
        return findings.isEmpty ? .clean : .findings
    }
}
