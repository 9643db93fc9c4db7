import SchemeModel
import SchemeYAML

/// The only app described by a file that isn't a project, resolved like a project generated from it.
struct GeneratedTarget {
    /// The absolute path of the file.
    var file: Path
    var digest: String
    var format: Manifest.Format
    /// The generated .xcodeproj, which has the project's name.
    var project: Path
    var name: String
    /// The location of the app's name in the file.
    var range: SourceRange
    var settings: [XcodeProject.Configuration.Setting] = []
    /// The configurations, which all have these settings.
    var configurations = ["Debug", "Release"]
    /// The names of the package's products that make the app.
    var packageProducts: [String] = []
    /// Settings that the file leaves open.
    var undecided: Set<ByteString> = []
    /// The manifest, if the file contains its values.
    var manifest: XcodeProject.WrittenManifest?
    var entitlements: XcodeProject.WrittenEntitlements?
    /// What is computed of the manifest; `nil` if all of it was read.
    var computedManifest: Irregularity?
    /// What the files around the app tell about it.
    var companions: [Manifest.Companion] = []

    /// Adds the app to `reading` in all configurations.
    func resolve(
        _ origin: ProjectOrigin,
        _ options: ProjectOptions,
        _ files: ProjectFileSystem,
        limits: Limits,
        into reading: inout ProjectReading
    ) {
        func list(_ kind: String, _ settings: [XcodeProject.Configuration.Setting]) -> XcodeProject.ConfigurationList {
            XcodeProject.ConfigurationList(
                all: configurations.map {
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
        target.computedManifest = computedManifest
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
        let opened = ProjectReader.LoadedProject(project: made, digest: digest, format: format)
        ProjectReader(limits: limits).resolve(opened, origin, options, files, &reading)
        for index in reading.manifests.indices {
            reading.manifests[index].companions += companions
            reading.manifests[index].companions.sort { $0.place < $1.place }
        }
    }
}
