public import SchemeModel

/// Writes a configuration that changes nothing, and says in comments what it could.
public struct InitCommand: Command {
    /// The folder; the current one when it is empty or relative to it.
    public var folder: Path
    /// Whether a configuration that is there is replaced.
    public var isForced: Bool

    /// A command with these options.
    public init(folder: Path = ".", isForced: Bool = false) {
        self.folder = folder
        self.isForced = isForced
    }

    public func run(in context: Context) throws -> ExitCode {
        let path = context.currentDirectory.appending(folder).appending(ConfigurationFiles.name).normalized
        let shown = folder == "." ? ConfigurationFiles.name : folder.appending(ConfigurationFiles.name)
        var isThere = false
        do throws(FileError) {
            if !isForced { isThere = try FileReplacement.isThere(path) }
            if !isThere { try FileReplacement.write(Array(Self.contents.utf8), to: path) }
        } catch {
            let (clause, hint) = error.whyNotWritten(shown)
            context.say("'\(shown.display)' was not written: \(clause)", hint: hint)
            return .incomplete
        }
        if isThere {
            throw UsageError("'\(shown.display)' is there already", hint: "edit it, or replace it with --force")
        }
        try context.output.write("wrote \(shown.display)\n")
        return .clean
    }

    /// What is written: every line is a comment or empty.
    static let contents = """
        # What this team has decided for schemereg: docs/configuration.md of schemereg says all of it.
        # Everything here is an example. Take away '# ' where it is wanted.

        # How much a rule matters: error, warning, note or off. 'schemereg rules' lists them.
        # severities:
        #   missing-role: off
        #   generic-scheme: error

        # Findings that are in order. Each names a rule, a scheme, an app or a path, or several of them, and says why.
        # accept:
        #   - rule: undefined-target
        #     scheme: acme-pay
        #     app: com.acme.driver
        #     reason: The new app replaces the old one; both are out until spring.
        #     until: 2027-03-31
        #   - path: Tests/Fixtures
        #     reason: Broken on purpose, for the tests of our parser.

        # Schemes that several of our apps claim and are meant to. Any other app on them is still reported.
        # shared:
        #   - scheme: acme-handover
        #     apps: [com.acme.driver, com.acme.wallet]
        #     reason: They hand over to each other, whichever is there.

        # Schemes that only ASWebAuthenticationSession uses: it hands the callback to the app that asked.
        # schemes:
        #   acme-login:
        #     usage: auth-session

        # URLs that are out in the world, and the app that each has to reach.
        # examples:
        #   acme-wallet://pay?to=bob: com.acme.wallet

        # What is not read: a name at any depth, or with / a path from here. * and ? stay within a name, ** crosses folders.
        # exclude:
        #   - Fixtures
        #   - Apps/Legacy/**

        # Words that no app of ours should have for a scheme.
        # generic:
        #   - acme

        # The iOS SDK that apps are linked with whose manifests do not say it.
        # sdk: 27

        """
}
