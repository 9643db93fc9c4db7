import SchemeModel
import SchemeYAML

/// The one app that a file describes which is no project: resolved as if a project had been made of it.
struct GeneratedTarget {
    /// The file, by its absolute path.
    var file: Path
    var digest: String
    var format: Manifest.Format
    /// The .xcodeproj that is generated; its name is that of the project.
    var project: Path
    var name: String
    /// Where the file names it.
    var range: SourceRange
    var settings: [XcodeProject.Configuration.Setting] = []
    /// The names of the products of the package around the file that make the app.
    var packageProducts: [String] = []
    /// Names whose values the file leaves to others.
    var undecided: Set<ByteString> = []
    /// The manifest, where the file says what it holds.
    var manifest: XcodeProject.WrittenManifest?
    var entitlements: XcodeProject.WrittenEntitlements?

    /// Adds to `reading` what the app is in both of the usual configurations.
    func resolve(
        _ origin: ProjectOrigin,
        _ options: ProjectOptions,
        _ files: ProjectFiles,
        limits: Limits,
        into reading: inout ProjectReading
    ) {
        func list(_ kind: String, _ settings: [XcodeProject.Configuration.Setting]) -> XcodeProject.ConfigurationList {
            XcodeProject.ConfigurationList(
                all: ["Debug", "Release"].map {
                    XcodeProject.Configuration(id: ByteString("\(kind) \($0)"), name: $0, settings: settings)
                }
            )
        }
        var target = XcodeProject.Target(
            id: ByteString(name),
            name: name,
            range: range,
            productType: ProductType("com.apple.product-type.application"),
            configurations: list("target", settings),
            sources: [],
            folders: []
        )
        target.writtenManifest = manifest
        target.writtenEntitlements = entitlements
        target.packageProducts = packageProducts.map { PackageProduct(name: $0, isRemote: false) }
        var made = XcodeProject(
            path: project,
            directory: file.directory,
            file: file,
            configurations: list("project", []),
            targets: [target],
            generation: XcodeProject.Generation(undecided: undecided)
        )
        made.packages = packageProducts.isEmpty ? [] : [file.directory]
        let opened = ProjectReader.Opened(project: made, digest: digest, format: format)
        ProjectReader(limits: limits).resolve(opened, origin, options, files, &reading)
    }
}
