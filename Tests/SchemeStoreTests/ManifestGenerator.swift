import SchemeModel
import TestSupport

/// Makes manifests in which every field takes every shape.
struct ManifestGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let texts = [
        "", "wallet", "a b", "\u{E9}", "e\u{301}", "line\nbreak", "nul\u{0}byte", "'; DROP TABLE claim; --",
        "\u{1F600}",
        "$(APP_SCHEME)", "\"quoted\\\"", "\u{202E}x", "100%_\\",
    ]
    private static let schemes = [
        "wallet", "Wallet", "driver", "http", "tel", "", "9lives", "$(X)", "msauth.com.acme", "fb12", "my app",
    ]
    private static let entitlements: [Entitlement] = [
        "com.apple.developer.web-browser", "", Entitlement("a=b"),
        "com.apple.developer.associated-domains=applinks:acme.com",
        "com.apple.developer.associated-domains=applinks:*.acme.com",
        "com.apple.developer.associated-domains=applinks:pay.acme.com",
        "com.apple.developer.associated-domains=applinks:pay.acme.com?mode=developer",
        "com.apple.developer.associated-domains=applinks:*.pay.acme.com",
        "com.apple.developer.associated-domains=webcredentials:acme.com",
        "com.apple.developer.associated-domains=applinks:e\u{301}'.acme.com",
        "application-identifier=T.com.acme.wallet",
    ]
    private static let apps = [
        "com.acme.wallet", "com.acme.driver", "com.apple.mail", "org.example.a", "org.example.b",
    ]

    mutating func coin() -> Bool { Bool.random(using: &random) }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0..<values.count)] }

    mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? { coin() ? value(&self) : nil }

    mutating func list<Value>(upTo limit: Int, _ value: (inout Self) -> Value) -> [Value] {
        (0..<number(0..<limit + 1)).map { _ in value(&self) }
    }

    mutating func text() -> String { pick(Self.texts) }

    mutating func path() -> Path {
        pick(["Info.plist", "App/Info.plist", "a/b c/\u{E9}.plist", Path(bytes: [0x63, 0xE9, 0x2F, 0x0A])])
    }

    mutating func platforms() -> PlatformSet { PlatformSet(rawValue: number(0..<32)) }

    private mutating func position() -> TextPosition {
        TextPosition(line: number(1..<5_000), column: number(1..<300), columnUTF16: number(1..<300))
    }

    mutating func range() -> SourceRange {
        let lines = maybe { SourceRange.Lines(start: $0.position(), end: $0.position()) }
        return SourceRange(byteOffset: number(0..<1_000_000), byteLength: number(0..<3) * 7, lines: lines)
    }

    mutating func span() -> ValueSpan {
        ValueSpan(
            keyPath: text(),
            key: maybe { $0.range() },
            element: range(),
            text: maybe { $0.range() },
            origin: ValueSpan.Origin.allCases.randomElement(using: &random) ?? .literal
        )
    }

    mutating func located() -> Located<String> { Located(text(), span()) }

    private mutating func place() -> Place {
        Place(
            source: maybe { $0.text() },
            path: path(),
            member: maybe { $0.path() },
            keyPath: maybe { $0.text() },
            range: maybe { $0.range() }
        )
    }

    mutating func property(depth: Int = 3) -> PropertyValue {
        switch number(0..<(depth > 0 ? 9 : 7)) {
        case 0: .string(text())
        case 1: .integer(pick([.min, -1, 0, 7, .max]))
        case 2: .real(pick([-0.0, 0.1, 1e300, .infinity, .leastNonzeroMagnitude]))
        case 3: .boolean(coin())
        case 4: .date("2026-11-21T00:00:00Z")
        case 5: .data(count: number(0..<99))
        case 6: .other("a set")
        case 7: .array(list(upTo: 3) { $0.property(depth: depth - 1) })
        default:
            .dictionary(
                list(upTo: 3) { PropertyValue.Entry(key: ByteString($0.text()), value: $0.property(depth: depth - 1)) }
            )
        }
    }

    mutating func declared(_ scheme: String? = nil) -> DeclaredScheme {
        let raw = scheme ?? pick(Self.schemes)
        return DeclaredScheme(
            index: number(0..<9),
            raw: raw,
            resolved: coin() ? raw : maybe { $0.pick(Self.schemes) },
            span: span(),
            resolvedFrom: coin() ? [] : list(upTo: 2) { $0.place() },
            isConditional: coin()
        )
    }

    private mutating func urlType() -> URLType {
        var type = URLType(index: number(0..<9), span: span())
        type.role = maybe { Located($0.pick(["Editor", "Viewer", "None", ""]), $0.span()) }
        type.identifier = maybe { $0.located() }
        type.icon = maybe { $0.located() }
        type.schemesSpan = maybe { $0.span() }
        type.schemes = list(upTo: 3) { $0.declared() }
        type.otherKeys = list(upTo: 2) { $0.located() }
        return type
    }

    private mutating func irregularity() -> Irregularity {
        Irregularity(
            pick(Irregularity.Kind.allCases),
            span: span(),
            subject: maybe { $0.text() },
            expected: maybe { $0.text() },
            found: maybe { $0.text() },
            cause: maybe { $0.text() },
            related: maybe { $0.range() }
        )
    }

    private mutating func app(at path: Path) -> AppID {
        coin() ? .known(ByteString(pick(Self.apps))) : .unknown(ByteString(path.display))
    }

    /// A manifest of the input at `path` of the source named `source`.
    mutating func manifest(source: String, path: Path) -> Manifest {
        var manifest = Manifest(
            origin: Place(source: source, path: path, member: maybe { $0.path() }),
            format: pick(Manifest.Format.allCases),
            digest: pick(["aa", "bb", "cc"]),
            app: app(at: path)
        )
        manifest.outcome = Manifest.Outcome(
            project: maybe { $0.path() },
            target: maybe { $0.pick(["App", "App Staging", "\u{1F600}"]) },
            configurations: list(upTo: 2) { $0.text() }
        )
        if coin() { manifest.container = app(at: path) }
        manifest.bundleIdentifier = maybe { $0.located() }
        manifest.name = maybe { $0.text() }
        manifest.displayName = maybe { $0.text() }
        manifest.version = maybe { $0.text() }
        manifest.build = maybe { $0.text() }
        manifest.kind = pick(ProductKind.allCases)
        manifest.extensionPoint = maybe { $0.text() }
        manifest.isBuilt = coin()
        manifest.deviceSupport = DeviceSupport(platforms: platforms(), devices: platforms())
        manifest.urlTypes = coin() ? [] : list(upTo: 3) { $0.urlType() }
        manifest.queriesSchemes = list(upTo: 2) { $0.located() }
        manifest.rootKeys = list(upTo: 3) { generator in
            Manifest.RootKey(name: generator.text(), value: Located(generator.property(), generator.span()))
        }
        manifest.entitlements = maybe { $0.list(upTo: 2) { $0.pick(Self.entitlements) } }
        manifest.irregularities = list(upTo: 2) { $0.irregularity() }
        return manifest
    }

    /// Readings of `count` inputs of the source named `source`, each with up to three manifests.
    mutating func readings(source: String, count: Int) -> [InputReading] {
        var details = ManifestGenerator(seed: UInt64(count))
        var sites = ManifestGenerator(seed: UInt64(count) + 1_000)
        return (0..<count).map { index in
            // Every seventh is sample code.
            let path = Path(index % 7 == 3 ? "Demo/\(index).plist" : "folder \(index % 7)/\(index).plist")
            let manifests = list(upTo: 3) { $0.manifest(source: source, path: path) }
            var reading = InputReading(
                path: path,
                status: .read(
                    stamp: stamp(),
                    digest: "\(index)",
                    manifests: manifests.map { details.resolved($0, index) }
                )
            )
            reading.irregularities = details.list(upTo: 2) { $0.inputIrregularity(of: path, source) }
            if details.coin() { reading.dependencies = [details.dependency()] }
            if index % 5 == 0 { reading.association = sites.association(at: Place(source: source, path: path)) }
            return reading
        }
    }

    /// An association file.
    private mutating func association(at place: Place) -> AssociationFile {
        var contents = AssociationFile.Contents(hosts: coin() ? [] : ["acme.com", "pay.acme.com"])
        contents.isWhole = coin()
        contents.variables = list(upTo: 2) { generator in
            .init(name: generator.text(), values: generator.list(upTo: 2) { $0.text() })
        }
        contents.details = list(upTo: 3) { generator in
            let apps = generator.list(upTo: 2) { generator in
                AssociationFile.ListedApp(
                    identifier: generator.pick(["T.com.acme.wallet", "T.*", ""]),
                    range: generator.range()
                )
            }
            return .init(apps: apps, entries: generator.maybe { $0.list(upTo: 3) { $0.entry() } })
        }
        return AssociationFile(origin: place, contents: contents)
    }

    private mutating func entry() -> AssociationEntry {
        var entry = AssociationEntry(range: range())
        entry.path = maybe { $0.text() }
        entry.fragment = maybe { $0.text() }
        entry.query = maybe { generator in
            guard generator.coin() else { return .pattern(generator.text()) }
            return .items(generator.list(upTo: 2) { .init(name: $0.text(), pattern: $0.text()) })
        }
        (entry.isExcluded, entry.isCaseSensitive, entry.isPercentEncoded) = (coin(), coin(), coin())
        (entry.isPath, entry.isKnown) = (coin(), coin())
        return entry
    }

    /// An irregularity of the input at `path` itself, or of a file that it is generated from.
    private mutating func inputIrregularity(of path: Path, _ source: String) -> InputIrregularity {
        var irregularity = irregularity()
        irregularity.place = maybe { generator in
            let path = generator.path()
            return Place(source: path.isAbsolute ? nil : source, path: path, range: generator.maybe { $0.range() })
        }
        return InputIrregularity(irregularity, of: Place(source: source, path: coin() ? path : "project.yml"))
    }

    /// `manifest` as a project gives it: perhaps in another file than the input, with facts about further ones.
    private mutating func resolved(_ manifest: Manifest, _ index: Int) -> Manifest {
        var manifest = manifest
        if coin() { manifest.origin.path = Path("folder \(index % 5)/A\(index).plist") }
        for position in manifest.irregularities.indices where coin() {
            let path = path()
            let source = path.isAbsolute ? nil : manifest.origin.source
            manifest.irregularities[position].place = Place(source: source, path: path, range: maybe { $0.range() })
        }
        manifest.companions = list(upTo: 2) { generator in
            let fact = generator.maybe { $0.pick(Manifest.Companion.Fact.allCases) }
            let kind = fact.map { Manifest.Companion.Kind.fact($0) } ?? .key(ByteString(generator.text()))
            let path = generator.path()
            let source = path.isAbsolute ? nil : manifest.origin.source
            let place = Place(
                source: source,
                path: path,
                member: generator.maybe { $0.path() },
                keyPath: kind.key,
                range: generator.maybe { $0.range() }
            )
            return Manifest.Companion(kind, value: generator.text(), place: place)
        }
        return manifest
    }

    private mutating func dependency() -> InputDependency {
        InputDependency(path: path(), isManifest: coin(), stamp: maybe { $0.stamp() }, digest: maybe { $0.text() })
    }

    mutating func stamp() -> FileStamp {
        FileStamp(size: number(0..<9_999), modified: number(0..<9_999), changed: number(0..<9_999), inode: .max)
    }
}
