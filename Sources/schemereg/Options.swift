public import ArgumentParser
public import SchemeKit
public import SchemeModel

/// Which inputs to read, the same for `import` and `check`.
struct InputArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Folders, manifests of any name, built apps; - for standard input.",
            valueName: "path"
        )
    )
    var paths: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Leave out paths that match; * and ? within a name, ** across folders. Repeatable.",
            valueName: "glob"
        )
    )
    var exclude: [String] = []

    @Option(name: .long, help: ArgumentHelp("Read this many inputs at once.", valueName: "n"))
    var jobs: Int?

    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp(
            "Give the manifest at PATH the bundle identifier ID. Repeatable.",
            valueName: "path=id"
        )
    )
    var bundleID: [String] = []

    func inputs(source: String? = nil) throws -> InputOptions {
        guard !paths.isEmpty else {
            throw UsageError("nothing to read", hint: "name a folder, an Info.plist or a built app: schemereg check .")
        }
        if let jobs, !(1...256).contains(jobs) { throw UsageError("--jobs takes a whole number from 1 to 256") }
        return InputOptions(
            paths: paths.map { Path(argument: $0) },
            source: source,
            exclusions: exclude.map { Path(argument: $0) },
            jobs: jobs,
            bundleIdentifiers: try bundleID.map { option in
                let bytes = ArgumentText.bytes(of: option)
                guard let cut = bytes.lastIndex(of: UInt8(ascii: "=")), cut > 0, cut + 1 < bytes.count else {
                    throw UsageError("--bundle-id takes PATH=ID, not '\(option)'")
                }
                return (Path(bytes: bytes[..<cut]), String(decoding: bytes[(cut + 1)...], as: UTF8.self))
            }
        )
    }
}

/// Where the registry is, the same for every command that has one.
struct RegistryArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The registry; else $SCHEMEREG_REGISTRY, else one in your data folder.",
            valueName: "file"
        )
    )
    var registry: String?

    var path: Path? { registry.map { Path(argument: $0) } }
}

/// Which findings count, the same for `conflicts` and `check`.
struct FindingArguments: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Only findings of this rule. Repeatable.", valueName: "id"))
    var rule: [String] = []

    @Option(name: .long, help: ArgumentHelp("Only findings about this scheme. Repeatable.", valueName: "scheme"))
    var scheme: [String] = []

    @Option(name: .long, help: ArgumentHelp("Only findings about this app. Repeatable.", valueName: "bundle id"))
    var app: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Only findings at or above this: note, warning, error.", valueName: "level")
    )
    var severity: Severity = .note

    @Option(
        name: .customLong("fail-on"),
        help: ArgumentHelp(
            "Exit with 1 for findings at or above this: note, warning, error, or never.",
            valueName: "level"
        )
    )
    var failOn: FailureThreshold = .error

    @Option(name: .long, help: ArgumentHelp("How to print: text or json.", valueName: "format"))
    var format: OutputFormat = .text

    var filter: FindingFilter {
        FindingFilter(
            rules: Set(rule),
            schemes: Set(scheme.map { SchemeKey($0) }),
            apps: Set(app.map { ByteString($0.asciiLowercased) }),
            severity: severity,
            failOn: failOn
        )
    }
}

extension Severity: ExpressibleByArgument {}
extension FailureThreshold: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
