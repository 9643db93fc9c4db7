import ArgumentParser
import SchemeKit
import SchemeModel

/// The registry, for every command that uses one.
struct RegistryArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The registry: a file, or the address of a PostgreSQL database. (default: $SCHEMEREG_REGISTRY, or "
                + "~/.local/share/schemereg/registry.sqlite; on macOS, "
                + "~/Library/Application Support/schemereg/registry.sqlite)",
            valueName: "registry"
        ),
        completion: .file()
    )
    var registry: String?

    var path: Path? { registry.map { Path(argument: $0) } }
}
