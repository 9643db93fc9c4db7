/// The limits on inputs; input beyond a limit is reported as a ``Problem``. All limits are defined here.
public struct Limits: Hashable, Sendable, Codable {
    /// Bytes in a manifest.
    public var manifestBytes = 16 * 1024 * 1024
    /// Bytes in a `project.pbxproj`.
    public var projectBytes = 64 * 1024 * 1024
    /// Objects read in one `project.pbxproj`, keys included.
    public var projectObjects = 900_000
    /// References followed in one project, counted each time.
    public var projectReferences = 1_000_000
    /// Manifests that are resolved in one project: targets × configurations × platforms.
    public var projectOutcomes = 5_000
    /// Facts in all those manifests together.
    ///
    /// Each value and entitlement counts as one, each scheme as four, and 16 bytes of preprocessed text as one.
    public var projectFacts = 500_000
    /// Assignments in all settings files of one project.
    public var projectAssignments = 300_000
    /// Bytes of all files that one project depends on, counted each time a file is opened.
    public var projectFilesBytes = 128 * 1024 * 1024
    /// Bytes in a file that generates a project (YAML, JSON, Swift) or configures a generator.
    public var generatorBytes = 4 * 1024 * 1024
    /// Bytes in a configuration.
    public var configurationBytes = 256 * 1024
    /// Entries in one list of a configuration.
    public var configurationEntries = 1_000
    /// Bytes of all path patterns in a configuration, because each is matched against each file.
    public var configurationPatternBytes = 8 * 1024
    /// Nesting depth of containers.
    public var depth = 512
    /// Objects read in one manifest, counted each time they are referenced.
    public var objectVisits = 100_000
    /// Bytes of text read from one manifest, counted each time it is referenced.
    public var textBytes = 16 * 1024 * 1024
    /// Irregularities that each stage of reading keeps for one manifest.
    public var irregularities = 1_000
    /// URL types in one manifest. Real manifests have up to ten.
    public var urlTypes = 1_000
    /// Declared and queried schemes in one manifest. Real manifests have dozens, rarely hundreds.
    public var schemes = 1_000
    /// Other values kept from one manifest: keys of its URL types, and values of the root keys that rules need.
    public var keptValues = 10_000
    /// Bytes of text kept from one manifest.
    public var keptTextBytes = 1024 * 1024
    /// Findings of one rule about one manifest; only the most severe are kept.
    public var findings = 100
    /// Approximate bytes of inputs that are read ahead of the consumer.
    public var readAheadBytes = 32 * 1024 * 1024
    /// Bytes in a build settings file.
    public var settingsFileBytes = 4 * 1024 * 1024
    /// Build settings files that one file includes, counted each time.
    public var settingsIncludes = 1_000
    /// Nesting depth of included build settings files.
    public var settingsIncludeDepth = 64
    /// Assignments in a build settings file and its includes together.
    public var settingAssignments = 100_000
    /// Bytes in the value of a build setting.
    public var settingBytes = 1024 * 1024
    /// Steps to evaluate one build setting or expression; copying 64 bytes counts as one step.
    public var settingSteps = 2_000_000
    /// Steps to evaluate all build settings of one project.
    public var projectSettingSteps = 20_000_000
    /// Steps to preprocess one manifest; copying 64 bytes counts as one step.
    public var preprocessorSteps = 1_000_000
    /// Steps to preprocess all manifests of one project.
    public var projectPreprocessorSteps = 5_000_000
    /// Bytes in one scheme.
    public var schemeBytes = 1024
    /// Errors of one kind that are reported for one archive.
    public var archiveFaults = 1000
    /// Members of an archive.
    public var archiveMembers = 500_000
    /// Bytes in the directory of an archive.
    public var archiveDirectoryBytes = 64 * 1024 * 1024
    /// Uncompressed bytes in a member of an archive. Executables are the largest members that are read.
    public var archiveMemberBytes = 384 * 1024 * 1024
    /// Bytes decompressed from one archive, counted each time. zlib takes about 3 s for the slowest input.
    public var archiveUnpackedBytes = 512 * 1024 * 1024
    /// Bytes of all manifests of one archive together. The largest apps have about a hundred of a few kilobytes each.
    public var archiveManifestBytes = 64 * 1024 * 1024
    /// Approximate bytes kept from all manifests of one archive together.
    public var archiveKeptBytes = 16 * 1024 * 1024
    /// Compression ratio of a member larger than 1 MiB.
    ///
    /// Deflate can reach 1032; text in property lists stays below 30, executables with tables of zeros below 100.
    public var archiveRatio = 200
    /// Symbolic links in an archive whose targets are read.
    public var archiveLinks = 1000
    /// Architectures in one executable file.
    public var executableSlices = 32
    /// Bytes in the load commands of an executable.
    public var loadCommandBytes = 4 * 1024 * 1024
    /// Bytes in the entitlements of a signature and in a provisioning profile.
    public var entitlementBytes = 4 * 1024 * 1024
    /// Bytes in a Swift file.
    public var sourceFileBytes = 2 * 1024 * 1024
    /// Source files in one project, or in a tree without a project.
    public var sourceFiles = 100_000
    /// Bytes of the patterns that exclude source files in one project, counted for each file they are matched against.
    public var folderPatternSteps = 500_000_000
    /// Bytes in all source files of one project, or of a tree without a project.
    public var sourceBytes = 256 * 1024 * 1024
    /// Approximate bytes of the syntax trees that exist at the same time, over all projects of a run.
    public var codeTreeBytes = 320 * 1024 * 1024
    /// Steps to analyze the code of one target.
    public var linkSteps = 200_000
    /// Steps to analyze the code of all targets of one project, or of a tree without a project.
    public var projectLinkSteps = 4_000_000

    /// Names in all folders of a commit of git that are looked at.
    public var gitEntries = 2_000_000
    /// Names in folders of a commit that have the contents of an earlier one, beyond as many as the others have.
    public var gitRepeats = 20_000
    /// Folders of a commit inside each other. No file system has paths for many more.
    public var gitDepth = 256
    /// Bytes in the object of git that one folder is.
    public var gitTreeBytes = 64 * 1024 * 1024
    /// Bytes in a file of a commit that is kept in memory to read parts of it.
    public var gitFileBytes = 256 * 1024 * 1024
    /// Bytes in a link of a commit.
    public var gitLinkBytes = 64 * 1024
    /// Seconds that git may take to answer, over all questions about one repository.
    public var gitSeconds = 300

    /// Rows in a team's table of known schemes.
    public var teamSchemes = 100_000

    package init() {}

    /// The default limits.
    public static let standard = Limits()
}
