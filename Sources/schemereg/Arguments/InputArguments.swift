import ArgumentParser
import SchemeKit
import SchemeModel

/// Whether a run may find nothing, for `import`, `check` and `diff`.
struct AllowEmptyArguments: ParsableArguments {
    @Flag(name: .customLong("allow-empty"), help: "Succeed even if no manifest is found.")
    var allowEmpty = false
}

/// How inputs are read, for every command that reads any.
///
/// No group of options contains another group, because in debug builds ArgumentParser validates a group again for each
/// group around it, so that each run of a test would take twice as long.
struct ReadingArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Skip matching files and folders. A pattern with a slash matches a path; any other matches a name at any depth. "
                + "Wildcards: *, ? and ** (matches across folders). Repeatable.",
            valueName: "glob"
        )
    )
    var exclude: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Read this many inputs at once. (default: one per core)", valueName: "n")
    )
    var jobs: Int?

    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp(
            "Set the bundle identifier of a manifest that lacks one. Repeatable.",
            valueName: "path=id"
        )
    )
    var bundleID: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read this apple-app-site-association file of a website. Repeatable.",
            valueName: "domain=file"
        )
    )
    var aasa: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read only this build configuration of Xcode projects. Repeatable. (default: all)",
            valueName: "name"
        )
    )
    var configuration: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Override build settings with those in this file.", valueName: "file"),
        completion: .file(extensions: ["xcconfig"])
    )
    var xcconfig: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Override one build setting. Repeatable.", valueName: "key=value")
    )
    var set: [String] = []

    /// - Parameter command: The name of the command, for the error message.
    /// - Throws: ``UsageError`` if no path is given or an option is invalid.
    func inputs(_ paths: [String], of command: String, source: String? = nil) throws -> InputOptions {
        guard !paths.isEmpty else {
            throw UsageError(
                "no path given",
                hint: "specify a folder, an Info.plist or a built app: schemereg \(command) ."
            )
        }
        return try inputs(paths, source: source)
    }

    func inputs(_ paths: [String], source: String? = nil) throws -> InputOptions {
        if let jobs, !(1...256).contains(jobs) { throw UsageError("--jobs takes a whole number from 1 to 256") }
        return InputOptions(
            paths: paths.map { Path(argument: $0) },
            source: source.map(ArgumentText.shown),
            exclusions: exclude.map { Path(argument: $0) },
            jobs: jobs,
            bundleIdentifiers: try bundleID.map { option in
                let bytes = ArgumentText.bytes(of: option)
                guard let cut = bytes.lastIndex(of: UInt8(ascii: "=")), cut > 0, cut + 1 < bytes.count else {
                    throw UsageError(
                        "--bundle-id takes PATH=ID, not '\(ArgumentText.shown(option))'",
                        hint: "for example --bundle-id Wallet/Info.plist=com.acme.wallet"
                    )
                }
                return (Path(bytes: bytes[..<cut]), Path(bytes: bytes[(cut + 1)...]).display)
            },
            associationFiles: try aasa.map { option in
                let bytes = ArgumentText.bytes(of: option)
                guard let cut = bytes.firstIndex(of: UInt8(ascii: "=")), cut > 0, cut + 1 < bytes.count else {
                    throw UsageError(
                        "--aasa takes DOMAIN=FILE, not '\(ArgumentText.shown(option))'",
                        hint: "for example --aasa acme.com=site/.well-known/apple-app-site-association"
                    )
                }
                return (Path(bytes: bytes[..<cut]).display, Path(bytes: bytes[(cut + 1)...]))
            },
            build: BuildOptions(
                configurations: configuration.map(ArgumentText.shown),
                settingsFile: xcconfig.map { Path(argument: $0) },
                settings: try set.map(Self.setting)
            )
        )
    }

    /// Parses `KEY=VALUE`. The key may have conditions, such as `KEY[sdk=macosx*]=VALUE`.
    static func setting(_ argument: String) throws(UsageError) -> (key: String, value: String) {
        let text = ArgumentText.shown(argument)
        var depth = 0
        let cut = text.firstIndex { character in
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            return character == "=" && depth == 0
        }
        guard let cut, let first = text.first, first.isLetter || first == "_" else {
            throw UsageError("--set takes KEY=VALUE, not '\(text)'", hint: "for example --set APP_SCHEME=wallet")
        }
        return (String(text[..<cut]), String(text[text.index(after: cut)...]))
    }
}
