import SchemeModel

/// A target in a Tuist manifest with a readable name and product.
///
/// - Source: tuist/tuist, Target.swift, TargetDependency.swift, InfoPlist.swift (seen 2026-11-21).
struct TuistTarget {
    let name: String
    let productType: ProductType
    /// The names of the targets in the same project that it depends on.
    let dependencies: [String]
    private let call: SwiftLiteral
    private let packageProducts: [PackageProduct]
    private let needsOthers: Bool
    private let foreignModules: [String]

    /// Returns `nil` for anything else, which is reported.
    init?(_ literal: SwiftLiteral, _ source: inout TuistSource) {
        guard TuistCall.target.isMeant(by: literal), let name = source.text(literal["name"]),
            let product = literal["product"],
            let type = source.name(product, of: "Product").flatMap({ ProductType.tuist($0) })
        else {
            source.tellOfTarget(literal)
            return nil
        }
        self.name = name
        call = literal
        productType = type
        var dependencies: [String] = []
        var packageProducts: [PackageProduct] = []
        var foreignModules: [String] = []
        var needsOthers = false
        if let list = literal["dependencies"] {
            let elements = source.elements(list)
            needsOthers = elements == nil
            for element in elements ?? [] {
                switch element.call?.name {
                case "target":
                    // `.target(name: "A")`, or `.target(a)` with a constant.
                    let target = element.call?.arguments.first.flatMap { source.value($0.value)["name"] }
                    if let name = source.text(element["name"] ?? target) { dependencies.append(name) }
                // Only the manifests in Tuist's own folder show which packages are local.
                case "external":
                    if let name = source.text(element["name"]) {
                        packageProducts.append(PackageProduct(name: name, isRemote: true))
                    }
                case "package":
                    if let name = source.text(element["product"]) {
                        packageProducts.append(PackageProduct(name: name, isRemote: true))
                    }
                case "sdk", "xctest", "xcframework", "library": break
                case "project":
                    needsOthers = true
                    if let name = source.text(element["target"]) { foreignModules.append(name) }
                default: needsOthers = true
                }
            }
        }
        self.dependencies = dependencies
        self.packageProducts = packageProducts
        self.needsOthers = needsOthers
        self.foreignModules = foreignModules
    }

    /// Returns the target of the project, without references to other targets.
    ///
    /// - Parameter configurations: The project's configurations.
    func made(
        _ configurations: [TuistSettings.Configuration],
        digest: String,
        _ source: inout TuistSource
    ) -> XcodeProject.Target {
        var derived = TuistSettings()
        let place = source.range(call["name"] ?? call)
        setIdentity(&derived, &source)
        setDestinations(&derived, &source)
        let additions = source.unread.additions
        let manifest = manifest(&derived, digest: digest, &source)
        let isManifestRead = source.unread.additions == additions
        let entitlements = entitlements(&derived, &source)
        let named = TuistSettings.Configuration.byName(TuistSettings.Configuration.all(call["settings"], &source))
        var all: [XcodeProject.Configuration] = []
        for configuration in configurations {
            var settings = derived
            settings.add(call["settings"], configuration, among: named, &source)
            all.append(
                settings.configuration(
                    id: "target \(name) \(configuration.name)",
                    configuration.name,
                    base: named?[ByteString(configuration.name)]?.base(&source)
                )
            )
        }
        var target = XcodeProject.Target(
            id: ByteString(name),
            name: name,
            range: place,
            productType: productType,
            configurations: XcodeProject.ConfigurationList(all: all),
            sources: [],
            folders: []
        )
        target.packageProducts = packageProducts
        target.needsOthers = needsOthers
        target.foreignModules = foreignModules
        target.writtenManifest = manifest
        if !isManifestRead {
            target.computedManifest = Irregularity(
                .computedManifest,
                subject: source.file.lastComponent.display,
                cause: UnreadTuistValues.cause(of: "the infoPlist of '\(name)'"),
                place: source.origin.place(source.file, source.range(call["infoPlist"] ?? call))
            )
        }
        target.writtenEntitlements = entitlements
        target.scripts = source.scripts(of: call)
        addSources(to: &target, &source)
        return target
    }

    // MARK: Settings

    private func setIdentity(_ settings: inout TuistSettings, _ source: inout TuistSource) {
        let identifier = call["bundleId"] ?? call
        if let text = source.text(identifier) {
            settings.set("PRODUCT_BUNDLE_IDENTIFIER", text, source.range(source.value(identifier)))
        } else {
            settings.setUnread("PRODUCT_BUNDLE_IDENTIFIER")
            source.report("bundleId", source.value(identifier))
        }
        if let product = call["productName"], !source.isNil(product) {
            if let text = source.text(product) {
                settings.set("PRODUCT_NAME", text, source.range(source.value(product)))
            } else {
                settings.setUnread("PRODUCT_NAME")
                source.report("productName", source.value(product))
            }
        } else {
            let product = String(name.map { $0 == "-" ? "_" : $0 })
            settings.set("PRODUCT_NAME", product, source.range(call["name"] ?? call))
        }
    }

    private func setDestinations(_ settings: inout TuistSettings, _ source: inout TuistSource) {
        let written = call["destinations"] ?? call["platform"] ?? call
        guard let destinations = destinations(source.value(written, of: "Destinations"), &source) else {
            settings.setUnread("SDKROOT")
            settings.setUnread("SUPPORTED_PLATFORMS")
            settings.setUnread("TARGETED_DEVICE_FAMILY")
            source.report("destinations", source.value(written))
            return
        }
        for (key, value) in TuistDestination.settings(destinations) { settings.set(key, value, source.range(written)) }
    }

