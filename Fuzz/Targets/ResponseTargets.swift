import SchemeKit
import SchemeLinks
import SchemeModel

extension FuzzTarget {
    /// The response of another process, which may have been damaged by what it read.
    static let responses = [
        FuzzTarget(
            "code-response",
            "a response of the process that analyzes code",
            dictionary: .document,
            seeds: ResponseSample.seeds
        ) { bytes in
            let outcome = ResponseSample.read([bytes[...]])
            let cut = Int(bytes.dice % UInt64(bytes.count + 1))
            try require(
                outcome == ResponseSample.read([bytes[..<cut], bytes[cut...]]),
                "in two pieces it is read differently"
            )
            guard case .facts(let facts) = outcome else { return }
            try ResponseSample.check(facts)
            guard let encoded = CodeAnalysis.encoded(facts, of: ResponseSample.code) else {
                throw Violation("facts that were read can't be written")
            }
            let again = ResponseSample.read([CodeResponse.facts(encoded).encoded[...]])
            try require(again == outcome, "written again it is another")
            // What the run makes of it.
            let formats = OutputPlan.Format.allCases
            let format = formats[Int(bytes.dice >> 8) % formats.count]
            let report = ReportSample.run(
                ReportSample.files(ResponseSample.kind, ResponseSample.text),
                format,
                analyzer: RespondingAnalyzer(answer: bytes)
            )
            try ReportCheck.check(report.output, as: format)
            try ReportCheck.checkText(report.errors)
            try require(!report.errors.contains("unexpected:"), "the run failed: \(report.errors.prefix(500))")
        }
    ]
}

/// A request with one file, and answers to it.
private enum ResponseSample {
    /// The kind of the file in ``ReportSample``.
    static let kind = 7
    static let text = Array(
        """
        @main struct Tram: App {
            var body: some Scene { WindowGroup { Home().onOpenURL { url in if url.host == "stop" { go() } } } }
        }
        func send(_ number: Int) { UIApplication.shared.open(URL(string: "wallet://stop/\\(number)")!) }
        struct Next: Widget {
            var body: some WidgetConfiguration {
                StaticConfiguration(kind: "a", provider: P()) { _ in Text("a").widgetURL(URL(string: "a://b")) }
            }
        }

        """.utf8
    )
    static let code = CodeToAnalyze(
        files: [SourceFile(place: Place(source: "fuzz", path: "A.swift"), bytes: text)],
        targets: [LinkTarget(name: nil, files: [0], visible: [0])],
        limits: .small
    )

    static let seeds = Seeds {
        let facts = CodeAnalysis.encoded(CodeIndex(files: code.files).facts(of: code.targets), of: code) ?? []
        let empty = CodeAnalysis.encoded([LinkFacts(target: nil)], of: code) ?? []
        let parts: [CodeResponse] = [.didBegin(.target(0)), .didBegin(.file(0)), .didEnd, .didEnd]
        return [
            CodeResponse.facts(facts).encoded, CodeResponse.facts(empty).encoded, parts.flatMap(\.encoded),
            (parts + [.facts(empty)]).flatMap(\.encoded), (parts.prefix(2) + [.facts([])]).flatMap(\.encoded),
        ]
    }

    enum Outcome: Equatable {
        case facts([LinkFacts])
        case unfinished([ReadingPart])
        case invalid
    }

    /// Returns what pieces of an answer are read as.
    static func read(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
        var reader = CodeResponseReader(code)
        var rest = pieces.filter { !$0.isEmpty }[...]
        while let piece = rest.popFirst() {
            do throws(InvalidResponse) {
                // Bytes after the facts are only noticed if they arrive together.
                if let facts = try reader.take(Array(piece)) { return rest.isEmpty ? .facts(facts) : .invalid }
            } catch {
                return .invalid
            }
        }
        return .unfinished(reader.parts)
    }

    /// Checks that all places are in the file.
    ///
    /// - Throws: ``Violation``.
    static func check(_ facts: [LinkFacts]) throws {
        try require(facts.map(\.target) == code.targets.map(\.name), "facts about other targets")
        for spot in try EncodedTrace(facts).spots {
            try require(spot.file == "A.swift" && spot.member == nil, "a place in \(spot.file?.display ?? "no file")")
            let range = spot.range
            try require(
                range.byteOffset >= 0 && range.byteLength >= 0
                    && range.byteOffset + range.byteLength <= text.count + 1,
                "a place at \(range.byteOffset)+\(range.byteLength) of \(text.count) bytes"
            )
        }
    }
}

/// Takes the facts from an answer, as the run does.
private struct RespondingAnalyzer: CodeAnalyzer {
    let answer: [UInt8]

    func prepare() {}

    func analyze(_ code: CodeToAnalyze) -> CodeAnalysis {
        var reader = CodeResponseReader(code)
        if let facts = (try? reader.take(answer)) ?? nil { return CodeAnalysis(facts: facts) }
        return CodeAnalysis(of: code, failures: [CodeFailure(part: nil, cause: .invalidAnswer)])
    }

    func end() {}
}
