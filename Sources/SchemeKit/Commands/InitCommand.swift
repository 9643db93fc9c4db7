package import SchemeModel

/// Creates a configuration file in which everything is commented out, and its schema for editors.
package struct InitCommand: Command {
    /// The folder of the file; relative to the current folder.
    package var folder: Path
    /// Whether an existing file is replaced.
    package var isForced: Bool
    /// Whether the schema is printed instead, and nothing is created.
    package var printsSchema: Bool

    /// Creates a command with these options.
    package init(folder: Path = ".", isForced: Bool = false, printsSchema: Bool = false) {
        self.folder = folder
        self.isForced = isForced
        self.printsSchema = printsSchema
    }

    /// The name of the file with the schema.
    private static let schemaName: Path = ".schemereg.schema.json"

    package func run(in context: Context) throws -> ExitCode {
        guard !printsSchema else {
            try context.output.write(String(decoding: try ConfigurationSchema.text, as: UTF8.self))
            return .clean
        }
        let folder = context.currentDirectory.appending(self.folder)
        let path = folder.appending(ConfigurationLoader.name).normalized
        let schemaText = try ConfigurationSchema.text
        let (shown, schema) = (shown(ConfigurationLoader.name), shown(Self.schemaName))
        var isThere = false
        var written = shown
        do throws(FileError) {
            if !isForced { isThere = try FileReplacement.isThere(path) }
            if !isThere {
                try FileReplacement.write(Array(Self.contents.utf8), to: path)
                written = schema
                try FileReplacement.write(schemaText, to: folder.appending(Self.schemaName).normalized)
            }
        } catch {
            let (clause, hint) = error.whyNotWritten(written)
            context.say("'\(written.display)' was not written: \(clause)", hint: hint)
            return .incomplete
        }
        if isThere {
            throw UsageError("'\(shown.display)' already exists", hint: "edit it, or replace it with --force")
        }
        try context.output.write("wrote \(shown.display) and \(schema.display)\n")
        return .clean
    }

    private func shown(_ name: Path) -> Path { folder == "." ? name : folder.appending(name) }

    /// The content of the file: every line is a comment or empty.
    static let contents = """
        # yaml-language-server: $schema=\(schemaName.display)
        # Configuration of schemereg. docs/configuration.md in schemereg's repository describes every key.
        # All entries are examples. To use one, delete the '# ' at the start of its lines.

        # The severity of rules: error, warning, note or off. Run 'schemereg rules' to list all rules.
        # severities:
        #   missing-role: off
        #   generic-scheme: error

        # Findings to accept. Each entry needs a reason and at least one of rule, scheme, app and path.
        # accept:
        #   - rule: undefined-target
        #     scheme: acme-pay
        #     app: com.acme.driver
        #     reason: The new app replaces the old one; both are in the App Store until spring.
        #     until: 2027-03-31
        #   - path: Tests/Fixtures
        #     reason: Broken on purpose, for the tests of our parser.
        #   - problem: over-limit          # an input that can't be checked, instead of a finding
        #     path: Sources/Generated/Tables.swift
        #     reason: A table of 20 MiB, without links.

        # Schemes that several of our apps claim on purpose. Any other app that claims them is still reported.
        # shared:
        #   - scheme: acme-handover
        #     apps: [com.acme.driver, com.acme.wallet]
        #     reason: Each app can handle these links, whichever is installed.

        # Schemes that only ASWebAuthenticationSession uses: the system returns the callback to the app that started it.
        # schemes:
        #   acme-login:
        #     usage: auth-session

        # URLs that we have published, and the app that each must open.
        # examples:
        #   acme-wallet://pay?to=bob: com.acme.wallet

        # The apple-app-site-association files of our websites.
        # association-files:
        #   acme.com: site/.well-known/apple-app-site-association

        # Paths to skip: a name at any depth, or a path from this folder if it contains /.
        # * and ? don't match /, ** matches across folders.
        # exclude:
        #   - Fixtures
        #   - Apps/Legacy/**

        # Words that our apps must not use as schemes.
        # generic:
        #   - acme

        # Whether Swift and Objective-C code is read for links and handlers.
        # code: off

        # The SDK version to assume when a manifest doesn't specify one.
        # sdk: 27

        """
}
