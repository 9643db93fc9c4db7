import Foundation
import SchemeLinks
import SchemeModel
import Synchronization
import Testing
import Threading
import TestSupport

@testable import SchemeKit

/// Analyzing code in another process.
@Suite("Isolated analyzer", .enabled(if: CodeIndex.readsSwift, "built without the trait Links"))
struct IsolatedAnalyzerTests {
    private static let program = Path(ProjectFolder.root.path + "/.build/debug/schemereg")

    private func analyzer(
        _ program: Path = program,
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) -> IsolatedAnalyzer {
        IsolatedAnalyzer(program: program, threads: 2, isInterrupted: isInterrupted)
    }

    private static let good = """
        @main struct Tram: App {
            var body: some Scene { WindowGroup { Home().onOpenURL { url in if url.host == "stop" { go() } } } }
        }
        func send(_ number: Int) { UIApplication.shared.open(URL(string: "tram://stop/\\(number)")!) }

        """

    /// Code whose tree takes much time and memory.
    private static let heavy = "func f() {\n" + String(repeating: "let x = a + b(c, d) * [e]\n", count: 18_000) + "}\n"

    private static func code(_ texts: String..., limits: Limits = .standard) -> CodeToAnalyze {
        let files = texts.enumerated().map { index, text in
            SourceFile(place: Place(source: "app", path: Path("caf\u{E9}/\(index).swift")), bytes: Array(text.utf8))
        }
        let all = Array(files.indices)
        return CodeToAnalyze(
            files: files,
            targets: [
                LinkTarget(name: "App", files: all),
                LinkTarget(name: nil, files: [0], visible: all, isWidgetExtension: true),
            ],
            limits: limits
        )
    }

    @Test("gives the same facts as this process")
    func sameFacts() {
        let code = Self.code(Self.good, "let x = 1", Self.good + String(repeating: "(", count: 1_000))
        let expected = InProcessAnalyzer().analyze(code)
        #expect(expected.facts[0].links.count == 2 && !expected.facts[0].handlers.isEmpty)
        #expect(!expected.facts[0].problems.isEmpty)
        let analyzer = analyzer()
        for _ in 0..<3 {
            let analysis = analyzer.analyze(code)
            #expect(analysis.facts == expected.facts && analysis.failures.isEmpty)
        }
        analyzer.end()
    }

    @Test("is used by several threads at once, more than it has processes")
    func manyThreads() {
        let code = Self.code(Self.good, Self.good)
        let expected = InProcessAnalyzer().analyze(code).facts
        let analyzer = analyzer()
        let found = Array(0..<8).concurrentMap { _ in analyzer.analyze(code) }
        #expect(found.count == 8 && found.allSatisfy { $0.facts == expected && $0.failures.isEmpty })
    }

    @Test("receives requests of any size while it has no job")
    func largeRequests() {
        // Comments, which are only scanned. A socket holds less than a megabyte.
        let large = "// " + String(repeating: "a", count: TestScale.pick(4 << 20, torture: 64 << 20))
        let analyzer = analyzer()
        for _ in 0..<3 {
            let analysis = analyzer.analyze(Self.code(Self.good, large, large))
            #expect(analysis.failures.isEmpty && analysis.facts[0].links.count == 1)
        }
        analyzer.end()
    }

