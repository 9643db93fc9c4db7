package import SchemeModel

/// Reads the project around a manifest of a .NET MAUI app, without evaluating it.
///
/// A missing or broken project is not an error, because it isn't an input of its own.
package struct MAUIProjectReader {
    private let files: ProjectFileSystem
    private let origin: ProjectOrigin
    private let limits: Limits

    package init(_ files: any FileAccess, of origin: ProjectOrigin, limits: Limits = .standard) {
        self.files = ProjectFileSystem(files, of: origin, limit: limits.projectFilesBytes)
        self.origin = origin
        self.limits = limits
    }

    /// The files that were opened or are missing.
    package var inputs: [ProjectReading.Input] { files.inputs }

    /// Whether a project in a folder around it may decide about the manifest at `path`.
    package static func mayHaveProject(_ path: Path) -> Bool {
        let folder = path.directory
        return path.lastComponent == "Info.plist" && folder.directory.lastComponent == "Platforms"
            && (folder.lastComponent == "iOS" || folder.lastComponent == "MacCatalyst")
    }

    /// Returns the fact that a .NET MAUI app has the manifest at the absolute `path`, such as
    /// `Platforms/iOS/Info.plist`, and no other one; `nil` if its project doesn't prove that.
    package func companion(ofManifestAt path: Path) -> Manifest.Companion? {
        let (platform, folder) = (path.directory.lastComponent, path.directory.directory.directory)
        guard Self.mayHaveProject(path),
            let names = try? files.entries(of: folder, where: { $0.name.hasExtension("csproj") }).map(\.name),
            names.count == 1
        else { return nil }
        // MSBuild imports the nearest of these files.
        let folders = [folder] + folder.foldersAround.prefix { $0.isIn(origin.root) }
        var values: [String: [String]] = [:]
        guard read("Directory.Build.props", in: folders, into: &values), read(names[0], in: [folder], into: &values),
            read("Directory.Build.targets", in: folders, into: &values),
            values["usemaui"] == ["true"], values["singleproject"] == ["true"],
            values["outputtype"]?.allSatisfy({ $0.isEmpty || $0 == "exe" }) == true,
            ["targetframeworks", "targetframework"].flatMap({ values[$0] ?? [] }).contains(where: { frameworks in
                frameworks.split { $0 == ";" || $0.isWhitespace }.contains { framework in
                    let version = framework.reversed().prefix { $0.isNumber || $0 == "." }
                    return framework.dropLast(version.count).hasSuffix("-" + platform.display.asciiLowercased)
                }
            })
        else { return nil }
        return Manifest.Companion(.fact(.maui), value: "true", place: origin.place(folder.appending(names[0]), nil))
    }

    /// Adds the entitlements that the build of a .NET MAUI app signs it with to its manifest at the absolute `path`: those in
    /// `Entitlements.plist` next to it. Without that file, they stay unknown.
    ///
    /// - Source: dotnet/maui, Microsoft.Maui.Controls.SingleProject.targets, `CodesignEntitlements` (seen 2026-11-29).
    package func addEntitlements(to manifest: inout Manifest, at path: Path) {
        let path = path.directory.appending("Entitlements.plist")
        guard let bytes = try? files.contents(of: path, limit: limits.manifestBytes).bytes,
            let root = try? PropertyFormat.read(bytes, wanted: .all, limits: limits).root,
            let entitlements = HeldEntitlements.of(root.value)
        else { return }
        manifest.entitlements = entitlements
        manifest.companions += HeldEntitlements.domains(in: root) { origin.place(path, $0) }
    }

    /// Changes `values`, what properties may be, as the first file with this name in `folders` does. The names and values are
    /// in lowercase, since MSBuild ignores case.
    ///
    /// - Returns: Whether nothing else may decide: no import, target or other manifest.
    /// - Source: dotnet/macios, docs/building-apps: `PartialAppManifest` is merged into the Info.plist (seen 2026-11-28).
    private func read(_ name: Path, in folders: [Path], into values: inout [String: [String]]) -> Bool {
        for folder in folders {
            do throws(FileError) {
                let file = try files.contents(of: folder.appending(name), limit: limits.manifestBytes)
                guard let text = try? XMLText(file.bytes), text.undecodable == nil else { return false }
                return text.utf8.withUnsafeBufferPointer { (try? read($0, into: &values)) ?? false }
            } catch {
                guard error == .notFound else { return false }
            }
        }
        return true
    }

    private func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into values: inout [String: [String]]
    ) throws(XMLPropertyError) -> Bool {
        var scanner = XMLScanner(bytes, allowsDirectives: false)
        var open: [(element: XMLScanner.Element, isConditional: Bool)] = []
        // Skips the text between elements.
        while let start = scanner.firstIndex(of: "<", from: scanner.offset) {
            scanner.offset = start
            switch try scanner.next(isInProlog: open.isEmpty) {
            case .open(let element):
                let name = String(decoding: bytes[element.name], as: UTF8.self).asciiLowercased
                guard open.count < limits.depth, !["import", "importgroup", "target", "choose"].contains(name),
                    !["appmanifest", "appbundlemanifest", "projectfolder"].contains(where: name.contains)
                else { return false }
                // Any attribute may be a condition.
                let hasAttributes = !open.isEmpty && element.range.upperBound > element.name.upperBound + 1
                let isConditional = open.last?.isConditional == true || hasAttributes
                if !element.isEmpty { open.append((element, isConditional)) }
            case .close(let end):
                guard let last = open.popLast(), bytes[last.element.name].elementsEqual(bytes[end.name]) else {
                    return false
                }
                let name = String(decoding: bytes[end.name], as: UTF8.self).asciiLowercased
                guard open.count == 2, Self.properties.contains(name) else { continue }
                let text = bytes[last.element.range.upperBound..<end.range.lowerBound]
                if !last.isConditional { values[name] = [] }
                values[name, default: [""]].append(String(decoding: text, as: UTF8.self).asciiLowercased)
            case .directive, .end: break
            }
        }
        return open.isEmpty
    }

    private static let properties = ["usemaui", "singleproject", "outputtype", "targetframeworks", "targetframework"]
}
