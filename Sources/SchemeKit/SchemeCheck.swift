// The types of a report are in SchemeModel. Clients get them with `import SchemeKit` alone.
import Foundation
@_exported public import SchemeModel
import Synchronization

/// A check of apps for problems with their URL schemes, as `schemereg check` does it.
///
/// ```swift
/// let report = try SchemeCheck(paths: ["."]).run()
/// for finding in report.findings where finding.severity == .error {
///     print(finding.place.path.display, finding.message)
/// }
/// ```
public struct SchemeCheck: Sendable {
    /// The folders, Info.plist files, Xcode projects, built apps and archives to check.
    ///
    /// Relative paths start from the current folder.
    public var paths: [String]
    /// The names and paths to skip, in the form of `--exclude`.
    public var exclusions: [String]
    /// The configuration file to use.
    public var configuration: Configuration
    /// The IDs of the rules to report. If empty, all rules are reported that the configuration leaves on.
    public var rules: Set<String>
    /// The paths of the registries with whose apps the checked apps must not collide, in the form of `--against`.
    public var registries: [String]
    /// The git revision to compare with, in the form of `--changed-since`; `nil` to report all findings.
    public var revision: String?
    /// The paths of tables of known schemes, in the form of `--known`.
    public var knownSchemes: [String] = []
    /// The version of the iOS SDK to assume, in the form of `--sdk`; `nil` to use the configuration's.
    public var sdk: String?
    /// The path of the baseline whose findings are accepted; `nil` for none.
    public var baseline: String?

    /// The choice of a configuration file.
    public enum Configuration: Hashable, Sendable {
        /// For each source, the nearest `.schemereg.yml` in its folder or above, within the repository.
        case found
        /// One file for all sources.
        case file(String)
        /// No file.
        case none
    }

    /// Creates a check of `paths`.
    public init(
        paths: [String],
        exclusions: [String] = [],
        configuration: Configuration = .found,
        rules: Set<String> = [],
        registries: [String] = [],
        revision: String? = nil
    ) {
        self.paths = paths
        self.exclusions = exclusions
        self.configuration = configuration
        self.rules = rules
        self.registries = registries
        self.revision = revision
    }

    /// Reads the paths and checks them. Prints and stores nothing.
    ///
    /// An input that can't be read becomes a problem in the report, and the others are checked.
    ///
    /// It blocks the thread until it is done, and reads with several threads.
    ///
    /// - Throws: ``CheckError`` with the kind ``CheckError/Kind/usage`` when a path is empty or `-`, a rule doesn't exist,
    ///   or the configuration is invalid, and ``CheckError/Kind/unreadable`` when a registry or the revision can't be read.
    public func run() throws(CheckError) -> CheckReport { try run(in: .silent()) }

    /// Does the same as ``run()-swift.method`` in a thread of its own, and stops when the task is cancelled.
    ///
    /// - Throws: ``CheckError``, and `CancellationError` when the task is cancelled.
    public func run() async throws -> CheckReport {
        let cancellation = Cancellation()
        var context = Context.silent()
        context.isInterrupted = { cancellation.isRequested.withLock { $0 } }
        let silent = context
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread {
                    continuation.resume(
                        with: Result {
                            let result = Result { try run(in: silent) }
                            if cancellation.isRequested.withLock({ $0 }) { throw CancellationError() }
                            return try result.get()
                        }
                    )
                }.start()
            }
        } onCancel: {
            cancellation.isRequested.withLock { $0 = true }
        }
    }
}

/// Whether a task was cancelled.
private final class Cancellation: Sendable {
    let isRequested = Mutex(false)
}

/// An error that keeps a check from producing a report.
public struct CheckError: Error, Hashable, Sendable {
    /// A kind of reason.
    public enum Kind: Sendable {
        /// A path is empty, a rule doesn't exist, or the configuration is invalid.
        case usage
        /// A registry or a revision can't be read.
        case unreadable
    }

    /// The kind of reason.
    public let kind: Kind
    /// A sentence without a period, which may quote inputs.
    public let message: String
    /// More about it, line by line; often empty.
    public let details: [String]
    /// How to fix it; `nil` if there is no general advice.
    public let hint: String?
}

extension CheckError: CustomStringConvertible {
    /// The message, the details and the hint, each on its own line.
    public var description: String {
        ([message] + details + (hint.map { ["help: \($0)"] } ?? [])).joined(separator: "\n")
    }
}

extension SchemeCheck {
    /// Runs the check in `context`.
    package func run(in context: Context) throws(CheckError) -> CheckReport {
        do {
            return try report(in: context)
        } catch let error as any ReportedError {
            throw CheckError(
                kind: error.exitCode == .usage ? .usage : .unreadable,
                message: error.message,
                details: error.details,
                hint: error.hint
            )
        } catch {
            throw CheckError(kind: .unreadable, message: "unexpected error: \(error)", details: [], hint: nil)
        }
    }

    private func report(in context: Context) throws -> CheckReport {
        var inputs = InputOptions(paths: paths.map { Path($0) })
        inputs.exclusions = exclusions.map { Path($0) }
        guard !inputs.paths.contains("-") else {
            throw UsageError("SchemeCheck does not read standard input", hint: "specify files or folders")
        }
        let filter = FindingFilter(rules: rules)
        try filter.validate()
        try inputs.validate(in: context)
        let comparison = ComparisonOptions(registries: registries.map { Path($0) }, revision: revision)
        let earlier = try comparison.earlier(of: inputs, in: context)
        let tables = knownSchemes.map { Path($0) }
        let knowledge = try Knowledge.builtIn(adding: tables, comparedWith: earlier?.latest, in: context)
        let request = ScanRequest(
            inputs: inputs,
            configuration: ConfigurationOptions(
                choice: configuration.choice,
                sdk: try sdk.map(SDKVersion.init(validating:))
            ),
            rules: rules,
            knowledge: knowledge,
            earlier: earlier,
            wantsManifests: true
        )
        let baseline = BaselineOptions(file: baseline.map { Path($0) })

        let sources = try request.discover(in: context)
        let scan = try sources.read(in: context)
        let index = scan.indexed()
        return try comparison.withRegistries(in: context) { registries in
            let checked = try comparison.check(index, among: registries, baseline: baseline, in: context)
            var report = CheckReport(
                findings: checked.findings,
                problems: (scan.problems + checked.problems).sorted(),
                summary: scan.summary
            )
            report.accept(from: scan, inherited: checked.inherited)
            report.summary.policyFiles = sources.configurations.files + checked.policyFiles
            return report.filtered(by: filter)
        }
    }
}

extension SchemeCheck.Configuration {
    fileprivate var choice: ConfigurationOptions.Choice {
        switch self {
        case .found: .found
        case .file(let path): .file(Path(path))
        case .none: .none
        }
    }
}

extension Context {
    /// Returns the context of this process with streams that drop everything, for callers that want no output. Signals
    /// do what the process has decided.
    fileprivate static func silent() -> Context {
        var context = Context.process()
        context.saysNotes = false
        context.output = NullOutputStream()
        context.errors = NullOutputStream()
        context.isInterrupted = { false }
        context.readStandardInput = { _ throws(FileError) in throw .notFound }
        return context
    }
}