    private func destinations(_ literal: SwiftLiteral, _ source: inout TuistSource) -> [TuistDestination]? {
        if let elements = source.elements(literal) {
            let destinations = elements.compactMap { element in
                source.name(element, of: "Destination").flatMap { TuistDestination(rawValue: $0) }
            }
            return destinations.isEmpty || destinations.count < elements.count ? nil : destinations
        }
        guard let name = source.name(literal, of: "Destinations", "Platform") else { return nil }
        var destinations = TuistDestination.all(ofPlatform: name)
        // In Tuist 3, the devices are in the deployment target.
        let devices = call["deploymentTarget"].flatMap { source.value($0)["devices"] }
        if name == "iOS", call["platform"] != nil, let devices = devices.flatMap({ source.elements($0) }),
            devices.contains(where: { source.name($0, of: "DeploymentDevice") == "mac" })
        {
            destinations?.append(.macCatalyst)
        }
        return destinations
    }

    // MARK: Files

    /// Sets the path of the Info.plist, and returns the one that Tuist writes.
    private func manifest(
        _ settings: inout TuistSettings,
        digest: String,
        _ source: inout TuistSource
    ) -> XcodeProject.WrittenManifest? {
        let written = call["infoPlist"]
        // Without a manifest, Tuist writes the default.
        let anchor = written ?? call["name"] ?? call
        if written != nil, source.isNil(written) { return nil }
        let value = source.value(anchor, of: "InfoPlist")
        let kind = written == nil ? "default" : source.member(value, of: "InfoPlist")
        // With other arguments, it is a function of the project.
        let labels = value.call?.arguments.map { $0.label ?? "" }
        switch (kind, labels) {
        case ("default", nil), ("extendingDefault", ["with"]), ("dictionary", [""]):
            let path: Path = "Derived/InfoPlists"
            let file = path.appending(Path(name + "-Info.plist"))
            settings.set("INFOPLIST_FILE", file.display, source.range(anchor))
            let document = TuistProperty.document(
                kind == "default" ? nil : value.call?.arguments.first?.value,
                anchor: value,
                extends: kind != "dictionary",
                &source
            )
            return XcodeProject.WrittenManifest(
                path: source.directory.appending(file).normalized,
                source: source.file,
                contents: ProjectManifests.ParsedManifest(document, digest: digest)
            )
        default:
            setFile("INFOPLIST_FILE", value, "infoPlist", &settings, &source)
            return nil
        }
    }

    /// Sets the path of the entitlements, and returns those that Tuist writes.
    private func entitlements(
        _ settings: inout TuistSettings,
        _ source: inout TuistSource
    ) -> XcodeProject.WrittenEntitlements? {
        guard let written = call["entitlements"], !source.isNil(written) else { return nil }
        let value = source.value(written, of: "Entitlements")
        guard source.member(value, of: "Entitlements") == "dictionary", let first = value.call?.arguments.first else {
            setFile("CODE_SIGN_ENTITLEMENTS", value, "entitlements", &settings, &source)
            return nil
        }
        let folder: Path = "Derived/Entitlements"
        let file = folder.appending(Path(name + ".entitlements"))
        settings.set("CODE_SIGN_ENTITLEMENTS", file.display, source.range(written))
        return TuistProperty.entitlements(first.value, at: source.directory.appending(file).normalized, &source)
    }

    /// Sets `key` to the path of an expression: a text, `.file(path:)`, or `.variable(…)`.
    private func setFile(
        _ key: String,
        _ value: SwiftLiteral,
        _ label: String,
        _ settings: inout TuistSettings,
        _ source: inout TuistSource
    ) {
        let range = source.range(value)
        let member = source.member(value, of: "InfoPlist", "Entitlements")
        let argument = value["path"] ?? value.call?.arguments.first?.value
        if member == "variable", let text = source.text(argument) {
            settings.set(key, text, range)
        } else if let path = source.path(member == "file" ? argument ?? value : value) {
            settings.set(key, (path.relative(to: source.directory) ?? path).display, range)
        } else {
            settings.setUnread(ByteString(key))
            source.report(label, value)
        }
    }

    // MARK: Sources

    /// Adds the folders and files of readable patterns. With other patterns, the target's code is incomplete.
    private func addSources(to target: inout XcodeProject.Target, _ source: inout TuistSource) {
        var globs: [(pattern: String, excluded: [String])] = []
        if let written = call["sources"], !source.isNil(written) {
            let value = source.value(written)
            for element in source.elements(value.call?.arguments.first?.value ?? value) ?? [value] {
                let isGlob = element.call?.name == "glob"
                guard let pattern = source.text(isGlob ? element.call?.arguments.first?.value : element) else {
                    target.needsOthers = true
                    continue
                }
                let excluding = isGlob ? element["excluding"] : nil
                let excluded = excluding.map { source.elements($0) ?? [$0] } ?? []
                globs.append((pattern, excluded.compactMap { source.text($0) }))
            }
        }
        for folder in call["buildableFolders"].flatMap({ source.elements($0) }) ?? [] {
            if let path = source.text(folder) { globs.append((path + "/**", [])) } else { target.needsOthers = true }
        }
        for (pattern, excluded) in globs {
            let parts = pattern.split(separator: "/")
            let fixed = parts.prefix { !$0.contains { "*?[{".contains($0) } }
            let folder = source.directory.appending(Path(fixed.joined(separator: "/"))).normalized
            let rest = parts.dropFirst(fixed.count).joined(separator: "/")
            if rest.isEmpty {
                target.sources.append(folder)
            } else if rest == "**" || rest.hasPrefix("**/*") {
                let patterns = excluded.compactMap { written in
                    source.directory.appending(Path(written)).normalized.relative(to: folder)
                }
                target.folders.append(XcodeProject.Folder(path: folder, excluded: [], patterns: patterns))
            } else {
                target.needsOthers = true
            }
        }
    }
}
