/// How much of an input is looked at before it is given up as a ``Problem``. Each limit is named here and nowhere else.
public struct Limits: Hashable, Sendable, Codable {
    /// Bytes in a manifest.
    public var manifestBytes = 16 * 1024 * 1024
    /// Bytes in a `project.pbxproj`.
    public var projectBytes = 64 * 1024 * 1024
    /// Objects looked at in one `project.pbxproj`, keys included.
    public var projectObjects = 900_000
    /// References followed in one project, each as often as it is followed.
    public var projectReferences = 1_000_000
    /// Manifests that are resolved in one project: targets × configurations × platforms.
    public var projectOutcomes = 5_000
    /// What all those manifests hold together: values, schemes (each as four), entitlements, and 16 bytes of text that is
    /// preprocessed as one.
    public var projectFacts = 500_000
    /// Assignments in all files of settings of one project.
    public var projectAssignments = 300_000
    /// Bytes of all files that one project depends on, each counted as often as it is opened.
    public var projectFilesBytes = 128 * 1024 * 1024
    /// Bytes in a file that a project is generated from, or of configuration: YAML, JSON, Swift.
    public var generatorBytes = 4 * 1024 * 1024
    /// Bytes in a configuration.
    public var configurationBytes = 256 * 1024
    /// Entries in one list of a configuration.
    public var configurationEntries = 1_000
    /// Bytes of all patterns of paths in a configuration, since each is held against each file.
    public var configurationPatternBytes = 8 * 1024
    /// Containers inside containers.
    public var depth = 512
    /// Objects looked at in one manifest, counted as often as they are referred to.
    public var objectVisits = 100_000
    /// Bytes of text taken from one manifest, counted as often as it is referred to.
    public var textBytes = 16 * 1024 * 1024
    /// Irregularities that each stage of reading keeps of one manifest; more of them tell nobody more.
    public var irregularities = 1_000
    /// URL types in one manifest. Real ones have up to ten.
    public var urlTypes = 1_000
    /// Schemes, declared and queried, in one manifest. Real ones have some tens, rarely hundreds.
    public var schemes = 1_000
    /// Values kept of one manifest besides: keys of its URL types, and values under the keys of its root that rules need.
    public var keptValues = 10_000
    /// Bytes of text kept of one manifest.
    public var keptTextBytes = 1024 * 1024
    /// Findings of one rule about one manifest that are kept, the gravest first; more of them tell nobody more.
    public var findings = 100
    /// Bytes, about, of what was read ahead of whoever takes it.
    public var readAheadBytes = 32 * 1024 * 1024
    /// Bytes in a file of build settings.
    public var settingsFileBytes = 4 * 1024 * 1024
    /// Files of build settings that one of them includes, each counted as often as it is included.
    public var settingsIncludes = 1_000
    /// Files of build settings that include one another.
    public var settingsIncludeDepth = 64
    /// Assignments that a file of build settings gives together with what it includes.
    public var settingAssignments = 100_000
    /// Bytes in the value of a build setting.
    public var settingBytes = 1024 * 1024
    /// Steps taken to evaluate one build setting or expression; 64 bytes that are copied count as one.
    public var settingSteps = 2_000_000
    /// Steps taken to evaluate all build settings of one project.
    public var projectSettingSteps = 20_000_000
    /// Steps taken to preprocess one manifest; 64 bytes that are copied count as one.
    public var preprocessorSteps = 1_000_000
    /// Steps taken to preprocess all manifests of one project.
    public var projectPreprocessorSteps = 5_000_000
    /// Bytes in one scheme.
    public var schemeBytes = 1024
    /// Faults of one kind that are told of one archive; more of them say nothing new.
    public var archiveFaults = 1000
    /// Members of an archive.
    public var archiveMembers = 500_000
    /// Bytes in the directory of an archive.
    public var archiveDirectoryBytes = 64 * 1024 * 1024
    /// Bytes, unpacked, in a member of an archive. Executables are the largest that are looked at.
    public var archiveMemberBytes = 384 * 1024 * 1024
    /// Bytes unpacked from one archive, counted as often as they are unpacked. zlib takes some 3 s for the slowest.
    public var archiveUnpackedBytes = 512 * 1024 * 1024
    /// Bytes of all manifests of one archive together. The largest apps have some hundred, of some kilobytes.
    public var archiveManifestBytes = 64 * 1024 * 1024
    /// Bytes, about, of what is kept of all manifests of one archive together.
    public var archiveKeptBytes = 16 * 1024 * 1024
    /// Unpacked bytes for each packed byte, in a member of more than 1 MiB. Deflate can reach 1032; text in property
    /// lists stays below 30, executables with tables of zeros below 100.
    public var archiveRatio = 200
    /// Links of an archive whose targets are looked at.
    public var archiveLinks = 1000
    /// Executables of different architectures in one file.
    public var executableSlices = 32
    /// Bytes in the load commands of an executable.
    public var loadCommandBytes = 4 * 1024 * 1024
    /// Bytes in the entitlements of a signature, and in a provisioning profile.
    public var entitlementBytes = 4 * 1024 * 1024
    /// Bytes in a file of Swift code.
    public var sourceFileBytes = 2 * 1024 * 1024
    /// Files of code in one project, or in a tree without one.
    public var sourceFiles = 100_000
    /// Bytes of the patterns that leave out files of code in one project, each as often as it is held against a file.
    public var folderPatternSteps = 500_000_000
    /// Bytes in all files of code of one project, or of a tree without one.
    public var sourceBytes = 256 * 1024 * 1024
    /// Steps taken to follow the code of one target.
    public var linkSteps = 200_000

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

    /// The limits that the tool runs with.
    public static let standard = Limits()
}
