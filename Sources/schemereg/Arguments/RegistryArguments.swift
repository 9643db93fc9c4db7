import ArgumentParser
import SchemeKit
import SchemeModel

/// The path of the registry, for every command that uses one.
struct RegistryArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The registry file. (default: $SCHEMEREG_REGISTRY, or schemereg/registry.sqlite in ~/.local/share, on macOS in "
                + "~/Library/Application Support)",
            valueName: "file"
        ),
        completion: .file()
    )
    var registry: String?

    var path: Path? { registry.map { Path(argument: $0) } }
}
