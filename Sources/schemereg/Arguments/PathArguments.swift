import ArgumentParser

/// The inputs of commands that read everything.
struct PathArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Folders, Xcode projects, built apps, archives or manifests; - reads standard input.",
            valueName: "path"
        ),
        completion: .file()
    )
    var paths: [String] = []
}
