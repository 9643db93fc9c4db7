import SchemeLinks
package import SchemeModel
import SchemeReports
import SchemeRules

/// Reads and checks the example of a rule, as `check .` does.
package struct ExampleRun {
    /// The findings of all rules.
    package let findings: [Finding]

    /// Whether Swift code is read, which requires the trait `Links`.
    package static var readsSwift: Bool { CodeIndex.readsSwift }

    private static let source = Source(name: "/example", root: "/example", kind: .tree, isNamed: false)
    private let texts: [Path: SourceText]
    private let summary: Summary

    /// Reads and checks `example`.
    ///
    /// - Parameters:
    ///   - analyzer: Finds links in code; by default, in this process.
    ///   - encode: Converts the text of each property list, without marks, to bytes.
    package static func check(
        _ example: RuleDescription.Example,
        analyzer: (any CodeAnalyzer)? = nil,
        encode: (String) throws -> [UInt8] = { Array($0.utf8) }
    ) throws -> ExampleRun {
        func bytes(_ files: [RuleDescription.Example.File]) throws -> [Path: [UInt8]] {
            var bytes: [Path: [UInt8]] = [:]
            for file in files {
                let path = Path(file.path)
                bytes[path] = path.hasExtension("plist") ? try encode(file.unmarked) : Array(file.unmarked.utf8)
            }
            return bytes
        }
        let files = try bytes(example.files)
        let scan = try read(files, analyzer)
        var earlier: [ByteString: [Claim]] = [:]
        if !example.earlier.isEmpty {
            let before = try read(try bytes(example.earlier), analyzer).manifests
            earlier[ByteString(source.name)] = before.flatMap { $0.claims(with: .builtIn) }
        }
        let checker = FindingChecker(knowledge: .builtIn, policies: scan.discovered.configurations.policies)
        return ExampleRun(
            findings: try checker.findings(in: scan.indexed().index, earlier: earlier, problems: scan.problems),
            texts: files.mapValues { SourceText(utf8: $0) },
            summary: scan.summary
        )
    }

    /// Reads `files`, including a configuration if there is one.
    private static func read(_ files: [Path: [UInt8]], _ analyzer: (any CodeAnalyzer)?) throws -> InputScan {
        var context = Context(example: files, in: source.root)
        if let analyzer { context.codeAnalyzer = analyzer }
        let request = ScanRequest(inputs: InputOptions(paths: []))
        // Rules that are off by default have examples as well.
        let configurations = try ConfigurationLoader.read(
            for: [source],
            options: request.configuration,
            asked: Set(allRules.map(\.description.id)),
            in: context
        )
        let plan = SourcePlan(source: source, starts: [Discovery.Start(path: "", kind: .folder)])
        return try DiscoveredSources(
            request: request,
            plans: [configurations.governed(plan)],
            configurations: configurations,
            problems: []
        ).read(in: context)
    }

    /// Returns the output of `check . --rule RULE` in the folder of the example.
    ///
    /// - Parameter width: The number of columns; `nil` for lines of any length.
    package func text(for rule: String, width: Int? = nil) throws -> String {
        var bytes: [UInt8] = []
        let output = ByteOutput { bytes += $0 }
        var reporter = TextReporter(
            to: output,
            context: ReportContext(
                tool: .init(version: Release.version),
                paths: PathDisplay(from: Self.source.root, sources: [Self.source]),
                width: width,
                sourceLine: { [texts] place in
                    place.range?.lines.flatMap { texts[place.path]?.line($0.start.line) }
                }
            )
        )
        let shown = findings.filter { $0.rule == rule }
        var summary = summary
        summary.count(shown)
        try reporter.write(CheckReport(findings: shown, problems: [], summary: summary))
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RuleDescription.Example.File {
    /// The mark before each expected finding.
    package static let mark: Character = "↓"

    /// The text without marks.
    package var unmarked: String { String(text.filter { $0 != Self.mark }) }

    /// The byte offsets of the marks in ``unmarked``, ascending.
    package var marks: [Int] {
        var offsets: [Int] = []
        var offset = 0
        for character in text {
            if character == Self.mark { offsets.append(offset) } else { offset += character.utf8.count }
        }
        return offsets
    }
}
