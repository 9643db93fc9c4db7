package import SchemeModel

/// The project around a manifest of a .NET MAUI app, as far as its text tells without an evaluation.
///
/// A missing or broken project is not an error, because it isn't an input of its own.
package struct MAUIProject {
    /// The absolute path of the manifest.
    private let manifest: Path
    private let files: ProjectFileSystem
    private let origin: ProjectOrigin
    private let limits: Limits
    /// The project, if its folder has only one.
    private var project: Path?
    /// What properties may be, by names in lowercase, since MSBuild ignores case.
    private var values: [String: [String]] = [:]
    /// Whether nothing else may decide about the manifest: no import, target or other manifest.
    private var isKnown = true

    /// Reads the project around the manifest at an absolute path, such as `Platforms/iOS/Info.plist`.
    package init(around manifest: Path, _ files: any FileAccess, of origin: ProjectOrigin, limits: Limits = .standard) {
        self.manifest = manifest
        self.files = ProjectFileSystem(files, of: origin, limit: limits.projectFilesBytes)
        self.origin = origin
        self.limits = limits
        let folder = manifest.directory.directory.directory
        guard let names = try? self.files.entries(of: folder, where: { $0.name.hasExtension("csproj") }).map(\.name),
            names.count == 1
        else { return }
        project = folder.appending(names[0])
        // MSBuild imports the nearest of these files.
        let folders = [folder] + folder.foldersAround.prefix { $0.isIn(origin.root) }
        read("Directory.Build.props", in: folders)
        read(names[0], in: [folder])
        read("Directory.Build.targets", in: folders)
    }

    /// Whether a project in a folder around it may decide about the manifest at `path`.
    package static func mayDecide(about path: Path) -> Bool {
        let folder = path.directory
        let platform = folder.lastComponent
        return (platform == "iOS" || platform == "MacCatalyst") && path.lastComponent == "Info.plist"
            && folder.directory.lastComponent == "Platforms"
    }

    /// The files that were opened or are missing.
    package var inputs: [ProjectReading.Input] { files.inputs }

    /// The bundle identifier of a manifest without one; `nil` if the project has none, or several.
    ///
    /// - Source: dotnet/macios, docs/building-apps, `ApplicationId` (seen 2026-11-29).
    package var applicationID: String? {
        guard project != nil, let known = values["applicationid"], known.count == 1 else { return nil }
        return known[0]
    }

    /// Adds to the manifest that a .NET MAUI app has it and no other one, and the entitlements that the app is signed with,
    /// if the project proves that.
    package func add(to manifest: inout Manifest) {
        guard let project, isProven else { return }
        manifest.companions.append(.init(.fact(.maui), value: "true", place: origin.place(project, nil)))
        addEntitlements(to: &manifest)
    }

    private var isProven: Bool {
        let types = lowercased("outputtype")
        guard isKnown, lowercased("usemaui") == ["true"], lowercased("singleproject") == ["true"],
            !types.isEmpty, types.allSatisfy({ $0.isEmpty || $0 == "exe" })
        else { return false }
        let platform = "-" + manifest.directory.lastComponent.display.asciiLowercased
        return (lowercased("targetframeworks") + lowercased("targetframework")).contains { frameworks in
            frameworks.split { $0 == ";" || $0.isWhitespace }.contains { framework in
                let version = framework.reversed().prefix { $0.isNumber || $0 == "." }
                return framework.dropLast(version.count).hasSuffix(platform)
            }
        }
    }

    /// Returns what a property may be, in lowercase.
    private func lowercased(_ property: String) -> [String] { (values[property] ?? []).map(\.asciiLowercased) }

    /// Adds the entitlements in `Entitlements.plist` next to the manifest. Without that file, they stay unknown.
    ///
    /// - Source: dotnet/maui, Microsoft.Maui.Controls.SingleProject.targets, `CodesignEntitlements` (seen 2026-11-29).
    private func addEntitlements(to manifest: inout Manifest) {
        let path = self.manifest.directory.appending("Entitlements.plist")
        guard let bytes = try? files.contents(of: path, limit: limits.manifestBytes).bytes,
            let root = try? PropertyFormat.read(bytes, wanted: .all, limits: limits).root,
            let entitlements = HeldEntitlements.of(root.value)
        else { return }
        manifest.entitlements = entitlements
        manifest.companions += HeldEntitlements.domains(in: root) { origin.place(path, $0) }
    }

    /// Changes ``values`` and ``isKnown`` as the first file with this name in `folders` does.
    private mutating func read(_ name: Path, in folders: [Path]) {
        for folder in folders {
            do throws(FileError) {
                let file = try files.contents(of: folder.appending(name), limit: limits.manifestBytes)
                if !read(file.bytes) { isKnown = false }
                return
            } catch {
                if error == .notFound { continue }
                return isKnown = false
            }
        }
    }

    /// Changes ``values`` as a file does. Returns whether all of it could be read, and nothing in it may decide about the
    /// manifest.
    private mutating func read(_ bytes: [UInt8]) -> Bool {
        guard let text = try? XMLText(bytes), text.undecodable == nil else { return false }
        return text.utf8.withUnsafeBufferPointer { (try? read($0)) ?? false }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLPropertyError) -> Bool {
        var isKnown = true
        var scanner = XMLScanner(bytes, allowsDirectives: false)
        var open: [(element: XMLScanner.Element, isConditional: Bool)] = []
        // Skips the text between elements.
        while let start = scanner.firstIndex(of: "<", from: scanner.offset) {
            scanner.offset = start
            switch try scanner.next(isInProlog: open.isEmpty) {
            case .open(let element):
                let name = String(decoding: bytes[element.name], as: UTF8.self).asciiLowercased
                guard open.count < limits.depth else { return false }
                if ["import", "importgroup", "choose"].contains(name)
                    || ["appmanifest", "appbundlemanifest", "projectfolder"].contains(where: name.contains)
                    || name == "target" && element.isEmpty && Self.mayChangeManifest(bytes[element.range])
                {
                    isKnown = false
                }
                // Any attribute may be a condition.
                let hasAttributes = !open.isEmpty && element.range.upperBound > element.name.upperBound + 1
                let isConditional = open.last?.isConditional == true || hasAttributes
                if !element.isEmpty { open.append((element, isConditional)) }
            case .close(let end):
                guard let last = open.popLast(), bytes[last.element.name].elementsEqual(bytes[end.name]) else {
                    return false
                }
                let name = String(decoding: bytes[end.name], as: UTF8.self).asciiLowercased
                let start = last.element.range
                if name == "target", Self.mayChangeManifest(bytes[start.lowerBound..<end.range.lowerBound]) {
                    isKnown = false
                }
                guard open.count == 2, Self.properties.contains(name) else { continue }
                let text = String(decoding: bytes[start.upperBound..<end.range.lowerBound], as: UTF8.self)
                if !last.isConditional { values[name] = [] }
                values[name, default: [""]].append(text)
            case .directive, .end: break
            }
        }
        return isKnown && open.isEmpty
    }

    /// Returns whether a target, as written, seems to have to do with manifests. Most prepare icons and fonts, or build widgets.
    private static func mayChangeManifest(_ target: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let target = String(decoding: target, as: UTF8.self).asciiLowercased
        return ["plist", "manifest", "scene"].contains(where: target.contains)
    }

    private static let properties = [
        "applicationid", "usemaui", "singleproject", "outputtype", "targetframeworks", "targetframework",
    ]
}
