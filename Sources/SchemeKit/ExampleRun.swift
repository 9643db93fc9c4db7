import SchemeLinks
package import SchemeModel
import SchemeReports
import SchemeRules

/// The example of a rule, read and judged as `check .` would.
package struct ExampleRun {
    /// The findings of all rules.
    package let findings: [Finding]
    /// The manifests that were read.
    package let manifests: [Manifest]

    /// Whether examples of Swift code give findings: whether the package was built with the trait `Links`.
    package static var readsSwift: Bool { LinkSources.readsSwift }

    private let source = Source(name: "/example", root: "/example", kind: .tree, isNamed: false)
    private let texts: [Path: SourceText]

    /// Reads and judges `example`.
    ///
    /// - Parameter encode: turns the text of each file, without marks, into the bytes that are read.
    package init(
        _ example: RuleDescription.Example,
        encode: (String) throws -> [UInt8] = { Array($0.utf8) }
    ) throws {
        func bytes(_ files: [RuleDescription.Example.File]) throws -> [Path: [UInt8]] {
            var bytes: [Path: [UInt8]] = [:]
            for file in files {
                let path = Path(file.path)
                bytes[path] = path.hasExtension("plist") ? try encode(file.unmarked) : Array(file.unmarked.utf8)
            }
            return bytes
        }
        let files = try bytes(example.files)
        texts = files.mapValues { SourceText(utf8: $0) }
        let read = try Self.read(files, as: source)
        manifests = read.manifests
        let index = MemoryIndex(sources: [source], manifests: manifests, knowledge: .builtIn)
        var earlier: [ByteString: [Claim]] = [:]
        if !example.earlier.isEmpty {
            let before = try Self.read(try bytes(example.earlier), as: source).manifests
            earlier[ByteString(source.name)] = before.flatMap { $0.claims(with: .builtIn) }
        }
        findings = try Judge(knowledge: .builtIn, decisions: read.decisions)
            .findings(
                in: index,
                earlier: earlier,
                targets: Self.targets(of: files, in: source, manifests: manifests),
                problems: read.problems
            )
    }

    /// What `files` hold.
    private struct Read {
        var manifests: [Manifest] = []
        var problems: [Problem] = []
        var decisions: Decisions
    }

    private static func read(_ files: [Path: [UInt8]], as source: Source) throws -> Read {
        let context = Context(example: files, in: source.root)
        let configurations = try ConfigurationFiles(for: [source], options: ConfigurationOptions(), in: context)
        let plan = configurations.governed(
            SourcePlan(source: source, starts: [Discovery.Start(path: "", kind: .folder)])
        )
        let reader = SourceReader(plan, options: InputOptions(paths: []), context: context, progress: nil)
        var read = Read(decisions: configurations.decisions)
        while let reading = try reader.next() {
            if case .read(_, _, let manifests) = reading.outcome { read.manifests += manifests }
        }
        read.problems = reader.problems
        return read
    }

    /// The code of the example by targets: an extension is the folder that its manifest lies in, the app is the rest.
    private static func targets(
        of files: [Path: [UInt8]],
        in source: Source,
        manifests: [Manifest]
    ) -> [TargetFacts] {
        let code = files.sorted { $0.key < $1.key }
            .map { SourceFile(place: Place(source: source.name, path: $0.key), bytes: $0.value) }
            .filter { $0.language != nil }
        guard !code.isEmpty else { return [] }
        let sources = LinkSources(files: code)
        var rest = Array(code.indices)
        var targets: [TargetFacts] = []
        for manifest in manifests where manifest.kind == .appExtension {
            let folder = manifest.origin.path.directory
            let own = rest.filter { code[$0].place.path.directory == folder }
            rest.removeAll(where: own.contains)
            let target = LinkTarget(
                name: folder.display,
                files: own,
                visible: Array(code.indices),
                isWidgetExtension: manifest.extensionPoint == "com.apple.widgetkit-extension"
            )
            targets.append(
                TargetFacts(
                    code: sources.facts(of: target),
                    kind: .appExtension,
                    extensionPoint: manifest.extensionPoint
                )
            )
        }
        let app = LinkTarget(name: nil, files: rest)
        targets.insert(TargetFacts(code: sources.facts(of: app)), at: 0)
        for index in targets.indices {
            targets[index].manifests = manifests.filter { $0.kind != .appExtension }
            targets[index].app = targets.map(\.code)
        }
        return targets
    }

    /// What `check . --rule RULE` prints in the folder of the example.
    package func text(for rule: String) throws -> String {
        var bytes: [UInt8] = []
        let output = ByteOutput { bytes += $0 }
        var reporter = TextReporter(
            to: output,
            context: ReportContext(
                tool: .init(version: Release.version),
                paths: PathDisplay(from: source.root, sources: [source]),
                sourceLine: { [texts] place in
                    place.range?.lines.flatMap { texts[place.path]?.line($0.start.line) }
                }
            )
        )
        let shown = findings.filter { $0.rule == rule }
        var summary = Summary()
        summary.inputs = texts.count
        summary.count(manifests)
        summary.count(shown)
        try reporter.write(Report(findings: shown, problems: [], summary: summary))
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RuleDescription.Example.File {
    /// The mark that stands before each finding.
    package static let mark: Character = "↓"

    /// The text without marks.
    package var unmarked: String { String(text.filter { $0 != Self.mark }) }

    /// Where findings are marked: the byte offsets in ``unmarked``, ascending.
    package var marks: [Int] {
        var offsets: [Int] = []
        var offset = 0
        for character in text {
            if character == Self.mark { offsets.append(offset) } else { offset += character.utf8.count }
        }
        return offsets
    }
}
