import SchemeModel

/// Builds manifests. Every value gets its own range in the order of addition, so that places are distinct and ordered
/// as in a file.
struct ManifestBuilder {
    private(set) var manifest: Manifest
    private var offset = 0

    init(
        _ identifier: String? = "com.acme.wallet",
        platforms: PlatformSet = .iOS,
        kind: ProductKind = .application,
        path: String = "Info.plist",
        source: String? = "acme",
        digest: String? = nil
    ) {
        let app = identifier.flatMap(AppID.init(bundleIdentifier:)) ?? .unknown(ByteString(path))
        manifest = Manifest(
            origin: Place(source: source, path: Path(path)),
            format: .xml,
            digest: digest ?? "\(source ?? "")/\(path)",
            app: app
        )
        manifest.bundleIdentifier = identifier.map {
            Located($0, ValueSpan(keyPath: "CFBundleIdentifier", element: range(8)))
        }
        manifest.deviceSupport = DeviceSupport(platforms: platforms)
        manifest.kind = kind
    }

    /// Adds a URL type. `schemes` are as written; `resolved` has their resolved values, if different.
    mutating func add(
        role: String? = nil,
        identifier: String? = nil,
        schemes: [String]?,
        resolved: [String: String?] = [:],
        conditional: Set<String> = []
    ) {
        let index = manifest.urlTypes.count
        let root = "CFBundleURLTypes[\(index)]"
        var type = URLType(index: index, span: ValueSpan(keyPath: root, element: range(6)))
        type.role = role.map { Located($0, text($0, "\(root).CFBundleTypeRole")) }
        type.identifier = identifier.map { Located($0, text($0, "\(root).CFBundleURLName")) }
        if let schemes {
            let path = "\(root).CFBundleURLSchemes"
            type.schemesSpan = ValueSpan(keyPath: path, element: range(7))
            type.schemes = schemes.enumerated().map { position, scheme in
                DeclaredScheme(
                    index: position,
                    raw: scheme,
                    resolved: resolved[scheme] ?? scheme,
                    span: text(scheme, "\(path)[\(position)]"),
                    isConditional: conditional.contains(scheme)
                )
            }
        }
        manifest.urlTypes.append(type)
    }

    /// Adds queried schemes.
    mutating func query(_ schemes: [String]) {
        for scheme in schemes {
            let path = "LSApplicationQueriesSchemes[\(manifest.queriesSchemes.count)]"
            manifest.queriesSchemes.append(Located(scheme, text(scheme, path)))
        }
    }

    /// Adds a key at the root.
    mutating func set(_ key: String, _ value: PropertyValue) {
        let span = text(value.string ?? "", key)
        manifest.rootKeys.append(Manifest.RootKey(name: key, value: Located(value, span)))
    }

    /// Adds an undocumented key to the last URL type.
    mutating func add(key: String) {
        guard let last = manifest.urlTypes.indices.last else { return }
        let path = "CFBundleURLTypes[\(last)].\(key)"
        manifest.urlTypes[last].otherKeys.append(
            Located(key, ValueSpan(keyPath: path, key: range(9), element: range(9)))
        )
    }

    /// Adds an irregularity.
    mutating func add(
        _ kind: Irregularity.Kind,
        at keyPath: String,
        subject: String? = nil,
        expected: String? = nil,
        found: String? = nil,
        cause: String? = nil
    ) {
        let related = kind == .duplicateKey ? range(5) : nil
        manifest.irregularities.append(
            Irregularity(
                kind,
                span: ValueSpan(keyPath: keyPath, key: range(5), element: range(9)),
                subject: subject,
                expected: expected,
                found: found,
                cause: cause,
                related: related
            )
        )
    }

    private mutating func text(_ text: String, _ keyPath: String) -> ValueSpan {
        let start = offset
        let inner = SourceRange(
            byteOffset: start + 8,
            byteLength: text.utf8.count,
            lines: lines(start + 8, text.utf8.count)
        )
        return ValueSpan(keyPath: keyPath, element: range(17 + text.utf8.count), text: inner)
    }

    private mutating func range(_ length: Int) -> SourceRange {
        defer { offset += length + 1 }
        return SourceRange(byteOffset: offset, byteLength: length, lines: lines(offset, length))
    }

    /// Everything is on line 1.
    private func lines(_ offset: Int, _ length: Int) -> SourceRange.Lines {
        func position(_ offset: Int) -> TextPosition {
            TextPosition(line: 1, column: offset + 1, columnUTF16: offset + 1)
        }
        return SourceRange.Lines(start: position(offset), end: position(offset + length))
    }
}

extension Manifest {
    /// Returns a manifest with one URL type.
    static func app(
        _ identifier: String? = "com.acme.wallet",
        platforms: PlatformSet = .iOS,
        kind: ProductKind = .application,
        path: String = "Info.plist",
        source: String? = "acme",
        role: String? = "Editor",
        urlName: String? = "com.acme.name",
        schemes: [String]
    ) -> Manifest {
        var builder = ManifestBuilder(identifier, platforms: platforms, kind: kind, path: path, source: source)
        builder.add(role: role, identifier: urlName, schemes: schemes)
        return builder.manifest
    }

    /// Returns a copy with changes.
    func with(_ change: (inout Manifest) -> Void) -> Manifest {
        var manifest = self
        change(&manifest)
        return manifest
    }
}

extension Finding {
    /// The key path of the value that it is about.
    var keyPath: String? { place.keyPath }
}
