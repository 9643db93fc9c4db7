/// A file with which a team decides which findings count: a configuration or a baseline. The comments in code that accept
/// findings count as one file for each source.
///
/// Reports name these files, so that nobody can hide findings without a trace.
public struct PolicyFile: Hashable, Sendable, Codable {
    /// The kind of the file.
    public var kind: Kind
    /// The place of the whole file. For comments in code, the place of the first one that was added, or else of the first
    /// one.
    public var place: Place
    /// The SHA-256 digest of the version that the run used, in hexadecimal digits; `nil` if it used none.
    public var digest: String?
    /// The policies in the version that the run used.
    package var effects: Effects
    /// The revision with which the run compared the file; `nil` if it compared it with none.
    package var revision: Revision?
    /// The difference from the revision that the run compared it with; `nil` if there is none.
    public var change: Change?
    /// Whether the run used the version of ``revision`` and not the current one.
    package var isEarlier: Bool
    /// The comments that were added since ``revision``, or are about other findings than there, ordered by place; empty for
    /// files.
    package var additions: [Place] = []

    /// The kinds of files.
    public enum Kind: String, Sendable, Codable {
        /// A `.schemereg.yml` or another configuration.
        case configuration
        /// A list of findings that don't count.
        case baseline
        /// The comments in the code of a source that accept findings.
        case code
    }

    /// What happened to the file since a revision.
    public enum Change: String, Sendable, Codable {
        /// The revision doesn't have the file.
        case added
        /// The revision has another version of the file.
        case changed
        /// Only the revision has the file.
        case removed
    }

    /// A revision of a repository.
    package struct Revision: Hashable, Sendable, Codable {
        /// The name that the user gave, such as a branch.
        package var name: String
        /// The id of the commit, in hexadecimal digits.
        package var commit: String

        package init(name: String, commit: String) {
            self.name = name
            self.commit = commit
        }
    }

    /// The number of policies that can hide findings, by kind.
    package struct Effects: Hashable, Sendable, Codable {
        /// Rules that are off.
        package var rulesOff = 0
        /// Rules with another severity.
        package var severities = 0
        package var acceptances = 0
        /// Schemes that apps share on purpose.
        package var sharedSchemes = 0
        /// Schemes that only authentication sessions use.
        package var sessionSchemes = 0
        /// Patterns of paths that are not read.
        package var exclusions = 0
        /// Entries that say that code isn't read: 1 or 0.
        package var codeOff = 0
        /// Findings in a baseline.
        package var findings = 0
        /// Comments in code that accept findings.
        package var comments = 0

        package init() {}

        /// Counts the policies in `configuration`.
        package init(of configuration: TeamConfiguration) {
            rulesOff = configuration.severities.values.count { $0 == .off }
            severities = configuration.severities.count - rulesOff
            acceptances = configuration.acceptances.count
            sharedSchemes = configuration.sharedSchemes.count
            sessionSchemes = configuration.sessionSchemes.count
            exclusions = configuration.exclusions.count
            codeOff = configuration.readsCode ? 0 : 1
        }
    }

    package init(
        _ kind: Kind,
        at place: Place,
        digest: String?,
        effects: Effects,
        revision: Revision? = nil,
        change: Change? = nil,
        isEarlier: Bool = false
    ) {
        self.kind = kind
        self.place = place
        self.digest = digest
        self.effects = effects
        self.revision = revision
        self.change = change
        self.isEarlier = isEarlier
    }
}
