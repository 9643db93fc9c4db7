public import SchemeModel
import SchemeReports

/// Where a report on findings goes, and in which formats.
public struct OutputPlan: Sendable {
    /// The format on standard output; `nil` for the one that suits where the tool runs.
    public var format: Format?
    /// What is written besides, or to standard output in place of that.
    public var outputs: [Output]
    /// How much is said.
    public var verbosity: Verbosity
    /// Whether what was found is added to the page of a workflow's step, where there is one.
    var addsToStepSummary = true

    /// A plan of these values.
    public init(format: Format? = nil, outputs: [Output] = [], verbosity: Verbosity = .normal) {
        self.format = format
        self.outputs = outputs
        self.verbosity = verbosity
    }

    /// A format of a report on findings.
    public struct Format: RawRepresentable, Hashable, Sendable, CaseIterable {
        let format: FindingFormat

        init(_ format: FindingFormat) { self.format = format }

        /// The format that is named so: `text`, `json`, `sarif`, …; `nil` when none is.
        public init?(rawValue: String) {
            guard let format = FindingFormat(rawValue: rawValue) else { return nil }
            self.init(format)
        }

        /// The name of the format.
        public var rawValue: String { format.rawValue }

        public static var allCases: [Format] { FindingFormat.allCases.map(Format.init) }

        /// For people.
        public static let text = Format(.text)
        /// For programs.
        public static let json = Format(.json)
    }

    /// One report.
    public struct Output: Hashable, Sendable {
        /// Its format.
        public var format: Format
        /// The file that is replaced by it, relative to the context's folder; `nil` for standard output.
        public var file: Path?

        /// A report in `format` to `file`.
        public init(format: Format, file: Path?) {
            self.format = format
            self.file = file
        }
    }

    /// How much a run says besides what it found.
    public enum Verbosity: Sendable {
        /// Nothing, unless something was found or could not be looked at.
        case quiet
        /// What the person should know.
        case normal
        /// Also what was read, and what was passed over and why.
        case verbose
    }
}

extension OutputPlan {
    /// Text on standard output and nothing else, wherever the tool runs.
    static var textAlone: OutputPlan {
        var plan = OutputPlan(format: .text)
        plan.addsToStepSummary = false
        return plan
    }

    /// Makes sure that no report is written over another one, nor over `others`, files that the call names besides.
    ///
    /// - Throws: ``UsageError`` when one would be.
    func validate(besides others: [Path], in context: Context) throws(UsageError) {
        let kept = Set(others.map { context.currentDirectory.appending($0).normalized })
        var taken: Set<Path> = []
        for output in outputs {
            guard let file = output.file else { continue }
            guard !file.bytes.isEmpty else {
                throw UsageError("the file of --output is empty", hint: "use - for standard output")
            }
            let path = context.currentDirectory.appending(file).normalized
            guard !kept.contains(path) else {
                throw UsageError(
                    "a report would replace '\(file.display)', which the command also uses",
                    hint: "choose another file"
                )
            }
            guard taken.insert(path).inserted else {
                throw UsageError("two reports would be written to '\(file.display)'", hint: "name a file for each")
            }
        }
        let printed = outputs.count { $0.file == nil } + (format == nil ? 0 : 1)
        guard printed <= 1 else {
            throw UsageError(
                "\(printed) reports would be written to standard output",
                hint: "write the others to files with --output FORMAT=FILE"
            )
        }
    }

    /// All reports of the run, that on standard output last; says what was chosen because of where the tool runs.
    func resolved(in context: Context) -> [Output] {
        var files = outputs.filter { $0.file != nil }
        if let printed = outputs.first(where: { $0.file == nil })?.format ?? format {
            return files + [Output(format: printed, file: nil)]
        }
        switch BuildService(in: context) {
        case .github:
            context.note(
                "GITHUB_ACTIONS is set, so findings are printed as annotations (use --format text for plain text)"
            )
            return files + [Output(format: Format(.github), file: nil)]
        case .gitlab where !files.contains { $0.format.format == .gitlab }:
            let file: Path = "gl-code-quality-report.json"
            context.note(
                "GITLAB_CI is set, so a code quality report is written to \(file.display) (--format text disables it)"
            )
            files.append(Output(format: Format(.gitlab), file: BuildService.root(in: context).appending(file)))
        case .gitlab, nil: break
        }
        return files + [Output(format: .text, file: nil)]
    }
}

/// A build service that the tool runs in.
enum BuildService {
    case github, gitlab

    /// The service that the environment speaks of; `nil` for none.
    init?(in context: Context) {
        if context.environment("GITHUB_ACTIONS") == "true" {
            self = .github
        } else if context.environment("GITLAB_CI") == "true" {
            self = .gitlab
        } else {
            return nil
        }
    }

    /// The folder that the service takes paths in reports from: that of the repository where the tool runs in it or below,
    /// else the current one.
    static func root(in context: Context) -> Path {
        let name =
            switch BuildService(in: context) {
            case .github: "GITHUB_WORKSPACE"
            case .gitlab: "CI_PROJECT_DIR"
            case nil: ""
            }
        guard let named = context.environment(name), named.hasPrefix("/") else { return context.currentDirectory }
        let root = (try? context.files.realPath(of: Path(named))) ?? Path(named).normalized
        return context.currentDirectory.relative(to: root) == nil ? context.currentDirectory : root
    }
}