    @Test("leaves out a file that takes too much time or memory", arguments: [true, false])
    func limits(isTime: Bool) {
        var limits = Limits.standard
        if isTime {
            // The file takes ten times as long.
            (limits.codeSeconds, limits.codeSecondsForMebibyte, limits.codeFileSeconds) = (1, 0, 1)
        } else {
            limits.codeBytes = 16 * 1024 * 1024
        }
        // The target without the file is read as well.
        var code = Self.code(
            Self.good,
            Self.heavy + "let u = URL(string: \"a://b\")!; UIApplication.shared.open(u)",
            limits: limits
        )
        code.targets[1].visible = []
        let analyzer = analyzer()
        let analysis = analyzer.analyze(code)
        #expect(analysis.failures.map(\.part) == [.file(1)])
        if isTime { #expect(analysis.failures.map(\.cause) == [.tooSlow]) }
        #expect(analysis.facts.map(\.links.count) == [1, 1])
        // The next code gets a new process.
        let good = Self.code(Self.good)
        #expect(analyzer.analyze(good).facts == InProcessAnalyzer().analyze(good).facts)
    }

    @Test("ends at once when the run is interrupted")
    func interruption() {
        let isInterrupted = Mutex(false)
        let code = Self.code(Self.heavy, Self.heavy, Self.heavy)
        let analyzer = IsolatedAnalyzer(program: Self.program, threads: 1) {
            isInterrupted.withLock { $0 }
        }
        #expect(analyzer.analyze(Self.code(Self.good)).failures.isEmpty)
        isInterrupted.withLock { $0 = true }
        let analysis = analyzer.analyze(code)
        #expect(analysis.failures == [CodeFailure(part: nil, cause: .interrupted)])
    }

    @Test("reads code in this process if the other can't be started, or is another version")
    func unavailable() throws {
        let folder = try TemporaryFolder()
        let code = Self.code(Self.good)
        let expected = InProcessAnalyzer().analyze(code).facts
        let programs = ["exit 0", "printf 'schemereg 0.0.0 code 1 2\\n' >&0; sleep 60", "printf x >&0", "kill -9 $$"]
        for (number, program) in programs.enumerated() {
            let path = try folder.writeProgram("program\(number)", "#!/bin/sh\n\(program)\n")
            let analysis = analyzer(Path(path)).analyze(code)
            #expect(analysis.facts == expected && analysis.failures.isEmpty, "\(program)")
        }
        #expect(analyzer("/nonexistent").analyze(code).facts == expected)
    }

    @Test("reads no code in this process after another one ended and can't be started again")
    func lost() throws {
        let folder = try TemporaryFolder()
        let greeting = String(decoding: CodeWorker.greeting, as: UTF8.self)
        let script = "#!/bin/sh\nmkdir '\(folder.path)/started' && printf '\(greeting)' >&0\n"
        let path = try folder.writeProgram("program", script)
        let analyzer = analyzer(Path(path))
        for _ in 0..<2 {
            let analysis = analyzer.analyze(Self.code(Self.good))
            #expect(analysis.facts == [LinkFacts(target: "App"), LinkFacts(target: nil)])
            #expect(analysis.failures == [CodeFailure(part: nil, cause: .exit)])
        }
    }

    /// Answers as a process that was damaged might, after a valid greeting.
    @Test("rejects invalid answers")
    func invalidAnswers() throws {
        let folder = try TemporaryFolder()
        let code = Self.code(Self.good)
        let facts = InProcessAnalyzer().analyze(code).facts
        let valid = CodeResponse.facts(try #require(CodeAnalysis.encoded(facts, of: code))).encoded
        let huge: [UInt8] = [4, 0, 0, 0, 255, 255, 255, 255]
        let answers: [[UInt8]] = [
            [], [1], Array(valid.prefix(7)), Array(valid.dropLast()), huge, [9, 0, 0, 0, 0, 0, 0, 0],
            CodeResponse.didEnd.encoded, CodeResponse.didBegin(.file(7)).encoded,
            CodeResponse.didBegin(.target(2)).encoded,
            CodeResponse.facts(Array("[]".utf8)).encoded, CodeResponse.facts(Array("null".utf8)).encoded,
            CodeResponse.facts(Array(String(repeating: "[", count: 100_000).utf8)).encoded, valid + valid,
            CodeResponse.didBegin(.file(0)).encoded + [9, 9, 9, 9, 9, 9, 9, 9],
        ]
        for (number, answer) in answers.enumerated() {
            let data = try folder.write("answer\(number)", answer)
            let greeting = String(decoding: CodeWorker.greeting, as: UTF8.self)
            // What arrives together with the greeting could not be told from it, so the request is read first.
            let script = "#!/bin/sh\nprintf '\(greeting)' >&0\nhead -c 1 >/dev/null; cat '\(data)' >&0\n"
            let path = try folder.writeProgram("program\(number)", script)
            let analysis = analyzer(Path(path)).analyze(code)
            #expect(analysis.facts == [LinkFacts(target: "App"), LinkFacts(target: nil)], "answer \(number)")
            #expect(analysis.failures.last?.part == nil && !analysis.failures.isEmpty, "answer \(number)")
            #expect(Set(analysis.failures.map(\.part)).count == analysis.failures.count, "answer \(number)")
        }
    }

    @Test("gives up on announcements without end")
    func endlessAnnouncements() throws {
        var code = Self.code(Self.good)
        code.limits.projectLinkSteps = 1_000
        var reader = CodeResponseReader(code)
        let pair = CodeResponse.didBegin(.file(0)).encoded + CodeResponse.didEnd.encoded
        let piece = Array(repeatElement(pair, count: 1_000).joined())
        #expect(try reader.take(piece) == nil)
        #expect(throws: InvalidResponse.self) {
            for _ in 0..<20 { _ = try reader.take(piece) }
        }
    }

    @Test(
        "rejects places that no file has",
        arguments: [
            "-9223372036854775808", "9223372036854775807", "-1", "0", "1000",
        ]
    )
    func impossiblePlaces(number: String) throws {
        let code = Self.code(Self.good)
        let json = try #require(CodeAnalysis.encoded(InProcessAnalyzer().analyze(code).facts, of: code))
        let text = String(decoding: json, as: UTF8.self)
        for position in 0..<8 {
            let damaged = text.replacing(try Regex("\\[[0-9]+(,[0-9]+){7}\\]")) { range in
                var numbers = text[range.range].dropFirst().dropLast().split(separator: ",").map(String.init)
                numbers[position] = number
                return "[\(numbers.joined(separator: ","))]"
            }
            #expect(damaged != text)
            // The first two are the offset and the length.
            let isPossible = number == "0" && position < 2
            #expect(((try? CodeAnalysis.facts(Array(damaged.utf8), of: code)) != nil) == isPossible, "\(position)")
        }
    }

    @Test("never takes places outside of the code from an answer")
    func damagedFacts() throws {
        let code = Self.code(Self.good, Self.good)
        let facts = InProcessAnalyzer().analyze(code).facts
        let json = try #require(CodeAnalysis.encoded(facts, of: code))
        #expect(try CodeAnalysis.facts(json, of: code) == facts)
        var generator = SeededGenerator(seed: 14)
        for _ in 0..<TestScale.pick(500, torture: 2_000) {
            var damaged = json
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                damaged[Int.random(in: damaged.indices, using: &generator)] =
                    Bool.random(using: &generator)
                    ? UInt8.random(in: 48...57, using: &generator) : UInt8.random(in: 0...255, using: &generator)
            }
            guard let facts = try? CodeAnalysis.facts(damaged, of: code) else { continue }
            for place in facts.flatMap({ $0.links.map(\.place) + $0.handlers.map(\.place) }) {
                #expect(code.files.contains { $0.place.path == place.path })
                #expect((place.range?.byteOffset ?? 0) <= Self.good.utf8.count)
            }
        }
    }
}
