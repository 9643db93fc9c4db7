package import SchemeModel

/// Creates a configuration file in which everything is commented out.
package struct InitCommand: Command {
    /// The folder of the file; relative to the current folder.
    package var folder: Path
    /// Whether an existing file is replaced.
    package var isForced: Bool

    /// Creates a command with these options.
    package init(folder: Path = ".", isForced: Bool = false) {
        self.folder = folder
        self.isForced = isForced
    }

    package func run(in context: Context) throws -> ExitCode {
        let path = context.currentDirectory.appending(folder).appending(ConfigurationLoader.name).normalized
        let shown = folder == "." ? ConfigurationLoader.name : folder.appending(ConfigurationLoader.name)
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
            throw UsageError("'\(shown.display)' already exists", hint: "edit it, or replace it with --force")
        }
        try context.output.write("wrote \(shown.display)\n")
        return .clean
    }

    /// The content of the file: every line is a comment or empty.
    static let contents = """
        # Configuration of schemereg. docs/configuration.md in schemereg's repository describes every key.
        # All entries are examples. To use one, delete the '# ' at the start of its lines.

        # The severity of rules: error, warning, note or off. Run 'schemereg rules' to list all rules.
        # severities:
        #   missing-role: off
        #   generic-scheme: error

        # Findings to accept. Each entry names at least one of rule, scheme, app and path, and the reason.
        # accept:
        #   - rule: undefined-target
        #     scheme: acme-pay
        #     app: com.acme.driver
        #     reason: The new app replaces the old one; both are in the App Store until spring.
        #     until: 2027-03-31
        #   - path: Tests/Fixtures
        #     reason: Broken on purpose, for the tests of our parser.

        # Schemes that several of our apps claim on purpose. Any other app that claims them is still reported.
        # shared:
        #   - scheme: acme-handover
        #     apps: [com.acme.driver, com.acme.wallet]
        #     reason: Each opens the other, whichever is installed.

        # Schemes that only ASWebAuthenticationSession uses: the system returns the callback to the app that started it.
        # schemes:
        #   acme-login:
        #     usage: auth-session

        # URLs that we have published, and the app that each must open.
        # examples:
        #   acme-wallet://pay?to=bob: com.acme.wallet

        # Paths to skip: a name at any depth, or a path from this folder if it contains /.
        # * and ? match within a name, ** crosses folders.
        # exclude:
        #   - Fixtures
        #   - Apps/Legacy/**

        # Words that our apps must not use as schemes.
        # generic:
        #   - acme

        # The SDK version to assume when a manifest doesn't specify one.
        # sdk: 27

        """
}
