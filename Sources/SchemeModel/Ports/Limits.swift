/// The limits on inputs; input beyond a limit is reported as a ``Problem``. All limits are defined here.
package struct Limits: Hashable, Sendable, Codable {
    /// Bytes in a manifest.
    package var manifestBytes = 16 * 1024 * 1024
    /// Bytes in a `project.pbxproj`.
    package var projectBytes = 64 * 1024 * 1024
    /// Objects read in one `project.pbxproj`, keys included.
    package var projectObjects = 900_000
    /// References followed in one project, counted each time.
    package var projectReferences = 1_000_000
    /// The number of references in a workspace.
    package var workspaceReferences = 10_000
    /// Manifests that are resolved in one project: targets × configurations × platforms.
    package var projectOutcomes = 5_000
    /// Facts in all those manifests together.
    ///
    /// Each value and entitlement counts as one, each scheme as four, and 16 bytes of preprocessed text as one.
    package var projectFacts = 500_000
    /// Assignments in all settings files of one project.
    package var projectAssignments = 300_000
    /// Bytes of all files that one project depends on, counted each time a file is opened.
    package var projectFilesBytes = 128 * 1024 * 1024
    /// Names that are compared to find the files of one project whose paths have another case.
    package var comparedNames = 1_000_000
    /// Scripts that are searched in one source.
    package var scripts = 1_000
    /// Bytes in a script.
    package var scriptBytes = 256 * 1024
    /// Bytes in all scripts of one source.
    package var scriptsBytes = 8 * 1024 * 1024
    /// Files that the build phases of one project seem to run, as far as they are tried.
    package var projectScriptFiles = 1_000
    /// Bytes in an association file. Apple's systems don't read larger ones.
    package var associationBytes = 128 * 1024
    /// Apps, entries, query items and values of variables that are read in one association file.
    package var associationValues = 20_000
    /// States of the automaton that a pattern in an association file becomes.
    package var associationPatternStates = 4_096
    /// Steps of a run to compare the apps of domains, and to match URLs with the entries of association files.
    package var universalLinkSteps = 10_000_000
    /// Pairs of apps' properties that a run compares to find collisions on schemes.
    package var collisionPairs = 20_000_000
    /// Bytes in the path, query or fragment of a URL that is matched with an association file.
    package var associationURLBytes = 16 * 1024
    /// Bytes in a file that generates a project (YAML, JSON, Swift) or configures a generator.
    package var generatorBytes = 4 * 1024 * 1024
    /// Bytes in a configuration.
    package var configurationBytes = 256 * 1024
    /// Entries in one list of a configuration.
    package var configurationEntries = 1_000
    /// Bytes of all path patterns in a configuration, because each is matched against each file.
    package var configurationPatternBytes = 8 * 1024
    /// Nesting depth of containers.
    package var depth = 512
    /// Objects read in one manifest, counted each time they are referenced.
    package var objectVisits = 100_000
    /// Bytes of text read from one manifest, counted each time it is referenced.
    package var textBytes = 16 * 1024 * 1024
    /// Irregularities that each stage of reading keeps for one manifest.
    package var irregularities = 1_000
    /// URL types in one manifest. Real manifests have up to ten.
    package var urlTypes = 1_000
    /// Associated domains of one app; with more, all are unknown.
    package var associatedDomains = 1_000
    /// Declared and queried schemes in one manifest. Real manifests have dozens, rarely hundreds.
    package var schemes = 1_000
    /// Other values kept from one manifest: keys of its URL types, and values of the root keys that rules need.
    package var keptValues = 10_000
    /// Bytes of text kept from one manifest.
    package var keptTextBytes = 1024 * 1024
    /// Findings of one rule about one manifest, target or file; only the most severe are kept, and the check is incomplete.
    package var findings = 1_000
    /// Findings of one rule about one manifest, target or file that are kept even if there are many in a run.
    package var leastFindings = 100
    /// Findings of a run beyond ``leastFindings`` of each rule about each manifest, target or file.
    package var runFindings = 5_000
    /// Approximate bytes of inputs that are read ahead of the consumer.
    package var readAheadBytes = 32 * 1024 * 1024
    /// Bytes in a build settings file.
    package var settingsFileBytes = 4 * 1024 * 1024
    /// Build settings files that one file includes, counted each time.
    package var settingsIncludes = 1_000
    /// Bytes in a build settings file and those that it includes, counted each time.
    package var settingsIncludedBytes = 16 * 1024 * 1024
    /// Nesting depth of included build settings files.
    package var settingsIncludeDepth = 64
    /// Assignments in a build settings file and its includes together.
    package var settingAssignments = 100_000
    /// Bytes in the value of a build setting.
    package var settingBytes = 1024 * 1024
    /// Steps to evaluate one build setting or expression; copying 64 bytes counts as one step.
    package var settingSteps = 2_000_000
    /// Steps to evaluate all build settings of one project.
    package var projectSettingSteps = 20_000_000
    /// Steps to preprocess one manifest; copying 64 bytes counts as one step.
    package var preprocessorSteps = 1_000_000
    /// Steps to preprocess all manifests of one project.
    package var projectPreprocessorSteps = 5_000_000
    /// Bytes in one scheme.
    package var schemeBytes = 1024
    /// Errors of one kind that are reported for one archive.
    package var archiveDefects = 1000
    /// Members of an archive.
    package var archiveMembers = 500_000
    /// Bytes in the directory of an archive.
    package var archiveDirectoryBytes = 64 * 1024 * 1024
    /// Uncompressed bytes in a member of an archive. Executables are the largest members that are read.
    package var archiveMemberBytes = 384 * 1024 * 1024
    /// Bytes decompressed from one archive, counted each time. zlib takes about 3 s for the slowest input.
    package var archiveUnpackedBytes = 512 * 1024 * 1024
    /// Bytes of all manifests of one archive together. The largest apps have about a hundred of a few kilobytes each.
    package var archiveManifestBytes = 64 * 1024 * 1024
    /// Approximate bytes kept from all manifests of one archive together.
    package var archiveKeptBytes = 16 * 1024 * 1024
    /// Compression ratio of a member larger than 1 MiB.
    ///
    /// Deflate can reach 1032; text in property lists stays below 30, executables with tables of zeros below 100.
    package var archiveRatio = 200
    /// Symbolic links in an archive whose targets are read.
    package var archiveLinks = 1000
    /// Architectures in one executable file.
    package var executableSlices = 32
    /// Bytes in the load commands of an executable.
    package var loadCommandBytes = 4 * 1024 * 1024
    /// Bytes in the entitlements of a signature and in a provisioning profile.
    package var entitlementBytes = 4 * 1024 * 1024
    /// Bytes in a Swift file.
    package var sourceFileBytes = 2 * 1024 * 1024
    /// Tokens in a Swift file. A megabyte of real code has fewer.
    package var sourceFileTokens = 450_000
    /// Source files in one project, or in a tree without a project.
    package var sourceFiles = 100_000
    /// Targets of one project, and of the packages that it uses, whose code is read.
    package var codeTargets = 2_000
    /// Files that the targets of one project contain or can import, counted for each target.
    package var codeReferences = 5_000_000
    /// Steps to find out which code the targets of one project can import.
    package var codeDependencySteps = 10_000_000
    /// Bytes of the patterns that exclude source files in one project, counted for each file they are matched against.
    package var folderPatternSteps = 500_000_000
    /// Bytes in all source files of one project, or of a tree without a project.
    package var sourceBytes = 256 * 1024 * 1024
    /// Approximate bytes of the code of one project and of its syntax trees that exist at the same time. The trees of the largest
    /// of real apps need 360 MiB. With everything else, a process takes at most 700 MiB.
    package var codeTreeBytes = 400 * 1024 * 1024
    /// Calls in the code of one target that may send URLs, and places where its views show links. The largest of real apps has a
    /// few hundred.
    package var linkSenders = 20_000
    /// Steps to analyze the code of one target that receives URLs, and as many for the code that sends them. The largest of real
    /// apps needs 340,000 for both.
    package var linkSteps = 1_500_000
    /// Such steps for all targets of one project, or of a tree without a project.
    package var projectLinkSteps = 10_000_000
    /// Seconds of processor time to read the code of one project, in addition to ``codeSecondsForMebibyte``. Real projects
    /// take a hundredth.
    package var codeSeconds = 60
    /// Seconds of processor time to read each MiB of the code of a project.
    package var codeSecondsForMebibyte = 5
    /// Seconds of processor time for one file, when a file is searched for that ends the reader. The largest files take a
    /// second.
    package var codeFileSeconds = 20
    /// Seconds that a run waits for news from the process that reads the code of a project. It is a backstop for a process that
    /// neither uses much processor time nor stops.
    package var codeWaitSeconds = 600
    /// Bytes of memory that reading code may take, in addition to a few times the code itself. Far more than the trees
    /// (``codeTreeBytes``) and everything else need.
    package var codeBytes = 4 * 1024 * 1024 * 1024

    /// Names in all folders of a commit of git that are looked at.
    package var gitEntries = 2_000_000
    /// Names in folders of a commit that have the contents of an earlier one, beyond as many as the others have.
    package var gitRepeats = 20_000
    /// Folders of a commit inside each other. No file system has paths for many more.
    package var gitDepth = 256
    /// Bytes in the object of git that one folder is.
    package var gitTreeBytes = 64 * 1024 * 1024
    /// Bytes in a file of a commit that is kept in memory to read parts of it.
    package var gitFileBytes = 256 * 1024 * 1024
    /// Bytes in a link of a commit.
    package var gitLinkBytes = 64 * 1024
    /// Seconds that git may take to answer, over all questions about one repository.
    package var gitSeconds = 300

    /// Rows in a team's table of known schemes.
    package var teamSchemes = 100_000

    package init() {}

    /// The default limits.
    package static let standard = Limits()
}
